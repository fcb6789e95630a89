//! What is known of every program from outside.

use quadrille_core::{Counter, Stop};

use super::{Entry, Family};

/// The entry of programs from outside, which are named `cmd:PROGRAM ARG…`. No list has it: there is
/// no such program until a name says which.
pub static PROGRAM: Entry = Entry {
    id: "cmd",
    title: "a program from outside",
    family: Family::Outside,
    source: "its author",
    about: "A program that reads puzzles and writes its answers, line by line (docs/reference/protocol.md). Its \
            boards are validated, its proofs that there is no solution are checked, and its processor \
            time is read from the system. Nodes are what the program reports, so they can be \
            compared with nothing else.",
    counters: &[Counter::Reported],
    nodes: Counter::Reported,
    complete: false,
    deterministic: false,
    may_be_wrong: true,
    // Run by the program of the configuration.
    run: |_, _, _| Ok(Stop::Stuck),
    ..Entry::TREE
};
