//! `play`: a game at the terminal.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use quadrille::{Budget, CancelFlag, Candidate, Counter, Rng, Run};
use quadrille_arena::game::GameRecord;
use quadrille_arena::tournament::{Fixture, play_game};
use quadrille_arena::{
    Agent, AgentName, Build, Forfeit, GameState, Move, Played, Ruleset, Seat, analyse,
};

use super::game;
use super::labelled::labelled;
use crate::clock::SystemClock;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::game_args::Play;

/// Nodes that a hint may take.
const HINT_NODES: u64 = 500_000;

pub(crate) fn run(args: &Play) -> Result<Exit, Failure> {
    if let Some(path) = &args.record {
        room_for_record(path, args.overwrite)?;
    }
    let rules = game::rules(&args.rules)?;
    let seed = args.common.seed.unwrap_or_else(drawn_seed);
    let names = [&args.first, &args.second];
    let parsed = [player(names[0], &rules)?, player(names[1], &rules)?];
    if args.common.seed.is_none() && !args.common.quiet {
        crate::notes::note(&format!("seed {seed}"));
    }
    // Undo plays the game again without its last moves, so the moves so far are an opening.
    let mut opening = Vec::new();
    loop {
        let takeback = Arc::new(std::sync::Mutex::new(None));
        let fixture = Fixture {
            rules: rules.clone(),
            opening: std::mem::take(&mut opening),
            names: [parsed[0].to_string(), parsed[1].to_string()],
            game: 0,
            seed,
        };
        let mut agents = [0, 1].map(|index| match parsed[index].build() {
            Some(agent) => agent,
            None => Box::new(Human { moves: fixture.opening.clone(), takeback: takeback.clone() })
                as Box<dyn Agent>,
        });
        // Ctrl-C ends the program as usual: a terminal waits for its person in between.
        let record = play_game(&fixture, &mut agents, &SystemClock::new(), &CancelFlag::new());
        let wanted = takeback.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if let Some(moves) = wanted {
            opening = moves;
            continue;
        }
        let record = record.expect("nobody cancels");
        print(&farewell(&record, &rules))?;
        if let Some(path) = &args.record {
            std::fs::write(path, record.to_lines()).map_err(|error| {
                Failure::usage(format!("cannot write to {}: {error}", path.display()))
            })?;
        }
        return Ok(Exit::Done);
    }
}

/// Told before the game, so that nobody plays one that cannot be kept. What is no plain file, as a
/// pipe, holds no games.
fn room_for_record(path: &Path, overwrite: bool) -> Result<(), Failure> {
    let Ok(found) = std::fs::metadata(path) else { return Ok(()) };
    let name = path.display();
    if found.is_dir() {
        return Err(Failure::usage(format!("{name}: is a directory; name a file")));
    }
    if found.is_file() && !overwrite {
        return Err(Failure::usage(format!(
            "{name}: exists already; name another file, or say --overwrite"
        )));
    }
    Ok(())
}

/// A seed that nobody chose: from the time.
fn drawn_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |time| time.as_micros() as u64 & 0xffff_ffff)
}

fn player(name: &str, rules: &Ruleset) -> Result<AgentName, Failure> {
    match AgentName::parse(name) {
        Ok(AgentName::Entry { entry, .. }) if matches!(entry.build, Build::Terminal) => {
            Ok(AgentName::parse(name).expect("parsed before"))
        }
        _ => game::agent(name, rules),
    }
}

fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Failure::writing(error, "standard output"))
}

fn farewell(record: &GameRecord, rules: &Arc<Ruleset>) -> String {
    let mut state = GameState::new(rules.clone());
    for ply in &record.plies {
        if let Ok(mv) = ply.mv(rules.side()) {
            state.play(mv);
        }
    }
    let [first, second] = record.result.final_scores;
    let detail = record.result.detail.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
    let winner = match record.result.winner {
        Some(winner) => format!("{} wins", record.header.players[usize::from(winner - 1)]),
        None => "a draw".to_owned(),
    };
    format!(
        "{}{first} - {second}, {winner} ({}{detail})\n",
        labelled(&state),
        record.result.reason_for_end
    )
}

const HELP: &str = "\
r1c2=9 or 1 2 9   put 9 into row 1, column 2 (from 1)
pass              place nothing
legal r1c2        the digits that may go there
hint              what we would play
undo              take back your last move and the answer to it
resign            give up
";

/// A person at the terminal.
struct Human {
    /// All moves of the game so far.
    moves: Vec<Move>,
    /// Where the wish to take back goes: the moves that stay.
    takeback: Arc<std::sync::Mutex<Option<Vec<Move>>>>,
}

impl Human {
    fn ask(&self, state: &GameState) -> Result<Option<Move>, Forfeit> {
        let gone = |error: io::Error| Forfeit::Crashed(error.to_string());
        let [first, second] = state.scores();
        let prompt = format!("{} ({first} - {second}), `help` helps > ", state.seat());
        print(&prompt).map_err(|_| Forfeit::Resigned)?;
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line).map_err(gone)? == 0 {
            return Err(Forfeit::Resigned);
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let side = state.rules().side();
        let said = match words.as_slice() {
            [] => String::new(),
            ["help" | "?"] => HELP.to_owned(),
            ["resign" | "quit"] => return Err(Forfeit::Resigned),
            ["hint"] => hint(state),
            ["undo"] => match self.before_last(state.seat()) {
                Some(moves) => {
                    *self.takeback.lock().unwrap_or_else(std::sync::PoisonError::into_inner) =
                        Some(moves);
                    return Err(Forfeit::Resigned);
                }
                None => "there is nothing to take back\n".to_owned(),
            },
            ["legal"] => "of which cell? As in `legal r1c2`\n".to_owned(),
            ["legal", cell] => match Move::parse(&format!("{cell}=1"), side) {
                Some(Move::Place(at)) => {
                    let digits: Vec<String> =
                        state.board().legal(at.cell).iter().map(|d| d.to_string()).collect();
                    format!(
                        "{cell}: {}\n",
                        if digits.is_empty() { "none".into() } else { digits.join(" ") }
                    )
                }
                _ => format!("`{cell}` is no cell; write it as r1c2\n"),
            },
            words => match typed_move(words, side) {
                Some(mv) if state.is_legal(mv) => return Ok(Some(mv)),
                Some(mv) => format!("{}\n", why_not(state, mv)),
                None => format!("`{}` is no move\n{HELP}", line.trim()),
            },
        };
        print(&said).map_err(|_| Forfeit::Resigned)?;
        Ok(None)
    }

    /// The moves before the last one of that seat.
    fn before_last(&self, seat: Seat) -> Option<Vec<Move>> {
        let own = |index: &usize| index % 2 == seat.index();
        let last = (0..self.moves.len()).rev().find(own)?;
        Some(self.moves[..last].to_vec())
    }
}

fn typed_move(words: &[&str], side: usize) -> Option<Move> {
    match words {
        [name] => Move::parse(name, side),
        [row, column, value] => {
            let number = |text: &str| text.parse::<u16>().ok().map(i64::from);
            Some(Move::at(side, number(row)? - 1, number(column)? - 1, number(value)?))
        }
        _ => None,
    }
}

/// Why a move is not legal.
fn why_not(state: &GameState, mv: Move) -> String {
    let (board, side) = (state.board(), state.rules().side());
    let Candidate { cell, digit } = match mv {
        Move::Place(candidate) => candidate,
        Move::Pass if state.after_pass() => {
            return "you cannot pass after a pass by these rules".to_owned();
        }
        Move::Pass => return "passing is forbidden by these rules".to_owned(),
        Move::Nowhere { .. } => {
            return format!("this board has rows, columns and digits from 1 to {side}");
        }
    };
    let name = cell.name(side);
    if let Some(held) = board.get(cell) {
        return format!("{name} holds {held} already");
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

fn hint(state: &GameState) -> String {
    let clock = SystemClock::new();
    let budget = Budget::nodes(HINT_NODES);
    let board = &state.rules().board;
    let mut run = Run::new(board, Counter::Expanded, budget, Rng::from_seed(1), &clock);
    match analyse(state, &mut run) {
        Ok(analysis) => {
            let sure = if analysis.exact { "for certain" } else { "as far as we see" };
            let best = analysis.moves[0].mv.name(state.rules().side());
            format!("{best}, worth {:+} {sure}\n", analysis.value)
        }
        Err(error) => format!("no hint: {error}\n"),
    }
}

impl Agent for Human {
    fn choose(&mut self, state: &GameState, _: &mut Run<'_>) -> Result<Move, Forfeit> {
        print(&labelled(state)).map_err(|_| Forfeit::Resigned)?;
        loop {
            if let Some(mv) = self.ask(state)? {
                return Ok(mv);
            }
        }
    }

    fn played(&mut self, state: &GameState, played: &Played) {
        self.moves.push(played.mv);
        let name = played.mv.name(state.rules().side());
        // Nobody reads any more: the next question finds out.
        let _ = print(&format!("{}: {name} ({:+})\n", played.seat, played.points));
    }
}
