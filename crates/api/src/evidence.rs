//! Deductions as fields, for drawings: nothing in them is a sentence.

use quadrille_core::{Candidate, Cell, Digit, DigitSet};
use quadrille_logic::{Deduction, House, Link, Part, Reason, Role, State, Truth, text};
use serde::{Deserialize, Serialize};

/// A digit in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CandidatePlace {
    /// The row, from 1.
    pub row: usize,
    /// The column, from 1.
    pub column: usize,
    /// The digit.
    pub digit: u8,
}

impl CandidatePlace {
    /// Returns the place of a candidate of a board with that many digits.
    ///
    /// ```
    /// use quadrille_api::CandidatePlace;
    /// use quadrille_core::{Candidate, Cell, Digit};
    ///
    /// let digit = Digit::new(7).expect("7 is a digit");
    /// let place = CandidatePlace::of(Candidate { cell: Cell::new(10), digit }, 9);
    /// assert_eq!((place.row, place.column, place.digit), (2, 2, 7));
    /// ```
    pub fn of(candidate: Candidate, side: usize) -> Self {
        let (row, column) = candidate.cell.row_column(side);
        Self { row: row + 1, column: column + 1, digit: candidate.digit.get() }
    }

    /// Returns the places of candidates.
    pub fn list(candidates: &[Candidate], side: usize) -> Vec<Self> {
        candidates.iter().map(|&candidate| Self::of(candidate, side)).collect()
    }
}

/// A kind of house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box.
    Box,
}

/// A house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct HousePlace {
    /// Its kind.
    pub kind: HouseKind,
    /// Its number among those of the kind, from 1; boxes are counted row by row.
    pub number: u8,
}

impl HousePlace {
    /// Returns the place of a house.
    ///
    /// ```
    /// use quadrille_api::{HouseKind, HousePlace};
    /// use quadrille_logic::House;
    ///
    /// let place = HousePlace::of(House::Box(8));
    /// assert_eq!((place.kind, place.number), (HouseKind::Box, 9));
    /// ```
    pub fn of(house: House) -> Self {
        let (kind, index) = match house {
            House::Row(index) => (HouseKind::Row, index),
            House::Column(index) => (HouseKind::Column, index),
            House::Box(index) => (HouseKind::Box, index),
        };
        Self { kind, number: index + 1 }
    }
}

/// The evidence for a deduction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Evidence {
    /// The cells of the pattern, such as `r1c2`.
    pub cells: Vec<String>,
    /// The houses of the pattern.
    pub houses: Vec<RoleHouse>,
    /// The candidates that are assumed, and those that are placed or ruled out.
    pub candidates: Vec<RoleCandidate>,
    /// The cells of the pattern with the digits that matter in them, by what they are for.
    pub sets: Vec<SetFields>,
    /// The implications of chains, causes before effects.
    pub links: Vec<LinkFields>,
    /// The sets of candidates on which a deduction without chains rests: of each, one is true.
    pub truths: Vec<TruthFields>,
    /// A chain in Eureka notation, if there is one without branches.
    pub eureka: Option<String>,
}

/// A house of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RoleHouse {
    /// The house.
    #[serde(flatten)]
    pub house: HousePlace,
    /// What it is for: `pattern`; `base` or `cover` of a fish.
    pub role: &'static str,
}

/// A candidate that a deduction is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RoleCandidate {
    /// The candidate.
    #[serde(flatten)]
    pub place: CandidatePlace,
    /// What it is for: `premise` or `conclusion`.
    pub role: &'static str,
}

/// Cells with some of their digits. A cell need not have all of the digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SetFields {
    /// What they are for: `pattern`, `complement`, `base`, `fin`, `pivot`, `pincer`, `set`, `stem`,
    /// `petal`, `excluder`, `color-a`, `color-b` or `link-end`.
    pub role: &'static str,
    /// The cells, such as `r1c2`.
    pub cells: Vec<String>,
    /// The digits that matter in these cells.
    pub digits: Vec<u8>,
}

/// A candidate assumed or shown to be true or false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StateFields {
    /// The candidate.
    #[serde(flatten)]
    pub place: CandidatePlace,
    /// Whether it is true.
    pub on: bool,
}

/// A step of a chain: if all of `from` hold, so does `to`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LinkFields {
    /// The causes; none for an assumption.
    pub from: Vec<StateFields>,
    /// The effect.
    pub to: StateFields,
    /// `strong` from a false candidate to a true one, `weak` from a true one to a false one,
    /// `implication` otherwise.
    pub kind: &'static str,
    /// Why it holds.
    pub reason: ReasonFields,
    /// 0 in a chain itself, more in a chain within it.
    pub depth: u8,
    /// The sets of candidates of a pattern that shows it: of each, one is true.
    pub truths: Vec<TruthFields>,
}

/// Candidates of which one is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum TruthFields {
    /// A cell holds one of its candidates.
    Cell {
        /// The cell, such as `r1c2`.
        cell: String,
        /// What it may hold.
        digits: Vec<u8>,
    },
    /// A house holds a digit.
    House {
        /// The house.
        house: HousePlace,
        /// The digit.
        digit: u8,
        /// Where it may be.
        cells: Vec<String>,
    },
    /// Some of the cells holds another digit than these two, which could be exchanged.
    Deadly {
        /// The cells.
        cells: Vec<String>,
        /// The two digits.
        digits: Vec<u8>,
    },
    /// Without these candidates, each open cell would have two, and each digit two places in each house.
    Grave {
        /// The candidates.
        candidates: Vec<CandidatePlace>,
    },
}

/// Why a step of a chain holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ReasonFields {
    /// It is assumed.
    Assumption,
    /// A cell holds one digit.
    Cell,
    /// A digit is in one cell of a house.
    House {
        /// The house.
        house: HousePlace,
    },
    /// A deduction that the causes make possible.
    Technique {
        /// The id of its technique.
        technique: &'static str,
    },
}

impl Evidence {
    /// Returns the whole evidence.
    ///
    /// ```
    /// use quadrille_api::Evidence;
    /// use quadrille_logic::sample;
    ///
    /// let sample = sample("x-wing").expect("every kind has a sample");
    /// let evidence = Evidence::of(&sample.step.deduction);
    /// assert_eq!((evidence.houses.len(), evidence.houses[0].role), (4, "base"));
    /// ```
    pub fn of(deduction: &Deduction) -> Self {
        let side = deduction.shape.side();
        let candidates = deduction.premises_and_conclusions().into_iter();
        let set = |set: quadrille_logic::RoleSet| SetFields {
            role: set.role.id(),
            cells: names(&set.cells, side),
            digits: numbers(set.digits),
        };
        Self {
            cells: names(&deduction.cells, side),
            candidates: candidates
                .map(|(candidate, role)| RoleCandidate {
                    place: CandidatePlace::of(candidate, side),
                    role: role.id(),
                })
                .collect(),
            sets: deduction.sets().into_iter().map(set).collect(),
            links: deduction.links.iter().map(|link| LinkFields::of(link, side)).collect(),
            truths: match &deduction.links[..] {
                [] => TruthFields::list(&deduction.truths(), side),
                _ => Vec::new(),
            },
            eureka: text::eureka(deduction),
            ..Self::houses_only(deduction)
        }
    }

    /// Returns the evidence that the third level of a hint tells.
    pub(crate) fn houses_only(deduction: &Deduction) -> Self {
        let house = |(house, role): (House, Role)| RoleHouse {
            house: HousePlace::of(house),
            role: role.id(),
        };
        Self { houses: deduction.house_roles().map(house).collect(), ..Self::default() }
    }
}

impl LinkFields {
    fn of(link: &Link, side: usize) -> Self {
        let state = |state: &State| StateFields {
            place: CandidatePlace::of(state.candidate, side),
            on: state.is_on,
        };
        let kind = match (&link.from[..], link.to.is_on) {
            ([cause], true) if !cause.is_on => "strong",
            ([cause], false) if cause.is_on => "weak",
            _ => "implication",
        };
        Self {
            from: link.from.iter().map(state).collect(),
            to: state(&link.to),
            kind,
            reason: match link.reason {
                Reason::Assumption => ReasonFields::Assumption,
                Reason::Cell => ReasonFields::Cell,
                Reason::House(house) => ReasonFields::House { house: HousePlace::of(house) },
                Reason::Kind(technique) => ReasonFields::Technique { technique },
            },
            depth: link.depth,
            truths: TruthFields::list(&link.truths, side),
        }
    }
}

impl TruthFields {
    fn list(truths: &[Truth], side: usize) -> Vec<Self> {
        truths.iter().map(|truth| Self::of(truth, side)).collect()
    }

    fn of(truth: &Truth, side: usize) -> Self {
        match truth {
            Truth::Cell { cell, digits } => {
                Self::Cell { cell: cell.name(side).to_string(), digits: numbers(*digits) }
            }
            Truth::House { house, digit, cells } => Self::House {
                house: HousePlace::of(*house),
                digit: digit.get(),
                cells: names(cells, side),
            },
            Truth::Deadly { cells, digits } => {
                Self::Deadly { cells: names(cells, side), digits: numbers(*digits) }
            }
            Truth::Grave { parts } => {
                let of_part = |part: &Part| -> Vec<CandidatePlace> {
                    let cells = part.cells.iter();
                    let all = cells.flat_map(|&cell| {
                        part.digits.iter().map(move |digit| Candidate { cell, digit })
                    });
                    all.map(|candidate| CandidatePlace::of(candidate, side)).collect()
                };
                Self::Grave { candidates: parts.iter().flat_map(of_part).collect() }
            }
        }
    }
}

fn numbers(digits: DigitSet) -> Vec<u8> {
    digits.iter().map(Digit::get).collect()
}

fn names(cells: &[Cell], side: usize) -> Vec<String> {
    cells.iter().map(|cell| cell.name(side).to_string()).collect()
}
