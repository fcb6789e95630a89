//! R0 compared Norvig's search with three local searches, all after propagation.

use super::{Claim, Figures, PublishedTable};
use crate::published::Puzzles;

const REPORT: PublishedTable =
    PublishedTable { report: "R0", source: "Boukharouba & Mohammed 2018", ..PublishedTable::EMPTY };

pub(super) const RANDOM: PublishedTable = PublishedTable {
    title: "100 puzzles of Norvig's random_puzzle(17)",
    published_puzzles: Some("100 random ones in the report"),
    puzzles: Puzzles::RandomNorvig { count: 100 },
    nodes: 2_000_000,
    propagates: true,
    claims: &[
        Claim {
            name: "Norvig's search",
            theirs: Figures {
                solved: Some("98-100%"),
                nodes_mean: Some("380"),
                time_mean: Some("0.01 s"),
                time_max: Some("0.02 s"),
                ..Figures::NONE
            },
            faithful: "norvig",
            repaired: None,
            why: "About one puzzle in a thousand of this source has no solution. The search \
                  proves it, and the report counts it as not solved.",
            notes: &[],
        },
        Claim {
            name: "hill climbing",
            theirs: Figures {
                solved: Some("0-1%"),
                nodes_mean: Some("1383"),
                time_mean: Some("2.47 s"),
                time_max: Some("3.28 s"),
                ..Figures::NONE
            },
            faithful: "hill-climbing",
            repaired: None,
            why: "Steepest descent ends in the first local minimum. The report's counts of nodes do \
                  not come out again; here, nodes are swaps evaluated.",
            notes: &[],
        },
        Claim {
            name: "simulated annealing",
            theirs: Figures {
                solved: Some("92-95%"),
                nodes_mean: Some("13549"),
                time_mean: Some("3.86 s"),
                time_max: Some("29.59 s"),
                ..Figures::NONE
            },
            faithful: "annealing-r0",
            repaired: Some("annealing"),
            why: "It cools once and ends after 100000 proposals. A constant temperature does \
                  better.",
            notes: &[],
        },
        Claim {
            name: "box descent",
            theirs: Figures {
                solved: Some("100%"),
                nodes_mean: Some("8372"),
                time_mean: Some("1.57 s"),
                time_max: Some("11.68 s"),
                ..Figures::NONE
            },
            faithful: "box-descent",
            repaired: None,
            why: "A random swap after each sweep without improvement lets it leave local minima. \
                  On 1483 such puzzles with a solution, the mean here is about 6000 \
                  nodes.",
            notes: &[],
        },
    ],
    notes: &[
        "the report exchanges the words \"total\" and \"mean\"; its figures are given here as \
         meant. It speaks of 100 puzzles, but its means are its sums divided by 99: 37652, 136880, \
         1341322 and 828819 nodes in all.",
    ],
    ..REPORT
};

/// R0's first hard puzzle, which has more than one solution.
const FIRST_HARD: &str =
    ".....6....59.....82....8....45........3........6..3.54...325..6..................";

pub(super) const HARD1: PublishedTable = PublishedTable {
    title: "one hard puzzle (hard1)",
    published_puzzles: Some("one, of which each algorithm had one run"),
    puzzles: Puzzles::Written(FIRST_HARD),
    runs: 25,
    nodes: 20_000_000,
    propagates: true,
    claims: &[
        Claim {
            name: "Norvig's search",
            theirs: Figures {
                solved: Some("1 of 1"),
                nodes_mean: Some("7282622"),
                time_mean: Some("94.7 s"),
                ..Figures::NONE
            },
            faithful: "norvig",
            repaired: None,
            why: "Nodes are assignments. How many there are depends on the order of peers, which \
                  Python's sets leave open; here it is ascending.",
            notes: &[],
        },
        Claim {
            name: "hill climbing",
            theirs: Figures {
                solved: Some("0 of 1"),
                nodes_mean: Some("11895"),
                time_mean: Some("2.62 s"),
                ..Figures::NONE
            },
            faithful: "hill-climbing",
            repaired: None,
            why: "One descent from a random board. Nodes are counted as above.",
            notes: &[],
        },
        Claim {
            name: "simulated annealing",
            theirs: Figures {
                solved: Some("1 of 1"),
                nodes_mean: Some("7407"),
                time_mean: Some("2.17 s"),
                ..Figures::NONE
            },
            faithful: "annealing-r0",
            repaired: Some("annealing"),
            why: "The puzzle has many solutions, which helps local search.",
            notes: &[],
        },
        Claim {
            name: "box descent",
            theirs: Figures {
                solved: Some("1 of 1"),
                nodes_mean: Some("2664"),
                time_mean: Some("1.05 s"),
                ..Figures::NONE
            },
            faithful: "box-descent",
            repaired: None,
            why: "Many solutions help it too.",
            notes: &[],
        },
    ],
    ..REPORT
};
