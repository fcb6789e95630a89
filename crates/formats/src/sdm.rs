//! Collections of 9x9 puzzles, one on each line, with 0 for empty cells: `.sdm` files of SudoCue and
//! many other programs. They are read like any other line.

use quadrille_core::{Digit, Puzzle};

use super::carries::{Carries, LeftOut, Sizes};
use super::error::Unrepresentable;
use super::extra::Extra;
use super::line::Line;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::session::LineParser;

/// The format `sdm`.
#[derive(Clone, Copy, Debug)]
pub struct Sdm;

impl PuzzleFormat for Sdm {
    fn id(&self) -> &'static str {
        "sdm"
    }

    fn title(&self) -> &'static str {
        "a collection: a 9x9 puzzle a line, 0 for empty cells"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sdm"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        Line.likelihood(head)
    }

    fn parser(&self, options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Line.parser(options)
    }

    fn carries(&self) -> Carries {
        Carries { sizes: Sizes::Nine, ..Carries::GIVENS }
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable> {
        self.carries().check(self.id(), puzzle)?;
        out.extend(
            puzzle
                .givens()
                .digits()
                .iter()
                .map(|digit| digit.and_then(Digit::symbol).unwrap_or('0')),
        );
        out.push('\n');
        Ok(self.carries().left_out(extra))
    }
}
