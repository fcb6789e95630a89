//! The examples of <https://www.sudokuwiki.org/3D_Medusa>, where they show what is said of each, after the
//! steps that come before there.

use crate::techniques::example::check;

/// Rule 1: the color of two candidates of r8c2 is wrong, so r8c1 holds 1.
#[test]
fn twice_in_a_cell() {
    let rows = [
        "17 9 3 8 2 4 5 6 17",
        "147 8 5 6 39 13 49 137 2",
        "2 14 6 139 7 5 49 13 8",
        "3 2 1 7 6 9 8 4 5",
        "69 46 49 2 5 8 3 17 17",
        "5 7 8 13 4 13 2 9 6",
        "8 5 49 49 1 6 7 2 3",
        "14 134 7 349 8 2 6 5 49",
        "69 346 2 5 39 7 1 8 49",
    ];
    let gone = "r8c2<>1 r8c2<>3 r9c5<>3 r2c7<>4 r3c2<>4 r8c1<>4 r2c5<>9 r3c7<>9";
    check("medusa-3d", "medusa-3d-cell", rows, gone);
}

/// Rule 3: r3c2 has both colors, so it does not hold 8.
#[test]
fn two_colors() {
    let rows = [
        "2 9 1467 56 57 46 8 3 15",
        "145 18 1468 3568 2 3468 9 7 156",
        "357 378 678 1 578 9 4 56 2",
        "8 4 5 7 6 1 2 9 3",
        "6 123 12 2389 89 238 5 4 7",
        "37 237 9 23 4 5 16 16 8",
        "9 128 3 4 158 7 16 25 56",
        "14 6 1248 258 3 28 7 125 9",
        "17 5 127 269 19 26 3 8 4",
    ];
    check("medusa-3d", "medusa-3d-two-colors", rows, "r3c2<>8");
}

/// Rule 4: 6 of both colors is seen from r2c1 and from r3c8.
#[test]
fn trap_of_one_digit() {
    let rows = [
        "1 79 29 278 5 6 478 489 3",
        "256 4 3 1278 9 78 1578 568 68",
        "8 679 569 17 4 3 157 569 2",
        "47 3 48 5 6 789 2 1 49",
        "9 5 68 4 2 1 68 3 7",
        "467 2 1 78 3 789 4568 4568 469",
        "3 1 7 9 8 24 46 246 5",
        "2456 68 2456 3 1 245 9 7 48",
        "245 89 2459 6 7 245 3 248 1",
    ];
    check("medusa-3d", "medusa-3d-trap", rows, "r2c1<>6 r3c8<>6");
}

/// Rule 5: r5c5 would exclude 1 of a color in its row, and 7 of the other one in the cell itself;
/// with three others.
#[test]
fn trap_of_two_digits() {
    let rows = [
        "9 2 3 4 68 7 68 1 5",
        "8 7 6 13 5 13 9 2 4",
        "5 14 14 2 689 69 678 3 78",
        "7 6 9 358 2 35 1 4 38",
        "4 3 2 168 167 16 78 5 9",
        "1 8 5 39 79 4 2 6 37",
        "36 9 8 56 4 2 35 7 1",
        "2 15 7 159 3 159 4 8 6",
        "36 145 14 7 16 8 35 9 2",
    ];
    check("medusa-3d", "medusa-3d-trap", rows, "r5c5<>1 r3c7<>6 r5c4<>6 r3c5<>8");
}

/// Rule 6: a color rules out 2 and 9 in r4c7.
#[test]
fn emptied_cell() {
    let rows = [
        "6 358 158 4 189 39 58 7 2",
        "28 4 9 28 7 5 1 3 6",
        "12358 2358 7 128 6 23 4 9 58",
        "1239 7 12 6 5 8 29 4 139",
        "2358 2358 6 19 19 4 7 258 358",
        "1589 58 4 3 2 7 589 6 1589",
        "258 9 258 258 4 6 3 1 7",
        "4 1 3 7 89 29 6 258 59",
        "7 6 258 2589 3 1 289 28 4",
    ];
    let gone = "r1c3<>1 r3c4<>1 r5c5<>1 r4c3<>2 r5c8<>5 r8c9<>5 r5c4<>9 r9c7<>9";
    check("medusa-3d", "medusa-3d-empty-cell", rows, gone);
}

/// Rule 7: a color rules out both places of 1 in box 2, r1c4 and r2c6.
#[test]
fn emptied_house() {
    let rows = [
        "6 2479 479 1789 5 3 478 18 124",
        "23 2347 8 6 47 127 9 5 1234",
        "1 5 3479 789 479 2789 478 6 234",
        "4 39 39 5 1 6 2 7 8",
        "28 28 5 379 379 79 1 4 6",
        "7 1 6 2 8 4 5 3 9",
        "589 6 14 1389 39 1589 48 2 7",
        "589 478 2 789 6 5789 3 189 14",
        "389 378 137 4 2 1789 6 89 5",
    ];
    let gone = "r1c8<>1 r7c3<>1 r8c9<>1 r9c6<>1 r7c7<>4 r8c2<>4";
    check("medusa-3d", "medusa-3d-empty-house", rows, gone);
}
