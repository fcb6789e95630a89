//! Many steps at once: rows of texts, in which puzzles are solved together.

use quadrille_core::kernel::lines::Lines;
use quadrille_core::{BoxShape, CandidateSet, DigitSet, Grid, Meter, Puzzle, Solution};
use quadrille_formats::read_one;
use quadrille_logic::NotJudged;

use super::{Bench, Judge, JudgedStep};
use crate::Claim;

/// A step on a board, as texts.
#[derive(Clone, Copy, Debug)]
pub struct JudgeRow<'a> {
    /// The puzzle on one line.
    pub puzzle: &'a str,
    /// The filled cells, a symbol for each; those of the puzzle if it is missing.
    pub board: Option<&'a str>,
    /// The candidates that are left, a symbol for each digit in each cell; those that the filled cells
    /// leave if it is missing.
    pub candidates: Option<&'a str>,
    /// The step, such as `r1c2=5` or `r1c2<>5`, and the technique that is said to show it.
    pub step: &'a str,
}

/// Judges rows, each by itself. What cannot be judged has a message: the word of a puzzle that is not
/// proper, or what is wrong with a text.
///
/// ```
/// use quadrille_api::{Judge, JudgeRow, judge_rows};
/// use quadrille_core::Meter;
/// use quadrille_logic::Profile;
///
/// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
/// let judge = Judge::new(profile, None, &[], false, None)?;
/// let row = JudgeRow {
///     puzzle: "1234341221.....1",
///     board: None,
///     candidates: None,
///     step: "r3c3=4",
/// };
/// let judged = judge_rows(&judge, &[row], &mut Meter::unlimited());
/// assert_eq!(judged[0].as_ref().expect("it is a step").verdict, "deducible");
/// # Ok::<(), quadrille_api::Error>(())
/// ```
pub fn judge_rows(
    judge: &Judge,
    rows: &[JudgeRow<'_>],
    meter: &mut Meter<'_>,
) -> Vec<Result<JudgedStep, String>> {
    // Each puzzle once, if its rows follow each other.
    let mut puzzles: Vec<&str> = rows.iter().map(|row| row.puzzle).collect();
    puzzles.dedup();
    let mut lines = Lines::default();
    let places: Vec<Option<usize>> =
        puzzles.iter().map(|text| lines.push(text.as_bytes()).then(|| lines.len() - 1)).collect();
    let answers = lines.solve(2, &mut meter.renewed());
    let known = |place: usize| {
        let answer = answers.get(place);
        let puzzle = answer.puzzle();
        let is_proper = answer.exact && answer.count == 1;
        let digits = answer.solutions.first().filter(|_| is_proper)?.map(|symbol| symbol - b'0');
        let solution = Solution::new(&puzzle, &digits).expect("the kernel validates solutions");
        Some((puzzle, solution))
    };
    let mut current = None;
    let mut number = 0;
    let mut judged = Vec::with_capacity(rows.len());
    for row in rows {
        if current.is_some() && puzzles[number] != row.puzzle {
            number += 1;
            current = None;
        }
        let (puzzle, solution) = current.get_or_insert_with(|| match places[number].map(known) {
            Some(Some((puzzle, solution))) => (Ok(puzzle), Some(solution)),
            _ => (read_one(row.puzzle).map_err(|error| error.to_string()), None),
        });
        judged.push(match puzzle {
            Ok(puzzle) => one(judge, row, puzzle, solution.as_ref(), meter),
            Err(error) => Err(error.clone()),
        });
    }
    judged
}

/// Judges a row.
fn one(
    judge: &Judge,
    row: &JudgeRow<'_>,
    puzzle: &Puzzle,
    solution: Option<&Solution>,
    meter: &mut Meter<'_>,
) -> Result<JudgedStep, String> {
    let shape = puzzle.shape();
    let claim = Claim::of_text(row.step).map_err(|error| error.to_string())?;
    let entries = row.board.map(|text| board(text, shape)).transpose()?;
    if let Some(entries) = &entries
        && !puzzle.givens().filled().all(|(cell, digit)| entries.get(cell) == Some(digit))
    {
        return Err("the board lacks a given of the puzzle".to_owned());
    }
    let notes = row.candidates.map(|text| candidates(text, shape)).transpose()?;
    let mut own = meter.renewed();
    let bench = match solution {
        Some(solution) => Bench::with_solution(judge, puzzle, &entries, &notes, solution.clone()),
        None => Bench::new(judge, puzzle, entries.as_ref(), notes.as_ref(), &mut own),
    };
    let bench = bench.map_err(|NotJudged(why)| why.id().to_owned())?;
    bench.judged(&claim, &mut own).map_err(|stop| stop.status().id().to_owned())
}

/// Reads a symbol for each cell.
fn board(text: &str, shape: BoxShape) -> Result<Grid, String> {
    let (found, expected) = (text.len(), shape.cells());
    if found != expected {
        return Err(format!("the board has {found} cells, expected {expected}"));
    }
    let digits: Vec<u8> = text.bytes().map(|symbol| DIGITS[usize::from(symbol)]).collect();
    Grid::from_digits(shape, &digits)
        .ok_or_else(|| "the board has a symbol that is not one of its digits".to_owned())
}

/// Reads a symbol for each digit in each cell: that digit, or one for its absence.
fn candidates(text: &str, shape: BoxShape) -> Result<CandidateSet, String> {
    let (side, found, expected) = (shape.side(), text.len(), shape.cells() * shape.side());
    if found != expected {
        return Err(format!("the candidates have {found} symbols, expected {expected}"));
    }
    let mut cells = Vec::with_capacity(shape.cells());
    for (cell, symbols) in text.as_bytes().chunks_exact(side).enumerate() {
        // Without branches: what is gone cannot be predicted.
        let (mut digits, mut is_good) = (0, true);
        for (place, &written) in symbols.iter().enumerate() {
            let digit = usize::from(DIGITS[usize::from(written)]);
            digits |= u64::from(digit == place + 1) << place;
            is_good &= (digit == place + 1) | (digit == 0);
        }
        if !is_good {
            return Err(format!("the candidates of cell {} are not in order", cell + 1));
        }
        cells.push(DigitSet::from_bits(digits));
    }
    Ok(CandidateSet::from_cells(shape, cells.into()))
}

/// What is not a symbol.
const NONE: u8 = u8::MAX;

/// The digit of each symbol: 0 for an absent one.
static DIGITS: [u8; 256] = {
    let (mut digits, mut symbol) = ([NONE; 256], 0);
    while symbol < 256 {
        digits[symbol] = match symbol as u8 {
            b'.' | b'0' | b'-' | b'_' => 0,
            digit @ b'1'..=b'9' => digit - b'0',
            letter @ b'A'..=b'Z' => letter - b'A' + 10,
            letter @ b'a'..=b'z' => letter - b'a' + 10,
            _ => NONE,
        };
        symbol += 1;
    }
    digits
};
