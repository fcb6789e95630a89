//! The results of one agent against another.
//!
//! The two games of an opening are not independent, since the opening may favor one seat. So the
//! unit of every estimate is the game pair. A pair whose games repeat those of an earlier pair
//! counts in none.

use std::collections::{BTreeMap, HashSet};
use std::iter::Sum;

use serde::Serialize;

use super::elo::{EloEstimate, mean_and_error};
use super::evidence::GameId;
use super::pentanomial::PairCounts;
use super::sprt::{Sprt, Verdict};
use crate::game::{Points, Seat};

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Tally {
    fn add(&mut self, score: u32, most: u32) {
        match (2 * score).cmp(&most) {
            std::cmp::Ordering::Greater => self.wins += 1,
            std::cmp::Ordering::Equal => self.draws += 1,
            std::cmp::Ordering::Less => self.losses += 1,
        }
    }

    /// Adds a game by its score: 0, 0.5 or 1.
    ///
    /// ```
    /// use quadrille_arena::tournament::Tally;
    ///
    /// let mut tally = Tally::default();
    /// [1.0, 0.5, 0.5].map(|score| tally.add_score(score));
    /// assert_eq!(tally, Tally { wins: 1, draws: 2, losses: 0 });
    /// ```
    pub fn add_score(&mut self, score: f64) {
        self.add((2.0 * score) as u32, 2);
    }

    /// Returns the number of games or pairs.
    ///
    /// ```
    /// use quadrille_arena::tournament::Tally;
    ///
    /// assert_eq!(Tally { wins: 1, draws: 2, losses: 1 }.count(), 4);
    /// ```
    pub fn count(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the mean score, where a draw counts one half; `None` without games.
    ///
    /// ```
    /// use quadrille_arena::tournament::Tally;
    ///
    /// assert_eq!(Tally { wins: 1, draws: 2, losses: 1 }.score(), Some(0.5));
    /// assert_eq!(Tally::default().score(), None);
    /// ```
    pub fn score(self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(count))
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), |sum, tally| Self {
            wins: sum.wins + tally.wins,
            draws: sum.draws + tally.draws,
            losses: sum.losses + tally.losses,
        })
    }
}

/// The work of one agent in a series.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Effort {
    /// Moves chosen.
    pub moves: u64,
    /// Nodes of all moves.
    pub nodes: u64,
    /// The most nodes of a move.
    pub nodes_max: u64,
    /// The fewest nodes of a move.
    pub nodes_min: u64,
    /// Wall time of all moves.
    pub seconds: f64,
    /// The longest move.
    pub seconds_max: f64,
    /// The shortest move.
    pub seconds_min: f64,
    /// Games lost by forfeit or on time.
    pub forfeits: u32,
}

impl Effort {
    pub(super) fn add(&mut self, nodes: u64, seconds: f64) {
        let first = self.moves == 0;
        self.moves += 1;
        self.nodes = self.nodes.saturating_add(nodes);
        self.nodes_max = self.nodes_max.max(nodes);
        self.nodes_min = if first { nodes } else { self.nodes_min.min(nodes) };
        self.seconds += seconds;
        self.seconds_max = self.seconds_max.max(seconds);
        self.seconds_min = if first { seconds } else { self.seconds_min.min(seconds) };
    }

    /// Returns the nodes per move, rounded down as in the original program.
    pub fn nodes_mean(&self) -> u64 {
        self.nodes.checked_div(self.moves).unwrap_or(0)
    }
}

/// A finished game as one of its players sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The number of its opening.
    pub opening: usize,
    /// The player's seat.
    pub seat: Seat,
    /// 2 if the player won, 1 for a draw, else 0.
    pub doubled_score: u32,
    /// The player's points less the opponent's.
    pub margin: Points,
    /// Its moves; `None` if equal moves are new evidence, since a player draws them at random.
    pub id: Option<GameId>,
}

/// The results of one agent against another.
#[derive(Clone, Debug, Default)]
pub struct Duel {
    /// By game, repeated ones included.
    pub games: Tally,
    /// The same, in the first and in the second seat.
    pub by_seat: [Tally; 2],
    /// By pair: won if both games together are won. Without repeated pairs, like everything below.
    pub pairs: Tally,
    /// By score of the pair.
    pub pair_counts: PairCounts,
    /// How many pairs repeat the moves of earlier ones.
    pub repeated_pairs: u32,
    /// How many games ended for which reason. Only [`Standings::add`](super::Standings::add) counts
    /// them.
    pub reasons: BTreeMap<String, u32>,
    /// The work of the agent in these games. Only [`Standings::add`](super::Standings::add) counts
    /// it.
    pub effort: Effort,
    /// By pair: the mean margin.
    pair_margins: Vec<f64>,
    /// Games of incomplete pairs, by opening.
    half: BTreeMap<usize, PlayedGame>,
    /// The moves of the pairs, the game in the first seat before the other.
    seen: HashSet<[GameId; 2]>,
}

impl Duel {
    /// Adds a game.
    pub fn add(&mut self, game: PlayedGame) {
        self.games.add(game.doubled_score, 2);
        self.by_seat[game.seat.index()].add(game.doubled_score, 2);
        let Some(other) = self.half.remove(&game.opening) else {
            self.half.insert(game.opening, game);
            return;
        };
        let [first, second] = match game.seat {
            Seat::First => [game, other],
            Seat::Second => [other, game],
        };
        if let (Some(first), Some(second)) = (first.id, second.id)
            && !self.seen.insert([first, second])
        {
            self.repeated_pairs += 1;
            return;
        }
        let score = first.doubled_score + second.doubled_score;
        self.pairs.add(score, 4);
        self.pair_counts.add(score);
        self.pair_margins.push(f64::from(first.margin + second.margin) / 2.0);
    }

    /// Returns the mean margin of a game, repeated pairs excluded; `None` without games.
    pub fn margin(&self) -> Option<f64> {
        let paired: f64 = self.pair_margins.iter().map(|margin| 2.0 * margin).sum();
        let single: f64 = self.half.values().map(|game| f64::from(game.margin)).sum();
        let count = 2 * self.pair_margins.len() + self.half.len();
        (count > 0).then(|| (paired + single) / count as f64)
    }

    /// Returns the standard error of the mean margin over pairs; `None` for fewer than two.
    pub fn margin_error(&self) -> Option<f64> {
        mean_and_error(&self.pair_margins).map(|(_, error)| error)
    }

    /// Returns the mean score of complete pairs and its standard error; `None` for fewer than two.
    pub fn score_and_error(&self) -> Option<(f64, f64)> {
        mean_and_error(&self.pair_counts.scores())
    }

    /// Returns the difference in Elo over complete pairs; `None` for fewer than two.
    pub fn elo(&self) -> Option<EloEstimate> {
        EloEstimate::of(&self.pair_counts.scores())
    }

    /// Returns the log-likelihood ratio of a sequential test, and its verdict if it is over.
    pub fn sprt(&self, test: Sprt) -> (f64, Option<Verdict>) {
        let llr = test.log_likelihood_ratio(&self.pair_counts);
        (llr, test.verdict(llr))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(opening: usize, seat: Seat, doubled_score: u32, margin: Points) -> PlayedGame {
        PlayedGame { opening, seat, doubled_score, margin, id: None }
    }

    #[test]
    fn pairs_are_counted_when_both_games_are() {
        let mut duel = Duel::default();
        duel.add(game(0, Seat::First, 2, 10));
        assert_eq!((duel.games.count(), duel.pairs.count()), (1, 0));
        assert_eq!(duel.margin(), Some(10.0));
        duel.add(game(1, Seat::First, 2, 30));
        duel.add(game(0, Seat::Second, 0, -20));
        duel.add(game(1, Seat::Second, 1, 0));
        assert_eq!(duel.games, Tally { wins: 2, draws: 1, losses: 1 });
        assert_eq!(duel.by_seat[0], Tally { wins: 2, draws: 0, losses: 0 });
        assert_eq!(duel.by_seat[1], Tally { wins: 0, draws: 1, losses: 1 });
        assert_eq!(duel.pairs, Tally { wins: 1, draws: 1, losses: 0 });
        assert_eq!(duel.pair_counts, PairCounts([0, 0, 1, 1, 0]));
        assert_eq!(duel.margin(), Some(5.0));
        // Pair margins -5 and 15: their mean's standard error is 10.
        assert!((duel.margin_error().unwrap() - 10.0).abs() < 1e-12);
        let (score, error) = duel.score_and_error().unwrap();
        assert!((score - 0.625).abs() < 1e-12 && (error - 0.125).abs() < 1e-12);
    }
}
