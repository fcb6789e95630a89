//! Project chores that need logic: `cargo xtask lint`, `collection`, `algorithms`.

mod algorithms;
mod collection;
mod lint;

use clap::Parser;

#[derive(Parser)]
#[command(about = "Project chores")]
enum Chore {
    /// Check layers, registries, licences and the page of the algorithms
    Lint,
    /// Make the embedded collection of puzzles anew
    Collection,
    /// Make docs/algorithms.md anew
    Algorithms(algorithms::Args),
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::Lint => lint::run(),
        Chore::Collection => collection::run(),
        Chore::Algorithms(args) => algorithms::run(&args),
    }
}
