//! Games between agents: the referee, schedules, and what the results mean.

mod elo;
mod referee;
mod schedule;
mod series;
mod standings;

pub use elo::{EloEstimate, elo_of_score, score_of_elo};
pub use referee::{Fixture, GameError, play_game, play_game_by_line};
pub use schedule::{OpeningError, Openings, Pairing, Plan};
pub use series::{Series, SeriesEnd};
pub use standings::{Duel, Effort, Sprt, Standings, Tally, Verdict};
