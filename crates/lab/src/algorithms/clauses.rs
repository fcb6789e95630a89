//! The rules as clauses over the open candidates: in every group one is true, and no two are.

use super::open_candidates::OpenCandidates;

/// A formula in conjunctive normal form.
pub(super) struct Clauses {
    /// Clauses in which every candidate is to be true, one for each group.
    pub(super) some: Vec<Vec<u32>>,
    /// Clauses of which not both candidates may be true, each pair once.
    pub(super) not_both: Vec<[u32; 2]>,
}

impl Clauses {
    /// The largest side of boards to be taken as clauses; its empty board has half a million pairs.
    pub(super) const LARGEST: usize = 25;

    pub(super) fn of(open: &OpenCandidates) -> Self {
        let some: Vec<Vec<u32>> = open.groups.iter().flatten().cloned().collect();
        let mut not_both: Vec<[u32; 2]> = Vec::new();
        for group in &some {
            for (index, &first) in group.iter().enumerate() {
                not_both.extend(group[index + 1..].iter().map(|&second| [first, second]));
            }
        }
        // Two candidates may share a line and a box.
        not_both.sort_unstable();
        not_both.dedup();
        Self { some, not_both }
    }
}
