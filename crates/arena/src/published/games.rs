//! R1's figures: games between its players on empty boards, played again by our copies of them.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille_core::{BoxShape, CancelFlag, Clock, parallel};
use quadrille_lab::published::{Line, Section};
use serde::Serialize;

use super::REPORT;
use crate::game::GameResult;
use crate::{AgentName, Passing, Points, Ruleset};
use crate::{
    referee::Fixture,
    tournament::{GameError, play_game},
};

const SCORES: &str = "games of the original players";
const NODES: &str = "nodes of a player in a game";
const WHY: &str = "The players are deterministic and tied to no machine, so scores and counts are \
                   the same.";

/// What the report says about a game on the empty board.
#[derive(Clone, Copy, Debug)]
struct Game {
    /// The side of the board.
    side: usize,
    /// The players, as the report calls them.
    names: [&'static str; 2],
    /// Our agents that play the same.
    agents: [&'static str; 2],
    claim: Claim,
}

#[derive(Clone, Copy, Debug)]
enum Claim {
    /// The points of both.
    Scores([Points; 2]),
    /// What the search of one of them counted.
    Nodes {
        /// Index of the player.
        player: usize,
        counts: Counts,
    },
}

/// The nodes of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Counts {
    nodes_total: u64,
    /// The mean of its moves, rounded down as in the report.
    nodes_mean: u64,
    nodes_max: u64,
}

const fn scores(side: usize, names: [&'static str; 2], points: [Points; 2]) -> Game {
    let agents = [agent(names[0]), agent(names[1])];
    Game { side, names, agents, claim: Claim::Scores(points) }
}

const fn nodes(
    side: usize,
    names: [&'static str; 2],
    agents: [&'static str; 2],
    player: usize,
    [nodes_total, nodes_mean, nodes_max]: [u64; 3],
) -> Game {
    let counts = Counts { nodes_total, nodes_mean, nodes_max };
    Game { side, names, agents, claim: Claim::Nodes { player, counts } }
}

/// Returns our agent for a player of the report.
const fn agent(name: &str) -> &'static str {
    match name.as_bytes() {
        b"FirstValid" => "first-valid",
        b"Minimax" => "minimax",
        b"AlphaBeta" => "alphabeta",
        b"IA" => "ia",
        _ => panic!("the report has no such player"),
    }
}

/// All games of which the report prints figures, without those of its random players.
const GAMES: &[Game] = &[
    scores(9, ["FirstValid", "Minimax"], [135, 447]),
    scores(9, ["Minimax", "FirstValid"], [465, 127]),
    scores(9, ["FirstValid", "AlphaBeta"], [135, 447]),
    scores(9, ["AlphaBeta", "FirstValid"], [465, 127]),
    scores(9, ["AlphaBeta", "Minimax"], [173, 165]),
    scores(9, ["FirstValid", "IA"], [152, 548]),
    scores(9, ["IA", "FirstValid"], [554, 146]),
    scores(9, ["AlphaBeta", "IA"], [271, 426]),
    scores(9, ["IA", "AlphaBeta"], [513, 351]),
    scores(4, ["FirstValid", "Minimax"], [66, 166]),
    scores(4, ["Minimax", "FirstValid"], [120, 112]),
    scores(4, ["FirstValid", "AlphaBeta"], [66, 166]),
    scores(4, ["AlphaBeta", "FirstValid"], [120, 112]),
    scores(4, ["FirstValid", "IA"], [67, 157]),
    scores(4, ["IA", "FirstValid"], [178, 50]),
    scores(4, ["AlphaBeta", "IA"], [54, 178]),
    scores(4, ["IA", "AlphaBeta"], [174, 54]),
    nodes(
        9,
        ["FirstValid", "Minimax"],
        ["first-valid", "minimax"],
        1,
        [3_427_169, 110_553, 470_937],
    ),
    nodes(4, ["FirstValid", "Minimax"], ["first-valid", "minimax"], 1, [4_383, 547, 2_346]),
    nodes(
        9,
        ["AlphaBeta", "FirstValid"],
        ["alphabeta:values=ascending", "first-valid"],
        0,
        [252_921, 7_664, 25_068],
    ),
    nodes(
        4,
        ["AlphaBeta", "FirstValid"],
        ["alphabeta:values=ascending", "first-valid"],
        0,
        [1_346, 168, 486],
    ),
    nodes(
        9,
        ["IA", "FirstValid"],
        ["ia:values=ascending,heuristics=off", "first-valid"],
        0,
        [2_473_607, 74_957, 797_972],
    ),
    nodes(4, ["IA", "FirstValid"], ["ia:values=ascending", "first-valid"], 0, [1_299, 144, 486]),
];

const UNSEEDED: &str = "games of the report's random players are not repeated: they had no seed, so \
                        each score is a single draw.";
const TWO_VERSIONS: &str = "the report's scores and counts come from different versions of its \
    program. Its scores come out with values tried in descending order; the counts of AlphaBeta \
    and IA only with ascending order, those of IA on 9x9 also without its heuristics, where the \
    game ends 461-130 and not 554-146.";
const FIRST_MOVE: &str = "the report puts the first move of Minimax on the empty 9x9 board at \
    729 x 701 nodes; its program counts 511030, which is one more.";

/// The figures of a game, the report's or ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct GameFigures {
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<[Points; 2]>,
    #[serde(flatten)]
    counts: Option<Counts>,
}

/// How our game went.
#[derive(Clone, Debug, Serialize)]
struct PlayedGame {
    #[serde(flatten)]
    figures: GameFigures,
    plies: u32,
    reason_for_end: String,
    /// Wall time of both players.
    seconds_total: f64,
}

/// A game of the report beside ours.
#[derive(Clone, Debug, Serialize)]
pub struct GameRow {
    report: &'static str,
    table: &'static str,
    method: String,
    /// The side of the board.
    side: usize,
    /// The player whose nodes are counted, 1 or 2; absent where the scores are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<usize>,
    published: GameFigures,
    faithful_algorithm: [&'static str; 2],
    faithful: PlayedGame,
    /// There is no repaired form of a game; rows about algorithms have one.
    repaired_algorithm: Option<&'static str>,
    repaired: Option<PlayedGame>,
    why: &'static str,
    notes: Vec<&'static str>,
}

/// Plays the games, and calls `progress` after each with its number from 1 and the number of all.
/// After a cancellation, the games finished before the first unfinished one are returned.
///
/// # Errors
/// When the machine cannot play a game.
pub fn play_published_games(
    threads: NonZeroUsize,
    clock: &dyn Clock,
    cancel: &CancelFlag,
    progress: impl FnMut(u64, u64) + Send,
) -> Result<Vec<GameRow>, GameError> {
    play_games(GAMES, threads, clock, cancel, progress)
}

fn play_games(
    games: &[Game],
    threads: NonZeroUsize,
    clock: &dyn Clock,
    cancel: &CancelFlag,
    mut progress: impl FnMut(u64, u64) + Send,
) -> Result<Vec<GameRow>, GameError> {
    let (mut rows, mut failed) = (Vec::new(), None);
    let work = |game: &Game| (*game, game.play(clock, cancel));
    parallel::map_in_order(threads, NonZeroUsize::MAX, games.iter(), work, |(game, result), _| {
        match result {
            Ok(result) => rows.push(game.row(&result)),
            Err(GameError::Stopped) => return ControlFlow::Break(()),
            Err(error) => {
                failed = Some(error);
                return ControlFlow::Break(());
            }
        }
        progress(rows.len() as u64, games.len() as u64);
        ControlFlow::Continue(())
    });
    failed.map_or(Ok(rows), Err)
}

impl Game {
    fn play(&self, clock: &dyn Clock, cancel: &CancelFlag) -> Result<GameResult, GameError> {
        let shape = BoxShape::of_side(self.side).expect("boards of 4x4 and 9x9");
        let mut agents = self.agents.map(|name| {
            let name = AgentName::parse(name).expect("the table names registered agents");
            name.build().expect("they need no terminal")
        });
        let fixture = Fixture {
            rules: Arc::new(Ruleset::empty(shape).with_passing(Passing::Unlimited)),
            opening: Vec::new(),
            names: self.agents.map(str::to_owned),
            game: 0,
            // None of these agents draws random numbers.
            seed: 1,
        };
        let record = play_game(&fixture, &mut agents, clock, cancel)?;
        record.result.ok_or(GameError::Stopped)
    }

    fn row(&self, result: &GameResult) -> GameRow {
        let (theirs, ours) = match self.claim {
            Claim::Scores(points) => (
                GameFigures { scores: Some(points), counts: None },
                GameFigures { scores: Some(result.final_scores), counts: None },
            ),
            Claim::Nodes { player, counts } => {
                let nodes_total = result.nodes_total[player];
                let counted = Counts {
                    nodes_total,
                    nodes_mean: nodes_total / u64::from(result.moves[player].max(1)),
                    nodes_max: result.nodes_max[player],
                };
                (
                    GameFigures { scores: None, counts: Some(counts) },
                    GameFigures { scores: None, counts: Some(counted) },
                )
            }
        };
        let (table, player, notes) = match self.claim {
            Claim::Scores(_) => (SCORES, None, vec![UNSEEDED]),
            Claim::Nodes { player, .. } => {
                (NODES, Some(player + 1), vec![TWO_VERSIONS, FIRST_MOVE])
            }
        };
        GameRow {
            report: REPORT,
            table,
            method: self.names.join(" - "),
            side: self.side,
            player,
            published: theirs,
            faithful_algorithm: self.agents,
            faithful: PlayedGame {
                figures: ours,
                plies: result.plies,
                reason_for_end: result.reason_for_end.clone(),
                seconds_total: result.seconds_total.iter().sum(),
            },
            repaired_algorithm: None,
            repaired: None,
            why: WHY,
            notes,
        }
    }
}

/// Returns the games as sections of text.
pub fn game_sections(rows: &[GameRow]) -> Vec<Section> {
    rows.chunk_by(|a, b| a.table == b.table).map(section).collect()
}

fn section(rows: &[GameRow]) -> Section {
    let table = rows[0].table;
    let headings: &[&str] = match table {
        SCORES => &["report", "here", "plies", "end"],
        _ => &["in all", "a move", "most"],
    };
    let mut lines = Vec::new();
    for same_side in rows.chunk_by(|a, b| table == SCORES && a.side == b.side) {
        let GameRow { side, method, .. } = &same_side[0];
        if table == SCORES {
            lines.push(Line::Name(format!("on the empty {side}x{side} board")));
        } else {
            lines.push(Line::Name(format!("{method}, {side}x{side}")));
        }
        for row in same_side {
            lines.extend(row.lines());
        }
    }
    lines.push(Line::Note(WHY.to_owned()));
    Section {
        report: REPORT,
        title: format!("{table} (Leonardi & Pras 2025)"),
        about: vec!["First and second player; passes are allowed without limit.".to_owned()],
        headings: headings.iter().map(|&heading| heading.to_owned()).collect(),
        lines,
        notes: rows[0].notes.iter().map(|note| format!("Note: {note}")).collect(),
    }
}

impl GameRow {
    fn lines(&self) -> Vec<Line> {
        let cells = |figures: &GameFigures| match (figures.scores, figures.counts) {
            (Some([first, second]), _) => vec![format!("{first}-{second}")],
            (None, Some(Counts { nodes_total, nodes_mean, nodes_max })) => {
                [nodes_total, nodes_mean, nodes_max].map(|count| count.to_string()).to_vec()
            }
            (None, None) => Vec::new(),
        };
        let (theirs, ours) = (cells(&self.published), cells(&self.faithful.figures));
        match self.player {
            None => {
                let PlayedGame { plies, reason_for_end, .. } = &self.faithful;
                let end = [plies.to_string(), reason_for_end.clone()];
                vec![Line::Row(self.method.clone(), [theirs, ours, end.to_vec()].concat())]
            }
            Some(player) => {
                let agent = self.faithful_algorithm[player - 1];
                vec![Line::Row("report".to_owned(), theirs), Line::Row(agent.to_owned(), ours)]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::NoClock;
    use quadrille_lab::report::TextStyle;

    #[test]
    fn games_of_the_report_come_out_again() {
        // Those of 9x9 are in the tests of the arena.
        let small: Vec<Game> = GAMES.iter().filter(|game| game.side == 4).copied().collect();
        let two = NonZeroUsize::MIN.saturating_add(1);
        let mut seen = Vec::new();
        let rows = play_games(&small, two, &NoClock, &CancelFlag::new(), |done, all| {
            seen.push((done, all));
        });
        let rows = rows.unwrap();
        assert_eq!((small.len(), rows.len()), (11, 11));
        assert_eq!(seen.last(), Some(&(11, 11)));
        for row in &rows {
            assert_eq!(row.published, row.faithful.figures, "{row:?}");
        }
        let style = TextStyle { unicode: false, ..TextStyle::default() };
        let text: String = game_sections(&rows).iter().map(|section| section.text(style)).collect();
        assert!(text.contains("\n  FirstValid - Minimax     66-166   66-166"), "{text}");
        assert!(text.is_ascii() && text.lines().all(|line| line.len() <= 80), "{text}");
    }

    #[test]
    fn a_cancellation_ends_the_games() {
        let cancel = CancelFlag::new();
        cancel.cancel();
        let rows = play_published_games(NonZeroUsize::MIN, &NoClock, &cancel, |_, _| {}).unwrap();
        assert!(rows.is_empty());
    }
}
