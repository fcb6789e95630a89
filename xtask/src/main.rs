//! Project tasks that need logic: `cargo xtask lint`, `cycles`, `collection`, `algorithms`,
//! `suite`, `techniques`, `coverage`, `web`, `e2e`, `wasm`, `c`, `py`, `contract`.

mod algorithms;
mod c;
mod collection;
mod contract;
mod coverage;
mod cycles;
mod imports;
mod lint;
mod py;
mod suite;
mod techniques;
mod wasm;
mod web;

use clap::Parser;

#[derive(Parser)]
#[command(about = "Project chores")]
enum Chore {
    /// Check layers, registries, module cycles, file lengths, licenses and docs/algorithms.md
    Lint,
    /// Print the module cycles of a crate, given its lib.rs
    Cycles { root: std::path::PathBuf },
    /// Generate the embedded collection of puzzles
    Collection,
    /// Generate the 9x9 puzzles of the standard collection, which takes minutes
    Suite,
    /// Generate docs/algorithms.md
    Algorithms(algorithms::Args),
    /// Generate docs/techniques.md, its French counterpart and their pictures
    Techniques(techniques::Args),
    /// Generate docs/coverage.md by simulation
    Coverage,
    /// Build the web app into crates/server/assets
    Web(web::Args),
    /// Test the web app in Chromium
    E2e(web::E2eArgs),
    /// Build the WebAssembly module and compare it with the native program
    Wasm,
    /// Make the header of the C library, build it and run its example
    C(c::Args),
    /// Build the wheel of the Python package and test it in a virtual environment
    Py(py::Args),
    /// Compare the answers of all shells
    Contract,
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::Lint => lint::run(),
        Chore::Cycles { root } => {
            for cycle in cycles::cycles(&root)? {
                println!("{}", cycle.join(" "));
            }
            Ok(())
        }
        Chore::Collection => collection::run(),
        Chore::Suite => suite::run(),
        Chore::Algorithms(args) => algorithms::run(&args),
        Chore::Techniques(args) => techniques::run(&args),
        Chore::Coverage => coverage::run(),
        Chore::Web(args) => web::run(&args),
        Chore::E2e(args) => web::e2e(&args),
        Chore::Wasm => wasm::run(),
        Chore::C(args) => c::run(&args),
        Chore::Py(args) => py::run(&args),
        Chore::Contract => contract::run(),
    }
}
