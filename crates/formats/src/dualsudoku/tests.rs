//! Board files, as meant and as the original read them.

use super::super::tests::said;
use super::*;

const FOUR: &str = "\
4
0 - 0 + 3 + 0
-   -   -   -
0 + 2 + 0 - 0
+   +   -   +
2 + 0 - 0 + 3
-   -   -   -
4 + 0 + 2 + 0
";

/// The 9x9 board that comes with the original; line 11 holds a `+.`.
const NINE: &str = "\
9
7 - 0 - 0 - 0 - 0 + 6 - 0 - 0 - 0
+   -   -   -   +   -   -   -   -
0 - 0 + 6 - 0 + 4 - 0 - 0 - 0 - 0
+   -   -   -   -   -   -   -   -
9 - 3 + 0 - 1 - 0 + 7 - 0 + 6 - 0
-   -   -   -   -   -   -   -   -
0 - 0 + 7 - 0 - 2 + 0 - 0 - 0 - 8
-   -   +   +   -   -   -   -   -
0 - 0 - 0 - 4 - 0 - 0 - 1 - 0 - 0
-   -   +   -   -   -   +.  -   -
0 - 4 - 0 - 0 + 6 - 0 - 0 - 5 - 0
-   -   -   +   -   -   -   -   -
0 - 0 - 0 - 8 - 0 - 5 + 0 - 0 - 7
-   +   -   -   -   -   -   +   -
0 - 8 - 0 - 0 - 0 - 0 - 0 + 3 - 0
-   +   -   -   -   -   -   -   -
2 - 0 - 0 - 0 - 0 - 4 - 0 - 0 - 5";

fn strict(text: &str) -> Vec<String> {
    said(&DualSudoku, text.as_bytes(), &ReadOptions::default())
}

fn lenient(text: &str) -> Vec<String> {
    let options = ReadOptions { lenient: true, ..Default::default() };
    said(&DualSudoku, text.as_bytes(), &options)
}

/// `givens` with `/` between rows, edges as `(row,column)-(row,column)` from 0, as the description
/// of the boards lists them.
fn as_line(givens: &str, edges: &str) -> String {
    let numbers: Vec<usize> = edges
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().unwrap())
        .collect();
    let shape = BoxShape::of_side(givens.split('/').count()).unwrap();
    let cell = |row: usize, column: usize| Cell::new(row * shape.side() + column);
    let pairs = numbers.chunks(4).map(|p| (cell(p[0], p[1]), cell(p[2], p[3])));
    let digits: Vec<u8> = givens.bytes().filter(|&b| b != b'/').map(|b| b - b'0').collect();
    let grid = Grid::from_digits(shape, &digits).unwrap();
    Puzzle::new(grid, Edges::new(shape, pairs).unwrap()).unwrap().to_string()
}

fn four() -> String {
    as_line(
        "0030/0200/2003/4020",
        "(0,1)-(0,2) (0,2)-(0,3) (1,0)-(1,1) (1,1)-(1,2) (1,0)-(2,0) (1,1)-(2,1) (1,3)-(2,3) \
         (2,0)-(2,1) (2,2)-(2,3) (3,0)-(3,1) (3,1)-(3,2) (3,2)-(3,3)",
    )
}

#[test]
fn the_boards_of_the_original() {
    assert_eq!(strict(FOUR), [four()]);
    assert_eq!(strict(&(FOUR.to_string() + "\n\n")), [four()]);
    assert_eq!(lenient(FOUR), [four()]);
    assert_eq!(strict(NINE), ["11:25: `+.`, expected + or -"]);
    let nine = as_line(
        "700006000/006040000/930107060/007020008/000400100/040060050/000805007/080000030/200004005",
        "(0,4)-(0,5) (0,0)-(1,0) (0,4)-(1,4) (1,1)-(1,2) (1,3)-(1,4) (1,0)-(2,0) (2,1)-(2,2) \
         (2,4)-(2,5) (2,6)-(2,7) (3,1)-(3,2) (3,4)-(3,5) (3,2)-(4,2) (3,3)-(4,3) (4,2)-(5,2) \
         (5,3)-(5,4) (5,3)-(6,3) (6,5)-(6,6) (6,1)-(7,1) (6,7)-(7,7) (7,6)-(7,7) (7,1)-(8,1)",
    );
    assert_eq!(lenient(NINE), [nine]);
}

#[test]
fn writing_gives_the_layout_of_the_original() {
    let mut text = String::new();
    let puzzle = super::super::read_text(&DualSudoku, FOUR.as_bytes(), &ReadOptions::default());
    DualSudoku.write(puzzle[0].as_ref().unwrap(), Extra::NONE, &mut text).unwrap();
    assert_eq!(text, FOUR);
}

#[test]
fn strict_errors_point_at_the_token() {
    let with = |from: &str, to: &str| strict(&FOUR.replacen(from, to, 1));
    assert_eq!(
        with("0 - 0 +", "0 - x +"),
        ["2:5: `x`, expected a value from 1 to 4, 0 for empty, or + or -"]
    );
    assert_eq!(
        with("0 - 0 +", "0 - 5 +"),
        ["2:5: `5`, expected a value from 1 to 4, 0 for empty, or + or -"]
    );
    assert_eq!(
        with("0 - 0 +", "0 - -1 +"),
        ["2:5: `-1`, expected a value from 1 to 4, 0 for empty, or + or -"]
    );
    assert_eq!(with("0 - 0 +", "+ 0 - 0 +"), ["2:1: `+`, expected a value of row 1, 0 for empty"]);
    assert_eq!(with("0 - 0 +", "0 - - 0 +"), ["2:5: `-`, expected a value of row 1, 0 for empty"]);
    assert_eq!(with("3 + 0\n", "3 + 0 +\n"), ["2:15: `+`, expected the end of the line"]);
    assert_eq!(with("3 + 0\n", "3 + 0 1\n"), ["2:15: `1`, expected the end of the line"]);
    assert_eq!(with("3 + 0\n", "3\n"), ["2:10: ends here, expected 4 values in row 1, found 3"]);
    assert_eq!(
        with("-   -   -   -\n", "-   - -\n"),
        ["3:8: ends here, expected 4 marks below row 1, found 3"]
    );
    assert_eq!(with("-   -   -   -\n", "- - - - -\n"), ["3:9: `-`, expected the end of the line"]);
    assert_eq!(with("-   -   -   -\n", "-   0   -   -\n"), ["3:5: `0`, expected + or -"]);
    assert_eq!(
        with("4\n", "5\n"),
        [
            "1:1: `5` is not the side of a board; the first line must be 4, 9, 16, 25, 36 or 49, or any if the shape of its boxes is given"
        ]
    );
    assert_eq!(
        with("4\n", " four\n"),
        [
            "1:2: `four` is not the side of a board; the first line must be 4, 9, 16, 25, 36 or 49, or any if the shape of its boxes is given"
        ]
    );
    assert_eq!(
        strict("4\n0 - 0 - 0 - 0\n"),
        ["2:14: ends here, expected the marks below row 1 of 4"]
    );
    assert_eq!(with("2 + 0 - 0 + 3", "2 + 2 - 0 + 3"), ["6:5: r3c1 and r3c2 both hold 2 in row 3"]);
    assert_eq!(
        with("0 - 0 + 3 + 0", "0 - 0 + 3 + 1"),
        ["2:13: r1c3 holds 3 and r1c4 holds 1: an edge requires consecutive digits"]
    );
}

#[test]
fn strict_boards_follow_each_other_and_errors_cost_one() {
    let bad = FOUR.replace("2 +", "7 +");
    let text = format!("# two good\n{FOUR}{FOUR}\n{bad}\n\n{FOUR}");
    let said = strict(&text);
    assert_eq!(said.len(), 4, "{said:?}");
    assert_eq!((&said[0], &said[1], &said[3]), (&four(), &four(), &four()));
    assert_eq!(said[2], "22:5: `7`, expected a value from 1 to 4, 0 for empty, or + or -");
}

#[test]
fn a_given_shape_allows_any_side() {
    let six = "6\n".to_string() + &["0 0 0 0 0 0\n"; 6].join("- - - - - +\n");
    assert!(strict(&six)[0].contains("`6` is not the side of a board"));
    let shape = Some("2x3".parse().unwrap());
    for lenient in [false, true] {
        let options = ReadOptions { shape, lenient, ..Default::default() };
        assert!(said(&DualSudoku, six.as_bytes(), &options)[0].ends_with("r5c6-r6c6"));
        assert_eq!(
            said(&DualSudoku, FOUR.as_bytes(), &options),
            ["1:1: `4` is not the side of a board; the first line must be 6"]
        );
    }
}

/// The table of quirks, row by row, on a 4x4 board.
#[test]
fn quirks_of_the_original() {
    let empty = ".".repeat(16);
    // Junk on a line of marks is no mark; a blank line of marks has none.
    assert_eq!(lenient("4\n0 0 0 0\n+. x - ++\n0 0 0 0\n\n0 0 0 0\n"), [empty.as_str()]);
    // Junk on a line of values ends the loading; marks before it stay.
    let stopped = "4\n1 + 0 0 0\n+\n0 0 4 +. 3\n- + - -\n1 2 3 4\n";
    assert_eq!(lenient(stopped), ["1.....4......... edges=r1c1-r1c2,r1c1-r2c1"]);
    // A leading blank shifts the marks by a column.
    assert_eq!(lenient("4\n0 0 0 0\n + - - -\n"), [format!("{empty} edges=r1c2-r2c2")]);
    assert_eq!(lenient("4\n0 0 0 0\n - - - +\n"), [empty.as_str()]);
    // It does not shift values.
    assert_eq!(lenient("4\n  1 0 0 0\n"), ["1..............."]);
    // Marks before the first value and after the last join nothing.
    assert_eq!(lenient("4\n+ 0 0 0 0 +\n"), [empty.as_str()]);
    // Too many values made it crash.
    assert_eq!(lenient("4\n0 0 0 0 1\n"), ["2:9: `1`, expected the end of the line"]);
    // What is missing is empty.
    assert_eq!(lenient("4\n1 2\n- -\n3"), ["12..3..........."]);
    assert_eq!(lenient(" 4 \n"), [empty.as_str()]);
    // No dashes are needed, and several do no harm.
    assert_eq!(lenient("4\n- 0 1 - - 2 3\n"), [".123............"]);
    // A sign is part of a number.
    assert_eq!(lenient("4\n+1 0 0 0\n"), ["1..............."]);
    // What it took unchecked is no puzzle.
    let unchecked = "expected a value from 1 to 4, 0 for empty; the original took any";
    assert_eq!(lenient("4\n0 5 0 0\n"), [format!("2:3: `5`, {unchecked}")]);
    assert_eq!(lenient("4\n0 -1 0 0\n"), [format!("2:3: `-1`, {unchecked}")]);
    assert_eq!(lenient("4\n1 0 0 1\n"), ["2:7: r1c1 and r1c4 both hold 1 in row 1"]);
    // No side, no board.
    assert!(lenient("x\n")[0].starts_with("1:1: `x` is not the side of a board"));
    assert!(lenient("\n4\n")[0].starts_with("1:1: `` is not the side of a board"));
    // Whatever follows the board is ignored.
    assert_eq!(lenient(&(FOUR.to_string() + "junk\n9\n\0")), [four()]);
}
