//! Project tasks that need logic: `cargo xtask lint`, `cycles`, `collection`, `algorithms`,
//! `paradigms`, `defaults`, `suite`, `techniques`, `coverage`, `reference`, `results`, `site`, `examples`, `prose`, `web`,
//! `e2e`, `wasm`, `npm`, `c`, `py`, `contract`, `outside`, `adapters`, `package`,
//! `dist`.

mod adapters;
mod algorithms;
mod c;
mod collection;
mod contract;
mod coverage;
mod cycles;
mod dist;
mod docs;
mod examples;
mod imports;
mod lint;
mod measure;
mod npm;
mod outside;
mod package;
mod prose;
mod py;
mod suite;
mod techniques;
mod versions;
mod wasm;
mod web;

use clap::Parser;

#[derive(Parser)]
#[command(about = "Project chores")]
enum Chore {
    /// Check layers, registries, module cycles, file lengths, licenses, the documentation, examples
    /// and phrases
    Lint,
    /// Print the module cycles of a crate, given its lib.rs
    Cycles { root: std::path::PathBuf },
    /// Generate the embedded collection of puzzles
    Collection,
    /// Generate the 9x9 puzzles of the standard collection, which takes minutes
    Suite,
    /// Generate docs/reference/algorithms.md
    Algorithms(algorithms::Args),
    /// Compare algorithms of all paradigms and outside solvers under one budget, for docs/results.md
    Paradigms(measure::paradigms::Args),
    /// Tune every algorithm and compare with its defaults, for docs/results.md
    Defaults(measure::defaults::Args),
    /// Generate docs/reference/techniques.md, its French counterpart and their pictures
    Techniques(techniques::Args),
    /// Generate docs/reference/coverage.md by simulation
    Coverage,
    /// Generate docs/reference/commands.md and docs/reference/json-types.md
    Reference(docs::Args),
    /// Generate docs/results.md and the table of the README from docs/results.toml
    Results(docs::Args),
    /// Build the documentation as a site with mdBook
    Site,
    /// Print how many public functions have a runnable example
    Examples {
        /// List those without one
        #[arg(long)]
        list: bool,
    },
    /// List the phrases of xtask/src/prose/phrases.txt that occur
    Prose,
    /// Build the web app into crates/server/assets
    Web(web::Args),
    /// Test the web app in Chromium
    E2e(web::E2eArgs),
    /// Build the WebAssembly module and compare it with the native program
    Wasm,
    /// Pack the npm package, and solve with it in Node and in a page
    Npm(npm::Args),
    /// Make the header of the C library, build it and run its example
    C(c::Args),
    /// Build the wheel of the Python package and test it in a virtual environment
    Py(py::Args),
    /// Compare the answers of all shells
    Contract,
    /// Compare the speed of a crate outside the workspace, with cargo's own release profile, with ours
    Outside(outside::Args),
    /// Try the outside solvers in `adapters`, with their packages from PyPI
    Adapters(adapters::Args),
    /// Package the crates, and build the program from their packages
    Package(package::Args),
    /// Make an archive for this platform, and a Debian package
    Dist(dist::Args),
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
        Chore::Paradigms(args) => measure::paradigms::run(&args),
        Chore::Defaults(args) => measure::defaults::run(&args),
        Chore::Techniques(args) => techniques::run(&args),
        Chore::Coverage => coverage::run(),
        Chore::Reference(args) => docs::reference(&args),
        Chore::Results(args) => docs::results(&args),
        Chore::Site => docs::site::run(),
        Chore::Examples { list } => examples::run(list),
        Chore::Prose => prose::run(),
        Chore::Web(args) => web::run(&args),
        Chore::E2e(args) => web::e2e(&args),
        Chore::Wasm => wasm::run(),
        Chore::Npm(args) => npm::run(&args),
        Chore::C(args) => c::run(&args),
        Chore::Py(args) => py::run(&args),
        Chore::Contract => contract::run(),
        Chore::Outside(args) => outside::run(&args),
        Chore::Adapters(args) => adapters::run(&args),
        Chore::Package(args) => package::run(&args),
        Chore::Dist(args) => dist::run(&args),
    }
}
