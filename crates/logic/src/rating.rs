//! Ratings: how hard the hardest step of a walk is, or all its steps together.

use quadrille_core::solve::{self, Solver};
use quadrille_core::{BoxShape, Puzzle};
use quadrille_core::{Limits, Meter, Status, Stop};

use super::board::Board;
use super::class::{Class, Scoring};
use super::grid::{LogicGrid, NotRatable};
use super::profile::Profile;
use super::singles::{any_full_house, place_hidden};
use super::walk::Walk;

/// How hard a puzzle is. Ratings are in tenths.
///
/// In a profile that [has scores](Profile::has_scores), ratings are sums: of all steps, of those up to
/// the first that fills a cell, and of the first step alone.
///
/// ```
/// use quadrille_core::{Meter, Puzzle};
/// use quadrille_logic::{Profile, Verdict, rate};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle: Puzzle = text.parse()?;
/// let profile = Profile::by_id("se121").expect("it comes with the engine");
/// let rating = rate(&puzzle, &profile, &mut Meter::unlimited());
/// assert_eq!((rating.verdict, rating.steps), (Verdict::Solved, 51));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// What is known about the puzzle.
    pub verdict: Verdict,
    /// The rating of the hardest step (ER); [`UNSOLVED`](Self::UNSOLVED) if the techniques do not
    /// solve the puzzle; 0 if there is nothing to do. In a profile that has scores the score, to which
    /// that of giving up is added.
    pub rating: u32,
    /// The hardest step up to the first that fills a cell (EP); 0 if none does.
    pub pearl: u32,
    /// The rating of the first step (ED).
    pub diamond: u32,
    /// The kind of the first of the hardest steps.
    pub hardest: Option<&'static str>,
    /// The kind of the first of the hardest steps up to the first that fills a cell.
    pub pearl_kind: Option<&'static str>,
    /// The kind of the first step.
    pub diamond_kind: Option<&'static str>,
    /// The class, in a profile that has scores, of a puzzle that is rated.
    pub class: Option<Class>,
    /// The number of steps.
    pub steps: usize,
}

impl Rating {
    /// The rating of a puzzle beyond all techniques, as Sudoku Explainer gives it: 20.0.
    pub const UNSOLVED: u32 = 200;

    const NONE: Self = Self {
        verdict: Verdict::Solved,
        rating: 0,
        pearl: 0,
        diamond: 0,
        hardest: None,
        pearl_kind: None,
        diamond_kind: None,
        class: None,
        steps: 0,
    };
}

/// Whether a puzzle could be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The techniques solve it.
    Solved,
    /// It has one solution, which the techniques do not find.
    Beyond,
    /// It has several solutions, and is not rated.
    Several,
    /// It has no solution, and is not rated.
    None,
    /// The techniques do not work on its board.
    Unsuited(NotRatable),
    /// A limit ended the search.
    Stopped(Stop),
}

impl Verdict {
    /// Returns the word for it: the id of a [`Status`], or `multiple`.
    ///
    /// ```
    /// use quadrille_logic::Verdict;
    ///
    /// assert_eq!(Verdict::Several.id(), "multiple");
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::Solved => Status::Solved.id(),
            Self::Beyond => Status::Stuck.id(),
            Self::Several => "multiple",
            Self::None => Status::None.id(),
            Self::Unsuited(_) => Status::Unsupported.id(),
            Self::Stopped(stop) => stop.status().id(),
        }
    }
}

/// Rates a puzzle.
///
/// A puzzle without a solution or with several is not rated: techniques tell nothing about the
/// first, and those of uniqueness nothing about the second.
///
/// ```
/// use quadrille_core::{Meter, Puzzle};
/// use quadrille_logic::{Profile, rate};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle: Puzzle = text.parse()?;
/// let profile = Profile::by_id("hodoku").expect("it comes with the engine");
/// let rating = rate(&puzzle, &profile, &mut Meter::unlimited());
/// assert_eq!(rating.class.map(|class| class.name()), Some("Easy"));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn rate(puzzle: &Puzzle, profile: &Profile, meter: &mut Meter<'_>) -> Rating {
    rate_up_to(puzzle, profile, u32::MAX, meter)
}

/// Rates a puzzle whose rating may be up to `most`, in tenths. A harder one is
/// [beyond](Verdict::Beyond) the techniques, which is found out sooner than its rating.
///
/// ```
/// use quadrille_core::{Meter, Puzzle};
/// use quadrille_logic::{Profile, Verdict, rate_up_to};
///
/// let text = "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
/// let puzzle: Puzzle = text.parse()?;
/// let profile = Profile::by_id("se121").expect("it comes with the engine");
/// let verdict = |most| rate_up_to(&puzzle, &profile, most, &mut Meter::unlimited()).verdict;
/// assert_eq!((verdict(26), verdict(25)), (Verdict::Solved, Verdict::Beyond));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn rate_up_to(puzzle: &Puzzle, profile: &Profile, most: u32, meter: &mut Meter<'_>) -> Rating {
    rate_with_kinds(puzzle, profile, most, meter).0
}

/// Rates a puzzle like [`rate_up_to`], and returns the kinds of deduction that its steps are, each once,
/// in the order of their first steps. A profile without scores places hidden singles together where their
/// order does not matter for the rating, so one of the two kinds of them may be missing there.
///
/// ```
/// use quadrille_core::{Meter, Puzzle};
/// use quadrille_logic::{Profile, rate_with_kinds};
///
/// let text = "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
/// let puzzle: Puzzle = text.parse()?;
/// let profile = Profile::by_id("hodoku").expect("it comes with the engine");
/// let (_, kinds) = rate_with_kinds(&puzzle, &profile, u32::MAX, &mut Meter::unlimited());
/// assert!(kinds.contains(&"pointing") && !kinds.contains(&"x-wing"));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn rate_with_kinds(
    puzzle: &Puzzle,
    profile: &Profile,
    most: u32,
    meter: &mut Meter<'_>,
) -> (Rating, Vec<&'static str>) {
    let mut kinds = Vec::new();
    let rating = match puzzle.shape() {
        BoxShape::NINE => rate_on(LogicGrid::new(puzzle), puzzle, profile, most, &mut kinds, meter),
        _ => rate_on(LogicGrid::any(puzzle), puzzle, profile, most, &mut kinds, meter),
    };
    (rating, kinds)
}

fn rate_on<B: Board>(
    grid: Result<LogicGrid<B>, NotRatable>,
    puzzle: &Puzzle,
    profile: &Profile,
    most: u32,
    kinds: &mut Vec<&'static str>,
    meter: &mut Meter<'_>,
) -> Rating {
    let failed = |verdict| Rating { verdict, ..Rating::NONE };
    if let Err(stop) = meter.poll_now() {
        return failed(Verdict::Stopped(stop));
    }
    let walk = match grid {
        Ok(grid) => Walk::on(grid, profile).without_evidence().up_to(most),
        Err(why) => return failed(unsuited(why, puzzle, meter)),
    };
    let singles = profile.hidden_singles();
    let singles = singles.filter(|[.., hardest]| *hardest <= most);
    let mut rater = Rater::new(walk, profile, singles, most, kinds);
    if !any_full_house(rater.walk.grid()) {
        rater.place_hidden();
        // Singles that fill the board prove that there is no other solution.
        if rater.walk.grid().is_full() && rater.walk.grid().solves(puzzle) {
            return rater.solved();
        }
    }
    match solve::verdict(Solver::Auto, puzzle, meter) {
        solve::Verdict::Unique(_) => rater.finish(meter),
        solve::Verdict::NoSolution => failed(Verdict::None),
        solve::Verdict::Multiple(_) => failed(Verdict::Several),
        solve::Verdict::Undecided(stop) => failed(Verdict::Stopped(stop)),
    }
}

/// Nodes after which a board that techniques do not support is not searched any further.
const UNSUITED_NODES: u64 = 10_000;

/// Returns the verdict on a puzzle whose board the techniques do not support: what it lacks as a
/// puzzle, if a short search shows that; otherwise that the board is unsuited.
///
/// ```
/// use quadrille_core::{Meter, Puzzle};
/// use quadrille_logic::{LogicGrid, Verdict, unsuited};
///
/// let puzzle: Puzzle = ".".repeat(625).parse()?;
/// let why = LogicGrid::any(&puzzle).err().expect("it is 25x25");
/// assert_eq!(unsuited(why, &puzzle, &Meter::unlimited()), Verdict::Several);
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn unsuited(why: NotRatable, puzzle: &Puzzle, meter: &Meter<'_>) -> Verdict {
    let nodes = meter.limits().nodes.map_or(UNSUITED_NODES, |most| most.min(UNSUITED_NODES));
    let limits = Limits { nodes: Some(nodes), ..*meter.limits() };
    let mut own = meter.renewed_with(limits, Solver::Auto.node());
    match solve::verdict(Solver::Auto, puzzle, &mut own) {
        solve::Verdict::NoSolution => Verdict::None,
        solve::Verdict::Multiple(_) => Verdict::Several,
        _ => Verdict::Unsuited(why),
    }
}

struct Rater<'p, 'k, B: Board> {
    walk: Walk<'p, B>,
    /// The kinds of the steps so far.
    kinds: &'k mut Vec<&'static str>,
    /// The ratings of full houses and of hidden singles in boxes and lines, if many can be placed at
    /// once.
    singles: Option<[u32; 3]>,
    /// The rating beyond which the walk ends.
    most: u32,
    /// How scores lead to classes, if ratings are added up.
    scoring: Option<Scoring>,
    /// The class of the most difficult step.
    class: Class,
    /// The rating of the hardest step.
    hardest: u32,
    rating: Rating,
    has_pearl: bool,
}

impl<'p, 'k, B: Board> Rater<'p, 'k, B> {
    fn new(
        walk: Walk<'p, B>,
        profile: &Profile,
        singles: Option<[u32; 3]>,
        most: u32,
        kinds: &'k mut Vec<&'static str>,
    ) -> Self {
        let scoring = profile.scoring;
        let (class, hardest, rating, has_pearl) = (Class::Easy, 0, Rating::NONE, false);
        Self { walk, kinds, singles, most, scoring, class, hardest, rating, has_pearl }
    }

    /// Walks on to the end.
    fn finish(mut self, meter: &mut Meter<'_>) -> Rating {
        loop {
            let step = match self.walk.next(meter) {
                Ok(Some(step)) => step,
                Ok(None) if self.walk.grid().is_full() => return self.solved(),
                Ok(None) => return self.beyond(),
                Err(stop) => return Rating { verdict: Verdict::Stopped(stop), ..self.rating },
            };
            if step.rating > self.most {
                return self.beyond();
            }
            self.class = self.class.max(step.class.unwrap_or(Class::Easy));
            self.note(step.deduction.kind, step.rating, !step.deduction.placements.is_empty(), 1);
            if self.rating.rating > self.most {
                return self.beyond();
            }
            // A full house is easier than other singles, so it matters which is first until one of
            // these was the hardest step.
            if self.singles.is_some_and(|[.., line]| line <= self.rating.rating) {
                self.place_hidden();
            }
        }
    }

    fn solved(self) -> Rating {
        let class = |scoring: Scoring| scoring.class(self.class, self.rating.rating);
        Rating { class: self.scoring.map(class), ..self.rating }
    }

    fn beyond(mut self) -> Rating {
        self.rating.verdict = Verdict::Beyond;
        match self.scoring {
            Some(Scoring { give_up: (class, score), .. }) => {
                self.class = self.class.max(class);
                self.rating.rating = self.rating.rating.saturating_add(score);
            }
            None => self.rating.rating = Rating::UNSOLVED,
        }
        self.solved()
    }

    /// Places all hidden singles, and those that follow from them.
    fn place_hidden(&mut self) {
        let Some([_, of_box, of_line]) = self.singles else { return };
        let filled = place_hidden(self.walk.grid_mut());
        if filled.count == 0 {
            return;
        }
        let note = |rater: &mut Self, is_line: bool, count: usize| match is_line {
            true => rater.note("hidden-single-line", of_line, true, count),
            false => rater.note("hidden-single-box", of_box, true, count),
        };
        note(self, filled.first_is_line, 1);
        note(self, filled.any_line, filled.count - 1);
    }

    /// Notes steps of a kind; more than one only of singles, in profiles without scores.
    fn note(&mut self, kind: &'static str, rating: u32, fills: bool, count: usize) {
        if count == 0 {
            return;
        }
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
        let total = &mut self.rating;
        if total.steps == 0 {
            (total.diamond, total.diamond_kind) = (rating, Some(kind));
        }
        total.steps += count;
        if rating > self.hardest {
            (self.hardest, total.hardest) = (rating, Some(kind));
        }
        total.rating = match self.scoring {
            Some(_) => total.rating.saturating_add(rating),
            None => self.hardest,
        };
        if !self.has_pearl && fills {
            self.has_pearl = true;
            (total.pearl, total.pearl_kind) = (total.rating, total.hardest);
        }
    }
}
