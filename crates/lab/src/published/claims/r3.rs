//! R3 had a depth-first search that worked, and two searches that did not.

use super::{Claim, Figures, HUNDRED, PublishedTable};
use crate::published::Puzzles;
use crate::published::puzzles::Embedded;

const REPORT: PublishedTable = PublishedTable {
    report: "R3",
    source: "Trottier & Poitras 2015",
    published_puzzles: Some("100 in the report"),
    puzzles: Puzzles::Given { most: 100, embedded: Embedded::MediumAndHard, own: Some(HUNDRED) },
    ..PublishedTable::EMPTY
};

pub(super) const WITHIN: PublishedTable = PublishedTable {
    title: "depth-first search by columns, limited",
    published_bound: Some("50000 nodes"),
    nodes: 50_000,
    within: &[1_000, 5_000, 10_000],
    claims: &[Claim {
        name: "depth-first",
        theirs: Figures {
            solved: Some("52 of 100"),
            within: &["3%", "13%", "20%"],
            time_total: Some("over 1 min"),
            ..Figures::NONE
        },
        faithful: "dfs-column",
        repaired: Some("dfs-mrv"),
        why: "On the report's puzzles the counts are the same. Taking the cell with the fewest \
              digits instead of the next one solves most of them within 1000 nodes.",
        notes: &["the report says \"a little over a minute\" for the runs up to 50000 nodes."],
    }],
    ..REPORT
};

pub(super) const ALL: PublishedTable = PublishedTable {
    title: "depth-first search by columns, until solved",
    nodes: 5_000_000,
    claims: &[Claim {
        name: "depth-first",
        theirs: Figures {
            solved: Some("100 of 100"),
            nodes_max: Some("3.71 million"),
            time_total: Some("9 min"),
            ..Figures::NONE
        },
        faithful: "dfs-column",
        repaired: Some("dfs-mrv"),
        why: "The same. On the report's puzzles, the longest run has 3716586 nodes.",
        notes: &[],
    }],
    ..REPORT
};

pub(super) const FAILED: PublishedTable = PublishedTable {
    title: "the searches that did not work",
    nodes: 100_000,
    claims: &[
        Claim {
            name: "hill climbing",
            theirs: Figures { statement: Some("did not work"), ..Figures::NONE },
            faithful: "hill-climbing-r3-original",
            repaired: Some("hill-climbing:start=givens"),
            why: "Its cost is 162 for every board, and it tries nine swaps of one cell.",
            notes: &[],
        },
        Claim {
            name: "hill climbing with restarts",
            theirs: Figures { statement: Some("a proposal, not built"), ..Figures::NONE },
            faithful: "hill-climbing-restarts:start=givens",
            repaired: None,
            why: "Restarts were the report's idea to leave local minima.",
            notes: &[],
        },
        Claim {
            name: "recursive best-first (heuristic search)",
            theirs: Figures {
                statement: Some("did not work, and ignored its limit"),
                ..Figures::NONE
            },
            faithful: "rbfs-original:limit=1000",
            repaired: Some("rbfs"),
            why: "At its limit of 1000 visits it returns -1, which counts as the lowest cost of \
                  all, so it enters the same child for ever.",
            notes: &[],
        },
    ],
    ..REPORT
};
