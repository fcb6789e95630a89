//! The registry entry of an algorithm.

use quadrille_core::{BoxShape, Cell, Counter, Edges, Grid, Puzzle, Run, Stop};

use super::{Named, Parameter, Parameters};

/// An algorithm of the lab. Help, tables and pages show what is written here.
///
/// ```
/// use quadrille_core::Stop;
/// use quadrille_lab::registry::{Entry, Registry};
///
/// static GIVING_UP: Entry =
///     Entry { id: "giving-up", title: "gives up", run: |_, _, _| Ok(Stop::Stuck), ..Entry::TREE };
///
/// assert!(Registry::default().with(&GIVING_UP)?.parse("giving-up").is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Entry {
    /// The name for users: kebab-case, stable.
    pub id: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// The kind of search.
    pub family: Family,
    /// Where it was published.
    pub source: &'static str,
    /// State, moves and cost, in a few sentences for a student.
    pub about: &'static str,
    /// The fault of the published algorithm, for entries that keep it.
    pub flaw: Option<&'static str>,
    /// What users can set.
    pub parameters: &'static [Parameter],
    /// What it counts.
    pub counters: &'static [Counter],
    /// The counter that its source calls nodes and that a limit on nodes applies to; one of
    /// `counters`.
    pub nodes: Counter,
    /// Whether it always ends, with a solution or a proof that there is none. Other algorithms get
    /// a time limit if no limit is set.
    pub complete: bool,
    /// Whether it draws no random numbers, so that repeating a run is pointless.
    pub deterministic: bool,
    /// Whether it may claim a board that is not a solution; only with a flaw that explains why.
    pub may_be_wrong: bool,
    /// Returns whether it supports a puzzle.
    pub supports: fn(&Puzzle) -> bool,
    /// Searches. Called only with a puzzle that it supports and parameters of its own.
    ///
    /// Both arms say why the search ended; `Err` exists so that `?` passes on the [`Stop`] of the
    /// meter.
    pub run: fn(&Puzzle, &Parameters, &mut Run<'_>) -> Result<Stop, Stop>,
}

impl Entry {
    /// The usual properties of a tree search: complete and deterministic, on any board, counting
    /// placements. Entries name what differs.
    pub const TREE: Self = Self {
        id: "",
        title: "",
        family: Family::Tree,
        source: "",
        about: "",
        flaw: None,
        parameters: &[],
        counters: &[Counter::Placement],
        nodes: Counter::Placement,
        complete: true,
        deterministic: true,
        may_be_wrong: false,
        supports: any_board,
        run: |_, _, _| Ok(Stop::Stuck),
    };

    /// The usual properties of a local search: incomplete and random, on any board, counting
    /// changes evaluated and accepted. Entries name what differs.
    pub const LOCAL: Self = Self {
        family: Family::Local,
        counters: &[Counter::Evaluated, Counter::Accepted],
        nodes: Counter::Evaluated,
        complete: false,
        deterministic: false,
        ..Self::TREE
    };

    /// The usual properties of an exact solver of the engine.
    pub const EXACT: Self = Self { family: Family::Exact, ..Self::TREE };
}

impl Named for Entry {
    const WHAT: &'static str = "algorithm";

    fn id(&self) -> &'static str {
        self.id
    }

    fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }
}

/// Returns the common box shapes that an algorithm supports, each with whether it also supports
/// consecutive edges there.
///
/// ```
/// use quadrille_core::BoxShape;
/// use quadrille_lab::Configuration;
/// use quadrille_lab::registry::supported_shapes;
///
/// let shapes = supported_shapes(Configuration::parse("kernel")?.entry);
/// assert_eq!(shapes, [(BoxShape::NINE, false)]);
/// # Ok::<(), quadrille_lab::registry::NameError>(())
/// ```
pub fn supported_shapes(entry: &Entry) -> Vec<(BoxShape, bool)> {
    const SIDES: [usize; 11] = [4, 6, 8, 9, 10, 12, 16, 20, 25, 36, 49];
    SIDES
        .into_iter()
        .filter_map(BoxShape::of_side)
        .filter_map(|shape| {
            let can = |edges| {
                let puzzle = Puzzle::new(Grid::empty(shape), edges);
                (entry.supports)(&puzzle.expect("an empty grid has no conflict"))
            };
            let joined = Edges::new(shape, [(Cell::new(0), Cell::new(1))]);
            can(Edges::none()).then(|| (shape, can(joined.expect("the cells are adjacent"))))
        })
        .collect()
}

/// Supports every board, but no pencil marks.
///
/// ```
/// use quadrille_core::Puzzle;
/// use quadrille_lab::registry::any_board;
///
/// let puzzle: Puzzle = "1............... edges=r1c1-r1c2".parse()?;
/// assert!(any_board(&puzzle));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn any_board(puzzle: &Puzzle) -> bool {
    puzzle.marks().is_none()
}

/// Supports puzzles without consecutive edges and pencil marks.
///
/// ```
/// use quadrille_core::Puzzle;
/// use quadrille_lab::registry::without_edges;
///
/// let puzzle: Puzzle = "1............... edges=r1c1-r1c2".parse()?;
/// assert!(!without_edges(&puzzle));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn without_edges(puzzle: &Puzzle) -> bool {
    any_board(puzzle) && puzzle.edges().is_empty()
}

/// A kind of search. Nodes are comparable only within a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Family {
    /// Exact solvers, complete and built for speed.
    Exact,
    /// Search over partial fillings, as a tree or graph.
    Tree,
    /// Search over complete fillings, by small changes.
    Local,
    /// Search by sampling whole boards from a distribution.
    Sampling,
    /// Programs from outside, of which the kind of search is not known.
    Outside,
}

impl Family {
    /// Returns the name for users.
    ///
    /// ```
    /// use quadrille_lab::Configuration;
    ///
    /// assert_eq!(Configuration::parse("tabu")?.entry.family.id(), "local");
    /// # Ok::<(), quadrille_lab::registry::NameError>(())
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Tree => "tree",
            Self::Local => "local",
            Self::Sampling => "sampling",
            Self::Outside => "outside",
        }
    }
}
