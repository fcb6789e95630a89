//! The requests and answers of `quadrille-api` for pages and Node, without a server.
//!
//! A request and its answer are JSON in UTF-8. The module exports [`allocate`], [`release`], [`call`]
//! and [`lines`], and imports `quadrille.now`, the milliseconds that have passed since some moment. There is
//! no generated binding: `npm/engine.js` is the other side. The module has one thread, so a call cannot
//! be interrupted from outside; every call has a limit on time.

use std::alloc::Layout;

use quadrille_api::{Context, Error, LinesRequest, Request};
use quadrille_core::CancelFlag;

/// The clock of the page.
#[cfg(target_family = "wasm")]
mod clock {
    use std::time::Duration;

    use quadrille_core::Clock;

    #[link(wasm_import_module = "quadrille")]
    unsafe extern "C" {
        safe fn now() -> f64;
    }

    pub(crate) struct PageClock;

    impl Clock for PageClock {
        fn wall(&self) -> Duration {
            // What a page returns is checked: a clock that is wrong must not end the module.
            Duration::try_from_secs_f64(now() / 1e3).unwrap_or_default()
        }

        /// Pages have no clock of processor time.
        fn cpu(&self) -> Duration {
            self.wall()
        }
    }

    pub(crate) fn clock() -> PageClock {
        PageClock
    }
}

/// The clock of tests.
#[cfg(not(target_family = "wasm"))]
mod clock {
    pub(crate) fn clock() -> quadrille_core::WallClock {
        quadrille_core::WallClock::new()
    }
}

/// Answers a request in JSON with an answer or an error in JSON.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let clock = clock::clock();
    let context = Context::new(CancelFlag::new(), &clock);
    let answered = serde_json::from_slice::<Request>(request)
        .map_err(|error| Error::bad_request(error.to_string()))
        .and_then(|request| quadrille_api::call(&request, &context));
    match answered {
        Ok(reply) => reply.to_json(),
        Err(error) => serde_json::to_vec(&error).expect("errors can be written as JSON"),
    }
}

/// Answers a request for many puzzles with a line of JSON for each, or with an error in JSON.
pub fn answer_lines(request: &[u8]) -> Vec<u8> {
    let clock = clock::clock();
    let mut context = Context::new(CancelFlag::new(), &clock);
    // A module serves one page, so a limit would protect no one.
    context.caps.lines = usize::MAX;
    let mut written = Vec::new();
    let answered = serde_json::from_slice::<LinesRequest>(request)
        .map_err(|error| Error::bad_request(error.to_string()))
        .and_then(|request| {
            quadrille_api::lines(&request, &context, &mut |line, answer| {
                answer.write_line(line, &mut written);
            })
        });
    match answered {
        Ok(_) => written,
        Err(error) => serde_json::to_vec(&error).expect("errors can be written as JSON"),
    }
}

/// The alignment of the memory that is passed.
const ALIGN: usize = 1;

fn layout(length: usize) -> Layout {
    Layout::from_size_align(length.max(1), ALIGN).expect("no allocation is as large as the memory")
}

/// Allocates that many bytes for a request. Returns null if there is not enough memory.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    if length > isize::MAX as usize {
        return std::ptr::null_mut();
    }
    // SAFETY: the layout is not empty.
    unsafe { std::alloc::alloc(layout(length)) }
}

/// Frees what [`allocate`] or [`call`] returned.
///
/// # Safety
/// `data` is from one of them with that length, and not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(data: *mut u8, length: usize) {
    // SAFETY: the caller says so; all of this memory has this layout.
    unsafe { std::alloc::dealloc(data, layout(length)) }
}

/// Answers a request. Returns the address of the answer in the upper 32 bits, and its length in the
/// lower ones.
///
/// # Safety
/// `data` points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn call(data: *const u8, length: usize) -> u64 {
    // SAFETY: the caller says so.
    pass(&answer(unsafe { std::slice::from_raw_parts(data, length) }))
}

/// Answers a request for many puzzles. Returns what [`call`] does.
///
/// # Safety
/// `data` points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lines(data: *const u8, length: usize) -> u64 {
    // SAFETY: the caller says so.
    pass(&answer_lines(unsafe { std::slice::from_raw_parts(data, length) }))
}

/// Copies an answer to where the caller can read and release it.
fn pass(answer: &[u8]) -> u64 {
    let memory = allocate(answer.len());
    if memory.is_null() {
        std::alloc::handle_alloc_error(layout(answer.len()));
    }
    // SAFETY: `memory` has room for the answer, and is not part of it.
    unsafe { std::ptr::copy_nonoverlapping(answer.as_ptr(), memory, answer.len()) };
    (memory as u64) << 32 | answer.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_and_errors_are_json() {
        let said = |request: &str| String::from_utf8(answer(request.as_bytes())).unwrap();
        let solved = said(r#"{"call": "solve", "puzzle": "1.........2....."}"#);
        assert!(solved.contains(r#""status":"solved""#), "{solved}");
        for wrong in [
            "",
            "{",
            r#"{"call": "solve"}"#,
            r#"{"call": "search", "puzzle": "1", "algorithm": "x"}"#,
        ] {
            assert!(said(wrong).contains(r#""error":"#), "{wrong}");
        }
        assert!(answer(&[0xff, 0xfe]).starts_with(b"{"));
    }

    #[test]
    fn many_puzzles_have_a_line_each() {
        let text = "1.........2.....\n11..............\n".repeat(20_000);
        let request = serde_json::json!({"work": "check", "text": text});
        let said = answer_lines(request.to_string().as_bytes());
        assert_eq!(said.iter().filter(|&&byte| byte == b'\n').count(), 40_000);
        assert!(answer_lines(b"{}").starts_with(br#"{"error":"bad-request""#));
    }
}
