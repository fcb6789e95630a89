//! Adds to the pool, for each profile, puzzles in whose walks rare kinds of deduction are steps.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Context, Result};
use quadrille_core::{BoxShape, Meter, Puzzle, parallel};
use quadrille_generate::puzzle::{Generator, Recipe};
use quadrille_logic::{Profile, Walk, kinds, sample_puzzles};

use super::collect::{FILE, WINDOW, is_last_resort, threads, within};

/// How many puzzles of a kind are looked for in each profile, and how many of them, the best, are kept.
const WANTED: usize = 4;
const KEPT: usize = 2;

/// How many fresh puzzles are walked through, and how many of each file.
const FRESH: u64 = 20_000;
const OF_FILE: usize = 24;

/// Kinds that as many of the fresh puzzles take need no pool.
const COMMON: usize = FRESH as usize / 50;

/// What it counts in harder steps that a puzzle takes a kind several times.
const OFTEN: usize = 100;

/// How often the puzzles of a kind are replaced by better neighbors.
const ROUNDS: u64 = 12;

/// The processor time that a walk may take, and the search for a puzzle of one kind.
const WALK: Duration = Duration::from_millis(300);
const SEARCH: Duration = Duration::from_secs(1);

/// The same for last resorts, which are looked for by one profile, as they are the same in all.
const LONG_WALK: Duration = Duration::from_secs(15);
const LONG_SEARCH: Duration = Duration::from_secs(30);
const OF_LAST_RESORTS: &str = "se121";

/// A profile and a kind of deduction that it has.
type Key = (&'static str, &'static str);

/// Walks through the puzzles of the pool, through fresh ones and some of files, then for each
/// kind that has too few looks at neighbors of its puzzles.
pub(super) fn collect(inputs: &[String]) -> Result<()> {
    let pool = fs::read_to_string(FILE).with_context(|| format!("cannot read {FILE}"))?;
    let mut steps = Steps::of_pool(&pool)?;
    let mut recipe = Recipe::new(BoxShape::NINE);
    recipe.minimal = true;
    let pooled = steps.puzzles.clone();
    steps.walk(pooled.into_iter().enumerate().map(|(number, puzzle)| (Some(number), puzzle)));
    steps.times.clear();
    let (fresh, _) = Generator::new(recipe.clone(), 3)?.make(0..FRESH, &mut Meter::unlimited());
    steps.walk(fresh.into_iter().flatten().map(|made| (None, made.puzzle)));
    steps.omit_common();
    for input in inputs {
        let text = fs::read_to_string(input).with_context(|| format!("cannot read {input}"))?;
        let puzzle = |line: &str| Some((None, line.get(..81)?.parse::<Puzzle>().ok()?));
        let puzzles: Vec<_> = text.lines().filter_map(puzzle).collect();
        let gap = puzzles.len().div_ceil(OF_FILE).max(1);
        steps.walk_long(puzzles.into_iter().step_by(gap));
    }
    steps.add_neighbors(&recipe);
    fs::write(FILE, steps.text(&pool)).with_context(|| format!("cannot write {FILE}"))
}

/// The kinds of each profile.
fn keys() -> Vec<Key> {
    let of_profile = |id: &'static str| {
        let profile = Profile::by_id(id).expect("it comes with the engine");
        let kinds = kinds().map(|(_, kind)| kind.id);
        kinds.filter(move |kind| profile.rating(kind).is_some()).map(move |kind| (id, kind))
    };
    Profile::ids().flat_map(of_profile).collect()
}

/// The kinds that a walk takes, with how badly it shows each: the number of harder steps, and more if it
/// takes the kind several times.
fn taken(puzzle: &Puzzle, profile: &Profile, limit: Duration) -> Vec<(&'static str, usize)> {
    let mut steps = Vec::new();
    let Ok(walk) = Walk::new(puzzle, profile) else { return steps };
    let mut walk = walk.without_evidence();
    within(limit, |meter| {
        while let Ok(Some(step)) = walk.next(meter) {
            steps.push((step.deduction.kind, step.rating as usize));
        }
    });
    let mut taken: Vec<(&'static str, usize)> = Vec::new();
    for &(kind, rating) in &steps {
        if taken.iter().all(|(known, _)| *known != kind) {
            let harder = steps.iter().filter(|(_, other)| *other > rating).count();
            let times = steps.iter().filter(|(other, _)| *other == kind).count();
            let is_once = times == 1 && walk.grid().is_full();
            taken.push((kind, harder + if is_once { 0 } else { OFTEN }));
        }
    }
    taken
}

/// Puzzles with the kinds that are steps of their walks.
#[derive(Default)]
struct Steps {
    puzzles: Vec<Puzzle>,
    /// How many of them the pool had.
    known: usize,
    /// For each kind the best puzzles that take it, with how badly they show it and their numbers.
    best: HashMap<Key, Vec<(usize, usize)>>,
    /// In how many walks a kind was taken.
    times: HashMap<Key, usize>,
    common: HashSet<Key>,
}

impl Steps {
    /// Starts with the puzzles of a pool, without those that were added here before.
    fn of_pool(pool: &str) -> Result<Self> {
        let lines = || pool.lines().filter(|line| !line.starts_with('#'));
        let numbers =
            lines().filter(|line| !line.contains('@')).flat_map(|line| line.split(' ').skip(1));
        let known = numbers.filter_map(|number| number.parse::<usize>().ok()).max();
        let known = known.map_or(0, |last| last + 1);
        let puzzles = lines().take(known).map(str::parse).collect::<Result<Vec<Puzzle>, _>>()?;
        Ok(Self { puzzles, known, ..Self::default() })
    }

    fn lacks(&self, key: &Key) -> bool {
        let best = self.best.get(key).map_or(0, |best| best.iter().filter(|of| of.0 == 0).count());
        best < WANTED && !self.common.contains(key)
    }

    /// Walks through puzzles by all profiles.
    fn walk(&mut self, puzzles: impl Iterator<Item = (Option<usize>, Puzzle)> + Send) {
        self.walk_by(Profile::ids(), WALK, puzzles);
    }

    /// Walks through hard puzzles by one profile.
    fn walk_long(&mut self, puzzles: impl Iterator<Item = (Option<usize>, Puzzle)> + Send) {
        self.walk_by([OF_LAST_RESORTS], LONG_WALK, puzzles);
    }

    /// Walks through puzzles by profiles. Those without a number are added where a kind lacks some.
    fn walk_by(
        &mut self,
        profiles: impl IntoIterator<Item = &'static str>,
        limit: Duration,
        puzzles: impl Iterator<Item = (Option<usize>, Puzzle)> + Send,
    ) {
        let profile = |id| Some((id, Profile::by_id(id)?));
        let profiles: Vec<_> = profiles.into_iter().filter_map(profile).collect();
        let walks = |(number, puzzle): (Option<usize>, Puzzle)| {
            let taken = profiles.iter().map(|(id, profile)| (*id, taken(&puzzle, profile, limit)));
            let taken: Vec<_> = taken.collect();
            (number, puzzle, taken)
        };
        parallel::map_in_order(threads(), WINDOW, puzzles, walks, |(number, puzzle, taken), _| {
            let of_profile = |(id, kinds): (&'static str, Vec<(&'static str, usize)>)| {
                kinds.into_iter().map(move |(kind, flaws)| ((id, kind), flaws))
            };
            self.add(number, puzzle, taken.into_iter().flat_map(of_profile).collect());
            ControlFlow::Continue(())
        });
        println!("{} puzzles for {} kinds in profiles", self.puzzles.len(), self.best.len());
    }

    /// Adds a puzzle for those of the kinds that have too few, or worse ones.
    fn add(&mut self, number: Option<usize>, puzzle: Puzzle, taken: Vec<(Key, usize)>) {
        let next = number.unwrap_or(self.puzzles.len());
        for (key, flaws) in taken {
            *self.times.entry(key).or_default() += 1;
            if self.lacks(&key) {
                let best = self.best.entry(key).or_default();
                let place = best.partition_point(|(known, _)| *known <= flaws);
                best.insert(place, (flaws, next));
                best.truncate(WANTED);
            }
        }
        if number.is_none() {
            self.puzzles.push(puzzle);
        }
    }

    /// Omits the kinds that many of the puzzles take.
    fn omit_common(&mut self) {
        let common = self.times.iter().filter(|(_, times)| **times >= COMMON);
        self.common.extend(common.map(|(key, _)| *key));
        self.best.retain(|key, _| !self.common.contains(key));
    }

    /// Looks at neighbors of puzzles for the kinds of which there are too few.
    fn add_neighbors(&mut self, recipe: &Recipe) {
        let is_meant = |key: &Key| match is_last_resort(key.1) {
            true => key.0 == OF_LAST_RESORTS && !self.best.contains_key(key),
            false => self.lacks(key),
        };
        let few: Vec<Key> = keys().into_iter().filter(is_meant).collect();
        let search = |key| (key, self.neighbors(key, recipe));
        let mut found = Vec::new();
        parallel::map_in_order(threads(), WINDOW, few.into_iter(), search, |of_key, _| {
            println!("{}@{}: {} neighbors", of_key.0.1, of_key.0.0, of_key.1.len());
            found.push(of_key);
            ControlFlow::Continue(())
        });
        for (key, puzzles) in found {
            for (flaws, puzzle) in puzzles {
                self.add(None, puzzle, vec![(key, flaws)]);
            }
        }
    }

    /// Puzzles that take a kind and show it better than those so far, near these, or near those where it
    /// is taken by another profile or possible.
    fn neighbors(&self, key: Key, recipe: &Recipe) -> Vec<(usize, Puzzle)> {
        let (id, kind) = key;
        let puzzle = |&(flaws, number): &(usize, usize)| (flaws, self.puzzles[number].clone());
        let mut best: Vec<_> = self.best.get(&key).into_iter().flatten().map(puzzle).collect();
        let mut of_others: Vec<Puzzle> = Vec::new();
        if best.is_empty() {
            let of_kind = Profile::ids().filter_map(|id| self.best.get(&(id, kind)));
            of_others.extend(of_kind.flatten().map(|of| puzzle(of).1));
            of_others.extend(sample_puzzles(&[kind]));
        }
        let profile = Profile::by_id(id).expect("it comes with the engine");
        let (walk, limit) = match is_last_resort(kind) {
            true => (LONG_WALK, LONG_SEARCH),
            false => (WALK, SEARCH),
        };
        let flaws_of = |puzzle: &Puzzle| {
            let taken = taken(puzzle, &profile, walk);
            taken.into_iter().find(|(of, _)| *of == kind).map(|(_, flaws)| flaws)
        };
        let mut found = Vec::new();
        for round in 0..ROUNDS {
            let worst = best.get(WANTED - 1).map_or(usize::MAX, |(flaws, _)| *flaws);
            let models = best.iter().map(|(_, puzzle)| puzzle).chain(&of_others);
            let generator = Generator::new(recipe.clone(), 4)
                .expect("there are minimal puzzles")
                .with_models(models)
                .with_filter(|puzzle, _, _| flaws_of(puzzle).is_some_and(|flaws| flaws < worst));
            let made = within(limit, |meter| generator.make(round..round + 1, meter).0.pop()?);
            let Some(puzzle) = made.map(|made| made.puzzle) else { break };
            let flaws = flaws_of(&puzzle).unwrap_or(usize::MAX);
            found.push((flaws, puzzle.clone()));
            best.push((flaws, puzzle));
            best.sort_by_key(|(flaws, _)| *flaws);
            best.truncate(WANTED);
            let is_good = best.len() == WANTED && best.iter().all(|(flaws, _)| *flaws == 0);
            if is_good || is_last_resort(kind) {
                break;
            }
        }
        found
    }

    /// The pool with what was found.
    fn text(&self, pool: &str) -> String {
        let of_pool = |line: &&str| !line.contains('@') && line.contains(' ');
        let (comments, kept): (Vec<_>, Vec<_>) =
            pool.lines().filter(of_pool).partition(|line| line.starts_with('#'));
        let mut text = comments.join("\n") + "\n";
        let mut used: Vec<usize> = Vec::new();
        let mut lines = kept.join("\n") + "\n";
        for key @ (profile, kind) in keys() {
            let best = self.best.get(&key);
            if best.is_none() && !self.common.contains(&key) {
                continue;
            }
            let _ = write!(lines, "{kind}@{profile}");
            for &(_, number) in best.into_iter().flatten().take(KEPT) {
                let place = if number < self.known {
                    number
                } else {
                    let at = used.iter().position(|&of| of == number);
                    self.known
                        + at.unwrap_or_else(|| {
                            used.push(number);
                            used.len() - 1
                        })
                };
                let _ = write!(lines, " {place}");
            }
            lines.push('\n');
        }
        let numbers = (0..self.known).chain(used);
        numbers.for_each(|number| text += &format!("{}\n", self.puzzles[number]));
        text + &lines
    }
}
