//! Positions from walks through generated puzzles.

use crate::logic::techniques::example::check;

#[test]
fn als_xz() {
    let rows = [
        "2 6 7 4 5 1 9 3 8",
        "4 5 9 8 3 7 2 6 1",
        "3 1 8 2 6 9 45 45 7",
        "8 2 6 5 1 4 37 79 39",
        "7 3 4 9 2 6 8 1 5",
        "5 9 1 7 8 3 6 2 4",
        "1 4 2 3 79 8 57 579 6",
        "9 8 3 6 47 5 1 47 2",
        "6 7 5 1 49 2 34 8 39",
    ];
    check("als-xz", "als-xz", rows, "r3c8<>4 r9c7<>4");
}

#[test]
fn als_xy_wing() {
    let rows = [
        "2 6 7 4 5 1 9 3 8",
        "4 5 9 8 3 7 2 6 1",
        "3 1 8 2 6 9 45 45 7",
        "8 2 6 5 1 4 37 79 39",
        "7 3 4 9 2 6 8 1 5",
        "5 9 1 7 8 3 6 2 4",
        "1 4 2 3 79 8 57 579 6",
        "9 8 3 6 47 5 1 47 2",
        "6 7 5 1 49 2 34 8 39",
    ];
    check("als-xy-wing", "als-xy-wing", rows, "r7c8<>9 r9c5<>9");
}

#[test]
fn als_chain() {
    let rows = [
        "2 6 7 4 5 1 9 3 8",
        "4 5 9 8 3 7 2 6 1",
        "3 1 8 2 6 9 45 45 7",
        "8 2 6 5 1 4 37 79 39",
        "7 3 4 9 2 6 8 1 5",
        "5 9 1 7 8 3 6 2 4",
        "1 4 2 3 79 8 57 579 6",
        "9 8 3 6 47 5 1 47 2",
        "6 7 5 1 49 2 34 8 39",
    ];
    check("als-chain", "als-chain", rows, "r4c9<>9 r7c8<>9 r9c5<>9");
}

#[test]
fn death_blossom() {
    let rows = [
        "2 6 7 4 5 1 9 3 8",
        "4 5 9 8 3 7 2 6 1",
        "3 1 8 2 6 9 45 45 7",
        "8 2 6 5 1 4 37 79 39",
        "7 3 4 9 2 6 8 1 5",
        "5 9 1 7 8 3 6 2 4",
        "1 4 2 3 79 8 57 579 6",
        "9 8 3 6 47 5 1 47 2",
        "6 7 5 1 49 2 34 8 39",
    ];
    check("death-blossom", "death-blossom", rows, "r7c8<>9 r9c5<>9");
}
