//! Statistics for reports. Everything here is a pure function of numbers, tested against published
//! or independently computed values, which are named beside each test.

mod association;
mod bootstrap;
mod cost;
mod interval;
mod normal;
mod paired;
mod rank;
mod ridge;
mod share_difference;
mod student;
mod success;
mod survival;
mod walsh;

pub use association::{Association, Untold, associations, mid_ranks};
pub use bootstrap::{median_interval, resampled_interval, resampled_intervals};
pub use cost::{expected_running_time, penalized_average};
pub use interval::{Interval, Z95, wilson};
pub use normal::two_sided_quantile;
pub use paired::{Paired, Pairing, median};
pub use rank::{SignedRank, a12, holm, signed_rank};
pub use ridge::{Effect, RankModel, rank_model};
pub use share_difference::ShareDifference;
pub use student::t95;
pub use success::cluster_success;
pub use survival::{End, Observation, Step, Survival};
pub use walsh::Walsh;
