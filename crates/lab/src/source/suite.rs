//! Standard collections: puzzles with a name that papers can cite. What a name stands for never
//! changes; other puzzles get another version.

use std::fmt::Write as _;

use quadrille_core::{BoxShape, Puzzle};
use quadrille_formats::{Line, ReadOptions, read_text};

use super::Lewis;

/// A standard collection of puzzles, and how algorithms are compared on it.
#[derive(Debug, PartialEq, Eq)]
pub struct Suite {
    /// The name for users and papers, with its version.
    pub id: &'static str,
    /// What is in it, in a sentence without a period.
    pub about: &'static str,
    /// The year in which it was made.
    pub year: u32,
    /// The limit on the nodes of each run.
    pub nodes: u64,
    /// Runs of each random algorithm on each puzzle.
    pub runs: u32,
    puzzles: Puzzles,
}

#[derive(Debug, PartialEq, Eq)]
enum Puzzles {
    /// Lines of an embedded file.
    Written(&'static str),
    /// Instances of Lewis (2007) on boards of this side: [`EACH_FILL`] of each of [`FILLS`].
    Lewis(usize),
}

/// Percent of the cells that are given.
const FILLS: [u32; 7] = [30, 35, 40, 45, 50, 55, 60];
const EACH_FILL: u64 = 10;
/// The seed of the instances.
const SEED: u64 = 2026;

/// All standard collections.
pub static SUITES: [Suite; 3] = [
    Suite {
        id: "suite-9x9-v1",
        about: "240 minimal 9x9 puzzles, 40 in each of six classes from easy to hardest by the rating of Sudoku Explainer",
        year: 2026,
        nodes: 1_000_000,
        runs: 3,
        puzzles: Puzzles::Written(include_str!("../../data/suite-9x9-v1.txt")),
    },
    Suite {
        id: "suite-16x16-v1",
        about: "70 boards of 16x16, 10 of each fill from 30 to 60 % in steps of 5, made as Lewis (2007) did",
        year: 2026,
        nodes: 1_000_000,
        runs: 3,
        puzzles: Puzzles::Lewis(16),
    },
    Suite {
        id: "suite-25x25-v1",
        about: "70 boards of 25x25, 10 of each fill from 30 to 60 % in steps of 5, made as Lewis (2007) did",
        year: 2026,
        nodes: 100_000,
        runs: 3,
        puzzles: Puzzles::Lewis(25),
    },
];

impl Suite {
    /// The seed of the first run of each algorithm on each puzzle.
    pub const RUN_SEED: u64 = 1;

    /// Returns the standard collection of that name.
    ///
    /// ```
    /// use quadrille_lab::source::Suite;
    ///
    /// assert!(Suite::by_id("suite-9x9-v1").is_some());
    /// ```
    pub fn by_id(id: &str) -> Option<&'static Self> {
        SUITES.iter().find(|suite| suite.id == id)
    }

    /// Returns the puzzles in order: easy ones or low fills first.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_lab::source::SUITES;
    ///
    /// assert!(
    ///     SUITES[0]
    ///         .puzzles()
    ///         .iter()
    ///         .all(|puzzle| puzzle.shape() == SUITES[0].puzzles()[0].shape())
    /// );
    /// ```
    pub fn puzzles(&self) -> Vec<Puzzle> {
        match self.puzzles {
            Puzzles::Written(text) => read_text(&Line, text.as_bytes(), &ReadOptions::default())
                .into_iter()
                .map(|puzzle| puzzle.expect("the embedded puzzles are puzzles"))
                .collect(),
            Puzzles::Lewis(side) => {
                let shape = BoxShape::of_side(side).expect("a side of boards");
                let of_fill = |fill| {
                    let source = Lewis { shape, fill, seed: SEED };
                    (0..EACH_FILL).map(move |index| source.get(index))
                };
                FILLS.into_iter().flat_map(of_fill).collect()
            }
        }
    }

    /// Returns the BibTeX entry of a comparison on this collection by this version of the program.
    ///
    /// ```
    /// use quadrille_lab::source::SUITES;
    ///
    /// assert!(SUITES[0].citation("1.2.3").contains("1.2.3"));
    /// ```
    pub fn citation(&self, version: &str) -> String {
        let mut text = String::new();
        let Self { id, about, year, nodes, runs, .. } = self;
        let about = about.replace('%', "\\%");
        writeln!(
            text,
            "@misc{{{id},\n  author = {{{{The Quadrille maintainers}}}},\n  title = {{{{Quadrille}} standard \
             collection {{{id}}}}},\n  year = {{{year}}},\n  version = {{{version}}},\n  note = {{{about}. Each run has \
             at most {nodes} nodes; random algorithms run {runs} times on each puzzle, with seeds from \
             {seed}. Repeat with: quadrille compare --suite {id}}}\n}}",
            seed = Self::RUN_SEED
        )
        .expect("writing to a string cannot fail");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A version stands for the same puzzles for ever. When this fails, the generator of an old version
    /// must be kept beside the new one.
    #[test]
    fn versions_never_change() {
        let sums = SUITES.iter().map(|suite| {
            let lines: Vec<String> = suite.puzzles().iter().map(Puzzle::to_string).collect();
            (suite.id, lines.len(), format!("{:08x}", crc32fast::hash(lines.join("\n").as_bytes())))
        });
        let sums: Vec<(&str, usize, String)> = sums.collect();
        let expected = [
            ("suite-9x9-v1", 240, "639be7e0"),
            ("suite-16x16-v1", 70, "f174f20e"),
            ("suite-25x25-v1", 70, "fc4a1499"),
        ];
        assert_eq!(sums, expected.map(|(id, count, sum)| (id, count, sum.to_owned())));
    }

    #[test]
    fn citations_name_the_command() {
        for suite in &SUITES {
            let text = suite.citation("0.1.0");
            assert!(text.starts_with(&format!("@misc{{{},\n", suite.id)), "{text}");
            assert!(text.contains(&format!("--suite {}}}", suite.id)), "{text}");
            assert_eq!(text.matches('{').count(), text.matches('}').count());
            assert!(!text.replace("\\%", "").contains('%'), "a comment would begin");
        }
    }
}
