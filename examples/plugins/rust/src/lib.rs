//! A parser plugin in Rust, with nothing but the standard library. It reads one whole item a call: the stream header,
//! a stanza, or the end tag of the stream; Squall cuts the stream for it.
//!
//!     cargo build --release
//!     squall parsers --plugin target/release/librust_plugin.so

mod abi;
mod item;
mod names;
mod scan;

use abi::{Api, Call, Limits, Status};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// What Squall calls `squall_parser`.
pub struct Parser {
    stream: item::Stream,
    taken: u64,
}

impl Parser {
    fn new() -> Parser {
        Parser { stream: item::Stream::new(), taken: 0 }
    }

    fn feed(&mut self, call: &mut Call) -> Status {
        // Squall's promise: `size` bytes, which stay until the events have been used.
        let bytes = unsafe { std::slice::from_raw_parts(call.bytes, call.size) };
        match self.stream.read(bytes) {
            Ok(()) => {
                call.used = call.size;
                self.taken += call.size as u64;
                let events = self.stream.events();
                (call.deliver)(call.host, events.as_ptr(), events.len());
                Status::Ok
            }
            Err(fault) => {
                call.error_offset = self.taken + fault.offset as u64;
                fault.status
            }
        }
    }
}

/// No panic may leave the plugin.
fn guarded<T>(fallback: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(fallback)
}

extern "C" fn create(_limits: *const Limits) -> *mut Parser {
    guarded(std::ptr::null_mut(), || Box::into_raw(Box::new(Parser::new())))
}

extern "C" fn reset(parser: *mut Parser) {
    guarded((), || unsafe { *parser = Parser::new() })
}

extern "C" fn feed(parser: *mut Parser, call: *mut Call) -> i32 {
    guarded(Status::Failed, || unsafe { (*parser).feed(&mut *call) }) as i32
}

extern "C" fn destroy(parser: *mut Parser) {
    guarded((), || drop(unsafe { Box::from_raw(parser) }))
}

static API: Api = Api {
    abi: abi::VERSION,
    size: std::mem::size_of::<Api>() as u32,
    name: c"rust-plugin".as_ptr(),
    version: c"1".as_ptr(),
    builds: c"an array of events a stanza".as_ptr(),
    capabilities: abi::WHOLE_ITEMS
        | abi::CHECKS_WELL_FORMED
        | abi::CHECKS_UTF8
        | abi::CHECKS_NAMESPACES
        | abi::CHECKS_UNIQUENESS
        | abi::CHECKS_RESTRICTED,
    create,
    reset,
    feed,
    destroy,
};

#[no_mangle]
pub extern "C" fn squall_parser_get_api() -> *const Api {
    &API
}
