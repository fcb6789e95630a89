//! Schedules: which agents meet, from which openings. Computed before any game is played.

use std::sync::Arc;

use quadrille_engine::Rng;
use thiserror::Error;

use crate::agents::automata::legal_placement;
use crate::game::{GameState, Move, Ruleset};

/// One game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the game, from 0.
    pub game: usize,
    /// The indices of the first and the second player.
    pub players: [usize; 2],
    /// The number of the opening.
    pub opening: usize,
}

/// Which agents meet in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Each agent meets every other.
    RoundRobin,
    /// The first agent meets all others.
    Gauntlet,
}

impl Plan {
    /// Returns the number of games of a tournament of `agents` agents, `games` for each two that
    /// meet, or `usize::MAX` if it is larger.
    pub fn games(self, agents: usize, games: usize) -> usize {
        let meetings = match self {
            Self::RoundRobin => agents.saturating_mul(agents.saturating_sub(1)) / 2,
            Self::Gauntlet => agents.saturating_sub(1),
        };
        meetings.saturating_mul(games)
    }

    /// Returns the games of a tournament of `agents` agents, `games` for each two that meet: opening
    /// by opening, first with the earlier agent in the first seat, then with seats swapped. If
    /// `games` is odd, the last opening is played once.
    ///
    /// All games of an opening come before those of the next, so that an interrupted tournament is
    /// as balanced as possible.
    ///
    /// [`games`](Self::games) says how many these are, which can be checked before they are made.
    pub fn pairings(self, agents: usize, games: usize) -> Vec<Pairing> {
        let mut meetings = Vec::new();
        for a in 0..agents {
            for b in a + 1..agents {
                if self == Self::RoundRobin || a == 0 {
                    meetings.push([a, b]);
                }
            }
        }
        let mut pairings = Vec::with_capacity(meetings.len() * games);
        for opening in 0..games.div_ceil(2) {
            for &[a, b] in &meetings {
                pairings.push(Pairing { game: pairings.len(), players: [a, b], opening });
                if 2 * opening + 1 < games {
                    pairings.push(Pairing { game: pairings.len(), players: [b, a], opening });
                }
            }
        }
        pairings
    }
}

/// The openings of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// Games start from the initial board.
    None,
    /// That many random legal placements, different for each opening.
    Random(usize),
    /// These openings, repeated if necessary.
    List(Vec<Vec<Move>>),
}

impl Openings {
    /// Returns the moves of an opening. They do not end the game.
    ///
    /// Random placements that would end the game are drawn again; after a hundred draws the longest
    /// opening found is used.
    pub fn moves(&self, rules: &Arc<Ruleset>, seed: u64, opening: usize) -> Vec<Move> {
        match self {
            Self::None => Vec::new(),
            Self::List(list) if list.is_empty() => Vec::new(),
            Self::List(list) => list[opening % list.len()].clone(),
            Self::Random(plies) => {
                let mut rng = Rng::derive(seed, &["opening", &opening.to_string()]);
                let mut longest = Vec::new();
                for _ in 0..100 {
                    let moves = random_opening(rules, *plies, &mut rng);
                    if moves.len() > longest.len() {
                        longest = moves;
                    }
                    if longest.len() == *plies {
                        break;
                    }
                }
                longest
            }
        }
    }

    /// Parses openings: one per line, moves such as `r1c1=9` separated by blanks. Blank lines and
    /// lines that begin with `#` are ignored.
    ///
    /// # Errors
    /// When a move is not legal, or there is no opening.
    pub fn parse(text: &str, rules: &Arc<Ruleset>) -> Result<Self, OpeningError> {
        let mut list = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let mut state = GameState::new(rules.clone());
            let mut moves = Vec::new();
            let mut rest = line;
            while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
                rest = &rest[start..];
                let word = rest.split_whitespace().next().expect("starts with a word");
                let fail = |what: String| OpeningError {
                    line: index + 1,
                    column: line[..line.len() - rest.len()].chars().count() + 1,
                    what,
                };
                let mv = Move::parse(word, rules.side()).ok_or_else(|| {
                    let shown: String = word.chars().take(60).collect();
                    fail(format!("`{shown}` is not a move; write r1c1=9 or pass"))
                })?;
                if state.outcome().is_some() {
                    return Err(fail("the game is over before this move".to_owned()));
                }
                if !state.is_legal(mv) {
                    return Err(fail(format!("`{word}` is not legal here")));
                }
                state.play(mv);
                moves.push(mv);
                rest = &rest[word.len()..];
            }
            list.push(moves);
        }
        if list.is_empty() {
            return Err(OpeningError { line: 1, column: 1, what: "no openings".to_owned() });
        }
        Ok(Self::List(list))
    }
}

/// An invalid line in a text of openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {what}")]
pub struct OpeningError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
}

fn random_opening(rules: &Arc<Ruleset>, plies: usize, rng: &mut Rng) -> Vec<Move> {
    let mut state = GameState::new(rules.clone());
    let mut moves = Vec::new();
    while moves.len() < plies && state.outcome().is_none() {
        let mv = Move::Place(legal_placement(rng, &state));
        state.play(mv);
        if state.outcome().is_some() {
            break;
        }
        moves.push(mv);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_swaps_seats_opening_by_opening() {
        let games = |n| {
            let pairings = Plan::RoundRobin.pairings(2, n);
            pairings.iter().map(|p| (p.players, p.opening)).collect::<Vec<_>>()
        };
        assert_eq!(games(1), [([0, 1], 0)]);
        assert_eq!(games(3), [([0, 1], 0), ([1, 0], 0), ([0, 1], 1)]);
    }

    #[test]
    fn all_agents_meet_or_all_meet_the_first() {
        assert_eq!(Plan::RoundRobin.pairings(4, 2).len(), 12);
        let gauntlet = Plan::Gauntlet.pairings(4, 2);
        assert_eq!(gauntlet.len(), 6);
        assert!(gauntlet.iter().all(|pairing| pairing.players.contains(&0)));
        for plan in [Plan::RoundRobin, Plan::Gauntlet] {
            for (agents, games) in [(0, 2), (1, 2), (2, 1), (4, 3), (7, 2)] {
                assert_eq!(plan.games(agents, games), plan.pairings(agents, games).len());
            }
            assert_eq!(plan.games(3, usize::MAX), usize::MAX);
        }
        assert!(gauntlet.iter().enumerate().all(|(index, pairing)| pairing.game == index));
    }
}
