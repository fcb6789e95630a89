//! Chains: cycles, forcing chains, Nishio, multiple and dynamic forcing chains, and their nested
//! forms, after Sudoku Explainer. The search is in [`chains`](crate::chains).

mod any;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use crate::board::Any;
use crate::chains::{CYCLE_KINDS, Config, find_cycles, find_forcing, kinds};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique};

/// A cycle of links, or a chain of links that leads from a candidate to its opposite.
pub(super) struct ForcingChains;

impl Technique for ForcingChains {
    fn id(&self) -> &'static str {
        "forcing-chains"
    }

    fn kinds(&self) -> &'static [Kind] {
        &CYCLE_KINDS
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        find_cycles(grid, sink)
    }
}

/// Chains from several assumptions that lead to the same, or a chain that leads to a contradiction.
pub(super) struct Forcing {
    id: &'static str,
    config: Config,
}

impl Technique for Forcing {
    fn id(&self) -> &'static str {
        self.id
    }

    fn kinds(&self) -> &'static [Kind] {
        kinds(self.config)
    }

    fn is_last_resort(&self) -> bool {
        self.config.dynamic && !self.config.nishio
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        find_forcing(self.config, grid, sink)
    }

    fn find_on_any(&self, grid: &LogicGrid<Any>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let config = self.config;
        let kinds = self.kinds().iter().map(|kind| kind.id);
        let kind = kinds.clone().find(|kind| config.nishio || kind.contains("contradiction"));
        match kind.filter(|_| self.works_on_any()) {
            Some(kind) => any::find(kind, config.nishio, grid, sink),
            None => ControlFlow::Continue(()),
        }
    }

    fn works_on_any(&self) -> bool {
        self.config.dynamic && self.config.level == 0
    }
}

const PLAIN: Config = Config::MULTIPLE;

/// A candidate of one digit leads to a contradiction on the links of this digit.
pub(super) const NISHIO: Forcing = Forcing {
    id: "nishio",
    config: Config { multiple: false, dynamic: true, nishio: true, ..PLAIN },
};

/// All candidates of a cell, or all places of a digit in a house, lead to the same.
pub(super) const MULTIPLE: Forcing = Forcing { id: "multiple-forcing-chains", config: PLAIN };

/// As above, and candidates that a chain removes are gone for the rest of it.
pub(super) const DYNAMIC: Forcing =
    Forcing { id: "dynamic-forcing-chains", config: Config { dynamic: true, ..PLAIN } };

/// As above, and chains use locked candidates, pairs and X-Wings.
pub(super) const PLUS: Forcing = Forcing {
    id: "dynamic-forcing-chains-plus",
    config: Config { dynamic: true, level: 1, ..PLAIN },
};

/// As above, and chains use forcing chains.
pub(super) const NESTED: Forcing =
    Forcing { id: "nested-forcing-chains", config: Config { dynamic: true, level: 2, ..PLAIN } };

/// As above, and chains use multiple forcing chains.
pub(super) const NESTED_MULTIPLE: Forcing = Forcing {
    id: "nested-multiple-forcing-chains",
    config: Config { dynamic: true, level: 3, ..PLAIN },
};

/// As above, and chains use dynamic forcing chains instead.
pub(super) const NESTED_DYNAMIC: Forcing = Forcing {
    id: "nested-dynamic-forcing-chains",
    config: Config { dynamic: true, level: 4, ..PLAIN },
};

/// As above, and the nested chains use locked candidates, pairs and X-Wings.
pub(super) const NESTED_PLUS: Forcing = Forcing {
    id: "nested-dynamic-forcing-chains-plus",
    config: Config { dynamic: true, level: 4, nested_level: 1, ..PLAIN },
};

/// As above, and the nested chains use forcing chains.
pub(super) const DOUBLY_NESTED: Forcing = Forcing {
    id: "doubly-nested-forcing-chains",
    config: Config { dynamic: true, level: 4, nested_level: 2, ..PLAIN },
};

/// As above, and the nested chains use multiple forcing chains.
pub(super) const DOUBLY_NESTED_MULTIPLE: Forcing = Forcing {
    id: "doubly-nested-multiple-forcing-chains",
    config: Config { dynamic: true, level: 4, nested_level: 3, ..PLAIN },
};
