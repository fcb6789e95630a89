//! What fills the screen: the board, beside or below it the score, the moves and a message, and in the
//! last row the line that the player types.
//!
//! The board gets the largest size that leaves room for the rest. If not even the smallest fits, the
//! part around the cell of interest is shown.

use std::time::Duration;

use anstyle::Style;
use quadrille_arena::game::PlyRecord;
use quadrille_arena::{GameState, Seat};

use super::board::{self, Places, Position, Size, color_of};
use super::canvas::{Canvas, clipped, wrapped};

/// Columns between the board and the panel.
const GAP: usize = 2;
/// Columns of a panel beyond which its parts would be far from each other.
const WIDEST_PANEL: usize = 48;
const PROMPT: &str = "> ";

/// What a frame shows.
pub(in crate::game::play) struct View<'a> {
    pub(in crate::game::play) position: Position<'a>,
    pub(in crate::game::play) names: &'a [String; 2],
    /// The time that each player has left, if that is limited.
    pub(in crate::game::play) clocks: [Option<Duration>; 2],
    pub(in crate::game::play) message: &'a str,
    /// The line that is being typed, and the number of characters before the cursor.
    pub(in crate::game::play) line: &'a str,
    pub(in crate::game::play) cursor: usize,
}

/// A frame, and where the cursor is in it.
pub(in crate::game::play) struct Frame {
    pub(in crate::game::play) canvas: Canvas,
    pub(in crate::game::play) cursor: [usize; 2],
}

/// Where the parts of a frame are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arrangement {
    size: Size,
    /// Height and width of the board, or of the part that is shown.
    board: [usize; 2],
    /// Width of the panel beside the board. Without a panel, the score is in the first row.
    panel: Option<usize>,
}

impl Arrangement {
    /// Arranges a frame of this height and width.
    fn of(state: &GameState, [height, width]: [usize; 2]) -> Self {
        let sizes = [
            (Size::Large, Some(24)),
            (Size::Medium, Some(24)),
            (Size::Large, None),
            (Size::Medium, None),
            (Size::Small, Some(16)),
            (Size::Small, None),
        ];
        for (size, panel) in sizes {
            let [rows, columns] = Places::of(state, size).extent();
            // Below the board are a message and the prompt.
            let rest = if panel.is_some() { 2 } else { 3 };
            let right = panel.map_or(0, |panel| GAP + panel);
            if rows + rest <= height && columns + right <= width {
                let panel = panel.map(|_| (width - columns - GAP).min(WIDEST_PANEL));
                return Self { size, board: [rows, columns], panel };
            }
        }
        let [rows, columns] = Places::of(state, Size::Small).extent();
        let board = [rows.min(height.saturating_sub(3)), columns.min(width)];
        Self { size: Size::Small, board, panel: None }
    }

    /// Returns the first row of the board.
    fn top(&self) -> usize {
        usize::from(self.panel.is_none())
    }

    /// Returns the rows of the message.
    fn message(&self, height: usize) -> std::ops::Range<usize> {
        self.top() + self.board[0]..height.saturating_sub(1)
    }
}

/// Returns whether a message fits below the board.
pub(in crate::game::play) fn has_room(message: &str, state: &GameState, size: [usize; 2]) -> bool {
    wrapped(message, size[1]).len() <= Arrangement::of(state, size).message(size[0]).len()
}

/// Composes a frame of this height and width.
pub(in crate::game::play) fn compose(view: &View<'_>, size: [usize; 2]) -> Frame {
    let [height, width] = size;
    let mut canvas = Canvas::new(height, width);
    let state = view.position.state;
    let arrangement = Arrangement::of(state, size);
    draw_board(&mut canvas, view, arrangement);
    match arrangement.panel {
        Some(panel) => {
            draw_panel(&mut canvas, view, [arrangement.board[1] + GAP, panel]);
        }
        None => draw_score(&mut canvas, view),
    }
    let lines = wrapped(view.message, width);
    for (row, line) in arrangement.message(height).zip(&lines) {
        canvas.put(row, 0, line, Style::new());
    }
    let cursor = draw_prompt(&mut canvas, view);
    Frame { canvas, cursor }
}

/// Composes a frame of lines that the player reads before the game is shown again. Returns it with the
/// number of lines that it holds.
pub(in crate::game::play) fn compose_page(
    lines: &[String],
    [height, width]: [usize; 2],
) -> (Frame, usize) {
    let mut canvas = Canvas::new(height, width);
    let room = height.saturating_sub(1).max(1);
    for (row, line) in lines.iter().take(room).enumerate() {
        canvas.put(row, 0, line, Style::new());
    }
    let more = if lines.len() > room { "Enter: more" } else { "Enter: back to the game" };
    let row = height.saturating_sub(1);
    let column = canvas.put(row, 0, &clipped(more, width), Style::new().bold());
    (Frame { canvas, cursor: [row, column.min(width.saturating_sub(1))] }, room)
}

fn draw_board(canvas: &mut Canvas, view: &View<'_>, arrangement: Arrangement) {
    let Arrangement { size, board: [height, width], .. } = arrangement;
    let drawing = board::draw(&view.position, size);
    let top = arrangement.top();
    if [height, width] == [drawing.height(), drawing.width()] {
        canvas.copy([top, 0], &drawing, [0, 0], [height, width]);
        return;
    }
    // The numbers stay in view, and of the cells those around the typed or the last one.
    let places = Places::of(view.position.state, size);
    let margins = places.margins();
    let side = view.position.state.rules().side();
    let cell =
        view.position.selected.or(view.position.last()).map_or(0, quadrille_engine::Cell::index);
    let focus = places.cell(cell / side, cell % side);
    let seen = [0, 1].map(|axis| [height, width][axis].saturating_sub(margins[axis]));
    let all = [drawing.height() - margins[0], drawing.width() - margins[1]];
    let from = [0, 1].map(|axis| {
        let middle = (focus[axis] - margins[axis]).saturating_sub(seen[axis] / 2);
        margins[axis] + middle.min(all[axis].saturating_sub(seen[axis]))
    });
    let [rows, columns] = margins;
    canvas.copy([top, columns], &drawing, [0, from[1]], [rows.min(height), seen[1]]);
    canvas.copy([top + rows, 0], &drawing, [from[0], 0], [seen[0], columns.min(width)]);
    canvas.copy([top + rows, columns], &drawing, from, seen);
}

/// Returns a time as minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Returns the mark, the name, and the score with the time of a player.
fn player(view: &View<'_>, seat: Seat) -> [String; 2] {
    let state = view.position.state;
    let mark = if state.outcome().is_none() && state.seat() == seat { ">" } else { " " };
    let time = view.clocks[seat.index()].map(|time| format!(" {}", clock(time)));
    let score = format!(" {}{}", state.scores()[seat.index()], time.unwrap_or_default());
    [format!("{mark}{} {}", seat.number(), view.names[seat.index()]), score]
}

fn draw_score(canvas: &mut Canvas, view: &View<'_>) {
    let half = canvas.width() / 2;
    for seat in Seat::BOTH {
        let [name, score] = player(view, seat);
        let name = clipped(&name, half.saturating_sub(score.chars().count() + 1));
        canvas.put(0, seat.index() * half, &(name + &score), color_of(seat));
    }
}

fn draw_panel(canvas: &mut Canvas, view: &View<'_>, [left, width]: [usize; 2]) {
    let state = view.position.state;
    let rules = state.rules();
    let title = format!("DualSudoku {0}x{0}", rules.side());
    canvas.put(0, left, &clipped(&title, width), Style::new().bold());
    let passing = format!("passing: {}", rules.passing.id());
    canvas.put(1, left, &clipped(&passing, width), Style::new().dimmed());
    for seat in Seat::BOTH {
        let [name, score] = player(view, seat);
        let row = 3 + seat.index();
        let room = width.saturating_sub(score.chars().count());
        let style = color_of(seat);
        canvas.put(row, left, &format!("{:<room$}{score}", clipped(&name, room)), style);
    }
    let rows = canvas.height().saturating_sub(6 + 2);
    let lines = moves(view.position.plies, rules.side(), width);
    for (row, line) in lines.iter().skip(lines.len().saturating_sub(rows)).enumerate() {
        canvas.put(6 + row, left, &clipped(line, width), Style::new());
    }
}

fn draw_prompt(canvas: &mut Canvas, view: &View<'_>) -> [usize; 2] {
    let [row, width] = [canvas.height().saturating_sub(1), canvas.width()];
    let start = canvas.put(row, 0, PROMPT, Style::new().bold());
    // The cursor needs a column, after the end of the line too.
    let room = width.saturating_sub(start + 1);
    let hidden = view.cursor.saturating_sub(room);
    let shown = view.line.get(hidden..).unwrap_or_default();
    canvas.put(row, start, shown, Style::new());
    [row, (start + view.cursor - hidden).min(width.saturating_sub(1))]
}

/// Returns the moves in lines of at most a number of columns: with enough room, two moves in a line.
pub(in crate::game::play) fn moves(plies: &[PlyRecord], side: usize, width: usize) -> Vec<String> {
    let figures = side.to_string().len();
    let longest = "rc=".len() + 3 * figures;
    let number = plies.len().to_string().len().max(2);
    let name = |ply: &PlyRecord| {
        let name = ply.mv(side).map(|mv| mv.name(side).to_string()).unwrap_or_default();
        if ply.illegal { format!("{name}?") } else { name }
    };
    let points = |ply: &PlyRecord| format!("{:+}", ply.points);
    if number + 2 * (longest + 6) < width {
        let line = |pair: &[PlyRecord]| {
            let mut text = format!("{:>number$}", pair[0].ply);
            for ply in pair {
                text += &format!(" {:>longest$} {:<4}", name(ply), points(ply));
            }
            text
        };
        return plies.chunks(2).map(line).collect();
    }
    plies
        .iter()
        .map(|ply| format!("{:>number$} {:>longest$} {}", ply.ply, name(ply), points(ply)))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quadrille_arena::{Move, Ruleset};
    use quadrille_engine::{BoxShape, Edges, Grid, Puzzle};

    use super::*;

    fn game(shape: BoxShape, has_edges: bool, moves: &[&str]) -> (GameState, Vec<PlyRecord>) {
        let grid = Grid::empty(shape);
        let geometry = grid.geometry();
        let pair = |row, column| (geometry.cell(row, column), geometry.cell(row, column + 1));
        let mut pairs = vec![pair(0, 0), pair(1, 1)];
        pairs.push((geometry.cell(0, 0), geometry.cell(1, 0)));
        let edges = Edges::new(shape, if has_edges { pairs } else { vec![] }).unwrap();
        let puzzle = Puzzle::new(grid, edges).unwrap();
        let mut state = GameState::new(Arc::new(Ruleset::new(puzzle)));
        let mut plies = Vec::new();
        for name in moves {
            let played = state.play(Move::parse(name, shape.side()).unwrap());
            plies.push(PlyRecord::of(&state, &played, 0, None));
        }
        (state, plies)
    }

    fn frame(state: &GameState, plies: &[PlyRecord], size: [usize; 2]) -> Vec<String> {
        let names = ["human".to_owned(), "cmd:python3 数独/a-very-long-name.py".to_owned()];
        let view = View {
            position: Position { state, plies, selected: None },
            names: &names,
            clocks: [Some(Duration::from_secs(299)), None],
            message: "A message that is longer than a narrow screen is wide",
            line: &"r1c1=9 ".repeat(20),
            cursor: 140,
        };
        let frame = compose(&view, size);
        assert!(frame.cursor[0] < size[0].max(1) && frame.cursor[1] < size[1].max(1));
        let lines = frame.canvas.lines(false);
        assert_eq!(lines.len(), size[0]);
        assert!(lines.iter().all(|line| line.chars().count() <= size[1]), "{lines:#?}");
        lines
    }

    /// Counts the empty cells that are drawn.
    fn cells(lines: &[String]) -> usize {
        lines
            .iter()
            .map(|line| {
                line.matches([' ', '[', '│', '║', '+']).count().min(1) * line.matches('.').count()
            })
            .sum()
    }

    #[test]
    fn boards_are_whole_on_the_usual_terminals() {
        for (shape, empty) in [((2, 2), 15), ((2, 3), 35), ((3, 3), 80)] {
            let shape = BoxShape::new(shape.0, shape.1).unwrap();
            for has_edges in [false, true] {
                let (state, plies) = game(shape, has_edges, &["r2c2=3"]);
                for size in [[24, 80], [20, 40], [30, 24], [60, 200]] {
                    let lines = frame(&state, &plies, size);
                    // The message and the names have no dots, apart from a file name.
                    let text = lines.join("\n").replace(".py", "");
                    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
                    assert_eq!(cells(&lines), empty, "{shape} {size:?}\n{text}");
                    assert!(
                        text.contains("[3]") || text.contains("[3+"),
                        "{shape} {size:?}\n{text}"
                    );
                    assert!(text.contains("A message"), "{text}");
                }
            }
        }
    }

    #[test]
    fn every_size_of_a_terminal_works() {
        for shape in [
            BoxShape::new(2, 2).unwrap(),
            BoxShape::new(3, 3).unwrap(),
            BoxShape::new(5, 5).unwrap(),
        ] {
            for has_edges in [false, true] {
                let last = format!("r{0}c{0}=1", shape.side());
                let (state, plies) = game(shape, has_edges, &["r1c1=2", &last]);
                for height in (0..10).chain([15, 20, 30]) {
                    for width in (0..10).chain([16, 20, 24, 30, 40, 50]) {
                        frame(&state, &plies, [height, width]);
                    }
                }
                // Of a board that does not fit, the last move is in view.
                let text = frame(&state, &plies, [8, 16]).join("\n");
                assert!(text.contains("1]"), "{text}");
            }
        }
    }

    #[test]
    fn a_frame_has_board_panel_message_and_prompt() {
        let four = BoxShape::new(2, 2).unwrap();
        let (state, plies) = game(four, true, &["r1c1=4", "pass", "r2c2=3"]);
        let expected = "    1   2   3   4    DualSudoku 4x4
  ╔═══╤═══╦═══╤═══╗  passing: two-pass-end
1 ║ 4 + x ║ . │ . ║
  ╟─+─┼───╫───┼───╢   1 human                               7 4:59
2 ║ x │[3]+ . │ . ║  >2 cmd:python3 ??/a-very-long-name.py      -4
  ╠═══╪═══╬═══╪═══╣
3 ║ . │ . ║ . │ . ║   1 r1c1=4 +4     pass -4
  ╟───┼───╫───┼───╢   3 r2c2=3 +3
4 ║ . │ . ║ . │ . ║
  ╚═══╧═══╩═══╧═══╝
A message that is longer than a narrow screen is wide


> r1c1=9 r1c1=9 r1c1=9 r1c1=9 r1c1=9 r1c1=9 r1c1=9 r1c1=9 r1c1=9";
        assert_eq!(frame(&state, &plies, [14, 66]).join("\n"), expected);
        // Without room for a panel, the score is above the board.
        let expected = ">1 human 0 4:59  2 cmd:pytho… 0
    1   2   3   4   5   6
  ╔═══╤═══╤═══╦═══╤═══╤═══╗
1 ║ . │ . │ . ║ . │ . │ . ║";
        let (state, plies) = game(BoxShape::new(2, 3).unwrap(), false, &[]);
        assert_eq!(frame(&state, &plies, [20, 32])[..4].join("\n"), expected);
    }

    #[test]
    fn pages_hold_what_fits() {
        let lines: Vec<String> = (0..5).map(|n| n.to_string()).collect();
        let (page, shown) = compose_page(&lines, [4, 9]);
        assert_eq!((page.canvas.lines(false).join("/"), shown), ("0/1/2/Enter: m…".into(), 3));
        assert_eq!(compose_page(&lines, [0, 0]).1, 1);
    }
}
