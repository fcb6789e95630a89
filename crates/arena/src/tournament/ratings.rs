//! Ratings of many agents from all their games at once.
//!
//! The model is that of Bradley and Terry (1952) with an advantage of the first player, as Davidson
//! and Beaver (1977) have it: the expected score of the first player is
//!
//! ```text
//!   1 / (1 + 10^-((first's rating - second's rating + advantage) / 400))
//! ```
//!
//! and a draw counts as half a win and half a loss. The ratings are the most likely ones, with mean
//! 0. Their errors come from the scatter of game pairs (the sandwich estimator, with pairs as
//! clusters), since the two games of an opening are not independent; where games of the model
//! would scatter more, the model's errors are used, so that few pairs with equal results do not look
//! certain.
//!
//! The model has no term for openings. Where they matter strongly, intervals are too narrow: in
//! simulated tournaments with openings worth up to 200 Elo to either seat, the interval of the
//! advantage covered its true value in 91 %.

use std::f64::consts::LN_10;

use quadrille_lab::stats::t95;
use thiserror::Error;

/// A finished game, for ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedGame {
    /// The first and the second player.
    pub players: [usize; 2],
    /// The score of the first player: 0, 0.5 or 1.
    pub score: f64,
    /// The game pair: a number that its two games share.
    pub pair: usize,
}

/// A value in Elo with its 95 % interval, whose ends are infinite if there are too few pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The lower end.
    pub low: f64,
    /// The most likely value.
    pub estimate: f64,
    /// The upper end.
    pub high: f64,
}

/// The ratings of some agents.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By agent. `None` for those whose rating has no finite value on the same scale: they won or
    /// lost all games against the agents that are rated, or played none against them.
    pub agents: Vec<Option<Estimate>>,
    /// What moving first is worth. `None` if the games do not tell, for example because no two
    /// agents swapped seats or the first player won every game; it is taken as 0 then.
    pub first_player: Option<Estimate>,
}

/// Why there are no ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RatingsError {
    /// The fit would take too long.
    #[error("{0} agents; at most {max} can be rated", max = Ratings::MAX_AGENTS)]
    TooManyAgents(usize),
}

/// Elo of a unit of the logistic function.
const ELO: f64 = 400.0 / LN_10;
/// The largest difference, in Elo, that counts as finite.
const MAX_ELO: f64 = 6000.0;

impl Ratings {
    /// The most agents that can be rated at once.
    pub const MAX_AGENTS: usize = 300;

    /// Fits the ratings of that many agents.
    ///
    /// # Errors
    /// When there are too many agents.
    ///
    /// ```
    /// use quadrille_arena::tournament::{RatedGame, Ratings};
    ///
    /// // The first agent wins three of four games, in pairs with seats swapped.
    /// let scores = [(0, 1.0), (1, 0.0), (0, 0.0), (1, 0.0)];
    /// let games =
    ///     scores.map(|(first, score)| RatedGame { players: [first, 1 - first], score, pair: 0 });
    /// let ratings = Ratings::fit(2, &games)?;
    /// let [Some(first), Some(second)] = &ratings.agents[..] else { panic!("both are rated") };
    /// assert!(first.estimate > second.estimate);
    /// # Ok::<(), quadrille_arena::tournament::RatingsError>(())
    /// ```
    pub fn fit(agents: usize, games: &[RatedGame]) -> Result<Self, RatingsError> {
        if agents > Self::MAX_AGENTS {
            return Err(RatingsError::TooManyAgents(agents));
        }
        let rated = comparable(agents, games);
        let mut number = vec![None; agents];
        for (index, &agent) in rated.iter().enumerate() {
            number[agent] = Some(index);
        }
        let games: Vec<RatedGame> = games
            .iter()
            .filter_map(|game| {
                let [first, second] = game.players.map(|agent| number[agent]);
                Some(RatedGame { players: [first?, second?], ..*game })
            })
            .filter(|game| game.players[0] != game.players[1])
            .collect();
        let mut result = Self { agents: vec![None; agents], first_player: None };
        if games.is_empty() {
            return Ok(result);
        }
        let fit = |seats| Fit::maximize(rated.len(), seats, &games);
        let Some(mut fit) = fit(true).or_else(|| fit(false)) else { return Ok(result) };
        let mut estimates = fit.estimates(&games);
        if fit.seats {
            result.first_player = estimates.pop();
        }
        for (agent, estimate) in rated.into_iter().zip(estimates) {
            result.agents[agent] = Some(estimate);
        }
        Ok(result)
    }
}

/// Returns the largest group of agents of which each scored, maybe through others, against each
/// other: only for these the most likely ratings are finite (Ford 1957). The first of equals.
fn comparable(agents: usize, games: &[RatedGame]) -> Vec<usize> {
    let mut scored = vec![vec![false; agents]; agents];
    for &RatedGame { players: [a, b], score, .. } in games {
        scored[a][b] |= score > 0.0;
        scored[b][a] |= score < 1.0;
    }
    let reach: Vec<Vec<bool>> = (0..agents)
        .map(|start| {
            let mut found = vec![false; agents];
            let mut next = vec![start];
            while let Some(agent) = next.pop() {
                if !std::mem::replace(&mut found[agent], true) {
                    next.extend((0..agents).filter(|&other| scored[agent][other]));
                }
            }
            found
        })
        .collect();
    let group = |a: usize| (0..agents).filter(|&b| reach[a][b] && reach[b][a]).collect();
    let groups = (0..agents).map(group);
    groups
        .rev()
        .max_by_key(Vec::len)
        .filter(|group: &Vec<usize>| group.len() > 1)
        .unwrap_or_default()
}

/// The most likely parameters: a rating for each agent, and maybe the advantage.
struct Fit {
    agents: usize,
    seats: bool,
    values: Vec<f64>,
    /// The inverse of the information matrix, on ratings with mean 0.
    inverse: Vec<Vec<f64>>,
}

impl Fit {
    /// Newton's method with halved steps. Returns `None` if the games do not determine the
    /// parameters, or make them infinite.
    fn maximize(agents: usize, seats: bool, games: &[RatedGame]) -> Option<Self> {
        let size = agents + usize::from(seats);
        let mut fit = Self { agents, seats, values: vec![0.0; size], inverse: Vec::new() };
        let mut likelihood = fit.log_likelihood(games);
        for _ in 0..100 {
            let (gradient, information) = fit.derivatives(games);
            fit.inverse = inverse(information)?;
            let step: Vec<f64> = fit.inverse.iter().map(|row| dot(row, &gradient)).collect();
            let before = fit.values.clone();
            let mut factor = 1.0;
            loop {
                fit.values = before.iter().zip(&step).map(|(v, s)| v + factor * s).collect();
                let next = fit.log_likelihood(games);
                // A step of rounding errors may not improve it.
                if next >= likelihood - 1e-9 || factor < 1e-6 {
                    likelihood = next;
                    break;
                }
                factor /= 2.0;
            }
            if fit.values.iter().any(|value| value.is_nan() || value.abs() * ELO >= MAX_ELO) {
                return None;
            }
            if step.iter().all(|step| step.abs() < 1e-8) {
                return Some(fit);
            }
        }
        None
    }

    fn expected(&self, game: &RatedGame) -> f64 {
        let [first, second] = game.players.map(|agent| self.values[agent]);
        let advantage = if self.seats { self.values[self.agents] } else { 0.0 };
        1.0 / (1.0 + libm::exp(second - first - advantage))
    }

    fn log_likelihood(&self, games: &[RatedGame]) -> f64 {
        let of = |game: &RatedGame| {
            let p = self.expected(game).clamp(f64::MIN_POSITIVE, 1.0);
            let q = (1.0 - p).max(f64::MIN_POSITIVE);
            game.score * libm::log(p) + (1.0 - game.score) * libm::log(q)
        };
        games.iter().map(of).sum()
    }

    /// The parameters of a game, with their signs.
    fn terms(&self, game: &RatedGame) -> impl Iterator<Item = (usize, f64)> + use<> {
        let [first, second] = game.players;
        let advantage = self.seats.then_some((self.agents, 1.0));
        [(first, 1.0), (second, -1.0)].into_iter().chain(advantage)
    }

    /// Returns the gradient and the information matrix. A matrix of ones is added to the part of
    /// the ratings, whose sum is free: it keeps their mean at 0.
    fn derivatives(&self, games: &[RatedGame]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let size = self.values.len();
        let mut gradient = vec![0.0; size];
        let mut information = vec![vec![0.0; size]; size];
        for row in &mut information[..self.agents] {
            row[..self.agents].fill(1.0);
        }
        for game in games {
            let p = self.expected(game);
            for (i, sign) in self.terms(game) {
                gradient[i] += sign * (game.score - p);
                for (j, other) in self.terms(game) {
                    information[i][j] += sign * other * p * (1.0 - p);
                }
            }
        }
        (gradient, information)
    }

    /// Returns the parameters in Elo with their intervals.
    fn estimates(&mut self, games: &[RatedGame]) -> Vec<Estimate> {
        let size = self.values.len();
        let mut sorted: Vec<&RatedGame> = games.iter().collect();
        sorted.sort_by_key(|game| game.pair);
        let mut scatter = vec![0.0; size];
        let mut pairs = 0;
        for pair in sorted.chunk_by(|a, b| a.pair == b.pair) {
            let mut residual = vec![0.0; size];
            for &game in pair {
                let excess = game.score - self.expected(game);
                for (i, sign) in self.terms(game) {
                    residual[i] += sign * excess;
                }
            }
            for (variance, row) in scatter.iter_mut().zip(&self.inverse) {
                *variance += dot(row, &residual) * dot(row, &residual);
            }
            pairs += 1;
        }
        // The sum of the ratings is no parameter.
        let freedom = (pairs + 1_usize).checked_sub(size).filter(|&freedom| freedom > 0);
        let estimate = |(index, &value): (usize, &f64)| {
            let free_sum =
                if index < self.agents { 1.0 / (self.agents * self.agents) as f64 } else { 0.0 };
            let modelled = self.inverse[index][index] - free_sum;
            let width = freedom.map_or(f64::INFINITY, |freedom| {
                let scattered = scatter[index] * pairs as f64 / freedom as f64;
                t95(freedom) * libm::sqrt(scattered.max(modelled))
            });
            Estimate {
                low: ELO * (value - width),
                estimate: ELO * value,
                high: ELO * (value + width),
            }
        };
        self.values.iter().enumerate().map(estimate).collect()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the inverse of a positive definite matrix by elimination; `None` if it is singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let scale = (0..size).map(|i| matrix[i][i]).fold(0.0, f64::max);
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == index))));
    }
    for column in 0..size {
        let magnitude = |row: usize| matrix[row][column].abs();
        let pivot = (column..size).max_by(|&a, &b| magnitude(a).total_cmp(&magnitude(b)))?;
        matrix.swap(column, pivot);
        let divisor = matrix[column][column];
        if divisor.abs() <= 1e-12 * scale {
            return None;
        }
        for value in &mut matrix[column] {
            *value /= divisor;
        }
        let pivot_row = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(row, _)| *row != column) {
            let factor = row[column];
            if factor != 0.0 {
                for (value, pivot) in row.iter_mut().zip(&pivot_row) {
                    *value -= factor * pivot;
                }
            }
        }
    }
    Some(matrix.into_iter().map(|mut row| row.split_off(size)).collect())
}

#[cfg(test)]
mod tests {
    use quadrille_core::Rng;

    use super::*;
    use crate::tournament::elo_of_score;

    /// Both games of pairs with these scores of the first agent.
    fn games(scores: &[[f64; 2]]) -> Vec<RatedGame> {
        let pairs = scores.iter().enumerate();
        pairs
            .flat_map(|(pair, &[as_first, as_second])| {
                [
                    RatedGame { players: [0, 1], score: as_first, pair },
                    RatedGame { players: [1, 0], score: 1.0 - as_second, pair },
                ]
            })
            .collect()
    }

    /// For two agents the most likely expected score is the observed one.
    #[test]
    fn two_agents_differ_by_the_elo_of_their_score() {
        // 6 of 8 as the first player, 4 of 8 as the second.
        let scores = [[1.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]].repeat(2);
        let ratings = Ratings::fit(2, &games(&scores)).unwrap();
        let [a, b] = [0, 1].map(|agent| ratings.agents[agent].unwrap());
        let (as_first, as_second) = (elo_of_score(0.75), elo_of_score(0.5));
        assert!((a.estimate - b.estimate - (as_first + as_second) / 2.0).abs() < 1e-6);
        assert!((a.estimate + b.estimate).abs() < 1e-6);
        let advantage = ratings.first_player.unwrap();
        assert!((advantage.estimate - (as_first - as_second) / 2.0).abs() < 1e-6);
        assert!(a.low < a.estimate && a.estimate < a.high && a.high.is_finite());
    }

    #[test]
    fn what_games_do_not_tell_has_no_value() {
        // The first player wins every game.
        let ratings = Ratings::fit(2, &games(&[[1.0, 0.0]; 5])).unwrap();
        assert_eq!(ratings.first_player, None);
        assert!(ratings.agents.iter().all(|rating| rating.unwrap().estimate.abs() < 1e-6));
        // Agent 2 lost every game, agent 3 played none.
        let mut all = games(&[[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]);
        all.push(RatedGame { players: [0, 2], score: 1.0, pair: 9 });
        let ratings = Ratings::fit(4, &all).unwrap();
        assert_eq!(ratings.agents[2..], [None, None]);
        assert!(ratings.agents[0].is_some());
        assert_eq!(Ratings::fit(2, &games(&[[1.0, 1.0]; 9])).unwrap().agents, [None, None]);
        assert_eq!(Ratings::fit(0, &[]).unwrap().agents, []);
        assert_eq!(Ratings::fit(301, &[]), Err(RatingsError::TooManyAgents(301)));
        // One pair leaves nothing to estimate errors from.
        let one = Ratings::fit(2, &games(&[[0.5, 1.0]])).unwrap();
        assert!(one.agents[0].is_none_or(|rating| rating.high.is_infinite()));
    }

    /// Over many tournaments of four agents from openings that favor a seat, the intervals cover the
    /// true values.
    #[test]
    fn intervals_cover_the_true_ratings() {
        let truth = [120.0, 40.0, -10.0, -150.0];
        let advantage = 60.0;
        let mut rng = Rng::from_seed(5);
        let (tournaments, mut covered) = (300, [0; 5]);
        for _ in 0..tournaments {
            let mut all = Vec::new();
            let mut pair = 0;
            for a in 0..4 {
                for b in a + 1..4 {
                    for _ in 0..15 {
                        // What the opening is worth to the first player, besides the advantage.
                        let favor = rng.below(201) as f64 - 100.0;
                        for players in [[a, b], [b, a]] {
                            let [own, other] = players.map(|agent: usize| truth[agent]);
                            let p =
                                crate::tournament::score_of_elo(own - other + advantage + favor);
                            let won = rng.below(1 << 30) < (p * f64::from(1 << 30)) as usize;
                            let score = f64::from(u8::from(won));
                            all.push(RatedGame { players, score, pair });
                        }
                        pair += 1;
                    }
                }
            }
            let ratings = Ratings::fit(4, &all).unwrap();
            let found = ratings.agents.iter().copied().chain([ratings.first_player]);
            for ((estimate, &truth), covered) in
                found.zip(truth.iter().chain([&advantage])).zip(&mut covered)
            {
                let Estimate { low, high, .. } = estimate.unwrap();
                *covered += u32::from((low..=high).contains(&truth));
            }
        }
        // The model has no favor of openings, which shrinks its values slightly.
        assert!(covered.iter().all(|&covered| covered * 100 >= 92 * tournaments), "{covered:?}");
    }
}
