//! SK loops and multi-sector locked sets that were published, each with all that was said to follow, and more where
//! another choice of as few links allows it.

use crate::techniques::example::check;

/// After its easy steps.
const EASTER_MONSTER: [&str; 9] = [
    "1 478 34578 3567 3689 5678 3489 369 2",
    "238 9 378 4 12368 12678 138 5 368",
    "23458 248 6 1235 12389 1258 7 139 3489",
    "2468 5 1478 9 1246 3 128 1267 678",
    "234689 12468 13489 126 7 1246 123589 12369 35689",
    "2369 1267 1379 8 5 126 1239 4 3679",
    "7 148 14589 1235 12348 12458 6 239 3459",
    "456 3 145 12567 1246 9 245 8 457",
    "45689 468 2 3567 3468 45678 3459 379 1",
];

/// The puzzle Easter Monster of the thread: <https://www.sudokuwiki.org/SK_Loops>.
#[test]
fn easter_monster() {
    let gone = "r1c3<>7 r2c5<>3 r2c5<>8 r2c6<>8 r3c1<>2 r5c2<>4 r5c2<>8 r5c8<>3 r5c8<>9 r7c3<>1 \
        r8c4<>5 r8c5<>4 r9c1<>6";
    check("sk-loop", "sk-loop", EASTER_MONSTER, gone);
}

/// <https://www.sudokuwiki.org/SK_Loops>: three digits and one by turns.
#[test]
fn loop_of_triple_and_single_links() {
    let rows = [
        "1 789 589 46789 2 45789 489 468 3",
        "379 4 2389 16789 1678 13789 1289 5 269",
        "359 2389 6 1489 1458 134589 7 1248 249",
        "3479 12379 12349 5 1478 6 23489 23478 2479",
        "8 2367 2345 247 9 247 2345 23467 1",
        "45679 12679 12459 3 1478 12478 24589 24678 245679",
        "349 1389 7 12489 1458 124589 6 1234 245",
        "346 5 1348 124678 14678 12478 1234 9 247",
        "2 169 149 14679 3 14579 145 147 8",
    ];
    let gone = "r1c4<>8 r1c6<>8 r2c3<>9 r2c7<>9 r3c2<>9 r3c8<>4 r4c1<>3 r4c9<>2 r6c9<>2 r7c2<>9 \
        r7c8<>4 r8c3<>4 r8c7<>4 r9c4<>1 r9c6<>1";
    check("sk-loop", "sk-loop", rows, gone);
}

/// <https://www.sudokuwiki.org/SK_Loops>: with two filled cells, 14 links.
#[test]
fn loop_with_filled_cells() {
    let rows = [
        "2 356 569 13689 7 369 568 168 4",
        "369 8 469 5 1349 3469 2 7 169",
        "7 456 1 4689 2 469 3 68 5689",
        "3568 123456 24568 7 1345 2345 4568 9 13568",
        "3589 12345 24589 12349 6 23459 7 12348 1358",
        "3569 7 24569 12349 13459 8 456 12346 1356",
        "568 256 3 2469 4589 24569 1 468 7",
        "1 9 268 2346 348 7 468 5 368",
        "4 56 7 36 358 1 9 368 2",
    ];
    let gone = "r1c3<>6 r1c7<>6 r2c5<>9 r2c6<>6 r2c6<>9 r3c9<>6 r4c2<>5 r4c2<>6 r5c2<>5 r5c8<>8 \
        r6c8<>6 r7c1<>6 r8c4<>6 r8c5<>8";
    check("sk-loop", "sk-loop", rows, gone);
}

/// Of pjb in a thread on hardest puzzles, with 15 eliminations that David P. Bird lists; the rows and
/// columns alone do not show it.
#[test]
fn loop_that_needs_boxes() {
    let rows = [
        "4579 478 3 6789 25789 25689 24569 256 1",
        "159 2 589 1689 13589 4 569 7 359",
        "6 147 4579 179 123579 12359 8 235 23459",
        "1234 13468 2468 148 1458 7 12456 9 23458",
        "13479 13478 4789 2 6 1589 145 1358 3458",
        "1249 5 24689 3 1489 189 1246 1268 7",
        "23457 347 1 4789 234789 2389 2579 258 6",
        "237 9 267 5 12378 12368 127 4 28",
        "8 467 24567 14679 12479 1269 3 125 259",
    ];
    let gone = "r1c7<>6 r2c4<>9 r2c5<>5 r2c5<>9 r3c9<>3 r4c2<>4 r5c2<>4 r5c2<>7 r5c8<>5 r6c8<>2 \
        r7c1<>3 r8c5<>2 r8c5<>7 r8c6<>2 r9c3<>6";
    check("sk-loop", "sk-loop", rows, gone);
}

/// The loop of Easter Monster as a set in four rows and four columns.
#[test]
fn sets_of_easter_monster() {
    let gone = "r1c3<>7 r2c5<>3 r2c5<>8 r2c6<>8 r3c1<>2 r4c5<>4 r5c1<>2 r5c1<>6 r5c3<>1 r5c7<>1 \
        r5c7<>2 r5c9<>6 r7c3<>1 r8c4<>5 r8c5<>4 r9c1<>6";
    check("multi-sector-locked-sets", "multi-sector-locked-sets", EASTER_MONSTER, gone);
}

/// Of Leren: <http://forum.enjoysudoku.com/using-multi-sector-locked-sets-t31222-15.html>.
#[test]
fn sets_of_leren() {
    let rows = [
        "9 8 7 6 1245 345 12345 125 345",
        "6 5 1234 12347 1247 3479 8 1279 347",
        "1234 123 1234 123478 124578 345789 123456 125679 34567",
        "12578 4 128 178 9 678 256 3 5678",
        "12378 1237 6 5 1478 3478 9 278 478",
        "3578 379 389 3478 4678 2 456 5678 1",
        "12348 1236 5 9 2468 468 7 168 368",
        "1278 1267 128 278 3 5678 156 4 9",
        "3478 3679 3489 478 45678 1 356 568 2",
    ];
    let gone = "r1c7<>5 r2c4<>7 r3c5<>1 r3c5<>2 r3c5<>4 r3c6<>3 r3c6<>4 r3c8<>1 r3c8<>2 r3c9<>3 \
        r3c9<>4 r5c1<>7 r5c1<>8 r5c2<>7 r6c5<>4 r7c1<>8 r7c2<>6 r9c5<>4";
    check("multi-sector-locked-sets", "multi-sector-locked-sets", rows, gone);
}

/// <http://forum.enjoysudoku.com/msls-puzzle-t42265.html>: r1c1258, r3c2, r6c28, r89c1 and r9c5 keep 1, 2, 3 and 8.
#[test]
fn sets_in_four_digits() {
    let rows = [
        "235689 23789 235679 2345689 123468 1234569 14579 1257 4579",
        "2569 279 1 24569 246 24569 8 257 3",
        "4 2389 2359 23589 7 12359 159 6 59",
        "3569 349 34569 1 346 8 2 357 45679",
        "23569 2349 8 234679 2346 234679 45679 357 1",
        "7 12349 23469 23469 5 23469 469 38 4689",
        "189 14789 479 45678 1468 14567 3 1578 2",
        "1238 6 237 23578 9 12357 157 4 578",
        "1238 5 2347 234678 123468 123467 167 9 678",
    ];
    let gone = "r1c1<>5 r1c1<>6 r1c1<>9 r1c2<>7 r1c2<>9 r1c5<>4 r1c5<>6 r1c8<>5 r1c8<>7 r2c4<>2 \
        r2c6<>2 r3c2<>9 r4c3<>3 r5c4<>2 r5c4<>3 r5c6<>2 r5c6<>3 r6c2<>4 r6c2<>9 r7c4<>8 \
        r7c6<>1 r9c5<>4 r9c5<>6";
    check("multi-sector-locked-sets", "multi-sector-locked-sets", rows, gone);
}

/// <http://forum.enjoysudoku.com/msls-puzzle-challenge-t44397.html>: eight cells of two rows, r4c14567 and r8c157, with
/// one digit each in columns 1 and 7.
#[test]
fn sets_in_two_rows() {
    let rows = [
        "47 1467 1467 8 579 1457 159 3 2",
        "9 2378 178 235 6 2357 158 1458 145",
        "234 12348 5 14 239 1234 189 7 6",
        "2467 5 3 26 278 278 1278 12489 1479",
        "8 247 47 235 1 9 6 245 3457",
        "267 19 19 2356 4 23578 23578 258 357",
        "1 3678 678 9 2358 23568 4 256 357",
        "345 3469 2 7 35 13456 135 1569 8",
        "3457 346789 46789 14 2358 1234568 12357 12569 13579",
    ];
    let gone = "r1c1<>4 r1c7<>1 r2c7<>1 r3c1<>4 r3c7<>1 r4c8<>2 r4c8<>8 r4c9<>7 r8c2<>3 r8c6<>3 r8c6<>5 \
        r8c8<>5 r9c1<>4 r9c7<>1";
    check("multi-sector-locked-sets", "multi-sector-locked-sets", rows, gone);
}
