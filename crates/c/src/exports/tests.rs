use quadrille_core::{Meter, Puzzle, solve};

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
    (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer) }.to_str().unwrap().to_owned())
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
                quadrille_result_is_minimal(results, 0) || quadrille_result_is_exact(results, 0)
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
        let ask = |question| batch::answers(&question, SEED, &lines, settings, batch::fields);
        let rows = ask(Question::Count(Count { limit: 10, estimate: None }));
        for (row, answer) in rows.iter().zip(&answers) {
            assert_eq!((row.count, row.is_exact), (answer.count, answer.exact));
        }
        let checked = ask(Question::Check(Check::default()));
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
        assert_eq!(quadrille_rate(texts.as_ptr(), 1, profile, ptr::null(), out), Code::BadArgument);
        let recipe = Recipe { box_rows: 7, box_columns: 7, minimal: true, symmetry: ptr::null() };
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
