//! Recorded games as what ratings are estimated from.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Value, json};

use super::duel::Tally;
use super::evidence::GameId;
use super::ratings::{Estimate, RatedGame, Ratings};
use crate::agents::AgentName;
use crate::game::GameRecord;

/// Recorded games, to be rated together.
#[derive(Default)]
pub struct RatedGames {
    /// The agents.
    pub names: Vec<String>,
    /// The numbers of the names.
    numbers: HashMap<String, usize>,
    /// By agent: whether it draws moves at random.
    random: Vec<bool>,
    /// The games without those that repeat others.
    pub games: Vec<RatedGame>,
    /// The results of each agent.
    pub tallies: Vec<Tally>,
    /// The results of the player who moves first.
    pub first_player: Tally,
    /// The numbers of the pairs.
    pairs: BTreeMap<(usize, [usize; 2], u64, GameId), usize>,
    seen: HashSet<([usize; 2], GameId)>,
    /// Number of games that repeat the moves of others and are omitted.
    pub repeated: u32,
}

impl RatedGames {
    fn number(&mut self, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len();
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        let agent = AgentName::parse(name);
        self.random.push(agent.is_ok_and(|agent| agent.draws_moves()));
        self.tallies.push(Tally::default());
        number
    }

    /// Adds a game of a file. Ignores one without a result.
    pub fn add(&mut self, file: usize, game: &GameRecord) {
        let Some(result) = &game.result else { return };
        let [first, second] = &game.header.players;
        let players = [self.number(first), self.number(second)];
        let is_random = players.iter().any(|&player| self.random[player]);
        if !self.seen.insert((players, GameId::of(game))) && !is_random {
            self.repeated += 1;
            return;
        }
        let score = match result.winner {
            Some(1) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        let both = [players[0].min(players[1]), players[0].max(players[1])];
        let count = self.pairs.len();
        let key = (file, both, game.header.seed, GameId::of_opening(game));
        let pair = *self.pairs.entry(key).or_insert(count);
        self.games.push(RatedGame { players, score, pair });
        self.tallies[players[0]].add_score(score);
        self.tallies[players[1]].add_score(1.0 - score);
        self.first_player.add_score(score);
    }

    /// Returns the number of pairs of games from the same opening.
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// Returns the ratings of all agents in this order, as an object.
    pub fn object(&self, ratings: &Ratings, order: &[usize], seed: u64) -> Value {
        // JSON has no infinite numbers.
        let finite = |elo: f64| elo.is_finite().then_some(elo);
        let estimate = |it: Option<Estimate>| {
            json!({
                "elo": it.map(|it| it.estimate),
                "elo_low": it.and_then(|it| finite(it.low)),
                "elo_high": it.and_then(|it| finite(it.high)),
            })
        };
        let agent = |&agent: &usize| {
            let mut object = estimate(ratings.agents[agent]);
            object["agent"] = self.names[agent].clone().into();
            object["games"] = json!(self.tallies[agent]);
            object["score"] = self.tallies[agent].score().into();
            object
        };
        let mut first_player = estimate(ratings.first_player);
        first_player["games"] = json!(self.first_player);
        json!({
            "ratings": order.iter().map(agent).collect::<Vec<_>>(),
            "first_player": first_player,
            "games": self.games.len(),
            "pairs": self.pairs(),
            "games_repeated": self.repeated,
            "seed": seed,
        })
    }
}
