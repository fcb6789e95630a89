//! Project chores that need logic: `cargo xtask lint`, `cargo xtask collection`.

mod collection;
mod lint;

use clap::Parser;

#[derive(Parser)]
#[command(about = "Project chores")]
enum Chore {
    /// Check layers, registries and licences
    Lint,
    /// Make the embedded collection of puzzles anew
    Collection,
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::Lint => lint::run(),
        Chore::Collection => collection::run(),
    }
}
