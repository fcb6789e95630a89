//! Checks a set of puzzles, whoever made it: how many solutions they have, whether the solutions given
//! are theirs, which are repeated or isomorphs, also across the parts of a split, and how hard they are.

use std::collections::{HashMap, HashSet};

use quadrille_core::canon::Canonizer;
use quadrille_core::solve::{self, Solver};
use quadrille_core::{Limits, Meter, Puzzle, Rng, Stop};
use quadrille_formats::read_one;
use quadrille_logic::{Profile, Verdict, rate_up_to};
use serde::Serialize;

use super::row;
use crate::board::text_of;

/// What a set says about a puzzle of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Claims<'a> {
    /// Its solution.
    pub solution: Option<&'a str>,
    /// Its canonical form.
    pub canonical: Option<&'a str>,
    /// The part of the set that it is in.
    pub split: Option<&'a str>,
}

/// What can be wrong with a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// It is not a puzzle, or its givens conflict.
    Unreadable,
    /// The puzzle has several solutions.
    Several,
    /// The puzzle has no solution.
    Unsolvable,
    /// Whether it has one solution was not found out within the limits.
    Undecided,
    /// The solution given is not that of the puzzle.
    WrongSolution,
    /// The canonical form given is not that of the puzzle.
    WrongCanonical,
    /// The same puzzle is in an earlier row.
    Duplicate,
    /// An isomorph is in an earlier row.
    Isomorph,
    /// The puzzle or an isomorph is in an earlier row of another part of the split.
    Leak,
}

impl Flaw {
    /// Returns what is wrong, in words.
    ///
    /// ```
    /// use quadrille_api::Flaw;
    ///
    /// assert_eq!(Flaw::Several.words(), "several solutions");
    /// ```
    pub fn words(self) -> &'static str {
        match self {
            Self::Unreadable => "not a puzzle",
            Self::Several => "several solutions",
            Self::Unsolvable => "no solution",
            Self::Undecided => "not decided within the limits",
            Self::WrongSolution => "the solution given is wrong",
            Self::WrongCanonical => "the canonical form given is wrong",
            Self::Duplicate => "the same puzzle again",
            Self::Isomorph => "an isomorph of an earlier puzzle",
            Self::Leak => "the same puzzle or an isomorph is in another part of the split",
        }
    }
}

/// What is wrong with a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub flaw: Flaw,
    /// The earlier row, for a repetition. Rows are numbered from 0 as they are added.
    pub row: Option<u64>,
}

/// A row that was looked at by itself. That takes nearly all of the time, and can be done on any thread.
#[derive(Clone, Debug)]
pub struct AuditedRow {
    flaws: Vec<Flaw>,
    text: u128,
    class: Option<u128>,
    split: Option<String>,
    ease: Option<Ease>,
}

/// How hard a proper puzzle is.
#[derive(Clone, Copy, Debug)]
struct Ease {
    /// The band of `se121`, if the techniques work on the board.
    band: Option<usize>,
    /// Whether singles suffice.
    singles: bool,
}

/// The highest ratings of the bands but the last, in tenths.
const ENDS: [u32; 5] = [19, 25, 34, 59, 72];
/// Their names.
const NAMES: [&str; 6] = ["1.0..1.9", "2.0..2.5", "2.6..3.4", "3.5..5.9", "6.0..7.2", "7.3.."];
/// Nodes after which it is left open how many solutions a puzzle has.
const NODES: u64 = 10_000_000;

fn hash(text: &str) -> u128 {
    let mut rng = Rng::derive(0, &["audit", text]);
    // FNV-1a is 64 bits wide, so the other half comes from the text backwards.
    let backwards: String = text.chars().rev().collect();
    u128::from(rng.bits()) << 64 | u128::from(Rng::derive(1, &[&backwards]).bits())
}

/// Looks at rows.
///
/// ```
/// use quadrille_api::{Audit, Auditor, Claims, Flaw};
/// use quadrille_core::{CancelFlag, Puzzle};
///
/// let (mut auditor, mut audit) = (Auditor::new(&CancelFlag::new()), Audit::default());
/// let puzzle: Puzzle = "1...............".parse()?;
/// let row = auditor.look(&puzzle, &Claims::default()).expect("nobody cancels");
/// assert_eq!(audit.add(row)[0].flaw, Flaw::Several);
/// assert_eq!(audit.report().several_solutions, 1);
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub struct Auditor {
    canonizer: Canonizer,
    se121: Profile,
    singles: Profile,
    meter: Meter<'static>,
}

impl Auditor {
    /// Creates one. A raised flag ends the work.
    pub fn new(cancel: &quadrille_core::CancelFlag) -> Self {
        let profile = |id| Profile::by_id(id).expect("it comes with the engine");
        let singles = profile("hodoku").ending_with("hidden-single-line");
        Self {
            canonizer: Canonizer::new(),
            se121: profile("se121"),
            singles: singles.expect("the profile has them"),
            meter: Meter::cancellable(cancel),
        }
    }

    /// Looks at a puzzle and what is said about it.
    ///
    /// # Errors
    /// When the flag is raised.
    pub fn look(&mut self, puzzle: &Puzzle, claims: &Claims<'_>) -> Result<AuditedRow, Stop> {
        let text = text_of(puzzle);
        let mut row = AuditedRow { text: hash(&text), ..AuditedRow::unreadable() };
        row.split = claims.split.map(str::to_owned);
        row.flaws.clear();
        let counter = Solver::Auto.node();
        let mut meter = self.meter.renewed_with(Limits::nodes(NODES), counter);
        let solution = match solve::verdict(Solver::Auto, puzzle, &mut meter) {
            solve::Verdict::Unique(solution) => Some(solution),
            solve::Verdict::Multiple(_) => {
                row.flaws.push(Flaw::Several);
                None
            }
            solve::Verdict::NoSolution => {
                row.flaws.push(Flaw::Unsolvable);
                None
            }
            solve::Verdict::Undecided(Stop::Cancelled) => return Err(Stop::Cancelled),
            solve::Verdict::Undecided(_) => {
                row.flaws.push(Flaw::Undecided);
                None
            }
        };
        if let (Some(found), Some(claimed)) = (&solution, claims.solution) {
            let same = |claimed: Puzzle| claimed.givens().digits() == found.grid().digits();
            if !read_one(claimed).is_ok_and(same) {
                row.flaws.push(Flaw::WrongSolution);
            }
        }
        let limits = Limits::nodes(NODES / 100);
        let mut meter = self.meter.renewed_with(limits, quadrille_core::Counter::Expanded);
        match row::canonical(puzzle, &mut self.canonizer, &mut meter) {
            Ok(form) => {
                if claims.canonical.is_some_and(|claimed| claimed != form) {
                    row.flaws.push(Flaw::WrongCanonical);
                }
                row.class = Some(hash(&form));
            }
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            // It is compared as it is.
            Err(_) => {}
        }
        if solution.is_some() {
            let mut meter = self.meter.renewed();
            let hardest = ENDS[ENDS.len() - 1];
            let rating = rate_up_to(puzzle, &self.se121, hardest, &mut meter);
            let band = match rating.verdict {
                Verdict::Stopped(stop) => return Err(stop),
                Verdict::Solved => ENDS.iter().position(|&end| rating.rating <= end),
                Verdict::Beyond => Some(ENDS.len()),
                _ => None,
            };
            let by_singles = rate_up_to(puzzle, &self.singles, u32::MAX, &mut meter);
            row.ease = Some(Ease { band, singles: by_singles.verdict == Verdict::Solved });
        }
        Ok(row)
    }
}

impl AuditedRow {
    /// Returns a row that is not a puzzle.
    ///
    /// ```
    /// use quadrille_api::{Audit, AuditedRow};
    ///
    /// let mut audit = Audit::default();
    /// audit.add(AuditedRow::unreadable());
    /// assert_eq!((audit.report().rows, audit.report().unreadable), (1, 1));
    /// ```
    pub fn unreadable() -> Self {
        Self { flaws: vec![Flaw::Unreadable], text: 0, class: None, split: None, ease: None }
    }
}

/// What is known about the rows so far. Memory grows by about 100 bytes a row.
#[derive(Debug, Default)]
pub struct Audit {
    rows: u64,
    texts: HashSet<u128>,
    /// The first row of each class, and the parts of the split that have it.
    classes: HashMap<u128, (u64, u64)>,
    splits: Vec<(String, u64)>,
    counts: [u64; 9],
    bands: [u64; 6],
    unrated: u64,
    singles: u64,
}

/// The result of an audit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditReport {
    /// The number of rows.
    pub rows: u64,
    /// Rows that are not puzzles.
    pub unreadable: u64,
    /// Puzzles with several solutions.
    pub several_solutions: u64,
    /// Puzzles without a solution.
    pub no_solution: u64,
    /// Puzzles of which that was not found out.
    pub undecided: u64,
    /// Solutions that are not those of their puzzles.
    pub wrong_solutions: u64,
    /// Canonical forms that are not those of their puzzles.
    pub wrong_canonical: u64,
    /// Puzzles that are in an earlier row.
    pub duplicates: u64,
    /// Other puzzles that are isomorphs of an earlier one.
    pub isomorphs: u64,
    /// Puzzles of which the same or an isomorph is in an earlier row of another part of the split.
    pub across_splits: u64,
    /// The number of rows in each part of the split.
    pub splits: Vec<(String, u64)>,
    /// The number of proper puzzles that singles solve.
    pub singles_only: u64,
    /// The number of proper puzzles by rating with the profile `se121`.
    pub se121: Vec<(&'static str, u64)>,
    /// The number of proper puzzles on boards that are not rated.
    pub unrated: u64,
}

impl AuditReport {
    /// Returns whether nothing is wrong.
    ///
    /// ```
    /// use quadrille_api::Audit;
    ///
    /// assert!(Audit::default().report().is_clean());
    /// ```
    pub fn is_clean(&self) -> bool {
        let wrong = [self.unreadable, self.several_solutions, self.no_solution, self.undecided];
        let more = [self.wrong_solutions, self.wrong_canonical, self.duplicates, self.isomorphs];
        wrong.iter().chain(&more).all(|&count| count == 0) && self.across_splits == 0
    }
}

impl Audit {
    /// Adds a row, and returns what is wrong with it.
    ///
    /// ```
    /// use quadrille_api::{Audit, AuditedRow, Flaw};
    ///
    /// let findings = Audit::default().add(AuditedRow::unreadable());
    /// assert_eq!(findings[0].flaw, Flaw::Unreadable);
    /// ```
    pub fn add(&mut self, row: AuditedRow) -> Vec<Finding> {
        let number = self.rows;
        self.rows += 1;
        let mut found: Vec<Finding> =
            row.flaws.iter().map(|&flaw| Finding { flaw, row: None }).collect();
        let split = row.split.unwrap_or_default();
        let part = match self.splits.iter().position(|(known, _)| *known == split) {
            Some(part) => part,
            None => {
                self.splits.push((split, 0));
                self.splits.len() - 1
            }
        };
        self.splits[part].1 += 1;
        if !row.flaws.contains(&Flaw::Unreadable) {
            let is_first = self.texts.insert(row.text);
            // More parts than bits share the last one.
            let bit = 1_u64 << part.min(63);
            let (first, parts) =
                self.classes.entry(row.class.unwrap_or(row.text)).or_insert((number, 0));
            if *first != number {
                let flaw = if is_first { Flaw::Isomorph } else { Flaw::Duplicate };
                found.push(Finding { flaw, row: Some(*first) });
                if *parts & !bit != 0 {
                    found.push(Finding { flaw: Flaw::Leak, row: Some(*first) });
                }
            }
            *parts |= bit;
        }
        found.iter().for_each(|finding| self.counts[finding.flaw as usize] += 1);
        if let Some(Ease { band, singles }) = row.ease {
            match band {
                Some(band) => self.bands[band] += 1,
                None => self.unrated += 1,
            }
            self.singles += u64::from(singles);
        }
        found
    }

    /// Returns the result so far.
    pub fn report(&self) -> AuditReport {
        let count = |flaw: Flaw| self.counts[flaw as usize];
        AuditReport {
            rows: self.rows,
            unreadable: count(Flaw::Unreadable),
            several_solutions: count(Flaw::Several),
            no_solution: count(Flaw::Unsolvable),
            undecided: count(Flaw::Undecided),
            wrong_solutions: count(Flaw::WrongSolution),
            wrong_canonical: count(Flaw::WrongCanonical),
            duplicates: count(Flaw::Duplicate),
            isomorphs: count(Flaw::Isomorph),
            across_splits: count(Flaw::Leak),
            splits: self.splits.clone(),
            singles_only: self.singles,
            se121: NAMES.into_iter().zip(self.bands).collect(),
            unrated: self.unrated,
        }
    }
}
