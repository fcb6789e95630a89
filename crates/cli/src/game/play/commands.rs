//! What a player may type, and the answers that depend on the position alone.

use quadrille_arena::{Analysis, GameState, Move, analyze};
use quadrille_core::{CancelFlag, Candidate, Cell, Counter, Limits, Meter, WallClock, printable};
use quadrille_lab::registry::nearest;

/// Maximum number of nodes for a hint or an evaluation.
const NODES: u64 = 500_000;
/// Number of moves in an evaluation.
const MOVES: usize = 5;

/// The words that a typing error is compared with.
const WORDS: &[&str] = &[
    "board", "eval", "help", "hint", "legal", "moves", "pass", "quit", "resign", "takeback", "undo",
];

const HELP: &str = "\
r1c2=9 or 1 2 9   place 9 in row 1, column 2
pass              place nothing
legal r1c2        show the digits that are legal there
help              show this
hint              show the best move found
eval              show the value of the position
moves             list the moves
board             show the board again
undo, takeback    take back your last move and the reply to it
resign            give up
quit              stop without a loser; the game can be resumed
";

const MARKS: &str = "\
On the board: . is empty, x is empty and can hold no digit, [5] is the last move, + joins cells whose \
digits must be consecutive.
";

/// What a player wants.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Request {
    Nothing,
    Help,
    Board,
    Moves,
    Hint,
    Evaluation,
    /// The digits that are legal in a cell, which may be missing or not exist.
    Legal(Option<String>),
    Undo,
    Resign,
    Quit,
    Move(Move),
    /// Something else, with the word that may have been meant.
    Unknown(Option<&'static str>),
}

impl Request {
    pub(super) fn parse(line: &str, side: usize) -> Self {
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words.as_slice() {
            [] => Self::Nothing,
            ["help" | "?"] => Self::Help,
            ["board"] => Self::Board,
            ["moves"] => Self::Moves,
            ["hint"] => Self::Hint,
            ["eval"] => Self::Evaluation,
            ["legal"] => Self::Legal(None),
            ["legal", cell] => Self::Legal(Some(cell.to_owned())),
            ["undo" | "takeback"] => Self::Undo,
            ["resign"] => Self::Resign,
            ["quit" | "exit"] => Self::Quit,
            ref words => match typed_move(words, side) {
                Some(mv) => Self::Move(mv),
                None => Self::Unknown(nearest(words[0], WORDS.iter().copied())),
            },
        }
    }
}

fn typed_move(words: &[&str], side: usize) -> Option<Move> {
    match words {
        [name] => Move::parse(name, side),
        [row, column, value] => Move::parse(&format!("r{row}c{column}={value}"), side),
        _ => None,
    }
}

/// Returns the cell with which a line begins, as in `r1c2=9` or `1 2`, if the board has it.
pub(super) fn cell_of(line: &str, side: usize) -> Option<Cell> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let name = match *words.as_slice() {
        ["legal", cell] => cell.to_owned(),
        [row, column] | [row, column, _] => format!("r{row}c{column}"),
        [word] => word.split('=').next()?.to_owned(),
        _ => return None,
    };
    match Move::parse(&format!("{name}=1"), side)? {
        Move::Place(at) => Some(at.cell),
        _ => None,
    }
}

/// Returns the help.
pub(super) fn help() -> String {
    format!("{HELP}{MARKS}")
}

/// Returns the beginning of what was typed, or sent by a program, to be printed.
pub(super) fn shown(text: &str) -> String {
    printable::line(&text.chars().take(60).collect::<String>()).into_owned()
}

/// Answers `legal`.
pub(super) fn legal(state: &GameState, cell: Option<&str>) -> String {
    let Some(name) = cell else { return "name a cell, as in `legal r1c2`\n".to_owned() };
    match cell_of(name, state.rules().side()) {
        Some(cell) => legal_text(state, cell) + "\n",
        None => format!("`{}` is not a cell; write it as r1c2\n", shown(name)),
    }
}

/// Returns the digits that are legal in a cell.
pub(super) fn legal_text(state: &GameState, cell: Cell) -> String {
    let digits: Vec<String> = state.board().legal(cell).iter().map(|d| d.to_string()).collect();
    let digits = if digits.is_empty() { "none".to_owned() } else { digits.join(" ") };
    format!("{}: {digits}", cell.name(state.rules().side()))
}

/// Explains why a move is not legal.
pub(super) fn why_not(state: &GameState, mv: Move) -> String {
    let (board, side) = (state.board(), state.rules().side());
    let Candidate { cell, digit } = match mv {
        Move::Place(candidate) => candidate,
        Move::Pass if state.after_pass() => {
            return "these rules forbid a pass after a pass".to_owned();
        }
        Move::Pass => return "these rules forbid passes".to_owned(),
        Move::Nowhere { .. } => {
            return format!("this board has rows, columns and digits from 1 to {side}");
        }
    };
    let name = cell.name(side);
    if let Some(held) = board.get(cell) {
        return format!("{name} already holds {held}");
    }
    let seen = board.geometry().peers(cell).iter().find(|&&peer| board.get(peer) == Some(digit));
    if let Some(peer) = seen {
        return format!("{name} sees the {digit} at {}", peer.name(side));
    }
    let edges = state.rules().board.edges();
    let joined = edges.of(cell).find_map(|other| {
        let held = board.get(other)?;
        (held.get().abs_diff(digit.get()) != 1).then_some((other, held))
    });
    match joined {
        Some((other, held)) => {
            format!("{name} must be next to the {held} at {}: an edge joins them", other.name(side))
        }
        None => format!("{} is not legal here", mv.name(side)),
    }
}

fn analysis(state: &GameState, cancel: &CancelFlag) -> Result<Analysis, String> {
    let clock = WallClock::new();
    let meter = Meter::new(Limits::nodes(NODES), Counter::Expanded, cancel, &clock);
    analyze(state, &mut meter.expect("the clock runs")).map_err(|error| error.to_string())
}

fn certainty(exact: bool) -> &'static str {
    if exact { "exactly" } else { "by estimate" }
}

/// Answers `hint`.
pub(super) fn hint(state: &GameState, cancel: &CancelFlag) -> String {
    match analysis(state, cancel) {
        Ok(analysis) => {
            let best = analysis.moves[0].mv.name(state.rules().side());
            format!("{best}, worth {:+} {}\n", analysis.value, certainty(analysis.exact))
        }
        Err(error) => format!("no hint: {error}\n"),
    }
}

/// Answers `eval`.
pub(super) fn evaluation(state: &GameState, cancel: &CancelFlag) -> String {
    let analysis = match analysis(state, cancel) {
        Ok(analysis) => analysis,
        Err(error) => return format!("no evaluation: {error}\n"),
    };
    let side = state.rules().side();
    let own = state.seat().index();
    let lead = state.scores()[own] - state.scores()[1 - own];
    let line: Vec<String> = analysis.line.iter().map(|mv| mv.name(side).to_string()).collect();
    let best = analysis.moves.iter().take(MOVES);
    let best: Vec<String> = best.map(|it| format!("{} {:+}", it.mv.name(side), it.value)).collect();
    format!(
        "{} will end {:+} {} (lead {lead:+}, still to gain {:+}; depth {})\nbest: {}\nline: {}\n",
        state.seat(),
        lead + analysis.value,
        certainty(analysis.exact),
        analysis.value,
        analysis.depth,
        best.join(", "),
        line.join(" "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves_are_distinguished() {
        let parse = |line| Request::parse(line, 9);
        assert_eq!(parse("  "), Request::Nothing);
        assert_eq!(parse(" 1  2 9\n"), Request::Move(Move::parse("r1c2=9", 9).unwrap()));
        assert_eq!(parse("r10c1=9"), Request::Move(Move::parse("r10c1=9", 9).unwrap()));
        assert_eq!(parse("takeback"), Request::Undo);
        assert_eq!((parse("quit"), parse("resign")), (Request::Quit, Request::Resign));
        assert_eq!(parse("hitn"), Request::Unknown(Some("hint")));
        assert_eq!(parse("r1c2=9 r1c3=8"), Request::Unknown(None));
        for word in WORDS {
            assert!(!matches!(parse(word), Request::Unknown(_)), "{word}");
            assert!(HELP.contains(word), "{word}");
        }
    }

    #[test]
    fn a_line_names_a_cell_as_it_is_typed() {
        for line in ["r1c2", "r1c2=", "r1c2=9", "1 2", "1 2 9", "legal r1c2"] {
            assert_eq!(cell_of(line, 9), Some(Cell::new(1)), "{line}");
        }
        for line in ["", "r1", "r1c", "r1c10", "1", "hint", "1 2 3 4", "r0c1"] {
            assert_eq!(cell_of(line, 9), None, "{line}");
        }
    }
}
