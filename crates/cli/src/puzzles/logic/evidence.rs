//! Deductions as the fields of JSON objects.

use quadrille_engine::Candidate;
use quadrille_engine::logic::{Deduction, State, text};
use serde::Serialize;

/// The evidence of a deduction.
#[derive(Serialize)]
pub(super) struct Evidence {
    placements: Vec<Place>,
    eliminations: Vec<Place>,
    cells: Vec<String>,
    houses: Vec<String>,
    links: Vec<LinkFields>,
    eureka: Option<String>,
}

/// A digit in a cell, both counted from 1.
#[derive(Serialize)]
pub(super) struct Place {
    row: usize,
    column: usize,
    digit: u8,
}

impl Place {
    pub(super) fn of(candidate: Candidate) -> Self {
        let (row, column) = candidate.cell.row_column(9);
        Self { row: row + 1, column: column + 1, digit: candidate.digit.get() }
    }
}

#[derive(Serialize)]
struct StateFields {
    #[serde(flatten)]
    place: Place,
    on: bool,
}

impl StateFields {
    fn of(state: State) -> Self {
        Self { place: Place::of(state.candidate), on: state.is_on }
    }
}

#[derive(Serialize)]
struct LinkFields {
    from: Vec<StateFields>,
    to: StateFields,
    reason: String,
    /// 0 in a chain itself, more in a chain within it.
    depth: u8,
}

impl Evidence {
    pub(super) fn of(deduction: &Deduction) -> Self {
        let places = |candidates: &[Candidate]| candidates.iter().copied().map(Place::of).collect();
        let links = deduction.links.iter().map(|link| LinkFields {
            from: link.from.iter().copied().map(StateFields::of).collect(),
            to: StateFields::of(link.to),
            reason: link.reason.to_string(),
            depth: link.depth,
        });
        Self {
            placements: places(&deduction.placements),
            eliminations: places(&deduction.eliminations),
            cells: deduction.cells.iter().map(|cell| cell.name(9).to_string()).collect(),
            houses: deduction.houses.iter().map(ToString::to_string).collect(),
            links: links.collect(),
            eureka: text::eureka(deduction),
        }
    }

    /// The evidence without what the first levels of a hint do not tell.
    pub(super) fn houses_only(deduction: &Deduction) -> Self {
        Self {
            placements: Vec::new(),
            eliminations: Vec::new(),
            cells: Vec::new(),
            links: Vec::new(),
            eureka: None,
            ..Self::of(deduction)
        }
    }
}
