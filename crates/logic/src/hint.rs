//! Hints: the next step from where a solver is, at the level of detail requested.

use quadrille_core::solve::{self, Solver};
use quadrille_core::{BoxShape, Candidate, CandidateSet, Cell, Grid, Puzzle};
use quadrille_core::{Meter, Stop};

use super::board::Board;
use super::deduction::{Deduction, House};
use super::grid::{LogicGrid, NotRatable};
use super::profile::Profile;
use super::progress::rank;
use super::rating::{Verdict, unsuited};
use super::technique::Memory;
use super::text::{self, Language, Phrase};
use super::walk::{Step, Walk, all_of};

/// How much a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Where to look.
    Where,
    /// Which technique.
    Technique,
    /// Which digits in which houses.
    Digits,
    /// All of it.
    All,
}

impl Level {
    /// The levels, from the vaguest.
    pub const ALL: [Self; 4] = [Self::Where, Self::Technique, Self::Digits, Self::All];

    /// Returns the level with a number from 1 to 4.
    ///
    /// ```
    /// use quadrille_logic::Level;
    ///
    /// assert_eq!(Level::of_number(1), Some(Level::Where));
    /// assert_eq!(Level::of_number(5), None);
    /// ```
    pub fn of_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Returns the number, from 1.
    ///
    /// ```
    /// use quadrille_logic::Level;
    ///
    /// assert_eq!(Level::All.number(), 4);
    /// ```
    pub fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// What helps a solver on.
///
/// ```
/// use quadrille_core::{Meter, Puzzle};
/// use quadrille_logic::{Next, Profile, hint};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle: Puzzle = text.parse()?;
/// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
/// let hint = hint(&puzzle, None, None, &profile, &mut Meter::unlimited())?;
/// assert!(matches!(hint.next, Next::Step(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The shape of the board.
    pub shape: BoxShape,
    /// Entries that are wrong. The step does not build on them.
    pub wrong: Vec<Candidate>,
    /// Digits of the solution that are missing in the notes of their cells. The step does not build
    /// on the notes of these cells.
    pub missing: Vec<Candidate>,
    /// The step, or the reason why no step was found.
    pub next: Next,
}

/// What to do next.
#[allow(clippy::large_enum_variant, reason = "there is one, and it is soon taken apart")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A step.
    Step(Step),
    /// Nothing: all cells are filled, and right but for the wrong entries.
    Done,
    /// The techniques find nothing more.
    Beyond,
    /// The puzzle has several solutions.
    Several,
    /// The puzzle has no solution.
    NoSolution,
    /// The techniques do not work on the board.
    Unsuited(NotRatable),
}

/// Returns a hint for a puzzle of which a solver has filled some cells and noted candidates.
///
/// Entries may be wrong and notes may be missing: a cell with an empty set has no notes.
///
/// # Errors
/// Returns the reason to stop when a limit ends the search.
///
/// ```
/// use quadrille_core::{Meter, Puzzle};
/// use quadrille_logic::{Next, Profile, hint};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle: Puzzle = text.parse()?;
/// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
/// let hint = hint(&puzzle, None, None, &profile, &mut Meter::unlimited())?;
/// assert!(hint.wrong.is_empty());
/// assert!(matches!(hint.next, Next::Step(step) if step.deduction.placements.len() == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hint(
    puzzle: &Puzzle,
    entries: Option<&Grid>,
    notes: Option<&CandidateSet>,
    profile: &Profile,
    meter: &mut Meter<'_>,
) -> Result<Hint, Stop> {
    match puzzle.shape() {
        BoxShape::NINE => hint_on(LogicGrid::new(puzzle), puzzle, entries, notes, profile, meter),
        _ => hint_on(LogicGrid::any(puzzle), puzzle, entries, notes, profile, meter),
    }
}

fn hint_on<B: Board>(
    grid: Result<LogicGrid<B>, NotRatable>,
    puzzle: &Puzzle,
    entries: Option<&Grid>,
    notes: Option<&CandidateSet>,
    profile: &Profile,
    meter: &mut Meter<'_>,
) -> Result<Hint, Stop> {
    meter.poll_now()?;
    let shape = puzzle.shape();
    let none = |next| Ok(Hint { shape, wrong: Vec::new(), missing: Vec::new(), next });
    let mut grid = match grid {
        Ok(grid) => grid,
        Err(why) => {
            return none(match unsuited(why, puzzle, meter) {
                Verdict::None => Next::NoSolution,
                Verdict::Several => Next::Several,
                _ => Next::Unsuited(why),
            });
        }
    };
    let solution = match solve::verdict(Solver::Auto, puzzle, meter) {
        solve::Verdict::Unique(solution) => solution,
        solve::Verdict::Multiple(_) => return none(Next::Several),
        solve::Verdict::NoSolution => return none(Next::NoSolution),
        solve::Verdict::Undecided(stop) => return Err(stop),
    };
    let right = |cell: Cell| solution.grid().get(cell).expect("solutions are complete");
    let mut wrong = Vec::new();
    for (cell, digit) in entries.into_iter().flat_map(Grid::filled) {
        if right(cell) != digit {
            wrong.push(Candidate { cell, digit });
        } else if grid.get(cell).is_none() {
            grid.place(cell.index(), usize::from(digit.get() - 1));
        }
    }
    let mut missing = Vec::new();
    if let Some(notes) = notes {
        for cell in puzzle.geometry().cells() {
            let noted = notes.get(cell);
            if grid.get(cell).is_some() || noted.is_empty() {
                continue;
            }
            let digit = right(cell);
            if noted.contains(digit) {
                grid.remove_all(cell.index(), !(noted.bits() as u16));
            } else {
                missing.push(Candidate { cell, digit });
            }
        }
    }
    let mut walk = Walk::on(grid, profile);
    let before = walk.grid().clone();
    let next = match walk.next(meter)? {
        Some(step) => Next::Step(most_useful(step, &before, profile, meter)?),
        None if walk.grid().is_full() => Next::Done,
        None => Next::Beyond,
    };
    Ok(Hint { shape, wrong, missing, next })
}

/// How many steps of a kind are compared.
const COMPARED: usize = 16;

/// Returns the step that unlocks most among those of the same kind and rating as the one found. After
/// a single the others are still there, so it does not matter which is first; and to find all that
/// follows from assumptions takes too long.
fn most_useful<B: Board>(
    first: Step,
    grid: &LogicGrid<B>,
    profile: &Profile,
    meter: &mut Meter<'_>,
) -> Result<Step, Stop> {
    let Deduction { kind, placements, .. } = &first.deduction;
    let entry = profile.entries.iter().find(|entry| entry.uses(kind));
    let Some(entry) =
        entry.filter(|entry| placements.is_empty() && !entry.technique.is_last_resort())
    else {
        return Ok(first);
    };
    let alike = all_of(entry, grid, &mut Memory::default(), meter)?.into_iter();
    let alike = alike.filter(|other| other.deduction.kind == *kind && other.rating == first.rating);
    let ranked = rank(alike.take(COMPARED).collect(), grid, meter)?;
    Ok(ranked.into_iter().next().map_or(first, |(step, _)| step))
}

impl Hint {
    /// Returns the hint in words. The profile is the one by which it was found.
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle};
    /// use quadrille_logic::text::Language;
    /// use quadrille_logic::{Level, Profile, hint};
    ///
    /// let text =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle: Puzzle = text.parse()?;
    /// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
    /// let hint = hint(&puzzle, None, None, &profile, &mut Meter::unlimited())?;
    /// let words = |level| hint.words(level, &profile, &Language::english());
    /// assert!(words(Level::Where).len() < words(Level::All).len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn words(&self, level: Level, profile: &Profile, language: &Language) -> String {
        let mut sentences = Vec::new();
        if !self.wrong.is_empty() {
            sentences.push(wrong_in_words(&self.wrong, self.shape, level, language));
        }
        if !self.missing.is_empty() {
            let cells: Vec<Cell> = self.missing.iter().map(|missing| missing.cell).collect();
            sentences.push(
                language
                    .say(Phrase::Missing, &[("cells", &text::cells(&cells, self.shape.side()))]),
            );
        }
        let nothing = |phrase| language.say(phrase, &[("profile", profile.id())]);
        sentences.push(match &self.next {
            Next::Step(step) => step_in_words(step, level, language),
            Next::Done if self.wrong.is_empty() => nothing(Phrase::Solved),
            Next::Done => nothing(Phrase::OthersRight),
            Next::Beyond => nothing(Phrase::Beyond),
            Next::Several => nothing(Phrase::Several),
            Next::NoSolution => nothing(Phrase::None),
            Next::Unsuited(why) => text::unsuited(*why, language),
        });
        sentences.join(" ")
    }
}

/// Says which entries are wrong; at the first level only how many.
fn wrong_in_words(
    wrong: &[Candidate],
    shape: BoxShape,
    level: Level,
    language: &Language,
) -> String {
    if level == Level::Where {
        return match wrong.len() {
            1 => language.say(Phrase::OneWrong, &[]),
            many => language.say(Phrase::ManyWrong, &[("number", &many.to_string())]),
        };
    }
    let name = |entry: &Candidate| {
        format!("{} = {}", entry.cell.name(shape.side()), text::symbol(entry.digit))
    };
    let names: Vec<String> = wrong.iter().map(name).collect();
    let phrase = if wrong.len() == 1 { Phrase::Wrong } else { Phrase::AllWrong };
    language.say(phrase, &[("entries", &language.list(&names))])
}

fn step_in_words(step: &Step, level: Level, language: &Language) -> String {
    let deduction = &step.deduction;
    let house = language.house(place(step));
    let title = ("title", language.title(deduction.kind));
    let digits = language.digits(deduction.digits_at_work());
    let houses = language.houses(&deduction.houses);
    match level {
        Level::Where => language.say(Phrase::LookAt, &[("house", &house)]),
        Level::Technique => language.say(Phrase::TechniqueAt, &[title, ("house", &house)]),
        Level::Digits if houses.is_empty() => {
            language.say(Phrase::DigitsAround, &[title, ("digits", &digits), ("house", &house)])
        }
        Level::Digits => {
            language.say(Phrase::DigitsIn, &[title, ("digits", &digits), ("houses", &houses)])
        }
        Level::All => {
            language.say(Phrase::Whole, &[title, ("text", &text::words(deduction, language))])
        }
    }
}

/// The house to look at first: that of the pattern, or the box in which something is shown.
fn place(step: &Step) -> House {
    let deduction = &step.deduction;
    let shown = deduction.placements.iter().chain(&deduction.eliminations).next();
    let house = shown.map(|shown| House::all_of(shown.cell, deduction.shape)[2]);
    deduction.houses.first().copied().or(house).expect("a deduction shows something")
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use super::*;
    use quadrille_core::{Digit, DigitSet};

    /// Notes that lack the right digit are said to, and the step is the one without them; notes that have
    /// it are used.
    #[test]
    fn missing_notes_are_said_to_be_missing() {
        let puzzle: Puzzle =
            "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1"
                .parse()
                .unwrap();
        let profile = Profile::by_id("quadrille").unwrap();
        let digit = |digit| DigitSet::only(Digit::new(digit).unwrap());
        // It holds 2.
        let cell = Cell::new(6 * 9 + 3);
        for (noted, is_missing) in [(digit(1) | digit(5), true), (digit(1) | digit(2), false)] {
            let mut notes = CandidateSet::none(puzzle.geometry().shape());
            notes.set(cell, noted);
            let hint =
                hint(&puzzle, None, Some(&notes), &profile, &mut Meter::unlimited()).unwrap();
            assert_eq!(hint.missing.len(), usize::from(is_missing));
            let Next::Step(step) = &hint.next else { panic!("{hint:?}") };
            assert_eq!(step.deduction.kind, "hidden-single-box");
            for (id, said) in [
                (
                    "en",
                    "The notes of r7c4 lack the digit that belongs there, so this hint does not",
                ),
                ("fr", "Les notes de r7c4 ne contiennent pas le chiffre qui convient"),
            ] {
                let language = Language::by_id(id).unwrap();
                for level in Level::ALL {
                    let words = hint.words(level, &profile, &language);
                    assert_eq!(words.starts_with(said), is_missing, "{words}");
                    // Which digit is missing is not said before it follows.
                    let lack = words.split_once(['.', ';']).map_or("", |(lack, _)| lack);
                    assert!(!is_missing || !lack.contains(" 2"), "{words}");
                }
            }
        }
    }

    /// After the hint, easy techniques fill at least as many cells as after the first step found, and on some
    /// boards it is another step.
    #[test]
    fn a_hint_is_the_step_that_unlocks_most() {
        let profile = Profile::by_id("quadrille").unwrap();
        let mut meter = Meter::unlimited();
        let mut others = 0;
        for puzzle in crate::sample_puzzles(&["pointing", "naked-pair", "xy-wing"]) {
            let mut walk = Walk::new(&puzzle, &profile).unwrap();
            loop {
                let before = walk.grid().clone();
                let Some(first) = walk.next(&mut meter).unwrap() else { break };
                let chosen = most_useful(first.clone(), &before, &profile, &mut meter).unwrap();
                let what = |step: &Step| (step.deduction.kind, step.rating);
                assert_eq!(what(&chosen), what(&first));
                others += usize::from(chosen != first);
                let unlocked = |step: &Step| {
                    let ranked = rank(vec![step.clone()], &before, &mut Meter::unlimited());
                    let progress = ranked.unwrap()[0].1;
                    (progress.cells, Reverse(progress.rating))
                };
                assert!(unlocked(&chosen) >= unlocked(&first));
            }
        }
        assert!(others > 0);
    }
}
