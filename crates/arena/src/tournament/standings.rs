//! Statistics of a series: the results of each agent against each other, and their work.

use std::collections::BTreeMap;

use super::duel::{Duel, Effort, PlayedGame, Tally};
use super::evidence::GameId;
use crate::agents::AgentName;
use crate::game::{GameRecord, Seat};

/// The results of a series.
///
/// ```
#[doc = include_str!("../game/example.txt")]
/// use quadrille_arena::tournament::Standings;
///
/// let mut standings = Standings::new(2);
/// standings.add([0, 1], 0, &record);
/// assert_eq!(standings.total(0).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Standings {
    /// The results of the row against the column; the diagonal is empty.
    duels: Vec<Vec<Duel>>,
    /// By agent.
    efforts: Vec<Effort>,
    /// By agent: whether it draws moves at random, so that a repeated game is a new result.
    random: Vec<bool>,
}

impl Standings {
    /// Creates empty standings for that many agents, whose repeated games are not counted in estimates.
    pub fn new(agents: usize) -> Self {
        Self {
            duels: vec![vec![Duel::default(); agents]; agents],
            efforts: vec![Effort::default(); agents],
            random: vec![false; agents],
        }
    }

    /// Creates empty standings for these agents. Games of agents that are known to draw their moves
    /// at random always count.
    pub fn of(agents: &[AgentName]) -> Self {
        let random = agents.iter().map(AgentName::draws_moves).collect();
        Self { random, ..Self::new(agents.len()) }
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
        let id = (!self.random[a] && !self.random[b]).then(|| GameId::of(record));
        for (own, other, seat, doubled_score, margin) in [
            (a, b, Seat::First, doubled, first - second),
            (b, a, Seat::Second, 2 - doubled, second - first),
        ] {
            let duel = &mut self.duels[own][other];
            duel.add(PlayedGame { opening, seat, doubled_score, margin, id });
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

    /// Returns all results of the first player.
    pub fn first_player(&self) -> Tally {
        self.duels.iter().flatten().map(|duel| duel.by_seat[0]).sum()
    }

    /// Returns the work of an agent in all its games.
    pub fn effort(&self, agent: usize) -> &Effort {
        &self.efforts[agent]
    }

    /// Returns all results of an agent.
    pub fn total(&self, agent: usize) -> Tally {
        self.duels[agent].iter().map(|duel| duel.games).sum()
    }

    /// Returns the agents by score, best first; ties in their order.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.duels.len()).collect();
        let score = |agent: usize| self.total(agent).score().unwrap_or(-1.0);
        order.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
        order
    }
}
