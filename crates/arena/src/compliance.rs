//! Checks that a bot follows the protocol, step by step.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use quadrille_core::{BoxShape, CancelFlag, Cell, Clock, Digit, Edges, Grid, Puzzle};

use crate::agent::{AgentError, NewGame, StartError};
use crate::agents::AgentName;
use crate::game::{GameRecord, Passing, Ruleset, Seat};
use crate::protocol::{Bot, Program, Question, ToBot};
use crate::tournament::{GameError, Openings, Pairing, Series};

/// How long the bot may take for its first move.
const MOVE_LIMIT: Duration = Duration::from_secs(10);

/// Checks a program, with games of that seed. Calls `each` after every step, with what was checked
/// and what went wrong, if anything. Omits steps that make no sense after a failed one. Returns
/// whether all steps succeeded.
///
/// # Errors
/// When the machine cannot run the program, which says nothing about it.
pub fn check_bot(
    program: &Program,
    seed: u64,
    clock: &dyn Clock,
    cancel: &CancelFlag,
    each: &mut dyn FnMut(&str, Option<&str>),
) -> io::Result<bool> {
    let mut passed = true;
    let mut report = |what: &str, result: Result<(), String>| {
        each(what, result.as_ref().err().map(String::as_str));
        passed &= result.is_ok();
        result.is_ok()
    };
    let mut bot = Bot::new(program.clone());
    let greeting = match bot.try_start() {
        Ok(()) => blamed(bot.open(cancel).map(drop))?,
        Err(StartError::Environment { error, .. }) => return Err(error),
        Err(why @ StartError::Program { .. }) => Err(why.to_string()),
    };
    let introduced = report("starts and answers the greeting", greeting);
    if introduced {
        let asked = clock.wall();
        let answers =
            report("ignores words of later versions", unknown_words(&mut bot, seed, cancel)?);
        let silent = !answers && clock.wall().saturating_sub(asked) >= MOVE_LIMIT;
        let result = if bot.close_patiently() {
            Ok(())
        } else {
            Err("was still running 2 s after `quit`; it must also end with its input".to_owned())
        };
        report("ends after `quit`", result);
        // A silent bot would make every game wait even longer.
        for game in games().into_iter().filter(|_| !silent) {
            let what = game.what;
            let result = whole_game(program, game, seed, clock, cancel)?;
            if cancel.is_cancelled() {
                return Ok(false);
            }
            report(what, result);
        }
    }
    Ok(passed)
}

/// Returns the problem that is the program's fault, if there is one.
///
/// # Errors
/// What is the machine's fault.
fn blamed(result: Result<(), AgentError>) -> io::Result<Result<(), String>> {
    match result {
        Err(AgentError::Environment(error)) => Err(error),
        result => Ok(result.map_err(|why| why.to_string())),
    }
}

fn unknown_words(bot: &mut Bot, seed: u64, cancel: &CancelFlag) -> io::Result<Result<(), String>> {
    let rules = Arc::new(Ruleset::empty(BoxShape::of_side(4).expect("2x2 boxes")));
    let game = NewGame { rules, seat: Seat::First, seed };
    let go = || -> Result<(), AgentError> {
        bot.send_line("weather sunny 21")?;
        bot.send(&ToBot::NewGame(game))?;
        bot.send_line("")?;
        bot.send(&ToBot::Go(None))?;
        bot.receive(&|| false, MOVE_LIMIT, cancel, Question::Go).map(drop)
    };
    Ok(blamed(go())?.and_then(|()| match bot.unasked() {
        Some(line) => Err(format!("said `{line}` without being asked")),
        None => Ok(()),
    }))
}

/// A game against the bot.
struct Game {
    what: &'static str,
    rules: Ruleset,
    /// Number of random placements before the players take over.
    opening: usize,
    /// The seat of the bot.
    seat: Seat,
    opponent: &'static str,
}

/// Returns games with every pass rule, both seats, givens, edges, an opening, and boxes that are not
/// square.
fn games() -> Vec<Game> {
    let empty = |rows, columns| Ruleset::empty(BoxShape::new(rows, columns).expect("a shape"));
    let mut prefilled = Grid::empty(BoxShape::new(2, 2).expect("a shape"));
    prefilled.set(Cell::new(0), Digit::new(4));
    prefilled.set(Cell::new(15), Digit::new(2));
    let edges =
        Edges::new(prefilled.shape(), [(Cell::new(5), Cell::new(6)), (Cell::new(0), Cell::new(4))]);
    let prefilled = Puzzle::new(prefilled, edges.expect("neighbors")).expect("no conflict");
    let mut timed = empty(3, 3);
    timed.clock.per_game = Some(Duration::from_secs(60));
    let game = |what, rules, seat, opponent| Game { what, rules, opening: 0, seat, opponent };
    vec![
        game("a 4x4 game as player 1", empty(2, 2), Seat::First, "first-valid"),
        game(
            "a 4x4 game as player 2, with givens and edges",
            Ruleset::new(prefilled),
            Seat::Second,
            "random-valid",
        ),
        Game {
            opening: 5,
            ..game(
                "a 6x6 game with 2x3 boxes and an opening, no double pass",
                empty(2, 3).with_passing(Passing::NoDoublePass),
                Seat::First,
                "random-valid",
            )
        },
        game(
            "a game without passing",
            empty(2, 2).with_passing(Passing::Forbidden),
            Seat::Second,
            "ia",
        ),
        game(
            "a game of unlimited passing",
            empty(2, 2).with_passing(Passing::Unlimited),
            Seat::First,
            "ia",
        ),
        game(
            "a game whose opponent breaks the rules",
            empty(2, 2),
            Seat::Second,
            "random-no-validation",
        ),
        game("a 9x9 game of one minute", timed, Seat::First, "alphabeta"),
    ]
}

fn whole_game(
    program: &Program,
    Game { mut rules, opening, seat, opponent, .. }: Game,
    seed: u64,
    clock: &dyn Clock,
    cancel: &CancelFlag,
) -> io::Result<Result<(), String>> {
    // If both players keep passing, that is long enough.
    rules.ply_cap = 300;
    let opponent = AgentName::parse(opponent).expect("an agent of the registry");
    let series = Series {
        rules: Arc::new(rules),
        agents: vec![AgentName::Command(program.clone()), opponent],
        pairings: vec![Pairing { game: 0, players: [seat.index(), 1 - seat.index()], opening: 0 }],
        openings: Openings::Random(opening),
        seed,
    };
    let mut record: Option<GameRecord> = None;
    let end = series.play(1, &BTreeSet::new(), clock, cancel, &mut |played| {
        record = Some(played);
        ControlFlow::Continue(())
    });
    match (end, record) {
        (Err(GameError::Environment { error, .. }), _) => Err(error),
        (Err(error), _) => Ok(Err(error.to_string())),
        (Ok(_), Some(record)) => Ok(verdict(&record, seat)),
        (Ok(_), None) => Ok(Err("stopped".to_owned())),
    }
}

/// Returns what the player of a seat did wrong.
fn verdict(record: &GameRecord, seat: Seat) -> Result<(), String> {
    let GameRecord { plies, result: Some(result), .. } = record else {
        return Err("stopped".to_owned());
    };
    let own = seat.number();
    let lost = result.winner.is_some_and(|winner| winner != own);
    if lost && matches!(result.reason_for_end.as_str(), "forfeit" | "time") {
        return Err(result.detail.as_ref().unwrap_or(&result.reason_for_end).clone());
    }
    match plies.iter().find(|ply| ply.player == own && ply.illegal) {
        Some(ply) => {
            let text = serde_json::to_string(ply).unwrap_or_default();
            Err(format!("an illegal move, which cost it points: {text}"))
        }
        None => Ok(()),
    }
}
