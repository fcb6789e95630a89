//! Positions from walks through generated puzzles.

use crate::techniques::example::check;

#[test]
fn x_wing() {
    let rows = [
        "9 12 12 14 6 7 34 8 5",
        "6 4 3 5 8 9 1 7 2",
        "18 5 7 14 13 2 34 9 6",
        "5 129 12 6 19 8 7 4 3",
        "3 189 4 7 19 5 6 2 18",
        "18 7 6 2 4 3 9 5 18",
        "2 18 18 9 7 6 5 3 4",
        "7 6 5 3 2 4 8 1 9",
        "4 3 9 8 5 1 2 6 7",
    ];
    check("hodoku-x-wing", "x-wing", rows, "r5c9<>8");
}

#[test]
fn swordfish() {
    let rows = [
        "7 9 4 8 3 1 2 5 6",
        "3 6 5 7 2 9 4 1 8",
        "18 2 18 6 4 5 3 7 9",
        "4 5 18 3 6 2 18 9 7",
        "6 18 3 9 5 7 18 4 2",
        "2 7 9 4 1 8 6 3 5",
        "5 38 678 1 79 36 79 2 4",
        "19 134 2 5 8 34 179 6 13",
        "19 134 167 2 79 346 5 8 13",
    ];
    check("hodoku-swordfish", "swordfish", rows, "r3c3<>8");
}

#[test]
fn jellyfish() {
    let rows = [
        "128 12 3 289 5 6 7 19 4",
        "5 7 9 1 3 4 6 2 8",
        "128 6 4 2789 79 29 3 19 5",
        "7 13 5 39 2 139 4 8 6",
        "19 13 8 4 6 7 19 5 2",
        "129 4 6 5 19 8 19 7 3",
        "4 9 1 6 8 5 2 3 7",
        "6 8 2 37 17 13 5 4 9",
        "3 5 7 29 4 29 8 6 1",
    ];
    check("hodoku-jellyfish", "jellyfish", rows, "r6c5<>9");
}

#[test]
fn finned_x_wing() {
    let rows = [
        "48 2 13 7 148 6 9 5 134",
        "48 6 5 14 9 3 48 2 7",
        "7 9 13 5 148 2 348 6 134",
        "3 5 4 8 2 9 1 7 6",
        "6 7 9 14 134 5 2 8 34",
        "2 1 8 6 34 7 34 9 5",
        "9 3 7 2 6 1 5 4 8",
        "5 4 2 3 7 8 6 1 9",
        "1 8 6 9 5 4 7 3 2",
    ];
    check("finned-x-wing", "finned-x-wing", rows, "r2c7<>4");
}

#[test]
fn finned_swordfish() {
    let rows = [
        "9 12 12 14 6 7 34 8 5",
        "6 4 3 5 8 9 1 7 2",
        "18 5 7 14 13 2 34 9 6",
        "5 129 12 6 19 8 7 4 3",
        "3 189 4 7 19 5 6 2 18",
        "18 7 6 2 4 3 9 5 18",
        "2 18 18 9 7 6 5 3 4",
        "7 6 5 3 2 4 8 1 9",
        "4 3 9 8 5 1 2 6 7",
    ];
    check("finned-swordfish", "finned-swordfish", rows, "r3c5<>1");
}

#[test]
fn finned_jellyfish() {
    let rows = [
        "9 12 12 14 6 7 34 8 5",
        "6 4 3 5 8 9 1 7 2",
        "18 5 7 14 13 2 34 9 6",
        "5 129 12 6 19 8 7 4 3",
        "3 189 4 7 19 5 6 2 18",
        "18 7 6 2 4 3 9 5 18",
        "2 18 18 9 7 6 5 3 4",
        "7 6 5 3 2 4 8 1 9",
        "4 3 9 8 5 1 2 6 7",
    ];
    check("finned-jellyfish", "finned-jellyfish", rows, "r3c5<>1");
}

#[test]
fn sashimi_x_wing() {
    let rows = [
        "9 12 12 14 6 7 34 8 5",
        "6 4 3 5 8 9 1 7 2",
        "18 5 7 14 13 2 34 9 6",
        "5 129 12 6 19 8 7 4 3",
        "3 189 4 7 19 5 6 2 18",
        "18 7 6 2 4 3 9 5 18",
        "2 18 18 9 7 6 5 3 4",
        "7 6 5 3 2 4 8 1 9",
        "4 3 9 8 5 1 2 6 7",
    ];
    check("sashimi-x-wing", "sashimi-x-wing", rows, "r3c5<>1");
}

#[test]
fn sashimi_swordfish() {
    let rows = [
        "9 12 12 14 6 7 34 8 5",
        "6 4 3 5 8 9 1 7 2",
        "18 5 7 14 13 2 34 9 6",
        "5 129 12 6 19 8 7 4 3",
        "3 189 4 7 19 5 6 2 18",
        "18 7 6 2 4 3 9 5 18",
        "2 18 18 9 7 6 5 3 4",
        "7 6 5 3 2 4 8 1 9",
        "4 3 9 8 5 1 2 6 7",
    ];
    check("sashimi-swordfish", "sashimi-swordfish", rows, "r3c5<>1");
}

#[test]
fn sashimi_jellyfish() {
    let rows = [
        "79 6 39 2 8 1 47 3479 5",
        "4 38 5 7 9 6 1 2 38",
        "789 1 2 4 3 5 6 79 789",
        "1 39 8 59 6 4 2 57 79",
        "6 7 39 35 1 2 8 345 49",
        "5 2 4 39 7 8 39 6 1",
        "3 5 6 8 2 9 47 1 47",
        "89 4 1 6 5 7 39 389 2",
        "2 89 7 1 4 3 5 89 6",
    ];
    check("sashimi-jellyfish", "sashimi-jellyfish", rows, "r2c2<>3");
}

#[test]
fn franken_x_wing() {
    let rows = [
        "9 12 12 14 6 7 34 8 5",
        "6 4 3 5 8 9 1 7 2",
        "18 5 7 14 13 2 34 9 6",
        "5 129 12 6 19 8 7 4 3",
        "3 189 4 7 19 5 6 2 18",
        "18 7 6 2 4 3 9 5 18",
        "2 18 18 9 7 6 5 3 4",
        "7 6 5 3 2 4 8 1 9",
        "4 3 9 8 5 1 2 6 7",
    ];
    check("franken-x-wing", "franken-x-wing", rows, "r3c5<>1");
}

#[test]
fn franken_swordfish() {
    let rows = [
        "9 12 12 14 6 7 34 8 5",
        "6 4 3 5 8 9 1 7 2",
        "18 5 7 14 13 2 34 9 6",
        "5 129 12 6 19 8 7 4 3",
        "3 189 4 7 19 5 6 2 18",
        "18 7 6 2 4 3 9 5 18",
        "2 18 18 9 7 6 5 3 4",
        "7 6 5 3 2 4 8 1 9",
        "4 3 9 8 5 1 2 6 7",
    ];
    check("franken-swordfish", "franken-swordfish", rows, "r3c5<>1");
}

#[test]
fn franken_jellyfish() {
    let rows = [
        "9 12 12 14 6 7 34 8 5",
        "6 4 3 5 8 9 1 7 2",
        "18 5 7 14 13 2 34 9 6",
        "5 129 12 6 19 8 7 4 3",
        "3 189 4 7 19 5 6 2 18",
        "18 7 6 2 4 3 9 5 18",
        "2 18 18 9 7 6 5 3 4",
        "7 6 5 3 2 4 8 1 9",
        "4 3 9 8 5 1 2 6 7",
    ];
    check("franken-jellyfish", "franken-jellyfish", rows, "r3c5<>1");
}

#[test]
fn finned_franken_x_wing() {
    let rows = [
        "9 12 12 14 6 7 34 8 5",
        "6 4 3 5 8 9 1 7 2",
        "18 5 7 14 13 2 34 9 6",
        "5 129 12 6 19 8 7 4 3",
        "3 189 4 7 19 5 6 2 18",
        "18 7 6 2 4 3 9 5 18",
        "2 18 18 9 7 6 5 3 4",
        "7 6 5 3 2 4 8 1 9",
        "4 3 9 8 5 1 2 6 7",
    ];
    check("finned-franken-x-wing", "finned-franken-x-wing", rows, "r3c5<>1");
}

#[test]
fn finned_franken_swordfish() {
    let rows = [
        "9 12 12 14 6 7 34 8 5",
        "6 4 3 5 8 9 1 7 2",
        "18 5 7 14 13 2 34 9 6",
        "5 129 12 6 19 8 7 4 3",
        "3 189 4 7 19 5 6 2 18",
        "18 7 6 2 4 3 9 5 18",
        "2 18 18 9 7 6 5 3 4",
        "7 6 5 3 2 4 8 1 9",
        "4 3 9 8 5 1 2 6 7",
    ];
    check("finned-franken-swordfish", "finned-franken-swordfish", rows, "r3c5<>1");
}

#[test]
fn finned_franken_jellyfish() {
    let rows = [
        "9 12 12 14 6 7 34 8 5",
        "6 4 3 5 8 9 1 7 2",
        "18 5 7 14 13 2 34 9 6",
        "5 129 12 6 19 8 7 4 3",
        "3 189 4 7 19 5 6 2 18",
        "18 7 6 2 4 3 9 5 18",
        "2 18 18 9 7 6 5 3 4",
        "7 6 5 3 2 4 8 1 9",
        "4 3 9 8 5 1 2 6 7",
    ];
    check("finned-franken-jellyfish", "finned-franken-jellyfish", rows, "r3c5<>1");
}
