use crate::deduction::Deduction;
use crate::techniques::example::{check, first};

/// The examples are from the regression tests of HoDoKu 2.2, `reglib-1.4.txt`.
const X_CHAIN: [&str; 9] = [
    "38 169 4 36 5 2 7 89 19",
    "89 2 7 1 89 4 6 3 5",
    "5 19 36 36 7 89 129 128 4",
    "6 8 139 7 13 5 4 12 129",
    "39 7 139 4 2 6 139 5 8",
    "2 4 5 8 139 19 13 7 6",
    "7 69 68 2 4 18 5 19 3",
    "4 3 89 5 18 7 129 6 129",
    "1 5 2 9 6 3 8 4 7",
];

const XY_CHAIN: [&str; 9] = [
    "389 238 359 2359 1 7 4 58 6",
    "3689 2368 4 23569 26 35 58 1 7",
    "167 16 567 56 4 8 3 2 9",
    "4 9 8 7 5 6 1 3 2",
    "36 7 36 1 8 2 59 459 45",
    "2 5 1 4 3 9 6 7 8",
    "5 3468 367 2368 9 34 278 48 1",
    "136789 13468 2 3568 67 1345 5789 4589 345",
    "13789 1348 379 2358 27 1345 25789 6 345",
];

/// Checks that links lead from a false candidate to the same digit that is true, by turns, and that
/// each candidate that is removed sees both.
fn check_links(deduction: &Deduction) {
    let links = &deduction.links;
    assert!(links.len() >= 4, "{links:?}");
    for (index, link) in links.iter().enumerate() {
        assert_eq!(link.to.is_on, index % 2 == 1);
        let before = index.checked_sub(1).map(|index| links[index].to);
        assert_eq!(link.from, before.into_iter().collect::<Vec<_>>());
        if let Some(before) = before {
            let (a, b) = (before.candidate, link.to.candidate);
            let [(r, c), (s, d)] = [a, b].map(|candidate| candidate.cell.row_column(9));
            assert_ne!(a, b);
            assert!(a.cell == b.cell || r == s || c == d || (r / 3, c / 3) == (s / 3, d / 3));
            assert!(a.cell == b.cell || a.digit == b.digit);
        }
    }
    let (first, last) = (links[0].to.candidate, links[links.len() - 1].to.candidate);
    assert_eq!((first.digit, links[links.len() - 1].to.is_on), (last.digit, true));
    for gone in &deduction.eliminations {
        assert_eq!(gone.digit, first.digit);
        let is_peer = |cell| gone.cell != cell;
        assert!(is_peer(first.cell) && is_peer(last.cell));
    }
}

#[test]
fn x_chain() {
    check("x-chain", "x-chain", X_CHAIN, "r1c9<>9");
    let deduction = first("x-chain", X_CHAIN);
    check_links(&deduction);
    assert!(deduction.links.iter().all(|link| link.to.candidate.digit.get() == 9));
}

#[test]
fn xy_chain() {
    check("xy-chain", "xy-chain", XY_CHAIN, "r1c8<>8 r7c7<>8 r8c7<>8 r9c7<>8");
    let deduction = first("xy-chain", XY_CHAIN);
    check_links(&deduction);
    for pair in deduction.links.chunks(2) {
        assert_eq!(pair[0].to.candidate.cell, pair[1].to.candidate.cell);
    }
}
