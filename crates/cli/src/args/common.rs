//! Options that several commands share.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use quadrille_core::{BoxShape, Limits};

use super::values;

/// Options of all commands, before or after the command's name.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Print one JSON object per line
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Seed of all random choices [default: 1; generate and play draw one]
    #[arg(long, global = true, value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Threads to use [default: all cores]
    #[arg(short = 'j', long, global = true, value_name = "N", value_parser = values::threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Suppress progress and notes
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Print details of what is done to standard error
    // The short help of the program has to fit a screen.
    #[arg(short, long, global = true, hide_short_help = true)]
    pub(crate) verbose: bool,
    /// When to use color: auto, always or never [default: auto]
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        hide_possible_values = true,
        hide_default_value = true,
        value_name = "WHEN",
        default_value = "auto",
        ignore_case = true
    )]
    pub(crate) color: clap::ColorChoice,
    /// Write to a file instead of standard output
    #[arg(short, long, global = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,
    /// Stop at the first bad line
    #[arg(long, global = true)]
    pub(crate) strict: bool,
}

/// The puzzles of a comparison or a tuning, as arguments or after `--puzzles`.
#[derive(Debug, Clone, Args)]
pub(crate) struct PuzzleInputs {
    /// Files, `-`, puzzles or sources [default: collection]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// More puzzles, up to the next option
    #[arg(long, hide_short_help = true, value_name = "INPUT", num_args = 1.., value_hint = ValueHint::FilePath)]
    puzzles: Vec<OsString>,
}

impl PuzzleInputs {
    /// Returns all inputs, the embedded collection if there are none.
    pub(crate) fn all(&self) -> Vec<OsString> {
        match [&self.inputs[..], &self.puzzles].concat() {
            none if none.is_empty() => vec!["collection".into()],
            inputs => inputs,
        }
    }
}

/// How inputs are read.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input options")]
pub(crate) struct InputOptions {
    /// Read this format instead of detecting it; see `quadrille formats`
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// Box shape, such as 2x3, where the number of cells allows several
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) shape: Option<BoxShape>,
    /// Allow boards of different sizes in one input
    #[arg(long)]
    pub(crate) mixed_sizes: bool,
    /// Read DualSudoku boards like the original program, quirks included
    #[arg(long)]
    pub(crate) lenient: bool,
}

/// The limits of each run.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits of each run")]
pub(crate) struct LimitOptions {
    /// Maximum number of nodes; `quadrille algorithms ID` says what a node is
    #[arg(long, value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Maximum number of whole boards to evaluate
    #[arg(long, value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    pub(crate) evaluations: Option<u64>,
    /// Wall time, such as 500ms or 2s
    ///
    /// Default: 10s for algorithms that may never end, unless another limit that they count is
    /// set; no limit for the others.
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Processor time, such as 500ms or 2s
    ///
    /// Unlike wall time, it is not shortened by other programs that keep the machine busy.
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    pub(crate) cpu_time: Option<Duration>,
    /// Memory of algorithms that keep a frontier, such as 512MiB [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    pub(crate) memory: Option<bytesize::ByteSize>,
}

impl LimitOptions {
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            cpu_time: self.cpu_time,
            nodes: self.nodes,
            evaluations: self.evaluations,
            memory: self.memory.map(|size| size.as_u64()),
        }
    }
}
