//! What the lab knows of an algorithm, its parameters, and how users name it.
//!
//! The algorithms themselves are in [`algorithms`](crate::algorithms); nothing here depends on
//! them. The arena uses the same parameters and names for its agents.

mod configuration;
mod entry;
mod name;
mod outside;
mod parameter;
mod scale;
mod seeds;
mod set;
mod suggestion;

pub use configuration::Configuration;
pub use entry::{Entry, Family, any_board, supported_shapes, without_edges};
pub use name::{NameError, Named, parse_name, write_name};
pub use outside::PROGRAM;
pub use parameter::{Key, Kind, Parameter, ParameterError, Parameters, Value};
pub use scale::Scale;
pub use seeds::{Seed, Seeds, SeedsError};
pub use set::{Registry, RegistryError};
pub use suggestion::{did_you_mean, is_near_miss, nearest};
