//! Integration tests of the laboratory.

mod boards;
mod budgets;
mod compare;
mod conformance;
mod features;
mod golden_coloring;
mod golden_cp;
mod golden_graph;
mod golden_local;
mod golden_lp;
mod golden_metaheuristics;
mod golden_originals;
mod golden_relaxations;
mod golden_strong;
mod golden_tree;
mod page;
mod properties;
mod published;
mod sources;
mod spaces;
mod trace;
