//! R4 tried annealing and two cross-entropy methods.

use super::{Claim, Figures, PublishedTable};
use crate::published::Puzzles;
use crate::published::puzzles::Embedded;

const REPORT: PublishedTable = PublishedTable {
    report: "R4",
    source: "Fauquembergue, Hamdaoui & Sitbon 2014",
    puzzles: Puzzles::Given { most: 20, embedded: Embedded::Hard, own: None },
    ..PublishedTable::EMPTY
};

/// R4 printed no success rates.
const NO_RATE: Figures = Figures { statement: Some("no success rate"), ..Figures::NONE };

pub(super) const LOCAL: PublishedTable = PublishedTable {
    title: "simulated annealing",
    nodes: 200_000,
    runs: 100,
    claims: &[Claim {
        name: "random digits in single cells",
        theirs: NO_RATE,
        faithful: "annealing-r4",
        repaired: Some("annealing:start=givens"),
        why: "A random digit in one cell breaks the box, row and column at once; swaps in a box \
              keep the boxes right.",
        notes: &[
            "the report counts each collision twice and halves the sum. It does not give the \
             cooling factor and the last temperature; 0.99 and 0.1 are our choice.",
        ],
    }],
    ..REPORT
};

pub(super) const SAMPLING: PublishedTable = PublishedTable {
    title: "cross-entropy",
    nodes: 20_000,
    propagates: true,
    claims: &[
        Claim {
            name: "multinomial counts",
            theirs: NO_RATE,
            faithful: "cross-entropy-multinomial",
            repaired: Some("cross-entropy"),
            why: "One count per cell must encode its digit, which cannot express a distribution: \
                  the model is unsound. Repaired, each cell has a probability for each candidate.",
            notes: &[],
        },
        Claim {
            name: "cell by cell",
            theirs: NO_RATE,
            faithful: "cross-entropy-cell",
            repaired: Some("cross-entropy"),
            why: "Uniform draws from the elite lose digits for good; smoothing keeps them.",
            notes: &[],
        },
    ],
    ..REPORT
};
