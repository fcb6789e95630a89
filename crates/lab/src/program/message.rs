//! The lines of the protocol `quadrille-lab`, and what they mean.

use std::fmt::Write as _;

use quadrille_core::{Limits, Puzzle};

/// The version of the protocol.
pub const VERSION: u32 = 1;
/// The longest line of a program, in bytes: a board of 49x49 and more.
pub const LONGEST_LINE: usize = 1 << 14;
/// How many lines a program may write in a run.
pub const MOST_LINES: u32 = 10_000;

/// The first line to a program.
pub(super) fn hello() -> String {
    format!("quadrille-lab {VERSION}")
}

/// The line that begins a run.
pub(super) fn run(puzzle: &Puzzle, seed: u64, limits: &Limits, traced: bool) -> String {
    let shape = puzzle.shape();
    let (side, rows, columns) = (shape.side(), shape.rows(), shape.columns());
    let givens: Vec<u8> = puzzle.givens().snapshot().into();
    let mut line = format!(
        "run size={side} box={rows}x{columns} givens={} seed={seed}",
        digits(&givens, side)
    );
    if !puzzle.edges().is_empty() {
        let numbers = puzzle.edges().pairs().iter().flat_map(|&(a, b)| {
            let ((r1, c1), (r2, c2)) = (a.row_column(side), b.row_column(side));
            [r1, c1, r2, c2].map(|number| number.to_string())
        });
        let _ = write!(line, " edges={}", numbers.collect::<Vec<_>>().join(","));
    }
    let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    for (key, limit) in [
        ("nodes", limits.nodes),
        ("evaluations", limits.evaluations),
        ("time", limits.time.map(millis)),
        ("cpu-time", limits.cpu_time.map(millis)),
        ("memory", limits.memory),
    ] {
        if let Some(limit) = limit {
            let _ = write!(line, " {key}={limit}");
        }
    }
    if traced {
        line += " trace=1";
    }
    line
}

/// Writes a board: a character for each cell up to side 9, else numbers between commas.
fn digits(board: &[u8], side: usize) -> String {
    let numbers = board.iter().map(u8::to_string);
    if side <= 9 { numbers.collect() } else { numbers.collect::<Vec<_>>().join(",") }
}

/// A line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// `ready NAME`.
    Ready,
    /// `info …`, a remark.
    Info,
    /// `board DIGITS`: where the search is, or its best board so far.
    Board(Vec<u8>, Option<u64>),
    /// An answer, and how many nodes it took.
    Answer(Answer, Option<u64>),
}

/// How a run ended, as the program says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Solution(Vec<u8>),
    None,
    Stuck,
    Limit,
    Unsupported,
}

/// Reads a line; `None` if it is not one of the protocol.
pub(super) fn parse(line: &str, puzzle_side: usize) -> Option<Said> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    match first {
        "ready" => return words.next().map(|_| Said::Ready),
        "info" => return Some(Said::Info),
        _ => {}
    }
    let takes_board = matches!(first, "board" | "solution");
    let board = if takes_board { Some(board(words.next()?, puzzle_side)?) } else { None };
    let nodes = match words.next() {
        Some(word) => Some(word.strip_prefix("nodes=")?.parse().ok()?),
        None => None,
    };
    if words.next().is_some() {
        return None;
    }
    let answer = match (first, board) {
        ("board", Some(board)) => return Some(Said::Board(board, nodes)),
        ("solution", Some(board)) => Answer::Solution(board),
        ("none", _) => Answer::None,
        ("stuck", _) => Answer::Stuck,
        ("limit", _) => Answer::Limit,
        ("unsupported", _) => Answer::Unsupported,
        _ => return None,
    };
    Some(Said::Answer(answer, nodes))
}

/// Reads a board of that side, with 0 or `.` for empty cells.
fn board(text: &str, side: usize) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = if text.contains(',') {
        text.split(',').map(|number| number.parse().ok()).collect()
    } else {
        let digit = |c: char| if c == '.' { Some(0) } else { c.to_digit(10).map(|n| n as u8) };
        text.chars().map(digit).collect()
    };
    digits.filter(|digits| {
        digits.len() == side * side && digits.iter().all(|&digit| usize::from(digit) <= side)
    })
}

/// Returns the beginning of a line, for messages.
pub(super) fn shown(line: &str) -> String {
    line.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quadrille_core::{BoxShape, Cell, Edges, Grid};

    use super::*;

    #[test]
    fn runs_are_written_with_what_they_have() {
        let puzzle: Puzzle = "1234341221434321".replace("43", "..").parse().unwrap();
        assert_eq!(
            run(&puzzle, 7, &Limits::nodes(5), false),
            "run size=4 box=2x2 givens=1230012210000021 seed=7 nodes=5"
                .replace("1230012210000021", "1200341221000021")
                .replace("1200341221000021", &digits(&puzzle.givens().snapshot(), 4))
        );
        let shape = BoxShape::new(2, 5).unwrap();
        let edges = Edges::new(shape, [(Cell::new(12), Cell::new(22))]).unwrap();
        let puzzle = Puzzle::new(Grid::empty(shape), edges).unwrap();
        let limits = Limits {
            time: Some(Duration::from_millis(1500)),
            memory: Some(9),
            ..Limits::default()
        };
        let zeros = ["0"; 100].join(",");
        assert_eq!(
            run(&puzzle, 0, &limits, true),
            format!(
                "run size=10 box=2x5 givens={zeros} seed=0 edges=1,2,2,2 time=1500 memory=9 trace=1"
            )
        );
    }

    #[test]
    fn lines_are_read_or_refused() {
        let (full, some) = (vec![1; 16], [vec![1; 15], vec![0]].concat());
        let solution = |nodes| Said::Answer(Answer::Solution(full.clone()), nodes);
        for (line, expected) in [
            ("ready my bot", Some(Said::Ready)),
            ("info", Some(Said::Info)),
            ("solution 1111111111111111 nodes=3", Some(solution(Some(3)))),
            ("solution 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", Some(solution(None))),
            ("board 111111111111111. nodes=0", Some(Said::Board(some, Some(0)))),
            ("none", Some(Said::Answer(Answer::None, None))),
            ("stuck nodes=18446744073709551615", Some(Said::Answer(Answer::Stuck, Some(u64::MAX)))),
            ("limit nodes=1", Some(Said::Answer(Answer::Limit, Some(1)))),
            ("unsupported", Some(Said::Answer(Answer::Unsupported, None))),
        ] {
            assert_eq!(parse(line, 4), expected, "{line}");
        }
        for line in [
            "",
            "ready",
            "solution",
            "solution 1111",
            "solution 1111111111111115",
            "solution 11111111111111111",
            "solution 111111111111111x",
            "none nodes=-1",
            "none nodes=1 2",
            "stuck 3",
            "limit nodes=18446744073709551616",
            "Solution 1",
            "solution 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,300",
        ] {
            assert_eq!(parse(line, 4), None, "{line}");
        }
    }
}
