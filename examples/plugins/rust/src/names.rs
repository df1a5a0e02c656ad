//! Namespaces in XML 1.0.

use crate::abi::Status;
use crate::scan::{fault, malformed, Outcome};
use std::rc::Rc;

pub const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// The declarations that hold, the innermost last. Names live as long as an event may point at them: those of the
/// header as long as the stream, all others until the next item.
pub struct Scope {
    bindings: Vec<(String, Rc<str>)>, // prefix ("" is the default) and name ("" is none)
    used: Vec<Rc<str>>,
    xml: Rc<str>,
    none: Rc<str>,
}

impl Scope {
    pub fn new() -> Scope {
        Scope { bindings: Vec::new(), used: Vec::new(), xml: XML.into(), none: "".into() }
    }

    pub fn len(&self) -> usize {
        self.bindings.len()
    }

    /// The element that had declared more is over.
    pub fn shrink(&mut self, len: usize) {
        self.bindings.truncate(len);
    }

    /// The events of the item before are gone.
    pub fn next_item(&mut self) {
        self.used.clear();
    }

    pub fn declare(&mut self, prefix: &str, name: String, offset: usize) -> Outcome<()> {
        let legal = match prefix {
            "" => name != XML && name != XMLNS,
            "xml" => name == XML,
            "xmlns" => false,
            _ => !name.is_empty() && name != XML && name != XMLNS,
        };
        if !legal {
            return malformed(offset);
        }
        let name: Rc<str> = name.into();
        self.used.push(name.clone());
        self.bindings.push((prefix.to_string(), name));
        Ok(())
    }

    pub fn resolve(&self, prefix: &str, offset: usize) -> Outcome<Rc<str>> {
        if prefix == "xml" {
            return Ok(self.xml.clone());
        }
        match self.bindings.iter().rev().find(|(bound, _)| bound == prefix) {
            Some((_, name)) => Ok(name.clone()),
            None if prefix.is_empty() => Ok(self.none.clone()),
            None => fault(Status::BadNamespacePrefix, offset),
        }
    }

    pub fn none(&self) -> Rc<str> {
        self.none.clone()
    }
}

pub fn split(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}
