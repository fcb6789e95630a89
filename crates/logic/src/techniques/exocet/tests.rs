//! Positions that others published.

use crate::techniques::example::{first, removes};
use crate::text::{Language, words};

/// Example 2 of the JExocet compendium by David P Bird
/// (forum.enjoysudoku.com/exocet-example-2-from-jexocet-compendium-t35505.html).
#[test]
fn compendium() {
    let rows = [
        "1359 139 2 149 8 349 359 6 7",
        "6 7 349 1259 239 2359 8 24 139",
        "13589 1389 349 6 7 239 359 24 139",
        "139 1349 6 259 2349 2359 7 8 39",
        "78 2 39 78 1 6 39 5 4",
        "3789 3489 5 79 349 3789 6 1 2",
        "239 6 1 2789 29 2789 4 37 5",
        "239 39 8 247 5 2479 1 37 6",
        "4 5 7 3 6 1 2 9 8",
    ];
    removes("junior-exocet", rows, "r2c4<>2 r2c4<>5 r2c4<>9 r3c9<>3 r3c9<>9");
}

/// Both targets are in one row, beside one of them is a 7: Leren in "JExocet Pattern Definition", 16 June
/// 2013 (forum.enjoysudoku.com/jexocet-pattern-definition-t31133.html).
#[test]
fn two_rows() {
    let rows = [
        "9 8 1234 7 124 245 6 135 123",
        "5 123 1236 9 1268 268 4 1378 1237",
        "126 124 7 1248 3 24568 125 1589 129",
        "4 1239 12369 5 2679 2367 8 1379 13679",
        "136 7 13569 348 4689 3468 135 2 13469",
        "236 2359 8 234 24679 1 35 3579 34679",
        "8 6 1234 1234 5 9 7 13 123",
        "1237 1235 1235 6 127 237 9 4 8",
        "1237 12349 12349 123 12478 23478 123 6 5",
    ];
    removes("junior-exocet", rows, "r7c3<>4");
}

/// Golden Nugget, as John Welch describes its exocet (sysudoku.com/2013/12/10/nugget-exocet).
#[test]
fn golden_nugget() {
    let rows = [
        "25678 14568 124567 268 2467 4678 1247 3 9",
        "26789 4689 2467 23689 23467 1 247 2467 5",
        "2679 1469 3 269 5 4679 8 12467 1247",
        "235 345 8 135 9 357 123457 1247 6",
        "3569 7 456 13568 136 2 13459 1489 1348",
        "1 3569 256 4 367 35678 23579 2789 2378",
        "367 136 9 1236 8 346 12347 5 12347",
        "3578 2 157 1359 134 3459 6 14789 13478",
        "4 13568 156 7 1236 3569 1239 1289 1238",
    ];
    removes("junior-exocet", rows, "r7c9<>3");
    let found = first("junior-exocet", rows);
    let words = words(&found, &Language::english());
    for part in [
        "r12c7 hold two of 1, 2, 4 and 7.",
        "in none of the targets r4c8, r7c9, it would be in each of rows 3, 4 and 7",
        "r37c2, r47c4 (1), r3c14, r4c1, r7c4 (2), r3c26, r4c2, r7c6 (4) and r3c16, r4c6, r7c1 (7).",
    ] {
        assert!(words.contains(part), "{part} is not in {words}");
    }
}
