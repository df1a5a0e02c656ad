//! One item after the other.

use crate::abi::{Decoding, Event, Kind, Status};
use crate::names::{split, Scope};
use crate::scan::*;
use std::collections::HashSet;
use std::rc::Rc;

struct Attribute<'a> {
    name: &'a str,
    value: &'a str,
    name_at: usize,
    value_at: usize,
}

struct Tag<'a> {
    name: &'a str,
    attributes: Vec<Attribute<'a>>,
    is_empty: bool,
    at: usize,
}

/// What is known of a stream between two items, and the events of the last one.
pub struct Stream {
    root: Option<String>,
    scope: Scope,
    events: Vec<Event>,
    bound: Option<Rc<str>>, // what namespace number 1 stands for in this item
}

impl Stream {
    pub fn new() -> Stream {
        Stream { root: None, scope: Scope::new(), events: Vec::new(), bound: None }
    }

    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub fn read(&mut self, bytes: &[u8]) -> Outcome<()> {
        self.events.clear();
        self.bound = None;
        self.scope.next_item();
        let mut cursor = Cursor { text: text_of(bytes)?, at: 0 };
        if self.root.is_none() {
            self.read_header(&mut cursor)?;
        } else if cursor.take("</") {
            self.read_end(&mut cursor)?;
        } else {
            self.read_stanza(&mut cursor)?;
        }
        if cursor.at < cursor.text.len() { malformed(cursor.at) } else { Ok(()) }
    }

    fn read_header(&mut self, cursor: &mut Cursor) -> Outcome<()> {
        cursor.take("\u{FEFF}");
        if cursor.take("<?xml") {
            read_declaration(cursor)?;
        }
        cursor.skip_space();
        let tag = read_tag(cursor)?;
        self.root = Some(tag.name.to_string());
        self.start(&tag)?;
        self.add_item(cursor.at);
        if tag.is_empty {
            self.add(Kind::End, "");
            self.add_item(cursor.at);
        }
        Ok(())
    }

    fn read_end(&mut self, cursor: &mut Cursor) -> Outcome<()> {
        let at = cursor.at;
        if Some(cursor.name()?) != self.root.as_deref() {
            return malformed(at);
        }
        cursor.skip_space();
        cursor.expect(">")?;
        self.add(Kind::End, "");
        self.add_item(cursor.at);
        Ok(())
    }

    fn read_stanza(&mut self, cursor: &mut Cursor) -> Outcome<()> {
        let mut open: Vec<(&str, usize)> = Vec::new(); // names, and how many declarations held before
        loop {
            if cursor.take("</") {
                let at = cursor.at;
                let (name, declarations) = open.pop().unwrap_or_default();
                if name.is_empty() || cursor.name()? != name {
                    return malformed(at);
                }
                cursor.skip_space();
                cursor.expect(">")?;
                self.end(declarations);
            } else if cursor.take("<![CDATA[") {
                let section = cursor.until("]]>")?;
                self.add_text(section, Decoding::Cdata);
            } else if cursor.rest().starts_with("<!") || cursor.rest().starts_with("<?") {
                return fault(Status::RestrictedXml, cursor.at);
            } else if cursor.rest().starts_with('<') {
                let declarations = self.scope.len();
                let tag = read_tag(cursor)?;
                self.start(&tag)?;
                if tag.is_empty {
                    self.end(declarations);
                } else {
                    open.push((tag.name, declarations));
                }
            } else {
                self.read_text(cursor)?;
            }
            if open.is_empty() {
                self.add_item(cursor.at);
                return Ok(());
            }
        }
    }

    fn read_text(&mut self, cursor: &mut Cursor) -> Outcome<()> {
        let rest = cursor.rest();
        let Some(size) = rest.find('<') else { return malformed(cursor.text.len()) };
        let text = &rest[..size];
        if let Some(at) = text.find("]]>") {
            return malformed(cursor.at + at);
        }
        check_references(text, cursor.at)?;
        self.add_text(text, Decoding::Text);
        cursor.at += size;
        Ok(())
    }

    fn start(&mut self, tag: &Tag) -> Outcome<()> {
        for attribute in &tag.attributes {
            let prefix = match split(attribute.name) {
                ("xmlns", prefix) => prefix,
                ("", "xmlns") => "",
                _ => continue,
            };
            let name = normalized(attribute.value, attribute.value_at)?;
            self.scope.declare(prefix, name, attribute.value_at)?;
        }
        let (prefix, local) = split(tag.name);
        let ns = self.scope.resolve(prefix, tag.at)?;
        self.add_name(Kind::Start, &ns, local);
        self.add_attributes(tag)
    }

    fn add_attributes(&mut self, tag: &Tag) -> Outcome<()> {
        let mut seen = HashSet::new();
        let mut written = HashSet::new();
        for attribute in &tag.attributes {
            let (prefix, local) = split(attribute.name);
            if !written.insert(attribute.name) {
                return malformed(attribute.name_at);
            }
            if prefix == "xmlns" || attribute.name == "xmlns" {
                continue;
            }
            let ns = if prefix.is_empty() { self.scope.none() } else { self.scope.resolve(prefix, attribute.name_at)? };
            if !seen.insert((ns.clone(), local)) {
                return malformed(attribute.name_at);
            }
            self.add_name(Kind::Attribute, &ns, local);
            self.add(Kind::Value, attribute.value).decoding = Decoding::Attribute as u8;
        }
        Ok(())
    }

    fn end(&mut self, declarations: usize) {
        self.scope.shrink(declarations);
        self.add(Kind::End, "");
    }

    /// Namespace number 1 is told anew wherever it changes.
    fn add_name(&mut self, kind: Kind, ns: &Rc<str>, local: &str) {
        if !ns.is_empty() && self.bound.as_ref() != Some(ns) {
            self.add(Kind::Namespace, ns).ns = 1;
            self.bound = Some(ns.clone());
        }
        self.add(kind, local).ns = u16::from(!ns.is_empty());
    }

    fn add_text(&mut self, text: &str, decoding: Decoding) {
        if !text.is_empty() {
            self.add(Kind::Text, text).decoding = decoding as u8;
        }
    }

    fn add_item(&mut self, size: usize) {
        self.bound = None;
        self.add(Kind::Item, "").size = size as u32;
    }

    fn add(&mut self, kind: Kind, text: &str) -> &mut Event {
        self.events.push(Event {
            data: text.as_ptr(),
            size: text.len() as u32,
            ns: 0,
            kind: kind as u8,
            decoding: Decoding::None as u8,
        });
        self.events.last_mut().unwrap()
    }
}

fn read_tag<'a>(cursor: &mut Cursor<'a>) -> Outcome<Tag<'a>> {
    cursor.expect("<")?;
    let at = cursor.at;
    let mut tag = Tag { name: cursor.name()?, attributes: Vec::new(), is_empty: false, at };
    loop {
        let spaced = cursor.skip_space();
        tag.is_empty = cursor.take("/");
        if tag.is_empty || cursor.rest().starts_with('>') {
            cursor.expect(">")?;
            return Ok(tag);
        }
        if !spaced {
            return malformed(cursor.at);
        }
        tag.attributes.push(read_attribute(cursor)?);
    }
}

fn read_attribute<'a>(cursor: &mut Cursor<'a>) -> Outcome<Attribute<'a>> {
    let name_at = cursor.at;
    let name = cursor.name()?;
    cursor.skip_space();
    cursor.expect("=")?;
    cursor.skip_space();
    let value_at = cursor.at + 1;
    let value = cursor.quoted()?;
    if let Some(at) = value.find('<') {
        return malformed(value_at + at);
    }
    check_references(value, value_at)?;
    Ok(Attribute { name, value, name_at, value_at })
}

/// Behind `<?xml`: version, encoding, standalone, in this order.
fn read_declaration(cursor: &mut Cursor) -> Outcome<()> {
    let at = cursor.at;
    let Some(version) = pseudo_attribute(cursor, "version")? else { return malformed(at) };
    let digits = version.strip_prefix("1.").unwrap_or_default();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return fault(Status::UnsupportedVersion, at);
    }
    if let Some(encoding) = pseudo_attribute(cursor, "encoding")? {
        if !encoding.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return malformed(at);
        }
        if !encoding.eq_ignore_ascii_case("utf-8") {
            return fault(Status::UnsupportedEncoding, at);
        }
    }
    if let Some(standalone) = pseudo_attribute(cursor, "standalone")? {
        if standalone != "yes" && standalone != "no" {
            return malformed(at);
        }
    }
    cursor.skip_space();
    cursor.expect("?>")
}

fn pseudo_attribute<'a>(cursor: &mut Cursor<'a>, name: &str) -> Outcome<Option<&'a str>> {
    let from = cursor.at;
    if !cursor.skip_space() || !cursor.take(name) {
        cursor.at = from;
        return Ok(None);
    }
    cursor.skip_space();
    cursor.expect("=")?;
    cursor.skip_space();
    let value = cursor.quoted()?;
    let legal = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    if value.bytes().all(legal) { Ok(Some(value)) } else { malformed(cursor.at) }
}
