//! The results of a series, in numbers.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::book::Openings;
use super::duel::Effort;
use super::series::Series;
use super::sprt::{Sprt, Verdict};
use super::standings::Standings;
use crate::game::GameRecord;

/// The results of a series so far, of which a sequential test may be the purpose.
pub struct Results<'a> {
    /// The series.
    pub series: &'a Series,
    /// Number of games played.
    pub games: usize,
    /// What they come to.
    pub standings: Standings,
    /// The test.
    pub sprt: Option<Sprt>,
    /// Whether the test ended because the openings ran out and games were repeated.
    pub ran_out: bool,
}

impl<'a> Results<'a> {
    /// Returns those of no game.
    pub fn new(series: &'a Series, sprt: Option<Sprt>) -> Self {
        let standings = Standings::of(&series.agents);
        Self { series, games: 0, standings, sprt, ran_out: false }
    }

    /// Adds a game. Returns whether the sequential test is over.
    pub fn add(&mut self, game: &GameRecord) -> bool {
        let pairing = self.series.pairings[game.header.game];
        let repeated = self.standings.duel(0, 1).repeated_pairs;
        self.standings.add(pairing.players, pairing.opening, game);
        self.games += 1;
        let Some(test) = self.sprt else { return false };
        let duel = self.standings.duel(0, 1);
        let openings = match &self.series.openings {
            Openings::List(list) => list.len(),
            Openings::None | Openings::Random(_) => usize::MAX,
        };
        self.ran_out |= duel.repeated_pairs > repeated && pairing.opening >= openings;
        self.ran_out || duel.sprt(test).1.is_some()
    }

    fn name(&self, agent: usize) -> String {
        self.series.name(agent)
    }

    /// Returns the pairs of agents that meet.
    pub fn duels(&self) -> BTreeSet<(usize, usize)> {
        let sorted = |[a, b]: [usize; 2]| (a.min(b), a.max(b));
        self.series.pairings.iter().map(|pairing| sorted(pairing.players)).collect()
    }

    /// Returns the results between two agents as JSON.
    pub fn duel_object(&self, a: usize, b: usize) -> Value {
        let duel = self.standings.duel(a, b);
        // JSON has no infinite numbers.
        let finite = |elo: f64| elo.is_finite().then_some(elo);
        let mut object = json!({
            "agents": [self.name(a), self.name(b)],
            "seed": self.series.seed,
            "passing": self.series.rules.passing.id(),
            "games": duel.games,
            "as_first": duel.by_seat[0],
            "as_second": duel.by_seat[1],
            "pairs": duel.pairs,
            "pentanomial": duel.pair_counts,
            "pairs_repeated": duel.repeated_pairs,
            "score": duel.games.score(),
            "margin_mean": duel.margin(),
            "margin_error": duel.margin_error(),
            "elo": duel.elo().map(|elo| finite(elo.estimate)),
            "elo_low": duel.elo().map(|elo| finite(elo.low)),
            "elo_high": duel.elo().map(|elo| finite(elo.high)),
            "nelo": duel.pair_counts.normalized_elo().map(|[_, estimate, _]| estimate),
            "nelo_low": duel.pair_counts.normalized_elo().map(|[low, ..]| low),
            "nelo_high": duel.pair_counts.normalized_elo().map(|[.., high]| high),
            "los": duel.pair_counts.superiority(),
            "reasons": duel.reasons,
            "effort": [
                self.effort_object(a, &duel.effort),
                self.effort_object(b, &self.standings.duel(b, a).effort),
            ],
        });
        if let Some(test) = self.sprt {
            let (llr, verdict) = duel.sprt(test);
            object["sprt"] = json!({
                "elo0": test.elo0, "elo1": test.elo1, "llr": llr,
                "verdict": verdict.map(Verdict::id),
                "out_of_openings": self.ran_out,
            });
        }
        object
    }

    /// Returns the results of all agents as JSON.
    pub fn tournament_object(&self) -> Value {
        let standing = |agent| {
            let total = self.standings.total(agent);
            json!({
                "agent": self.name(agent),
                "games": total,
                "score": total.score(),
                "effort": self.effort_object(agent, self.standings.effort(agent)),
            })
        };
        let ranking: Vec<Value> = self.standings.ranking().into_iter().map(standing).collect();
        let duels: Vec<Value> =
            self.duels().into_iter().map(|(a, b)| self.duel_object(a, b)).collect();
        json!({
            "standings": ranking,
            "duels": duels,
            "games": self.games,
            "first_player": self.standings.first_player(),
            "reasons": self.standings.reasons(),
            "seed": self.series.seed,
        })
    }

    fn effort_object(&self, agent: usize, effort: &Effort) -> Value {
        json!({
            "agent": self.name(agent),
            "moves": effort.moves,
            "nodes_total": effort.nodes,
            "nodes_mean": effort.nodes_mean(),
            "nodes_max": effort.nodes_max,
            "nodes_min": effort.nodes_min,
            "seconds_total": effort.seconds,
            "seconds_mean": effort.seconds / effort.moves.max(1) as f64,
            "seconds_max": effort.seconds_max,
            "seconds_min": effort.seconds_min,
            "forfeits": effort.forfeits,
        })
    }
}
