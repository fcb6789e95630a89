//! Statistics of a series: counts by game and by pair, margins, Elo, and the sequential test.
//!
//! The two games of an opening are not independent, since the opening may favor one seat. So the
//! unit of every interval is the game pair.

use std::collections::BTreeMap;

use serde::Serialize;

use super::elo::{EloEstimate, mean_and_error, score_of_elo, variance};
use crate::game::{GameRecord, Points};

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
    fn add(&mut self, doubled_score: u32, of: u32) {
        match (2 * doubled_score).cmp(&of) {
            std::cmp::Ordering::Greater => self.wins += 1,
            std::cmp::Ordering::Equal => self.draws += 1,
            std::cmp::Ordering::Less => self.losses += 1,
        }
    }

    /// Returns the number of games or pairs.
    pub fn count(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the mean score, where a draw counts one half; `None` without games.
    pub fn score(self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(count))
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
    fn add(&mut self, nodes: u64, seconds: f64) {
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

/// The results of one agent against another.
#[derive(Clone, Debug, Default)]
pub struct Duel {
    /// By game.
    pub games: Tally,
    /// By pair: won if both games together are won.
    pub pairs: Tally,
    /// How many games ended for which reason. Only [`Standings::add`] counts them.
    pub reasons: BTreeMap<String, u32>,
    /// The work of the agent in these games. Only [`Standings::add`] counts it.
    pub effort: Effort,
    /// The sum of the margins of all games, own points less the opponent's.
    margin_sum: f64,
    /// By complete pair: the score from 0 to 1.
    pair_scores: Vec<f64>,
    /// By complete pair: the mean margin.
    pair_margins: Vec<f64>,
    /// Games of incomplete pairs, by opening: the doubled score and the margin.
    half: BTreeMap<usize, (u32, Points)>,
}

impl Duel {
    /// Adds a game by its opening, doubled score (2 for a win, 1 for a draw) and margin.
    pub fn add(&mut self, opening: usize, doubled_score: u32, margin: Points) {
        self.games.add(doubled_score, 2);
        self.margin_sum += f64::from(margin);
        match self.half.remove(&opening) {
            None => {
                self.half.insert(opening, (doubled_score, margin));
            }
            Some((other_score, other_margin)) => {
                let doubled = doubled_score + other_score;
                self.pairs.add(doubled, 4);
                self.pair_scores.push(f64::from(doubled) / 4.0);
                self.pair_margins.push(f64::from(margin + other_margin) / 2.0);
            }
        }
    }

    /// Returns the mean margin of a game; `None` without games.
    pub fn margin(&self) -> Option<f64> {
        let count = self.games.count();
        (count > 0).then(|| self.margin_sum / f64::from(count))
    }

    /// Returns the standard error of the mean margin over pairs; `None` for fewer than two.
    pub fn margin_error(&self) -> Option<f64> {
        mean_and_error(&self.pair_margins).map(|(_, error)| error)
    }

    /// Returns the mean score of complete pairs and its standard error; `None` for fewer than two.
    pub fn score_and_error(&self) -> Option<(f64, f64)> {
        mean_and_error(&self.pair_scores)
    }

    /// Returns the difference in Elo over complete pairs; `None` for fewer than two.
    pub fn elo(&self) -> Option<EloEstimate> {
        EloEstimate::of(&self.pair_scores)
    }

    /// Returns the log-likelihood ratio of a sequential test, and its verdict if it is over.
    pub fn sprt(&self, test: Sprt) -> (f64, Option<Verdict>) {
        let llr = test.log_likelihood_ratio(&self.pair_scores);
        (llr, test.verdict(llr))
    }
}

/// A sequential probability ratio test between two differences in Elo (Wald 1945) on game pairs.
///
/// It uses the likelihood ratio of the normal approximation with the observed variance (Van den
/// Bergh 2019, "GSPRT"), with the same pairs added as to the interval of the score. Without them, the
/// first few pairs often have equal results, and the test was wrong in one of seven cases instead
/// of one of twenty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the hypothesis to be rejected.
    pub elo0: f64,
    /// The difference of the hypothesis to be accepted.
    pub elo1: f64,
}

/// How a sequential test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For `elo1`.
    Accepted,
    /// For `elo0`.
    Rejected,
}

impl Sprt {
    /// The probability of accepting or rejecting wrongly.
    pub const ERROR: f64 = 0.05;

    /// Returns the log-likelihood ratio of these pair scores.
    pub fn log_likelihood_ratio(self, scores: &[f64]) -> f64 {
        if scores.is_empty() {
            return 0.0;
        }
        let count = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / count;
        let variance = variance(scores);
        let (s0, s1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// Returns the bounds of the log-likelihood ratio at which the test ends.
    pub fn bounds() -> [f64; 2] {
        let odds = [Self::ERROR / (1.0 - Self::ERROR), (1.0 - Self::ERROR) / Self::ERROR];
        odds.map(libm::log)
    }

    /// Returns the verdict at that log-likelihood ratio; `None` if the test is not over.
    pub fn verdict(self, llr: f64) -> Option<Verdict> {
        let [low, high] = Self::bounds();
        let rejected = || (llr <= low).then_some(Verdict::Rejected);
        if llr >= high { Some(Verdict::Accepted) } else { rejected() }
    }
}

/// The results of a series.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The results of the row against the column; the diagonal is empty.
    duels: Vec<Vec<Duel>>,
    /// By agent.
    efforts: Vec<Effort>,
}

impl Standings {
    /// Creates empty standings for that many agents.
    pub fn new(agents: usize) -> Self {
        Self {
            duels: vec![vec![Duel::default(); agents]; agents],
            efforts: vec![Effort::default(); agents],
        }
    }

    /// Adds a game between two of the agents. Ignores a game without a result.
    pub fn add(&mut self, players: [usize; 2], opening: usize, record: &GameRecord) {
        let Some(result) = &record.result else { return };
        let [first, second] = result.final_scores;
        let doubled = match result.winner {
            Some(1) => 2,
            Some(_) => 0,
            None => 1,
        };
        let [a, b] = players;
        for (own, other, doubled, margin) in
            [(a, b, doubled, first - second), (b, a, 2 - doubled, second - first)]
        {
            let duel = &mut self.duels[own][other];
            duel.add(opening, doubled, margin);
            *duel.reasons.entry(result.reason_for_end.clone()).or_default() += 1;
        }
        for ply in record.plies.iter().skip(record.header.opening_plies) {
            let [own, other] = if ply.player == 2 { [b, a] } else { [a, b] };
            for effort in [&mut self.efforts[own], &mut self.duels[own][other].effort] {
                effort.add(ply.nodes, ply.seconds.unwrap_or(0.0));
            }
        }
        if matches!(result.reason_for_end.as_str(), "forfeit" | "time")
            && let Some(winner) = result.winner
        {
            let [own, other] = if winner == 1 { [b, a] } else { [a, b] };
            self.efforts[own].forfeits += 1;
            self.duels[own][other].effort.forfeits += 1;
        }
    }

    /// Returns the results of one agent against another.
    pub fn duel(&self, own: usize, other: usize) -> &Duel {
        &self.duels[own][other]
    }

    /// Returns how many games ended for which reason.
    pub fn reasons(&self) -> BTreeMap<&str, u32> {
        let mut all = BTreeMap::new();
        // Each game is in the duels of both players.
        for (own, duels) in self.duels.iter().enumerate() {
            for (reason, count) in duels[own + 1..].iter().flat_map(|duel| &duel.reasons) {
                *all.entry(reason.as_str()).or_default() += count;
            }
        }
        all
    }

    /// Returns the work of an agent in all its games.
    pub fn effort(&self, agent: usize) -> &Effort {
        &self.efforts[agent]
    }

    /// Returns all results of an agent.
    pub fn total(&self, agent: usize) -> Tally {
        let games = || self.duels[agent].iter().map(|duel| duel.games);
        Tally {
            wins: games().map(|tally| tally.wins).sum(),
            draws: games().map(|tally| tally.draws).sum(),
            losses: games().map(|tally| tally.losses).sum(),
        }
    }

    /// Returns the agents by score, best first; ties in their order.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.duels.len()).collect();
        let score = |agent: usize| self.total(agent).score().unwrap_or(-1.0);
        order.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_when_both_games_are() {
        let mut duel = Duel::default();
        duel.add(0, 2, 10);
        assert_eq!((duel.games.count(), duel.pairs.count()), (1, 0));
        duel.add(1, 2, 30);
        duel.add(0, 0, -20);
        duel.add(1, 1, 0);
        assert_eq!(duel.games, Tally { wins: 2, draws: 1, losses: 1 });
        assert_eq!(duel.pairs, Tally { wins: 1, draws: 1, losses: 0 });
        assert_eq!(duel.margin(), Some(5.0));
        // Pair margins -5 and 15: their mean's standard error is 10.
        assert!((duel.margin_error().unwrap() - 10.0).abs() < 1e-12);
        let (score, error) = duel.score_and_error().unwrap();
        assert!((score - 0.625).abs() < 1e-12 && (error - 0.125).abs() < 1e-12);
    }

    /// Computed by hand: 100 pairs, 60 won and 40 lost, mean 0.6. With two more each the variance is
    /// 62 x 42 / 104².
    #[test]
    fn the_log_likelihood_ratio_is_as_computed_by_hand() {
        let scores = [[1.0; 60].as_slice(), &[0.0; 40]].concat();
        let test = Sprt { elo0: 0.0, elo1: 100.0 };
        let s1 = score_of_elo(100.0);
        let expected = 100.0 * (s1 - 0.5) * (1.2 - 0.5 - s1) / (2.0 * 62.0 * 42.0 / 104.0 / 104.0);
        let llr = test.log_likelihood_ratio(&scores);
        assert!((llr - expected).abs() < 1e-9, "{llr} {expected}");
        assert!((Sprt::bounds()[1] - 2.944_438_979_166_44).abs() < 1e-12);
        assert_eq!(test.verdict(3.0), Some(Verdict::Accepted));
        assert_eq!(test.verdict(-3.0), Some(Verdict::Rejected));
        assert_eq!(test.verdict(0.0), None);
    }

    /// Pairs that are won or lost at random are the hardest: the first few are often equal.
    #[test]
    fn the_sequential_test_is_rarely_wrong() {
        let matches = 2000;
        for (elo0, elo1) in [(0.0, 100.0), (-100.0, 100.0)] {
            let test = Sprt { elo0, elo1 };
            for (truth, wrong) in [(elo0, Verdict::Accepted), (elo1, Verdict::Rejected)] {
                let bound = (score_of_elo(truth) * 1e6) as usize;
                let mut rng = quadrille_engine::Rng::from_seed(1);
                let mut errors = 0;
                for _ in 0..matches {
                    let mut scores = Vec::new();
                    let verdict = loop {
                        scores.push(if rng.below(1_000_000) < bound { 1.0 } else { 0.0 });
                        let llr = test.log_likelihood_ratio(&scores);
                        if let Some(verdict) = test.verdict(llr) {
                            break verdict;
                        }
                    };
                    errors += u32::from(verdict == wrong);
                }
                assert!(errors * 100 <= 7 * matches, "{elo0} to {elo1}, {truth}: {errors}");
            }
        }
    }
}
