//! The examples of <https://www.sudokuwiki.org/Fireworks>, two of which are from the thread of shye
//! (<http://forum.enjoysudoku.com/fireworks-t39513.html>), and one of GNPX
//! (<https://gidoo-code.github.io/Sudoku_Solver_Generator_v6/page58.html>). There the digits are removed from
//! the cells of the pattern; those in the box are added here.

use crate::techniques::example::check;

/// By Qinlux: 1, 2 and 3 in r1c19 and r9c9.
#[test]
fn triple_laser() {
    let rows = [
        "123679 4 5 67 6789 89 268 13689 12389",
        "2369 2369 269 1 45689 4589 24568 7 23489",
        "8 169 1679 567 2 3 456 14569 149",
        "23456 2356 246 9 358 7 1 4568 48",
        "1245679 12569 124679 25 158 1258 3 45689 4789",
        "13579 8 179 4 135 6 57 2 79",
        "12469 1269 3 267 14679 1249 2478 148 5",
        "12459 7 1249 8 13459 12459 24 134 6",
        "12456 1256 12468 23567 134567 1245 9 1348 123478",
    ];
    let gone = "r1c1<>6 r1c1<>7 r1c1<>9 r1c9<>8 r1c9<>9 r2c7<>2 r3c8<>1 r9c9<>4 r9c9<>7 r9c9<>8";
    check("firework-triple", "firework-triple", rows, gone);
}

/// 3, 7 and 8 in r36c4 and r6c1: r3c4 loses 4, 5 and 6.
#[test]
fn wings_near_the_box() {
    let rows = [
        "2 3 149 146 146 8 7 69 5",
        "579 6 19 2 1357 1357 8 39 4",
        "57 78 48 34567 9 34567 1 36 2",
        "89 1 6 458 45 459 3 2 7",
        "4 79 3 67 2 679 5 8 1",
        "78 2 5 378 137 137 9 4 6",
        "36 59 7 456 8 456 2 1 39",
        "36 589 89 156 156 2 4 7 39",
        "1 4 2 9 37 37 6 5 8",
    ];
    check("firework-triple", "firework-triple", rows, "r3c4<>4 r3c4<>5 r3c4<>6 r5c6<>7");
}

/// 1, 2 and 4 in r7c34 and r6c3.
#[test]
fn triple_of_gnpx() {
    let rows = [
        "1 3679 79 23467 2346 467 5 239 8",
        "2 35679 5789 135678 1356 15678 34 139 1349",
        "38 4 58 12358 9 158 7 123 6",
        "4789 179 3 14567 1456 2 468 15678 1457",
        "47 2 6 13457 8 1457 9 1357 13457",
        "5 17 1478 13467 1346 9 2 13678 1347",
        "469 159 12459 124568 7 3 68 5689 59",
        "3469 8 2459 2456 2456 456 1 35679 3579",
        "367 1357 157 9 156 1568 368 4 2",
    ];
    let gone = "r6c3<>7 r6c3<>8 r7c3<>5 r7c3<>9 r7c4<>5 r7c4<>6 r7c4<>8 r8c1<>4 r9c2<>1";
    check("firework-triple", "firework-triple", rows, gone);
}

/// By jovi_al: r9c1 keeps 1 and 2, r4c6 keeps 3 and 4, and r4c1 and r9c6 keep these four.
#[test]
fn cobra_roll() {
    let rows = [
        "467 4689 2 3 1689 1789 5 78 1478",
        "3567 1 3578 267 4 278 237 9 78",
        "347 3489 34789 5 189 12789 12347 2378 6",
        "12345 7 6 149 13589 13489 129 25 159",
        "8 35 135 1679 2 1379 1679 4 1579",
        "9 245 145 1467 156 147 8 2567 3",
        "13467 34689 134789 149 139 5 34679 3678 2",
        "23457 234589 345789 249 39 6 3479 1 45789",
        "123456 234569 13459 8 7 12349 3469 356 459",
    ];
    let gone = "r4c1<>5 r4c6<>1 r4c6<>8 r4c6<>9 r6c4<>4 r7c3<>1 r8c2<>2 r9c1<>3 r9c1<>4 r9c1<>5 \
        r9c1<>6 r9c6<>9";
    check("firework-quad", "firework-quad", rows, gone);
}

/// The puzzle Catherine Wheel of shye, as marek stefanik solves it
/// (<http://forum.enjoysudoku.com/catherine-wheel-t39709.html>): r9c1 keeps 1 and 2, r1c9 keeps 4 and 5, and r1c1
/// and r9c9 keep these four.
#[test]
fn catherine_wheel() {
    let rows = [
        "12345 9 8 37 137 237 1247 1256 124567",
        "7 234 14 389 6 5 12489 1289 124",
        "6 25 15 4 179 2789 3 12589 1257",
        "389 3678 2 36789 5 36789 1789 4 1367",
        "3589 35678 5679 1 379 4 2789 23689 2367",
        "3489 1 4679 36789 2 36789 5 3689 367",
        "2459 24567 3 5679 479 1 24 25 8",
        "145 4567 14567 2 8 367 14 135 9",
        "124589 2458 1459 359 349 39 6 7 12345",
    ];
    let gone = "r1c1<>3 r1c9<>1 r1c9<>2 r1c9<>6 r1c9<>7 r2c7<>4 r3c8<>5 r7c2<>2 r8c3<>1 r9c1<>4 r9c1<>5 \
        r9c1<>8 r9c1<>9 r9c9<>3";
    check("firework-quad", "firework-quad", rows, gone);
}
