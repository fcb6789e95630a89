//! The board of a game, as lines with numbered rows and columns.
//!
//! Marks are characters, so that nothing depends on color: `.` is an empty cell, `x` an empty cell in
//! which no digit is legal any more, `+` between two cells an edge, and brackets are around the last
//! move.

use anstyle::{AnsiColor, Style};
use quadrille_arena::game::PlyRecord;
use quadrille_arena::{GameState, Seat};
use quadrille_core::Cell;

const GIVEN: Style = Style::new().bold();
const DEAD: Style = AnsiColor::Red.on_default().dimmed();
const LAST: Style = AnsiColor::BrightYellow.on_default().bold();

/// The marks around the last move until the board is drawn.
const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

/// Returns the color of what belongs to a player.
fn color_of(seat: Seat) -> Style {
    match seat {
        Seat::First => AnsiColor::Green.on_default(),
        Seat::Second => AnsiColor::Magenta.on_default(),
    }
}

/// Returns the cell of a move, if that was a legal placement.
fn placed(ply: &PlyRecord, side: usize) -> Option<Cell> {
    let (row, column) = (usize::try_from(ply.row?).ok()?, usize::try_from(ply.col?).ok()?);
    (!ply.illegal && row < side && column < side).then(|| Cell::new(row * side + column))
}

/// Draws the position after these moves. A board that is wider than `width` columns has no frame.
pub(super) fn draw(state: &GameState, plies: &[PlyRecord], width: usize) -> String {
    let (board, shape) = (state.board(), state.rules().board.shape());
    let (edges, side) = (state.rules().board.edges(), shape.side());
    let mut owners = vec![None; side * side];
    for ply in plies {
        if let Some(cell) = placed(ply, side) {
            owners[cell.index()] = Some(if ply.player == 1 { Seat::First } else { Seat::Second });
        }
    }
    let last = plies.last().and_then(|ply| placed(ply, side));
    let figures = side.to_string().len();
    let drawn = quadrille_formats::drawn_cells(board.geometry(), edges, figures, &|cell| {
        let (text, style) = match (board.get(cell), owners[cell.index()]) {
            (Some(digit), Some(seat)) => (digit.to_string(), color_of(seat)),
            (Some(digit), None) => (digit.to_string(), GIVEN),
            (None, _) if board.legal(cell).is_empty() => ("x".to_owned(), DEAD),
            (None, _) => (".".to_owned(), Style::new()),
        };
        match last == Some(cell) {
            true => format!("{OPEN}{LAST}{text:>figures$}{LAST:#}{CLOSE}"),
            false => format!("{style}{text:>figures$}{style:#}"),
        }
    });
    let rule = drawn.lines().next().map_or(0, |rule| rule.chars().count());
    let is_framed = figures + 1 + rule <= width;
    let starts_box = |column: usize| column.is_multiple_of(shape.columns());
    let gap = |column: usize| if is_framed && starts_box(column) { "   " } else { " " };
    let numbers = (0..side).map(|column| format!("{}{:>figures$}", gap(column), column + 1));
    let mut text = format!("{}{}\n", " ".repeat(figures), numbers.collect::<String>());
    let mut lines = drawn.lines();
    let mut push = |number: &str, is_shown: bool| {
        let line = lines.next().expect("a line for each row, and those between and around them");
        if is_shown && is_framed {
            text += &format!("{number:>figures$} {}\n", bracketed(line));
        } else if is_shown {
            text += format!("{number:>figures$}{}", bracketed(&unframed(line, !number.is_empty())))
                .trim_end();
            text += "\n";
        }
    };
    push("", is_framed);
    for row in 0..side {
        if row > 0 && (row.is_multiple_of(shape.rows()) || !edges.is_empty()) {
            push("", true);
        }
        push(&(row + 1).to_string(), true);
    }
    push("", is_framed);
    text
}

/// Returns a line without the frame, and with narrow lines between boxes.
fn unframed(line: &str, has_cells: bool) -> String {
    let mut inner = line.chars();
    inner.next();
    inner.next_back();
    let inner = inner.as_str().replace(" │ ", "│").replace("─┼─", "┼");
    if has_cells { inner.replace(" + ", "+") } else { inner }
}

/// Puts brackets around the last move, where there are no edges.
fn bracketed(line: &str) -> String {
    let mut line = line.to_owned();
    for place in ["│", " "] {
        line =
            line.replace(&format!("{place}{OPEN}"), "[").replace(&format!("{CLOSE}{place}"), "]");
    }
    line.replace([OPEN, CLOSE], "")
}

/// Returns the moves in lines of at most a number of columns: with enough room, two moves in a line.
pub(super) fn moves(plies: &[PlyRecord], side: usize, width: usize) -> Vec<String> {
    let figures = side.to_string().len();
    let longest = "rc=".len() + 3 * figures;
    let number = plies.len().to_string().len().max(2);
    let per_line = if number + 2 * (longest + 6) < width { 2 } else { 1 };
    let line = |plies: &[PlyRecord]| {
        let mut text = format!("{:>number$}", plies[0].ply);
        for ply in plies {
            let name = ply.mv(side).map(|mv| mv.name(side).to_string()).unwrap_or_default();
            let mark = if ply.illegal { "?" } else { "" };
            text += &format!(" {:>longest$} {:<4}", name + mark, format!("{:+}", ply.points));
        }
        text.trim_end().to_owned()
    };
    plies.chunks(per_line).map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quadrille_arena::{Move, Ruleset};
    use quadrille_core::{BoxShape, Edges, Grid, Puzzle};

    use super::*;

    fn game(shape: BoxShape, edges: &[[usize; 2]], moves: &[&str]) -> (GameState, Vec<PlyRecord>) {
        let edges = edges.iter().map(|&[a, b]| (Cell::new(a), Cell::new(b)));
        let edges = Edges::new(shape, edges).unwrap();
        let puzzle = Puzzle::new(Grid::empty(shape), edges).unwrap();
        let mut state = GameState::new(Arc::new(Ruleset::new(puzzle)));
        let mut plies = Vec::new();
        for name in moves {
            let played = state.play(Move::parse(name, shape.side()).unwrap());
            plies.push(PlyRecord::of(&state, &played, 0, None));
        }
        (state, plies)
    }

    fn drawn(shape: BoxShape, edges: &[[usize; 2]], moves: &[&str], width: usize) -> String {
        let (state, plies) = game(shape, edges, moves);
        anstream::adapter::strip_str(&draw(&state, &plies, width)).to_string()
    }

    #[test]
    fn a_board_has_numbers_edges_and_the_last_move() {
        let four = BoxShape::new(2, 2).unwrap();
        let edges = [[0, 1], [1, 2], [4, 8], [10, 11]];
        let moves = ["r1c1=4", "pass", "r2c2=3"];
        let framed = "    1 2   3 4
  ┌─────┬─────┐
1 │ 4+x + . . │
  │     │     │
2 │ .[3]│ . . │
  ├─+───┼─────┤
3 │ . . │ .+. │
  │     │     │
4 │ . . │ . . │
  └─────┴─────┘
";
        assert_eq!(drawn(four, &edges, &moves, 15), framed);
        let narrow = "  1 2 3 4
1 4+x+. .
     │
2 .[3]. .
 ─+──┼────
3 . .│.+.
     │
4 . .│. .
";
        assert_eq!(drawn(four, &edges, &moves, 14), narrow);
        // Not at the edge that the last move has.
        assert!(drawn(four, &edges, &["r1c2=1"], 80).contains("1 │ .+1]+ . . │"));
        assert!(drawn(four, &[], &["r1c3=1"], 80).contains("1 │ . . │[1]. │"));
        assert!(drawn(four, &[], &["r1c3=1"], 1).contains(
            "
1 . .[1].
"
        ));
    }

    #[test]
    fn boards_fit_the_usual_terminal() {
        for side in [4, 6, 9, 12, 16, 20, 25] {
            let text = drawn(BoxShape::of_side(side).unwrap(), &[], &["r2c1=3"], 80);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            assert!(text.lines().count() > side && text.contains("3]"), "{text}");
        }
    }

    #[test]
    fn moves_are_listed_as_wide_as_there_is_room() {
        let (_, plies) = game(BoxShape::NINE, &[], &["r1c2=4", "r1c3=5", "r9c9=6"]);
        assert_eq!(moves(&plies, 9, 80), [" 1 r1c2=4 +4   r1c3=5 +5", " 3 r9c9=6 +6"]);
        assert_eq!(moves(&plies, 9, 20), [" 1 r1c2=4 +4", " 2 r1c3=5 +5", " 3 r9c9=6 +6"]);
    }
}
