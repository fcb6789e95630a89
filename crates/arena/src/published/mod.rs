//! The results of report R1 beside ours: its games played again, and matches about what it claims
//! without figures. Those of the other reports are in [`quadrille_lab::published`].

mod claims;
mod games;

pub use claims::{ClaimRow, claim_rows, claim_section};
pub use games::{GameRow, game_sections, play_published_games};

const REPORT: &str = "R1";
