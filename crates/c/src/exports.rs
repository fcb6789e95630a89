//! The functions that C calls. All the `unsafe` of the library is here.

#![allow(unsafe_code, reason = "C passes pointers")]

use std::ffi::{CStr, CString, c_char};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::time::Duration;

use quadrille_api::{Canon, Check, Count, Question, Rate, Request, SEED, Solve};
use quadrille_core::BoxShape;
use quadrille_generate::puzzle::{self, PatternSymmetry};
use quadrille_logic::Profile;
use quadrille_logic::text::Language;

use crate::batch::{self, Found, Settings};
use crate::status::Status;

/// Whether a call worked.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The results are there.
    Ok = 0,
    /// A pointer that must not be NULL is.
    NullPointer = 1,
    /// There is no profile or symmetry of that name, or no puzzle is like the recipe.
    BadArgument = 2,
    /// An error of the library; please report it.
    Internal = 3,
}

/// How a batch runs. All zero is a good default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Threads; 0 for one on each core.
    pub threads: u32,
    /// The most nodes for each puzzle; 0 for no limit.
    pub nodes: u64,
    /// The most milliseconds for each puzzle; 0 for no limit. With it, results depend on the machine.
    pub milliseconds: u64,
}

/// What generated puzzles are to be like. All of them have exactly one solution.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Rows of a box; with 0, boxes are 3x3.
    pub box_rows: u32,
    /// Columns of a box.
    pub box_columns: u32,
    /// Whether every given must be necessary.
    pub minimal: bool,
    /// The symmetry of the cells with givens, such as "half-turn"; NULL for none.
    pub symmetry: *const c_char,
}

/// The results of a batch: a row for each puzzle, in order.
pub struct Results(Vec<Found>);

fn settings(options: Option<&Options>) -> Settings {
    let known = |number: u64| (number > 0).then_some(number);
    let nothing = Options { threads: 0, nodes: 0, milliseconds: 0 };
    let options = options.copied().unwrap_or(nothing);
    Settings {
        threads: NonZeroUsize::new(options.threads as usize),
        nodes: known(options.nodes),
        time: known(options.milliseconds).map(Duration::from_millis),
    }
}

/// Returns the texts that C passed; those that are not UTF-8 are `None`.
///
/// # Safety
/// `puzzles` must point to `count` pointers to texts that end with NUL, and these must stay as they are.
unsafe fn texts<'a>(
    puzzles: *const *const c_char,
    count: usize,
) -> Result<Vec<Option<&'a str>>, Code> {
    if count == 0 {
        return Ok(Vec::new());
    }
    if puzzles.is_null() {
        return Err(Code::NullPointer);
    }
    // SAFETY: the caller promises that there are that many pointers.
    let pointers = unsafe { std::slice::from_raw_parts(puzzles, count) };
    let text = |&pointer: &*const c_char| {
        if pointer.is_null() {
            return Err(Code::NullPointer);
        }
        // SAFETY: the caller promises a text that ends with NUL.
        Ok(unsafe { CStr::from_ptr(pointer) }.to_str().ok())
    };
    pointers.iter().map(text).collect()
}

/// Runs a batch and hands out its results. Panics become [`Code::Internal`].
///
/// # Safety
/// `out` must be NULL or point to where a pointer may be written.
unsafe fn handed_out(
    out: *mut *mut Results,
    work: impl FnOnce() -> Result<Vec<Found>, Code>,
) -> Code {
    if out.is_null() {
        return Code::NullPointer;
    }
    let worked = catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Code::Internal));
    let (results, code) = match worked {
        Ok(rows) => (Box::into_raw(Box::new(Results(rows))), Code::Ok),
        Err(code) => (ptr::null_mut(), code),
    };
    // SAFETY: it is not NULL, and the caller promises that it can be written.
    unsafe { *out = results };
    code
}

/// Asks a question with the seed of a question that names none.
fn asked(
    question: &Question,
    texts: &[Option<&str>],
    settings: Settings,
) -> Result<Vec<Found>, Code> {
    Ok(batch::answers(question, SEED, texts, settings, batch::fields))
}

/// Solves puzzles: the text of a solved row is a solution, always the same for a puzzle. Every
/// solution has passed an independent validator.
///
/// # Safety
/// `puzzles` points to `count` texts in UTF-8 that end with NUL; `options` is NULL or valid; `out` can be
/// written and gets results, which the caller frees with `quadrille_results_free`, or NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_solve(
    puzzles: *const *const c_char,
    count: usize,
    options: *const Options,
    out: *mut *mut Results,
) -> Code {
    // SAFETY: the caller's promises are passed on.
    unsafe {
        let settings = settings(options.as_ref());
        handed_out(out, || {
            asked(&Question::Solve(Solve::default()), &texts(puzzles, count)?, settings)
        })
    }
}

/// Counts solutions up to a limit, 0 for all.
///
/// # Safety
/// As `quadrille_solve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_count(
    puzzles: *const *const c_char,
    count: usize,
    limit: u64,
    options: *const Options,
    out: *mut *mut Results,
) -> Code {
    // SAFETY: the caller's promises are passed on.
    unsafe {
        let settings = settings(options.as_ref());
        handed_out(out, || {
            let question = Question::Count(Count { limit, estimate: None });
            asked(&question, &texts(puzzles, count)?, settings)
        })
    }
}

/// Checks whether puzzles are proper and, if so, minimal. The text of a proper one is its solution.
///
/// # Safety
/// As `quadrille_solve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_check(
    puzzles: *const *const c_char,
    count: usize,
    options: *const Options,
    out: *mut *mut Results,
) -> Code {
    // SAFETY: the caller's promises are passed on.
    unsafe {
        let settings = settings(options.as_ref());
        handed_out(out, || {
            asked(&Question::Check(Check::default()), &texts(puzzles, count)?, settings)
        })
    }
}

/// Brings puzzles to their canonical form, which is the text of a row: isomorphs have the same.
///
/// # Safety
/// As `quadrille_solve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_canon(
    puzzles: *const *const c_char,
    count: usize,
    options: *const Options,
    out: *mut *mut Results,
) -> Code {
    // SAFETY: the caller's promises are passed on.
    unsafe {
        let settings = settings(options.as_ref());
        handed_out(out, || {
            asked(
                &Question::Canon(Canon { form_only: true, ..Canon::default() }),
                &texts(puzzles, count)?,
                settings,
            )
        })
    }
}

/// Rates puzzles by a profile: "se121", "se", "hodoku" or "quadrille", or NULL for the first. The text
/// of a row is the id of the hardest technique.
///
/// # Safety
/// As `quadrille_solve`; `profile` is NULL or a text that ends with NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_rate(
    puzzles: *const *const c_char,
    count: usize,
    profile: *const c_char,
    options: *const Options,
    out: *mut *mut Results,
) -> Code {
    // SAFETY: the caller's promises are passed on.
    unsafe {
        let settings = settings(options.as_ref());
        handed_out(out, || {
            let id = word(profile)?.unwrap_or(Rate::PROFILE);
            let profile = Profile::by_id(id).ok_or(Code::BadArgument)?;
            let rate = Rate { profile, language: Language::english() };
            asked(&Question::Rate(rate), &texts(puzzles, count)?, settings)
        })
    }
}

/// Asks any question about puzzles. The question is JSON as for the HTTP server, without its puzzle,
/// such as {"call": "hint", "level": 4}; the text of a row is the answer in JSON, the same as from every
/// other shell. Time is limited by the options, not by the question.
///
/// # Safety
/// As `quadrille_solve`; `question` is a text that ends with NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_ask(
    question: *const c_char,
    puzzles: *const *const c_char,
    count: usize,
    options: *const Options,
    out: *mut *mut Results,
) -> Code {
    // SAFETY: the caller's promises are passed on.
    unsafe {
        let settings = settings(options.as_ref());
        handed_out(out, || {
            let text = word(question)?.ok_or(Code::NullPointer)?;
            let request = Request::without_puzzle(text).map_err(|_| Code::BadArgument)?;
            let question = Question::of(&request).map_err(|_| Code::BadArgument)?;
            let question = question.ok_or(Code::BadArgument)?;
            let texts = texts(puzzles, count)?;
            Ok(batch::answers(&question, request.seed(), &texts, settings, batch::json))
        })
    }
}

/// Calls [`quadrille_ask`] as C does, for the test that compares all shells. Returns the text of each row.
///
/// # Panics
/// If the call does not work.
#[doc(hidden)]
pub fn ask_as_c(question: &str, texts: &[&str]) -> Vec<String> {
    let c_string = |text: &str| CString::new(text).expect("texts of tests have no NUL");
    let question = c_string(question);
    let texts: Vec<CString> = texts.iter().map(|text| c_string(text)).collect();
    let pointers: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr()).collect();
    let mut results = ptr::null_mut();
    // SAFETY: the texts are alive during the call, and the results until they are freed.
    unsafe {
        let (puzzles, count) = (pointers.as_ptr(), pointers.len());
        let code = quadrille_ask(question.as_ptr(), puzzles, count, ptr::null(), &raw mut results);
        assert_eq!(code, Code::Ok);
        let text = |index| CStr::from_ptr(quadrille_result_text(results, index));
        let rows = (0..quadrille_results_len(results))
            .map(|index| text(index).to_string_lossy().into_owned())
            .collect();
        quadrille_results_free(results);
        rows
    }
}

/// Makes puzzles number `first` to `first + count - 1` of a recipe and a seed. Each depends on recipe,
/// seed and number alone.
///
/// # Safety
/// `recipe` and `options` are NULL or valid; `out` as for `quadrille_solve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_generate(
    recipe: *const Recipe,
    seed: u64,
    first: u64,
    count: u64,
    options: *const Options,
    out: *mut *mut Results,
) -> Code {
    // SAFETY: the caller's promises are passed on.
    unsafe {
        let settings = settings(options.as_ref());
        handed_out(out, || {
            let nothing =
                Recipe { box_rows: 0, box_columns: 0, minimal: false, symmetry: ptr::null() };
            let wanted = recipe.as_ref().copied().unwrap_or(nothing);
            let shape = match (wanted.box_rows, wanted.box_columns) {
                (0, 0) => BoxShape::NINE,
                (rows, columns) => {
                    BoxShape::new(rows as usize, columns as usize).map_err(|_| Code::BadArgument)?
                }
            };
            let mut recipe = puzzle::Recipe::new(shape);
            recipe.minimal = wanted.minimal;
            if let Some(id) = word(wanted.symmetry)? {
                recipe.symmetry = PatternSymmetry::by_id(id).ok_or(Code::BadArgument)?;
            }
            batch::generate(&recipe, seed, first, count, settings).ok_or(Code::BadArgument)
        })
    }
}

/// Returns a word that C passed; `None` for NULL.
///
/// # Safety
/// `text` must be NULL or a text that ends with NUL.
unsafe fn word<'a>(text: *const c_char) -> Result<Option<&'a str>, Code> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not NULL, so the caller promises a text.
    unsafe { CStr::from_ptr(text) }.to_str().map(Some).map_err(|_| Code::BadArgument)
}

/// Returns a row; `None` if there is none.
///
/// # Safety
/// `results` must be NULL or come from a function of this library and not be freed.
unsafe fn row<'a>(results: *const Results, index: usize) -> Option<&'a Found> {
    // SAFETY: the caller promises that it is NULL or valid.
    unsafe { results.as_ref() }?.0.get(index)
}

/// Returns the number of rows; 0 for NULL.
///
/// # Safety
/// `results` is NULL or comes from a function of this library and is not freed. The same holds for all
/// functions below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_results_len(results: *const Results) -> usize {
    // SAFETY: the caller promises that it is NULL or valid.
    unsafe { results.as_ref() }.map_or(0, |results| results.0.len())
}

/// Returns what is known about a puzzle; `QUADRILLE_STATUS_INVALID` where there is no such row.
///
/// # Safety
/// As `quadrille_results_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_result_status(results: *const Results, index: usize) -> Status {
    // SAFETY: the caller's promise is passed on.
    unsafe { row(results, index) }.map_or(Status::Invalid, |row| row.status)
}

/// Returns the text of a row: a solution, canonical form, technique or puzzle, by the function that
/// was called. NULL where there is none. It belongs to the results.
///
/// # Safety
/// As `quadrille_results_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_result_text(
    results: *const Results,
    index: usize,
) -> *const c_char {
    // SAFETY: the caller's promise is passed on.
    let row = unsafe { row(results, index) };
    row.and_then(|row| row.text.as_ref()).map_or(ptr::null(), |text| text.as_ptr())
}

/// Returns what is wrong with an invalid puzzle, in English; NULL for others. It belongs to the results.
///
/// # Safety
/// As `quadrille_results_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_result_detail(
    results: *const Results,
    index: usize,
) -> *const c_char {
    // SAFETY: the caller's promise is passed on.
    let row = unsafe { row(results, index) };
    row.and_then(|row| row.detail.as_ref()).map_or(ptr::null(), |text| text.as_ptr())
}

/// Returns the number of solutions that were found.
///
/// # Safety
/// As `quadrille_results_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_result_count(results: *const Results, index: usize) -> u64 {
    // SAFETY: the caller's promise is passed on.
    unsafe { row(results, index) }.map_or(0, |row| row.count)
}

/// Returns whether that number is all of them.
///
/// # Safety
/// As `quadrille_results_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_result_is_exact(results: *const Results, index: usize) -> bool {
    // SAFETY: the caller's promise is passed on.
    unsafe { row(results, index) }.is_some_and(|row| row.is_exact)
}

/// Returns whether a puzzle that was checked or generated is minimal: every given is necessary.
///
/// # Safety
/// As `quadrille_results_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_result_is_minimal(
    results: *const Results,
    index: usize,
) -> bool {
    // SAFETY: the caller's promise is passed on.
    unsafe { row(results, index) }.is_some_and(|row| row.is_minimal)
}

/// Returns a rating in tenths: 0 for that of the hardest step (ER), 1 for the pearl (EP), 2 for the
/// diamond (ED). In the profile "hodoku", 0 is the score itself. 0 where there is none.
///
/// # Safety
/// As `quadrille_results_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_result_rating(
    results: *const Results,
    index: usize,
    which: u32,
) -> u32 {
    // SAFETY: the caller's promise is passed on.
    let row = unsafe { row(results, index) };
    row.and_then(|row| row.ratings.get(which as usize)).copied().unwrap_or(0)
}

/// Frees results. NULL is ignored.
///
/// # Safety
/// As `quadrille_results_len`; the results and their texts must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_results_free(results: *mut Results) {
    if !results.is_null() {
        // SAFETY: it came from `Box::into_raw`, and the caller promises that this is the only time.
        drop(unsafe { Box::from_raw(results) });
    }
}

/// Returns what a code means, in English. It is never NULL and need not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_code_message(code: u32) -> *const c_char {
    let text = match code {
        0 => c"it worked",
        1 => c"a pointer that must not be NULL is",
        2 => c"no such profile, symmetry or question, or no puzzle is like the recipe",
        3 => c"an error of the library; please report it",
        _ => c"no code of this library",
    };
    text.as_ptr()
}

#[cfg(test)]
mod tests;
