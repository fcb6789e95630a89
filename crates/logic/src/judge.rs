//! Judges steps: whether what somebody does on the way to a solution is right, and from what it follows.

use quadrille_core::solve::{self, Solver};
use quadrille_core::{
    BoxShape, Candidate, CandidateSet, Cell, Grid, Meter, Puzzle, Solution, Stop,
};

use crate::board::{Any, Board};
use crate::deduction::{Deduction, State};
use crate::grid::LogicGrid;
use crate::position::alone;
use crate::profile::Profile;
use crate::rating::Verdict;
use crate::techniques::kinds_of;
use crate::walk::{Step, Walk};

/// What a step is worth.
#[allow(clippy::large_enum_variant, reason = "there is one at a time, and it is soon taken apart")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It follows from the board by a technique of the profile: the first that shows it.
    Deducible(Step),
    /// It is in the solution, but no technique of the profile shows it now.
    True,
    /// It is wrong, and the board says so: the cell is filled, the digit is in one of its houses, or
    /// a cell would have no digit left or a house no place for one.
    False,
    /// It is wrong, though nothing on the board says so: the puzzle has no solution with it.
    Unsolvable,
    /// It changes nothing.
    Idle,
}

impl Judgement {
    /// The ids, in the order of the variants.
    pub const IDS: [&str; 5] = ["deducible", "true", "false", "unsolvable", "idle"];

    /// Returns the id, one of [`IDS`](Self::IDS).
    ///
    /// ```
    /// use quadrille_logic::Judgement;
    ///
    /// assert_eq!(Judgement::Unsolvable.id(), "unsolvable");
    /// ```
    pub fn id(&self) -> &'static str {
        Self::IDS[self.number()]
    }

    /// Returns the place among [`IDS`](Self::IDS).
    ///
    /// ```
    /// use quadrille_logic::Judgement;
    ///
    /// assert_eq!(Judgement::IDS[Judgement::Idle.number()], "idle");
    /// ```
    pub fn number(&self) -> usize {
        match self {
            Self::Deducible(_) => 0,
            Self::True => 1,
            Self::False => 2,
            Self::Unsolvable => 3,
            Self::Idle => 4,
        }
    }
}

/// A proper puzzle that somebody solves, who is watched by a judge.
///
/// A step places a digit or rules one out. The board keeps the candidates that entries leave, less
/// those that were ruled out. Once something wrong is on the board, nothing follows from it any more:
/// right steps are [`True`](Judgement::True).
///
/// ```
/// use quadrille_core::{Candidate, Cell, Digit, Meter, Puzzle};
/// use quadrille_logic::{Judge, Judgement, Profile, State};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle: Puzzle = text.parse()?;
/// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
/// let mut meter = Meter::unlimited();
/// let judge = Judge::new(&puzzle, None, None, &profile, &mut meter)?.up_to(30); // 3.0
/// let place = |cell, digit| {
///     let digit = Digit::new(digit).expect("a digit");
///     State { candidate: Candidate { cell: Cell::new(cell), digit }, is_on: true }
/// };
/// assert_eq!(judge.judge(place(2, 3), &mut meter)?, Judgement::False); // there is a 3 in the row
/// assert_eq!(judge.judge(place(2, 1), &mut meter)?, Judgement::Unsolvable); // it is 4
/// assert_eq!(judge.judge(place(2, 4), &mut meter)?.id(), "true"); // nothing easy shows it yet
/// assert_eq!(judge.judge(place(40, 5), &mut meter)?.id(), "deducible");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Judge<'p>(Size<'p>);

/// A board of either kind.
#[allow(clippy::large_enum_variant, reason = "9x9 boards are usual, and made by the million")]
#[derive(Clone)]
enum Size<'p> {
    Nine(On<'p>),
    Any(Box<On<'p, Any>>),
}

/// Calls a method on the board, whichever it is.
macro_rules! on {
    ($judge:expr, $board:ident => $call:expr) => {
        match $judge {
            Size::Nine($board) => $call,
            Size::Any($board) => $call,
        }
    };
}

/// Why a puzzle has no judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the puzzle is not one to be judged: {}", .0.id())]
pub struct NotJudged(pub Verdict);

impl<'p> Judge<'p> {
    /// Begins with a puzzle of which some cells are filled and candidates are noted, rightly or wrongly.
    /// A cell with an empty set has no notes.
    ///
    /// # Errors
    /// When the puzzle does not have exactly one solution, has edges or is larger than 16x16, or a limit
    /// ends the search for the solution.
    pub fn new(
        puzzle: &Puzzle,
        entries: Option<&Grid>,
        notes: Option<&CandidateSet>,
        profile: &'p Profile,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NotJudged> {
        match solve::verdict(Solver::Auto, puzzle, meter) {
            solve::Verdict::Unique(solution) => {
                Self::with_solution(puzzle, entries, notes, solution, profile)
            }
            solve::Verdict::Multiple(_) => Err(NotJudged(Verdict::Several)),
            solve::Verdict::NoSolution => Err(NotJudged(Verdict::None)),
            solve::Verdict::Undecided(stop) => Err(NotJudged(Verdict::Stopped(stop))),
        }
    }

    /// As [`new`](Self::new), if the only solution is known.
    ///
    /// # Errors
    /// When the puzzle has edges or is larger than 16x16.
    pub fn with_solution(
        puzzle: &Puzzle,
        entries: Option<&Grid>,
        notes: Option<&CandidateSet>,
        solution: Solution,
        profile: &'p Profile,
    ) -> Result<Self, NotJudged> {
        let size = match puzzle.shape() {
            BoxShape::NINE => LogicGrid::noted(puzzle, entries, notes)
                .map(|grid| Size::Nine(On::new(grid, solution, profile))),
            _ => LogicGrid::any_noted(puzzle, entries, notes)
                .map(|grid| Size::Any(Box::new(On::new(grid, solution, profile)))),
        };
        size.map(Self).map_err(|why| NotJudged(Verdict::Unsuited(why)))
    }

    /// Lets deductions rest on no [last resort](crate::Technique::is_last_resort): assumptions show
    /// nearly every step of a board.
    #[must_use]
    pub fn without_last_resorts(self) -> Self {
        Self(match self.0 {
            Size::Nine(board) => Size::Nine(board.without_last_resorts()),
            Size::Any(board) => Size::Any(Box::new(board.without_last_resorts())),
        })
    }

    /// Lets deductions rest on techniques up to a rating in tenths.
    #[must_use]
    pub fn up_to(self, most: u32) -> Self {
        Self(match self.0 {
            Size::Nine(board) => Size::Nine(board.up_to(most)),
            Size::Any(board) => Size::Any(Box::new(board.up_to(most))),
        })
    }

    /// Omits the evidence of deductions, which takes less time.
    #[must_use]
    pub fn without_evidence(self) -> Self {
        Self(match self.0 {
            Size::Nine(board) => Size::Nine(board.without_evidence()),
            Size::Any(board) => Size::Any(Box::new(board.without_evidence())),
        })
    }

    /// Judges a step without taking it.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the search for a deduction.
    pub fn judge(&self, step: State, meter: &mut Meter<'_>) -> Result<Judgement, Stop> {
        on!(&self.0, board => board.judge(step, meter))
    }

    /// Returns whether a technique, or kind of deduction, shows a step now, with evidence that fits.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the search.
    pub fn is_shown_by(
        &self,
        id: &str,
        step: State,
        fits: &dyn Fn(&Deduction) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        on!(&self.0, board => board.is_shown_by(&kinds_of(id), step, fits, meter))
    }

    /// Takes a step, right or wrong; one that the board does not have a place for changes nothing.
    ///
    /// Returns whether the board is another one now.
    pub fn take(&mut self, step: State) -> bool {
        on!(&mut self.0, board => board.take(step))
    }

    /// Finds the next step of the profile and takes it; `None` if the board is full or no technique finds
    /// anything, as nothing is found on a wrong board.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the search.
    pub fn next(&mut self, meter: &mut Meter<'_>) -> Result<Option<Step>, Stop> {
        on!(&mut self.0, board => board.next(meter))
    }

    /// Returns the solution.
    pub fn solution(&self) -> &Solution {
        on!(&self.0, board => &board.solution)
    }

    /// Returns whether something wrong is on the board, so that it cannot be completed.
    pub fn is_broken(&self) -> bool {
        on!(&self.0, board => board.is_broken)
    }

    /// Returns whether every cell is filled and right.
    pub fn is_solved(&self) -> bool {
        on!(&self.0, board => !board.is_broken && board.walk.grid().is_full())
    }

    /// Returns the filled cells.
    pub fn values(&self) -> Grid {
        on!(&self.0, board => board.walk.grid().values())
    }

    /// Returns the candidates of all cells; that of a filled cell is its digit.
    pub fn marks(&self) -> CandidateSet {
        on!(&self.0, board => board.walk.grid().marks())
    }

    /// Returns the candidates of a cell, none if it is filled, as bits from digit 1.
    pub fn mask(&self, cell: Cell) -> u16 {
        on!(&self.0, board => board.walk.grid().mask(cell.index()))
    }

    /// Returns the digit of a cell, 0 if it is empty.
    pub fn value(&self, cell: Cell) -> u8 {
        on!(&self.0, board => board.walk.grid().value(cell.index()))
    }
}

/// A judge of a board.
#[derive(Clone)]
struct On<'p, B: Board = crate::Nine> {
    walk: Walk<'p, B>,
    solution: Solution,
    is_broken: bool,
}

impl<'p, B: Board> On<'p, B> {
    fn new(grid: LogicGrid<B>, solution: Solution, profile: &'p Profile) -> Self {
        let is_right = |(cell, right)| match grid.get(cell) {
            Some(digit) => digit == right,
            None => grid.candidates(cell).contains(right),
        };
        let is_broken = !solution.grid().filled().all(is_right);
        Self { walk: Walk::on(grid, profile), solution, is_broken }
    }

    fn up_to(self, most: u32) -> Self {
        Self { walk: self.walk.up_to(most), ..self }
    }

    fn without_last_resorts(self) -> Self {
        Self { walk: self.walk.without_last_resorts(), ..self }
    }

    fn without_evidence(self) -> Self {
        Self { walk: self.walk.without_evidence(), ..self }
    }

    fn judge(&self, step: State, meter: &mut Meter<'_>) -> Result<Judgement, Stop> {
        let Candidate { cell, digit } = step.candidate;
        let grid = self.walk.grid();
        let has = grid.candidates(cell).contains(digit);
        match (grid.get(cell), step.is_on) {
            (Some(there), true) if there == digit => return Ok(Judgement::Idle),
            (Some(there), false) if there == digit => return Ok(Judgement::False),
            (Some(_), true) => return Ok(Judgement::False),
            (Some(_), false) => return Ok(Judgement::Idle),
            (None, false) if !has => return Ok(Judgement::Idle),
            (None, _) => {}
        }
        let is_right = (self.solution.grid().get(cell) == Some(digit)) == step.is_on;
        if !is_right {
            let is_seen = if step.is_on { !has } else { is_last(grid, step.candidate) };
            return Ok(if is_seen { Judgement::False } else { Judgement::Unsolvable });
        }
        if self.is_broken {
            return Ok(Judgement::True);
        }
        Ok(self.walk.showing(step, meter)?.map_or(Judgement::True, Judgement::Deducible))
    }

    fn next(&mut self, meter: &mut Meter<'_>) -> Result<Option<Step>, Stop> {
        if self.is_broken {
            return Ok(None);
        }
        let found = self.walk.next(meter)?;
        if let Some(step) = &found {
            let is_in = |one: &Candidate| self.solution.grid().get(one.cell) == Some(one.digit);
            let Deduction { placements, eliminations, .. } = &step.deduction;
            self.is_broken = !placements.iter().all(is_in) || eliminations.iter().any(is_in);
        }
        Ok(found)
    }

    fn is_shown_by(
        &self,
        kinds: &[&str],
        step: State,
        fits: &dyn Fn(&Deduction) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        for alone in alone(kinds) {
            let all = Walk::on(self.walk.grid().clone(), &alone).all(meter)?;
            let mut found = all.iter().map(|step| &step.deduction);
            if found.any(|one| kinds.contains(&one.kind) && one.shows(step) && fits(one)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn take(&mut self, step: State) -> bool {
        let Candidate { cell, digit } = step.candidate;
        let is_right = (self.solution.grid().get(cell) == Some(digit)) == step.is_on;
        let is_there = match step.is_on {
            true => self.walk.grid().get(cell).is_none(),
            false => self.walk.grid().candidates(cell).contains(digit),
        };
        if is_there {
            self.is_broken |= !is_right;
            let digit = usize::from(digit.get() - 1);
            match step.is_on {
                true => self.walk.grid_mut().place(cell.index(), digit),
                false => self.walk.grid_mut().remove(cell.index(), digit),
            }
        }
        is_there
    }
}

/// Whether a candidate is the last of its cell, or the last place of its digit in a house.
fn is_last<B: Board>(grid: &LogicGrid<B>, Candidate { cell, digit }: Candidate) -> bool {
    let digit = usize::from(digit.get() - 1);
    grid.mask(cell.index()).is_power_of_two()
        || grid
            .board()
            .houses_of(cell.index())
            .into_iter()
            .any(|house| grid.places(usize::from(house), digit).is_power_of_two())
}
