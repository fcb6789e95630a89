//! The functions that C calls. All the `unsafe` of the library is here.

#![allow(unsafe_code, reason = "C passes pointers")]

use std::ffi::{CStr, c_char};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::time::Duration;

use quadrille_engine::BoxShape;
use quadrille_engine::generate::puzzle::{self, PatternSymmetry};
use quadrille_engine::logic::Profile;

use crate::batch::{self, Row, Settings};

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

/// What is known about a puzzle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was solved, counted, brought to its canonical form, rated or generated.
    Solved = 0,
    /// It has exactly one solution.
    Proper = 1,
    /// It has several solutions.
    Multiple = 2,
    /// It has no solution.
    None = 3,
    /// The techniques of the profile do not solve it.
    Stuck = 4,
    /// A limit ended the search.
    Limit = 5,
    /// The text is not a puzzle, or its givens conflict; the detail says why.
    Invalid = 6,
    /// This cannot be done on such a board.
    Unsupported = 7,
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
pub struct Results(Vec<Row>);

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
    // SAFETY: the caller promises that there are so many pointers.
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
    work: impl FnOnce() -> Result<Vec<Row>, Code>,
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
        handed_out(out, || Ok(batch::solve(&texts(puzzles, count)?, settings)))
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
        handed_out(out, || Ok(batch::count(&texts(puzzles, count)?, limit, settings)))
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
        handed_out(out, || Ok(batch::check(&texts(puzzles, count)?, settings)))
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
        handed_out(out, || Ok(batch::canon(&texts(puzzles, count)?, settings)))
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
            let id = word(profile)?.unwrap_or("se121");
            let profile = Profile::by_id(id).ok_or(Code::BadArgument)?;
            Ok(batch::rates(&texts(puzzles, count)?, &profile, settings))
        })
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
unsafe fn row<'a>(results: *const Results, index: usize) -> Option<&'a Row> {
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
        2 => c"no such profile or symmetry, or no puzzle is like the recipe",
        3 => c"an error of the library; please report it",
        _ => c"no code of this library",
    };
    text.as_ptr()
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;

    use quadrille_engine::{Meter, Puzzle, solve};

    use super::*;

    const PROPER: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Calls a function on texts, passes the results to `look`, and frees them.
    fn with<T>(
        puzzles: &[&[u8]],
        call: impl FnOnce(*const *const c_char, usize, *mut *mut Results) -> Code,
        look: impl FnOnce(*const Results) -> T,
    ) -> T {
        let texts: Vec<CString> = puzzles.iter().map(|text| CString::new(*text).unwrap()).collect();
        let pointers: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr()).collect();
        let mut results = ptr::null_mut();
        assert_eq!(call(pointers.as_ptr(), pointers.len(), &raw mut results), Code::Ok);
        let looked = look(results);
        // SAFETY: they came from the call, and are not used again.
        unsafe { quadrille_results_free(results) };
        looked
    }

    fn text(pointer: *const c_char) -> Option<String> {
        // SAFETY: it is NULL or a text of results that are alive.
        (!pointer.is_null())
            .then(|| unsafe { CStr::from_ptr(pointer) }.to_str().unwrap().to_owned())
    }

    #[test]
    fn every_kind_of_row() {
        let conflict = PROPER.replacen("53", "55", 1);
        let puzzles: [&[u8]; 7] = [
            PROPER.as_bytes(),
            b"1...............",
            b"12..34....1.....",
            &PROPER.as_bytes()[1..],
            conflict.as_bytes(),
            b"\xff\xfe",
            b"",
        ];
        // SAFETY: the texts are alive during the call.
        let check = |p, n, out| unsafe { quadrille_check(p, n, ptr::null(), out) };
        with(&puzzles, check, |results| {
            // SAFETY: the results are alive.
            unsafe {
                assert_eq!(quadrille_results_len(results), 7);
                let statuses: Vec<Status> =
                    (0..8).map(|index| quadrille_result_status(results, index)).collect();
                use Status::{Invalid, Multiple, Proper};
                assert_eq!(statuses[..2], [Proper, Multiple]);
                assert_eq!(statuses[3..], [Invalid; 5]);
                let solution = text(quadrille_result_text(results, 0)).unwrap();
                let puzzle: Puzzle = PROPER.parse().unwrap();
                assert_eq!(solution, solve::first(&puzzle).unwrap().to_string());
                assert!(text(quadrille_result_detail(results, 3)).unwrap().contains("80 cells"));
                assert!(text(quadrille_result_detail(results, 4)).unwrap().contains("both hold 5"));
                assert!(
                    quadrille_result_is_minimal(results, 0)
                        || quadrille_result_is_exact(results, 0)
                );
                assert!(text(quadrille_result_text(results, 7)).is_none());
            }
        });
    }

    #[test]
    fn answers_are_those_of_the_engine_at_any_number_of_threads() {
        let mut recipe = puzzle::Recipe::new(BoxShape::NINE);
        recipe.minimal = true;
        let nothing = Options { threads: 1, nodes: 0, milliseconds: 0 };
        let made = batch::generate(&recipe, 5, 0, 3000, settings(Some(&nothing))).unwrap();
        let texts: Vec<String> = made
            .iter()
            .enumerate()
            // Some lose clues, so that they have several solutions.
            .map(|(index, row)| {
                let text = row.text.as_ref().unwrap().to_str().unwrap();
                let mut left = index % 4;
                let keep = |c: char| {
                    if c != '.' && left > 0 {
                        left -= 1;
                        '.'
                    } else {
                        c
                    }
                };
                text.chars().map(keep).collect()
            })
            .collect();
        let lines: Vec<Option<&str>> = texts.iter().map(|text| Some(&**text)).collect();
        let puzzles: Vec<Puzzle> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let answers = solve::many(&puzzles, 10, &mut Meter::unlimited());
        for threads in [1, 2, 5] {
            let settings = settings(Some(&Options { threads, ..nothing }));
            let rows = batch::count(&lines, 10, settings);
            for (row, answer) in rows.iter().zip(&answers) {
                assert_eq!((row.count, row.is_exact), (answer.count, answer.exact));
            }
            let checked = batch::check(&lines, settings);
            assert_eq!(checked.len(), answers.len());
            for (row, answer) in checked.iter().zip(&answers) {
                assert_eq!(row.status == Status::Proper, answer.count == 1);
            }
        }
    }

    #[test]
    fn mistakes_are_codes() {
        let mut results = ptr::null_mut();
        let texts = [c"1...............".as_ptr()];
        // SAFETY: what is NULL may be NULL, or is refused.
        unsafe {
            let out = &raw mut results;
            assert_eq!(quadrille_solve(ptr::null(), 1, ptr::null(), out), Code::NullPointer);
            assert_eq!(
                quadrille_solve(texts.as_ptr(), 1, ptr::null(), ptr::null_mut()),
                Code::NullPointer
            );
            let with_null = [ptr::null()];
            assert_eq!(quadrille_solve(with_null.as_ptr(), 1, ptr::null(), out), Code::NullPointer);
            let profile = c"se999".as_ptr();
            assert_eq!(
                quadrille_rate(texts.as_ptr(), 1, profile, ptr::null(), out),
                Code::BadArgument
            );
            let recipe =
                Recipe { box_rows: 7, box_columns: 7, minimal: true, symmetry: ptr::null() };
            assert_eq!(
                quadrille_generate(&raw const recipe, 1, 0, 1, ptr::null(), out),
                Code::BadArgument
            );
            assert_eq!(
                quadrille_generate(ptr::null(), 1, u64::MAX, 2, ptr::null(), out),
                Code::BadArgument
            );
            assert!(results.is_null());
            assert_eq!(quadrille_solve(ptr::null(), 0, ptr::null(), out), Code::Ok);
            assert_eq!(quadrille_results_len(results), 0);
            quadrille_results_free(results);
            quadrille_results_free(ptr::null_mut());
            assert_eq!(quadrille_results_len(ptr::null()), 0);
        }
    }
}
