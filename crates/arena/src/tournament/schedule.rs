//! Schedules: which agents meet, from which openings. Computed before any game is played.

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
    ///
    /// ```
    /// use quadrille_arena::tournament::Plan;
    ///
    /// // Each two of four agents meet in ten games, or the first meets the others.
    /// assert_eq!((Plan::RoundRobin.games(4, 10), Plan::Gauntlet.games(4, 10)), (60, 30));
    /// ```
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
    ///
    /// ```
    /// use quadrille_arena::tournament::Plan;
    ///
    /// let pairings = Plan::RoundRobin.pairings(2, 4);
    /// assert_eq!(pairings.len(), 4);
    /// // Both games of an opening, with seats swapped.
    /// assert_eq!((pairings[0].players, pairings[1].players), ([0, 1], [1, 0]));
    /// assert_eq!((pairings[0].opening, pairings[1].opening), (0, 0));
    /// ```
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
