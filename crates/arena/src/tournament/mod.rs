//! Games between agents, schedules, and what the results mean.

mod book;
mod duel;
mod elo;
mod evidence;
mod pentanomial;
mod play;
mod rated_games;
mod ratings;
mod results;
mod schedule;
mod series;
mod sprt;
mod standings;

pub use book::{Book, OpeningError, Openings, WhenShort};
pub use duel::{Duel, Effort, PlayedGame, Tally};
pub use elo::{EloEstimate, elo_of_score, score_of_elo};
pub use evidence::GameId;
pub use pentanomial::{PAIR_SCORES, PairCounts};
pub use play::{GameError, play_game, play_game_by_line};
pub use rated_games::RatedGames;
pub use ratings::{Estimate, RatedGame, Ratings, RatingsError};
pub use results::Results;
pub use schedule::{Pairing, Plan};
pub use series::{Series, SeriesEnd};
pub use sprt::{Sprt, Verdict};
pub use standings::Standings;
