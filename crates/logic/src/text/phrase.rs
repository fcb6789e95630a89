//! What is said besides the sentences of techniques.

/// Defines the phrases with their ids in the files of languages.
macro_rules! phrases {
    ($($(#[$doc:meta])* $name:ident = $id:literal,)*) => {
        /// A phrase that each language has, with places in braces for what it is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Phrase {
            $($(#[$doc])* $name,)*
        }

        impl Phrase {
            /// All phrases.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Returns the id, as the files of languages name it.
            pub fn id(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }
        }
    };
}

phrases! {
    /// The last two parts of a list.
    And = "and",
    /// The last two parts of a list of which one holds.
    Or = "or",
    /// What separates whole and tenths.
    Point = "point",
    /// A house.
    Row = "row",
    /// A house.
    Column = "column",
    /// A house.
    Box = "box",
    /// Several houses of a kind.
    Rows = "rows",
    /// Several houses of a kind.
    Columns = "columns",
    /// Several houses of a kind.
    Boxes = "boxes",
    /// What follows from a deduction.
    So = "so",
    /// A digit that is placed.
    Placed = "placed",
    /// A digit that is removed from cells.
    Removed = "removed",
    /// Digits that are removed from the same cells.
    RemovedDigits = "removed-digits",
    /// A candidate that is true in a chain.
    On = "on",
    /// A candidate that is false in a chain.
    Off = "off",
    /// The assumption of a chain.
    Suppose = "suppose",
    /// The first effect of an assumption.
    Then = "then",
    /// Any other effect.
    Hence = "hence",
    /// An assumption without effects, which is the conclusion itself.
    Already = "already",
    /// An effect with its reason.
    Because = "because",
    /// An effect with causes that were said earlier.
    As = "as",
    /// Both.
    BecauseAs = "because-as",
    /// An effect with the chain that shows it.
    Inner = "inner",
    /// An effect that does not follow from the one before.
    Also = "also",
    /// An effect with the chain that shows it, in a numbered line.
    Shown = "shown",
    /// An assumption of that chain.
    If = "if",
    /// The first effect of it.
    IfThen = "if-then",
    /// A reason: a cell has no other candidate.
    InCell = "in-cell",
    /// What stands in parentheses in the lines of a chain.
    InParentheses = "in-parentheses",
    /// A reason.
    LastCandidate = "last-candidate",
    /// A reason.
    LastPlace = "last-place",
    /// A reason: a pattern, its digits, and its cells or houses.
    PatternIn = "pattern-in",
    /// A contradiction: the assumption shows its opposite.
    OwnOpposite = "own-opposite",
    /// A contradiction: a candidate is true and false.
    OnAndOff = "on-and-off",
    /// A contradiction: a cell with two digits.
    TwoDigits = "two-digits",
    /// A contradiction: a cell without candidates.
    NoCandidate = "no-candidate",
    /// A contradiction: a digit twice in a house.
    Twice = "twice",
    /// A contradiction: a house without a place for a digit.
    NoPlace = "no-place",
    /// Two ends of strong links that see each other.
    Joint = "joint",
    /// The first of some strong links.
    IfNotAt = "if-not-at",
    /// A strong link after others.
    SoNotAt = "so-not-at",
    /// What links colors: cells with two candidates.
    TwoCandidates = "two-candidates",
    /// What links colors: houses with two places for a digit.
    TwoPlaces = "two-places",
    /// A set of cells of a house.
    SetIn = "set-in",
    /// The combinations with a candidate.
    Combinations = "combinations",
    /// Why a combination is impossible: a digit is in it twice.
    Repeated = "repeated",
    /// Why a combination is impossible: a cell is left without candidates.
    Emptied = "emptied",
    /// How many combinations are not listed.
    More = "more",
    /// A number, a technique and its rating.
    Heading = "heading",
    /// A step of a walkthrough.
    Step = "step",
    /// What a step unlocks.
    Unlocks = "unlocks",
    /// A hint of the first level.
    LookAt = "look-at",
    /// A hint of the second level.
    TechniqueAt = "technique-at",
    /// A hint of the third level, of a technique with houses.
    DigitsIn = "digits-in",
    /// A hint of the third level.
    DigitsAround = "digits-around",
    /// A hint of the fourth level.
    Whole = "whole",
    /// One wrong entry, which is not named.
    OneWrong = "one-wrong",
    /// Several wrong entries, which are not named.
    ManyWrong = "many-wrong",
    /// A wrong entry.
    Wrong = "wrong",
    /// Several wrong entries.
    AllWrong = "all-wrong",
    /// Notes that lack a digit.
    Missing = "missing",
    /// A full board.
    Solved = "solved",
    /// A board that is full but for wrong entries.
    OthersRight = "others-right",
    /// The techniques do not suffice.
    Beyond = "beyond",
    /// No technique finds anything.
    Nothing = "nothing",
    /// A puzzle with several solutions.
    Several = "several",
    /// A puzzle without a solution.
    None = "none",
    /// A board of another size.
    OtherShape = "other-shape",
    /// The techniques do not work on the board.
    TooLarge = "too-large",
    /// A board with edges.
    WithEdges = "with-edges",
    /// A limit that ended the search.
    Stopped = "stopped",
    /// What a solver who writes down steps is asked.
    Task = "task",
    /// The title of a page with walkthroughs.
    Walkthrough = "walkthrough",
    /// The title of a page with all steps that are possible.
    AllSteps = "all-steps",
    /// The heading of a puzzle.
    Puzzle = "puzzle",
    /// The title of the page of techniques.
    Techniques = "techniques",
    /// What the page of techniques says first.
    TechniquesIntroduction = "techniques-introduction",
    /// The heading of a column with techniques.
    Technique = "technique",
    /// A technique without a sample.
    NoSample = "no-sample",
    /// How many steps there are, and the hardest.
    Summary = "summary",
    /// What a picture of a step shows.
    Board = "board",
    /// The digits of a house.
    Contents = "contents",
    /// A cell without a digit.
    Empty = "empty",
    /// A mark of pictures.
    LegendHouse = "legend-house",
    /// A mark of pictures.
    LegendPattern = "legend-pattern",
    /// A mark of pictures.
    LegendOther = "legend-other",
    /// A mark of pictures.
    LegendPlaced = "legend-placed",
    /// A mark of pictures.
    LegendGone = "legend-gone",
    /// A mark of pictures.
    LegendOn = "legend-on",
    /// A mark of pictures.
    LegendOff = "legend-off",
    /// A mark of pictures.
    LegendStrong = "legend-strong",
    /// A mark of pictures.
    LegendWeak = "legend-weak",
}
