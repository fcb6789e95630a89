//! Fills the pool of puzzles in whose walks kinds of deduction are possible.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Context, Result};
use quadrille_core::{BoxShape, CancelFlag, Counter, Limits, Meter, Puzzle, WallClock, parallel};
use quadrille_generate::puzzle::{Generator, Recipe};
use quadrille_logic::{PositionSearch, Profile, kinds, sample_puzzles};

/// The file of the pool.
pub(super) const FILE: &str = "crates/logic/src/pool.txt";

const HEADER: &str = "\
# Puzzles, then for each kind of deduction the numbers of those, from 0, in whose walk by the profile
# `quadrille` it is possible. Made by `cargo xtask techniques --collect forum_hardest_1106.txt`.
# Last, the kinds that are steps by a profile, with the numbers of puzzles in whose walks they are unless
# many are. Made by `cargo xtask techniques --steps forum_hardest_1106.txt` from the rest.
";

/// How many puzzles a kind is to have.
const WANTED: usize = 20;

/// How many fresh puzzles are looked at.
const FRESH: u64 = 1000;

/// The processor time that a walk for one kind may take, and the search for a puzzle of one.
const WALK: Duration = Duration::from_millis(150);
const SEARCH: Duration = Duration::from_secs(10);

pub(super) const WINDOW: NonZeroUsize = NonZeroUsize::MIN;

/// Looks at fresh puzzles, then at those of files, then for each kind that has too few at neighbors of
/// its puzzles.
pub(super) fn collect(inputs: &[String]) -> Result<()> {
    let mut pool = Pool::default();
    let mut recipe = Recipe::new(BoxShape::NINE);
    recipe.minimal = true;
    let (fresh, _) = Generator::new(recipe.clone(), 1)?.make(0..FRESH, &mut Meter::unlimited());
    pool.extend(&mut fresh.into_iter().flatten().map(|made| made.puzzle), false);
    for input in inputs {
        let text = fs::read_to_string(input).with_context(|| format!("cannot read {input}"))?;
        let puzzle = |line: &str| line.get(..81)?.parse::<Puzzle>().ok();
        pool.extend(&mut text.lines().filter_map(puzzle).collect::<Vec<_>>().into_iter(), true);
    }
    let lacking = pool.lacking();
    let neighbors = |kind| neighbors(&pool, kind, recipe.clone());
    let mut found = Vec::new();
    parallel::map_in_order(threads(), WINDOW, lacking.into_iter(), neighbors, |of_kind, _| {
        found.push(of_kind);
        ControlFlow::Continue(())
    });
    for (kind, puzzles) in found {
        puzzles.into_iter().for_each(|puzzle| pool.add(puzzle, &[kind]));
        println!("{kind}: {}", pool.count(kind));
    }
    fs::write(FILE, pool.text()).with_context(|| format!("cannot write {FILE}"))
}

/// The puzzles that a kind lacks, after those that it has.
fn neighbors(pool: &Pool, kind: &'static str, recipe: Recipe) -> (&'static str, Vec<Puzzle>) {
    let search = search(kind);
    let mut models = sample_puzzles(&[kind]);
    models.extend(pool.of(kind));
    let generator = Generator::new(recipe, 2)
        .expect("there are minimal puzzles")
        .with_models(&models)
        .with_filter(move |puzzle, _, meter| matches!(search.find(puzzle, meter), Ok(Some(_))));
    let make = |index| within(SEARCH, |meter| generator.make(index..index + 1, meter).0.pop()?);
    let made = (pool.count(kind)..WANTED).map_while(|index| Some(make(index as u64)?.puzzle));
    (kind, made.collect())
}

pub(super) fn threads() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

pub(super) fn is_last_resort(kind: &str) -> bool {
    kinds().any(|(technique, of)| of.id == kind && technique.is_last_resort())
}

/// The search for positions of a kind.
fn search(kind: &str) -> PositionSearch {
    let profile = Profile::by_id("quadrille").expect("it comes with the engine");
    PositionSearch::new(kind, profile).expect("it is the id of a kind")
}

/// Works within a limit on processor time.
pub(super) fn within<R>(limit: Duration, work: impl FnOnce(&mut Meter<'_>) -> R) -> R {
    let (clock, cancel) = (WallClock::new(), CancelFlag::default());
    let limits = Limits { cpu_time: Some(limit), ..Limits::NONE };
    work(&mut Meter::new(limits, Counter::Branch, &cancel, &clock).expect("the clock runs"))
}

/// Puzzles with the kinds that are possible in their walks.
#[derive(Default)]
struct Pool {
    puzzles: Vec<Puzzle>,
    numbers: HashMap<&'static str, Vec<usize>>,
}

impl Pool {
    fn count(&self, kind: &str) -> usize {
        self.numbers.get(kind).map_or(0, Vec::len)
    }

    /// The puzzles of a kind.
    fn of(&self, kind: &str) -> impl Iterator<Item = Puzzle> {
        let numbers = self.numbers.get(kind).into_iter().flatten();
        numbers.map(|&number| self.puzzles[number].clone())
    }

    /// The kinds with too few puzzles.
    fn lacking(&self) -> Vec<&'static str> {
        let lacks = |kind: &&'static str| self.count(kind) < WANTED;
        kinds().map(|(_, kind)| kind.id).filter(lacks).collect()
    }

    /// Adds the puzzles in which a kind is possible that has too few so far. Last resorts, which take long,
    /// are only looked for where they are needed.
    fn extend(&mut self, puzzles: &mut (impl Iterator<Item = Puzzle> + Send), are_hard: bool) {
        loop {
            let some: Vec<Puzzle> = puzzles.take(32).collect();
            if some.is_empty() {
                return;
            }
            let is_looked_for = |kind: &&str| are_hard || !is_last_resort(kind);
            let lacking = self.lacking().into_iter().filter(is_looked_for);
            let lacking: Vec<_> = lacking.map(|kind| (kind, search(kind))).collect();
            let found = |puzzle: Puzzle| {
                let is_possible = |(_, search): &&(_, PositionSearch)| {
                    let found = within(WALK, |meter| search.find(&puzzle, meter));
                    matches!(found, Ok(Some(_)))
                };
                let kinds = lacking.iter().filter(is_possible).map(|(kind, _)| *kind);
                let kinds: Vec<&'static str> = kinds.collect();
                (puzzle, kinds)
            };
            let some = some.into_iter();
            parallel::map_in_order(threads(), WINDOW, some, found, |(puzzle, kinds), _| {
                self.add(puzzle, &kinds);
                ControlFlow::Continue(())
            });
            println!("{} puzzles, {} kinds lack some", self.puzzles.len(), self.lacking().len());
        }
    }

    /// Adds a puzzle for those of the kinds that have too few.
    fn add(&mut self, puzzle: Puzzle, kinds: &[&'static str]) {
        let number = self.puzzles.len();
        let mut is_used = false;
        for kind in kinds {
            let numbers = self.numbers.entry(kind).or_default();
            if numbers.len() < WANTED {
                numbers.push(number);
                is_used = true;
            }
        }
        if is_used {
            self.puzzles.push(puzzle);
        }
    }

    fn text(&self) -> String {
        let mut text = HEADER.to_owned();
        for puzzle in &self.puzzles {
            let _ = writeln!(text, "{puzzle}");
        }
        for (_, kind) in kinds() {
            let Some(numbers) = self.numbers.get(kind.id) else { continue };
            text += kind.id;
            for number in numbers {
                let _ = write!(text, " {number}");
            }
            text.push('\n');
        }
        text
    }
}
