//! Bytes, characters, names and references: XML 1.0, 5th edition.

use crate::abi::Status;

/// What is wrong, and where in the item.
pub struct Fault {
    pub status: Status,
    pub offset: usize,
}

pub type Outcome<T> = Result<T, Fault>;

pub fn fault<T>(status: Status, offset: usize) -> Outcome<T> {
    Err(Fault { status, offset })
}

pub fn malformed<T>(offset: usize) -> Outcome<T> {
    fault(Status::NotWellFormed, offset)
}

pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

fn is_char(c: u32) -> bool {
    matches!(c, 0x9 | 0xA | 0xD | 0x20..=0xD7FF | 0xE000..=0xFFFD | 0x10000..=0x10FFFF)
}

fn is_name_start(c: char) -> bool {
    matches!(c, 'A'..='Z' | 'a'..='z' | '_' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
}

fn is_name_char(c: char) -> bool {
    is_name_start(c)
        || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// The item as text of characters that XML allows.
pub fn text_of(bytes: &[u8]) -> Outcome<&str> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return malformed(error.valid_up_to()),
    };
    let control = |b: &u8| *b < 0x20 && !is_space(*b);
    if let Some(at) = bytes.iter().position(control) {
        return malformed(at);
    }
    match text.find(['\u{FFFE}', '\u{FFFF}']) {
        Some(at) => malformed(at),
        None => Ok(text),
    }
}

/// A place in an item.
pub struct Cursor<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl<'a> Cursor<'a> {
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub fn take(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    pub fn expect(&mut self, word: &str) -> Outcome<()> {
        if self.take(word) { Ok(()) } else { malformed(self.at) }
    }

    /// True if there was any.
    pub fn skip_space(&mut self) -> bool {
        let from = self.at;
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
        self.at > from
    }

    /// What stands before `end`, which is skipped.
    pub fn until(&mut self, end: &str) -> Outcome<&'a str> {
        let rest = self.rest();
        match rest.find(end) {
            Some(size) => {
                self.at += size + end.len();
                Ok(&rest[..size])
            }
            None => malformed(self.text.len()),
        }
    }

    /// A name with at most one colon, and a name on both sides of it (Namespaces in XML: QName).
    pub fn name(&mut self) -> Outcome<&'a str> {
        let rest = self.rest();
        let size = rest.find(|c| !(is_name_char(c) || c == ':')).unwrap_or(rest.len());
        let name = &rest[..size];
        let good = |part: &str| part.chars().next().is_some_and(is_name_start);
        if name.split(':').count() > 2 || !name.split(':').all(good) {
            return malformed(self.at);
        }
        self.at += size;
        Ok(name)
    }

    pub fn quoted(&mut self) -> Outcome<&'a str> {
        match self.peek() {
            Some(b'"') => self.at += 1,
            Some(b'\'') => {
                self.at += 1;
                return self.until("'");
            }
            _ => return malformed(self.at),
        }
        self.until("\"")
    }
}

/// The character that a reference stands for; `body` is what is between `&` and `;`.
fn referenced(body: &str, offset: usize) -> Outcome<char> {
    let number = match (body.strip_prefix("#x"), body.strip_prefix('#')) {
        (Some(hex), _) if hex.bytes().all(|b| b.is_ascii_hexdigit()) => u32::from_str_radix(hex, 16).ok(),
        (None, Some(digits)) if digits.bytes().all(|b| b.is_ascii_digit()) => digits.parse().ok(),
        (None, None) => return entity(body, offset),
        _ => None,
    };
    match number.filter(|n| is_char(*n)).and_then(char::from_u32) {
        Some(c) => Ok(c),
        None => malformed(offset),
    }
}

fn entity(name: &str, offset: usize) -> Outcome<char> {
    match name {
        "lt" => Ok('<'),
        "gt" => Ok('>'),
        "amp" => Ok('&'),
        "apos" => Ok('\''),
        "quot" => Ok('"'),
        _ if name.chars().next().is_some_and(|c| is_name_start(c) || c == ':')
            && name.chars().all(|c| is_name_char(c) || c == ':') =>
        {
            fault(Status::RestrictedXml, offset)
        }
        _ => malformed(offset),
    }
}

/// Calls `found` for each reference: what stands before it, and the character.
fn references<'a>(raw: &'a str, offset: usize, mut found: impl FnMut(&'a str, char)) -> Outcome<&'a str> {
    let mut rest = raw;
    while let Some(at) = rest.find('&') {
        let here = offset + (raw.len() - rest.len()) + at;
        let Some(size) = rest[at..].find(';') else { return malformed(here) };
        found(&rest[..at], referenced(&rest[at + 1..at + size], here)?);
        rest = &rest[at + size + 1..];
    }
    Ok(rest)
}

pub fn check_references(raw: &str, offset: usize) -> Outcome<()> {
    references(raw, offset, |_, _| ()).map(|_| ())
}

/// An attribute's value as it is meant (XML 1.0 section 3.3.3).
pub fn normalized(raw: &str, offset: usize) -> Outcome<String> {
    let plain = |part: &str| part.replace("\r\n", " ").replace(['\r', '\n', '\t'], " ");
    let mut out = String::new();
    let rest = references(raw, offset, |before, c| {
        out += &plain(before);
        out.push(c);
    })?;
    out += &plain(rest);
    Ok(out)
}
