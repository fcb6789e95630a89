//! What the reports printed, table by table, with the entries here that repeat it.
//!
//! The numbers are the reports' own. `faithful` does what the report's program did, faults included;
//! `repaired` what its authors meant. Where a report's program has no fault, the two are one. A
//! report's mean of time is a wall time of its own program and machine.

mod r0;
mod r2;
mod r3;
mod r4;

use super::{Claim, Figures, PublishedTable};

/// All tables, by report. R1's are about games, which the lab does not play.
pub const TABLES: &[PublishedTable] = &[
    r0::RANDOM,
    r0::HARD1,
    r2::DEPTH_FIRST,
    r2::HILL_CLIMBING,
    r2::SUPER,
    r2::BEST_FIRST,
    r2::ELIMINATION,
    r3::WITHIN,
    r3::ALL,
    r3::FAILED,
    r4::LOCAL,
    r4::SAMPLING,
];

/// The checksum of the first 40 puzzles that R2 and R3 used.
const FIRST_40: u32 = 0x4f3a_48c1;
/// Of their 100 puzzles.
const HUNDRED: u32 = 0x68dc_f294;
/// Of their 1000 puzzles, which do not begin with the same 100.
const THOUSAND: u32 = 0x62dd_f012;
