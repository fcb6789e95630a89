//! An example of each kind. The positions and what follows are from solution paths of HoDoKu 2.2.

use crate::deduction::{Deduction, Link, Reason};
use crate::techniques::example::{check, first};
use crate::text;

/// A technique, a kind that it finds first, the board, and what it removes or places.
type Example = (&'static str, &'static str, [&'static str; 9], &'static str);

#[rustfmt::skip]
const EXAMPLES: [Example; 10] = [
    ("nice-loop", "continuous-nice-loop", [
        "3 2 9 67 57 56 4 1 8",
        "8 5 7 19 49 14 3 6 2",
        "4 1 6 2 3 8 57 79 59",
        "2 9 3 4 8 7 6 5 1",
        "5 6 8 3 1 2 9 4 7",
        "1 7 4 5 6 9 2 8 3",
        "6 48 1 79 2 345 578 37 459",
        "9 3 25 8 457 456 1 27 46",
        "7 48 25 169 459 13456 58 239 4569",
    ], "r9c6<>4 r9c6<>5 r9c6<>6 r7c7<>7 r9c4<>9"),
    ("nice-loop", "discontinuous-nice-loop", [
        "79 69 679 5 2 8 4 3 1",
        "1 48 38 47 6 37 5 2 9",
        "5 24 23 14 9 13 6 8 7",
        "69 3 5 19 8 169 2 7 4",
        "26 1 4 26 7 5 8 9 3",
        "8 79 279 29 3 4 1 6 5",
        "4 289 289 3 1 29 7 5 6",
        "279 2679 1 679 5 2679 3 4 8",
        "3 5 67 8 4 67 9 1 2",
    ], "r7c2<>9"),
    ("nice-loop", "aic", [
        "79 69 679 5 2 8 4 3 1",
        "1 48 38 47 6 37 5 2 9",
        "5 24 23 14 9 13 6 8 7",
        "69 3 5 19 8 169 2 7 4",
        "26 1 4 26 7 5 8 9 3",
        "8 79 279 29 3 4 1 6 5",
        "4 28 289 3 1 29 7 5 6",
        "279 679 1 679 5 2679 3 4 8",
        "3 5 67 8 4 67 9 1 2",
    ], "r4c6<>9 r8c4<>9"),
    ("grouped-nice-loop", "grouped-continuous-nice-loop", [
        "479 1478 14789 149 2 6 57 3 157",
        "3 5 19 19 7 8 4 6 2",
        "2 147 6 14 3 5 8 9 17",
        "467 3478 3478 28 9 234 1 5 3467",
        "1467 9 13478 58 14568 134 367 2 3467",
        "5 2 134 7 146 134 36 8 9",
        "8 47 4579 3 45 2479 26 1 56",
        "17 137 2357 6 158 127 9 4 358",
        "149 6 23459 258 1458 1249 235 7 358",
    ], "r1c3<>1 r8c5<>1 r9c1<>1 r7c6<>2 r7c6<>4 r8c3<>7 r1c3<>9 r9c3<>9"),
    ("grouped-nice-loop", "grouped-discontinuous-nice-loop", [
        "69 5 4 3 69 1 8 7 2",
        "679 3 2 479 8 467 5 1 46",
        "1 8 67 457 4567 2 9 3 46",
        "4 9 1 57 567 567 2 8 3",
        "3 7 5 48 2 48 6 9 1",
        "268 26 68 1 3 9 4 5 7",
        "27 14 3 2479 479 58 17 6 58",
        "78 14 9 6 457 3 17 2 58",
        "5 26 678 278 1 78 3 4 9",
    ], "r7c5<>7"),
    ("grouped-nice-loop", "grouped-aic", [
        "1 3 9 7 5 2 4 6 8",
        "4 7 2 6 8 13 9 5 13",
        "56 56 8 13 9 4 7 2 13",
        "2 8 7 5 1 39 6 39 4",
        "569 156 1356 2 4 369 13 8 7",
        "369 14 134 8 36 7 5 139 2",
        "3567 1456 1456 134 67 8 2 134 9",
        "37 2 146 9 367 136 8 14 5",
        "8 9 134 14 2 5 13 7 6",
    ], "r9c7<>1 r5c7<>3"),
    ("tabling-forcing-chains", "forcing-chain-contradiction", [
        "69 5 4 3 69 1 8 7 2",
        "679 3 2 479 8 467 5 1 46",
        "1 8 67 457 4567 2 9 3 46",
        "4 9 1 57 567 567 2 8 3",
        "3 7 5 48 2 48 6 9 1",
        "268 26 68 1 3 9 4 5 7",
        "27 14 3 2479 49 58 17 6 58",
        "78 14 9 6 457 3 17 2 58",
        "5 26 678 278 1 78 3 4 9",
    ], "r3c3=7"),
    ("tabling-forcing-chains", "forcing-chain-verity", [
        "2 5 17 3 6 179 4 8 179",
        "1368 367 38 4 1789 2 39 1679 5",
        "468 3467 9 5 78 17 23 1267 1237",
        "135 369 4 16 35 8 7 129 129",
        "136 3679 2 167 4 367 5 19 8",
        "15 8 17 2 1579 1579 6 3 4",
        "9 34 38 78 2357 357 1 247 6",
        "348 2 5 16789 137 36 389 479 379",
        "7 1 6 89 23 4 238 5 239",
    ], "r4c4=6"),
    ("tabling-forcing-nets", "forcing-net-contradiction", [
        "4 179 29 17 6 8 3 129 5",
        "39 6 589 134 345 2 489 7 149",
        "237 157 258 9 3457 1357 468 1246 124",
        "2789 5789 1 237 237 4 579 59 6",
        "79 4579 3 57 8 6 2 149 1479",
        "26 457 2456 1257 9 17 457 8 3",
        "689 3489 7 234 1 359 4569 24569 249",
        "5 349 469 8 2347 379 1 469 2479",
        "1 2 49 6 457 579 4579 3 8",
    ], "r5c4=5"),
    ("tabling-forcing-nets", "forcing-net-verity", [
        "14 39 1378 379 348 5 3478 2 6",
        "249 239 3789 2379 1 6 5 347 3478",
        "246 5 3678 237 348 478 1 347 9",
        "269 1 5 4 368 789 2378 3679 378",
        "7 2349 369 36 5 89 2348 3469 1",
        "8 349 369 1367 2 179 347 34679 5",
        "5 6 4 8 7 3 9 1 2",
        "3 8 2 16 9 14 467 5 47",
        "19 7 19 5 46 2 346 8 34",
    ], "r1c7=8"),
];

/// Checks that every link has causes, which come before it, after the same assumption.
fn check_links(deduction: &Deduction) {
    let links = &deduction.links;
    assert!(links.len() > 2, "{deduction:?}");
    for (index, link) in links.iter().enumerate() {
        assert_eq!(link.from.is_empty(), link.reason == Reason::Assumption, "{link:?}");
        let assumed = |link: &&Link| link.from.is_empty();
        let assumption = links[..=index].iter().rfind(assumed).unwrap();
        let start = links.iter().position(|link| link == assumption).unwrap();
        let is_known = |cause| links[start..index].iter().any(|link| link.to == cause);
        assert!(link.from.iter().all(|&cause| is_known(cause)), "{link:?} in {links:?}");
    }
}

#[test]
fn examples() {
    for (technique, kind, rows, expected) in EXAMPLES {
        check(technique, kind, rows, expected);
        let deduction = first(technique, rows);
        assert_eq!(deduction.kind, kind);
        check_links(&deduction);
        let words = text::words(&deduction, &text::Language::english());
        assert!(!words.contains('{'), "{words}");
    }
}
