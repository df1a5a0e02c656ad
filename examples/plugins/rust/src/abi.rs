//! squall_parser.h in Rust.

use crate::Parser;
use std::ffi::{c_char, c_int, c_void};

pub const VERSION: u32 = 1;

pub const WHOLE_ITEMS: u64 = 1 << 0;
pub const CHECKS_WELL_FORMED: u64 = 1 << 8;
pub const CHECKS_UTF8: u64 = 1 << 9;
pub const CHECKS_NAMESPACES: u64 = 1 << 10;
pub const CHECKS_UNIQUENESS: u64 = 1 << 11;
pub const CHECKS_RESTRICTED: u64 = 1 << 12;

/// squall_parser_error, as far as this parser reports it.
#[derive(Clone, Copy)]
#[repr(i32)]
pub enum Status {
    Ok = 0,
    NotWellFormed = 1,
    RestrictedXml = 2,
    UnsupportedEncoding = 3,
    UnsupportedVersion = 4,
    BadNamespacePrefix = 5,
    Failed = 100,
}

#[derive(Clone, Copy)]
#[repr(u8)]
pub enum Kind {
    Start,
    Attribute,
    Value,
    Text,
    End,
    Item,
    Namespace,
}

#[derive(Clone, Copy)]
#[repr(u8)]
pub enum Decoding {
    None,
    Text,
    Cdata,
    Attribute,
}

#[repr(C)]
pub struct Event {
    pub data: *const u8,
    pub size: u32,
    pub ns: u16,
    pub kind: u8,
    pub decoding: u8,
}

#[repr(C)]
pub struct Limits {
    pub depth: u32,
    pub attributes: u32,
    pub name_bytes: u32,
    pub reserved: u32,
    pub token_bytes: u64,
    pub stanza_bytes: u64,
}

#[repr(C)]
pub struct Call {
    pub bytes: *const u8,
    pub size: usize,
    pub deliver: extern "C" fn(*mut c_void, *const Event, usize) -> c_int,
    pub host: *mut c_void,
    pub used: usize,
    pub error_offset: u64,
}

#[repr(C)]
pub struct Api {
    pub abi: u32,
    pub size: u32,
    pub name: *const c_char,
    pub version: *const c_char,
    pub builds: *const c_char,
    pub capabilities: u64,
    pub create: extern "C" fn(*const Limits) -> *mut Parser,
    pub reset: extern "C" fn(*mut Parser),
    pub feed: extern "C" fn(*mut Parser, *mut Call) -> i32,
    pub destroy: extern "C" fn(*mut Parser),
}

/// The table is read only.
unsafe impl Sync for Api {}
