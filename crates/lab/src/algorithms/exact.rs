//! The engine's exact solvers as algorithms: they stop at the first solution.

use std::ops::ControlFlow;

use quadrille_core::solve::Solver;
use quadrille_core::{Counter, Puzzle, Run, Stop};

use crate::registry::Entry;

pub(super) const AUTO: Entry = Entry {
    id: "auto",
    title: "the kernel, or a short search, then learning and tabu in turns",
    source: "ours",
    about: "9x9 without edges: the kernel. Other boards: first `bits`; after 20 to 50 contradictions \
            without a solution, `learning`, which receives what has been ruled out, in turns with \
            tabu search until one of them finds a first solution. A node is a guess of any of \
            them; `evaluated` counts the changes that tabu search evaluates.",
    counters: &[
        Counter::Branch,
        Counter::Backtrack,
        Counter::Contradiction,
        Counter::Conflict,
        Counter::Restart,
        Counter::Evaluated,
    ],
    nodes: Counter::Branch,
    supports: |puzzle| Solver::Auto.supports(puzzle),
    run: |puzzle, _, run| first_solution(Solver::Auto, puzzle, run),
    ..Entry::EXACT
};

pub(super) const KERNEL: Entry = Entry {
    id: "kernel",
    title: "SIMD kernel, a puzzle per lane",
    source: "ours",
    about: "Candidate sets in vectors, one puzzle per 16-bit lane. Branch-free sweeps over bands \
            and stacks find naked singles, triads, hidden singles and locked candidates; then the \
            band or stack with the fewest configurations is guessed. Built for batches; the lab \
            runs one puzzle at a time. A node is a guess.",
    counters: &[Counter::Branch],
    nodes: Counter::Branch,
    supports: |puzzle| Solver::Kernel.supports(puzzle),
    run: |puzzle, _, run| first_solution(Solver::Kernel, puzzle, run),
    ..Entry::EXACT
};

pub(super) const BITS: Entry = Entry {
    id: "bits",
    title: "bitset propagation and search",
    source: "ours",
    about: "One word of candidates for each cell and for each digit in each house. Naked and \
            hidden singles, edges and locked candidates run to a fixed point; then the smallest \
            word is guessed, cells first. A trail undoes guesses. A node is a guess.",
    counters: &[Counter::Branch, Counter::Backtrack, Counter::Contradiction],
    nodes: Counter::Branch,
    supports: |puzzle| Solver::Bits.supports(puzzle),
    run: |puzzle, _, run| first_solution(Solver::Bits, puzzle, run),
    ..Entry::EXACT
};

pub(super) const EXACT_COVER: Entry = Entry {
    id: "exact-cover",
    title: "exact cover by dancing links",
    source: "Knuth 2000, Dancing Links",
    about: "Cells, and digits in rows, columns and boxes, are items that candidates cover; a \
            solution covers each exactly once. The search branches on the item with the fewest \
            options, digits ascending. Edges are secondary items. A node is an option tried where \
            there were several.",
    counters: &[Counter::Branch, Counter::Backtrack, Counter::Contradiction],
    nodes: Counter::Branch,
    supports: |puzzle| Solver::Dlx.supports(puzzle),
    run: |puzzle, _, run| first_solution(Solver::Dlx, puzzle, run),
    ..Entry::EXACT
};

pub(super) const LEARNING: Entry = Entry {
    id: "learning",
    title: "clause learning over candidates",
    source: "ours, after GRASP, Chaff and MiniSat",
    about: "What propagation leaves becomes a formula: exactly one candidate of each cell and of \
            each digit in each house, with a name for the cells that a box and a line share. \
            Besides singles, everything that follows from Hall sets of rows and columns is ruled \
            out (Régin 1994). Candidates are decided true, those most active in recent conflicts \
            first; each conflict is analyzed, stored as a clause, and the search jumps back. A \
            node is a conflict.",
    counters: &[Counter::Conflict, Counter::Branch, Counter::Restart],
    nodes: Counter::Conflict,
    supports: |puzzle| Solver::Learning.supports(puzzle),
    run: |puzzle, _, run| first_solution(Solver::Learning, puzzle, run),
    ..Entry::EXACT
};

#[cfg(feature = "sat")]
pub(super) const SAT: Entry = Entry {
    id: "sat",
    title: "SAT library on the propagated formula",
    source: "Eén and Sörensson 2003 (MiniSat), as the BatSat library",
    about: "The same formula as in `learning`, written as clauses for a SAT library. A node is a \
            conflict.",
    counters: &[Counter::Conflict, Counter::Restart],
    nodes: Counter::Conflict,
    supports: |puzzle| Solver::Sat.supports(puzzle),
    run: |puzzle, _, run| first_solution(Solver::Sat, puzzle, run),
    ..Entry::EXACT
};

pub(super) const NAIVE: Entry = Entry {
    id: "naive",
    title: "naive oracle",
    source: "ours; the other solvers are tested against it",
    about: "First empty cell, digits ascending, each checked against the board by the rules \
            themselves. Slow and obviously correct.",
    counters: &[Counter::Placement],
    nodes: Counter::Placement,
    supports: |puzzle| Solver::Naive.supports(puzzle),
    run: |puzzle, _, run| first_solution(Solver::Naive, puzzle, run),
    ..Entry::EXACT
};

fn first_solution(solver: Solver, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let mut board = None;
    let stop = solver.solve_up_to(1, puzzle, &mut run.meter, &mut |solution| {
        board = Some(solution.grid().snapshot());
        ControlFlow::Continue(())
    });
    Ok(board.map_or(stop, |board| run.claim(&board)))
}

#[cfg(test)]
mod tests {
    use quadrille_core::solve::Solver;

    use crate::algorithms::ENTRIES;
    use crate::registry::Family;

    #[test]
    fn entries_and_solvers_agree() {
        let exact = ENTRIES.iter().filter(|entry| entry.family == Family::Exact);
        let entries: Vec<_> = exact.map(|entry| (entry.id, entry.nodes)).collect();
        let solvers: Vec<_> =
            Solver::ALL.iter().map(|solver| (solver.id(), solver.node())).collect();
        assert_eq!(entries, solvers);
    }
}
