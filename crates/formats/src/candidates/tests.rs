use super::super::tests::{records, said};
use super::super::{by_id, detect};
use super::*;

/// A position with a given 9 in r1c2 that may also be a naked single, from HoDoKu's manual style.
const POSITION: &str = "\
.------------------.------------------.------------------.
| 5     3     124  | 26    7     2468 | 1489  1249  248  |
| 6     47    247  | 1     9     5    | 348   234   2478 |
| 12    9     8    | 23    34    24   | 1345  6     247  |
:------------------+------------------+------------------:
| 8     125   1259 | 579   6     147  | 4579  2459  3    |
| 4     25    2569 | 8     5     3    | 579   259   1    |
| 7     15    1359 | 59    2     14   | 4589  459   6    |
:------------------+------------------+------------------:
| 139   6     1345 | 357   35    7    | 2     8     4    |
| 23    78    237  | 4     1     9    | 36    3     5    |
| 123   1245  1345 | 2356  8     26   | 1346  7     9    |
'------------------'------------------'------------------'
";

#[test]
fn positions_are_read_and_written() {
    assert_eq!(detect(POSITION.as_bytes(), None).id(), "candidates");
    let (puzzle, extra) = records(&Candidates, POSITION).remove(0);
    // The 5 of r5c5 is a note: r7c5 may still hold it. The 4 of r7c9 is filled: no peer has it…
    assert_eq!(puzzle.givens().get(Cell::new(40)), None);
    let notes = extra.candidates.as_ref().unwrap();
    assert_eq!(
        notes.get(Cell::new(40)).iter().map(quadrille_core::Digit::get).collect::<Vec<_>>(),
        [5]
    );
    assert!(notes.get(Cell::new(0)).is_empty());
    let mut text = String::new();
    assert!(Candidates.write(&puzzle, &extra, &mut text).unwrap().is_empty());
    assert_eq!(records(&Candidates, &text), [(puzzle, extra)]);
}

#[test]
fn a_puzzle_is_shown_with_what_the_rules_leave() {
    let puzzle: Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    let mut text = String::new();
    Candidates.write(&puzzle, Extra::NONE, &mut text).unwrap();
    assert!(
        text.lines().nth(1).unwrap().starts_with("| 5   3    124    | 26   7  2468 |"),
        "{text}"
    );
    assert_eq!(records(&Candidates, &text), [(puzzle, Extra::default())]);
}

#[test]
fn a_grid_almost_without_digits_is_a_pencilmark_puzzle() {
    let line = "12..1234.23.1234123412341234123412341234123412341234123412341234";
    let puzzle = crate::read_one(line).unwrap();
    let mut text = String::new();
    Candidates.write(&puzzle, Extra::NONE, &mut text).unwrap();
    assert_eq!(records(&Candidates, &text), [(puzzle, Extra::default())]);
    assert_eq!(detect(text.as_bytes(), None).id(), "candidates");
}

#[test]
fn single_notes_that_look_filled_are_left_out() {
    let puzzle: Puzzle = "1...............".parse().unwrap();
    let mut notes = CandidateSet::none(puzzle.shape());
    notes.set(Cell::new(15), DigitSet::only(quadrille_core::Digit::new(2).unwrap()));
    notes.set(Cell::new(1), DigitSet::all(4));
    notes.set(Cell::new(6), DigitSet::from_bits(0b1100));
    let extra = Extra { candidates: Some(notes.clone()), ..Extra::default() };
    let mut text = String::new();
    let left_out = Candidates.write(&puzzle, &extra, &mut text).unwrap();
    assert_eq!(left_out.to_string(), "candidates");
    let (read, extra) = records(&Candidates, &text).remove(0);
    // The 2 would be a digit, and with a 1 in a peer the given would be none.
    notes.set(Cell::new(15), DigitSet::EMPTY);
    notes.set(Cell::new(1), DigitSet::from_bits(0b1110));
    assert_eq!((read, extra.candidates), (puzzle, Some(notes)));
}

#[test]
fn faults_are_placed() {
    let said = |text: &str| said(&Candidates, text.as_bytes(), &ReadOptions::default());
    assert_eq!(
        said(&POSITION.replace("2468", "2462")),
        ["2:34: `2462`, expected digits to 9, each once, or . for none"]
    );
    assert_eq!(
        said(&POSITION.replace("| 4     25 ", "| 4  ")),
        ["7:3: 8 cells in the row, expected 9"]
    );
    let short: String = POSITION.lines().take(6).map(|line| format!("{line}\n")).collect();
    assert_eq!(
        said(&format!("{short}\n{POSITION}"))[0],
        "6:1: the grid ends after 4 rows, expected 9"
    );
    assert_eq!(
        said(&POSITION.replace("| 6     47 ", "| 5     47 ")),
        ["3:34: r2c1 and r2c6 both hold 5 in row 2"]
    );
    assert_eq!(said(&format!("Killer Sudoku\n{POSITION}")).len(), 1);
    assert!(by_id("candidates").is_some());
}
