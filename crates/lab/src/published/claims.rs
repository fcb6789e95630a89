//! What the reports printed, table by table, with the entries here that repeat it.
//!
//! The numbers are the reports' own (R0 swaps "total" and "mean" in its captions; they stand here
//! as meant). `faithful` does what the report's program did, faults included; `repaired` what its
//! authors meant. Where a report's program has no fault, the two are one.

use super::{Claim, PublishedTable, Puzzles};

/// R0's first hard puzzle, which has more than one solution.
const HARD1: &str =
    ".....6....59.....82....8....45........3........6..3.54...325..6..................";

/// All tables, by report.
pub const TABLES: &[PublishedTable] = &[
    PublishedTable {
        report: "R0",
        title: "100 puzzles of Norvig's random_puzzle(17)",
        source: "Boukharouba & Mohammed 2018",
        puzzles: Puzzles::RandomNorvig { count: 100 },
        nodes: 2_000_000,
        within: &[],
        claims: &[
            Claim {
                name: "Norvig's search",
                theirs: "98-100%, 380 nodes, 0.01 s, at most 0.02 s",
                faithful: "norvig",
                repaired: None,
                why: "A puzzle of this source may have no solution (about one in a thousand); the \
                      search proves it, and it counts as not solved.",
            },
            Claim {
                name: "hill climbing",
                theirs: "0-1%, 1383 nodes, 2.47 s, at most 3.28 s",
                faithful: "hill-climbing",
                repaired: None,
                why: "Steepest descent ends in the first local minimum; only puzzles that \
                      propagation solves come out. Times differ by language.",
            },
            Claim {
                name: "simulated annealing",
                theirs: "92-95%, 13549 nodes, 3.86 s, at most 29.59 s",
                faithful: "annealing-r0",
                repaired: Some("annealing"),
                why: "It cools once and is cut at 100000 proposals; a temperature held near 0.4 \
                      does better.",
            },
            Claim {
                name: "box descent",
                theirs: "100%, 8372 nodes, 1.57 s, at most 11.68 s",
                faithful: "box-descent",
                repaired: None,
                why: "A random swap after each idle sweep lets it leave local minima; puzzles \
                      without a solution stay unsolved.",
            },
        ],
    },
    PublishedTable {
        report: "R0",
        title: "one hard puzzle (hard1)",
        source: "Boukharouba & Mohammed 2018",
        puzzles: Puzzles::Written(HARD1),
        nodes: 20_000_000,
        within: &[],
        claims: &[
            Claim {
                name: "Norvig's search",
                theirs: "solved, 7282622 nodes, 94.7 s",
                faithful: "norvig",
                repaired: None,
                why: "Assign calls depend on the order of peers, which Python's sets leave open; \
                      with peers in ascending order there are fewer.",
            },
            Claim {
                name: "hill climbing",
                theirs: "not solved, 11895 nodes, 2.62 s",
                faithful: "hill-climbing",
                repaired: None,
                why: "One descent from a random start.",
            },
            Claim {
                name: "simulated annealing",
                theirs: "solved, 7407 nodes, 2.17 s",
                faithful: "annealing-r0",
                repaired: Some("annealing"),
                why: "The puzzle has many solutions, which helps local search. One run each.",
            },
            Claim {
                name: "box descent",
                theirs: "solved, 2664 nodes, 1.05 s",
                faithful: "box-descent",
                repaired: None,
                why: "The same. One run each.",
            },
        ],
    },
    PublishedTable {
        report: "R2",
        title: "depth-first search over graphs, 40 puzzles, 10000 nodes",
        source: "Antaki & Poirier-Morency 2015",
        puzzles: Puzzles::Given { most: 40 },
        nodes: 10_000,
        within: &[],
        claims: &[
            Claim {
                name: "sequential",
                theirs: "0 of 40, 27.36 s",
                faithful: "dfs-graph-row-original",
                repaired: Some("dfs-row"),
                why: "The children of a node are all legal digits of all cells, so most of the \
                      tree is permutations of itself; one cell at a time is enough.",
            },
            Claim {
                name: "random",
                theirs: "0 of 40, 24.62 s",
                faithful: "dfs-graph-random-original",
                repaired: Some("dfs-random"),
                why: "The same, and a random order of cells is the worst there is.",
            },
            Claim {
                name: "sorted",
                theirs: "0 of 40, 38.04 s",
                faithful: "dfs-graph-sorted-original",
                repaired: Some("dfs-mrv"),
                why: "The stack opens the last child first, so the sort puts the least \
                      constrained cell first, the opposite of what was meant.",
            },
        ],
    },
    PublishedTable {
        report: "R2",
        title: "local search",
        source: "Antaki & Poirier-Morency 2015",
        puzzles: Puzzles::Given { most: 1000 },
        nodes: 200_000,
        within: &[],
        claims: &[
            Claim {
                name: "hill climbing",
                theirs: "0 of 1000, 139 nodes, 0.18 s, 14.96 conflicts left",
                faithful: "hill-climbing-r2-original",
                repaired: Some("hill-climbing"),
                why: "It swapped the givens and counted conflicts of givens only; repaired, it \
                      still ends in the first local minimum.",
            },
            Claim {
                name: "hill climbing, triples of swaps",
                theirs: "404 nodes (626.83 in the report's own table), 1.25 s, 14.21 conflicts left",
                faithful: "hill-climbing-super-original",
                repaired: Some("hill-climbing-super"),
                why: "It swapped the givens too; of the free cells' swaps, triples find a better \
                      local minimum.",
            },
        ],
    },
    PublishedTable {
        report: "R2",
        title: "best-first search, 10 puzzles, 1000 nodes",
        source: "Antaki & Poirier-Morency 2015",
        puzzles: Puzzles::Given { most: 10 },
        nodes: 1_000,
        within: &[],
        claims: &[
            Claim {
                name: "most constrained",
                theirs: "100 nodes in 163 s",
                faithful: "greedy-most-constrained-original",
                repaired: Some("greedy-most-constrained"),
                why: "A node had children in every cell; repaired, in the one with the fewest \
                      candidates, and dead ends are cut.",
            },
            Claim {
                name: "conflicts",
                theirs: "125 s",
                faithful: "greedy-conflicts-original",
                repaired: Some("greedy-conflicts"),
                why: "It swapped the givens of filled boards. Repaired, it places digits in one \
                      cell and fills boards only to count conflicts.",
            },
        ],
    },
    PublishedTable {
        report: "R2",
        title: "elimination, 100 puzzles",
        source: "Antaki & Poirier-Morency 2015",
        puzzles: Puzzles::Given { most: 100 },
        nodes: 10_000,
        within: &[],
        claims: &[
            Claim {
                name: "best-first",
                theirs: "100 of 100, at most 3 nodes, 1.55 s",
                faithful: "elimination-best-first-original",
                repaired: Some("elimination-best-first"),
                why: "Contradictions went unseen and no claim was checked: nearly all of the \
                      hundred grids were wrong. Here each is judged by the validator.",
            },
            Claim {
                name: "depth-first",
                theirs: "100 of 100, 14 nodes, 11.27 s",
                faithful: "elimination-dfs-original",
                repaired: Some("elimination-dfs"),
                why: "The same.",
            },
        ],
    },
    PublishedTable {
        report: "R3",
        title: "depth-first search by columns",
        source: "Trottier & Poitras 2015",
        puzzles: Puzzles::Given { most: 100 },
        nodes: 4_000_000,
        within: &[1_000, 5_000, 10_000, 50_000],
        claims: &[Claim {
            name: "depth-first",
            theirs: "3 / 13 / 20 / 52 of 100 within 1000 / 5000 / 10000 / 50000 nodes, all \
                     within 3.71 million, in 9 minutes",
            faithful: "dfs-column",
            repaired: Some("dfs-mrv"),
            why: "On their puzzles the counts are the same. Choosing the cell with the fewest \
                  digits instead of the next one solves nearly all within 1000.",
        }],
    },
    PublishedTable {
        report: "R3",
        title: "the algorithms that did not work",
        source: "Trottier & Poitras 2015",
        puzzles: Puzzles::Given { most: 20 },
        nodes: 100_000,
        within: &[],
        claims: &[
            Claim {
                name: "hill climbing",
                theirs: "did not work",
                faithful: "hill-climbing-r3-original",
                repaired: Some("hill-climbing"),
                why: "Its cost is 162 for every board, and it tries nine swaps of one cell.",
            },
            Claim {
                name: "recursive best-first",
                theirs: "did not work",
                faithful: "rbfs-original",
                repaired: Some("rbfs"),
                why: "Every cell made children, so the cost hardly guided it, and at its limit of \
                      1000 visits it took -1 for the lowest cost and circled.",
            },
        ],
    },
    PublishedTable {
        report: "R4",
        title: "annealing and cross-entropy",
        source: "Fauquembergue, Hamdaoui & Sitbon 2014",
        puzzles: Puzzles::Given { most: 20 },
        nodes: 200_000,
        within: &[],
        claims: &[
            Claim {
                name: "simulated annealing",
                theirs: "no success rates",
                faithful: "annealing-r4",
                repaired: Some("annealing"),
                why: "Changing one cell to a random digit breaks two houses at once; swaps in a \
                      box keep the boxes right.",
            },
            Claim {
                name: "cross-entropy, multinomial",
                theirs: "no success rates",
                faithful: "cross-entropy-multinomial",
                repaired: Some("cross-entropy"),
                why: "Multinomial counts as digits cannot express a distribution per cell: the \
                      model is unsound.",
            },
            Claim {
                name: "cross-entropy by cell",
                theirs: "no success rates",
                faithful: "cross-entropy-cell",
                repaired: Some("cross-entropy"),
                why: "Uniform draws from the elite lose digits for good; smoothing keeps them.",
            },
        ],
    },
];
