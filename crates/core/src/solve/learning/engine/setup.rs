//! The engine before its first decision.

use super::super::clauses::Clauses;
use super::super::heap::Heap;
use super::halls::Halls;
use super::{CLAUSES, Engine, Mark, OPEN, RESTART, Reason};
use crate::board::Puzzle;
use crate::control::{Meter, Stop};
use crate::solve::formula::{Formula, Literal, NO_LITERAL};

/// The weight of small sets in the first decisions, before any conflict.
const FIRST_ACTIVITY: f64 = 0.1;

impl Engine {
    /// Creates an engine.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the setup.
    pub(in crate::solve) fn new(
        puzzle: &Puzzle,
        formula: Formula,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let count = formula.variables;
        let sets = formula.set_count();
        // Counts the sets of each literal, then lists them: a vector for each literal took half of
        // the setup.
        let mut first_set = vec![0_u32; 2 * count + 1];
        for literal in (0..sets).flat_map(|set| formula.set(set)) {
            first_set[literal.index() + 1] += 1;
        }
        for literal in 0..2 * count {
            first_set[literal + 1] += first_set[literal];
        }
        let mut ends = first_set.clone();
        let mut sets_of = vec![0; first_set[2 * count] as usize];
        let mut members = Vec::with_capacity(2 * sets_of.len());
        let mut first_member = Vec::with_capacity(sets);
        let mut masks = Vec::with_capacity(sets);
        let mut activity = vec![0.0; count];
        for set in 0..sets {
            meter.poll()?;
            let first = members.len();
            first_member.push(first as u32);
            let mut mask = 0;
            let share = 1.0 / formula.set(set).len() as f64;
            for (place, &literal) in formula.set(set).iter().enumerate() {
                // A cell's candidates by their digits, so that the masks of cells can be compared.
                let member = if set < formula.open_cells.len() {
                    usize::from(formula.candidates[literal.variable()].1)
                } else {
                    place
                };
                members.resize(first + member, NO_LITERAL);
                members.push(literal);
                mask |= 1 << member;
                let end = &mut ends[literal.index()];
                sets_of[*end as usize] = (set << 6 | member) as u32;
                *end += 1;
                if literal.is_yes() && literal.variable() < formula.candidates.len() {
                    activity[literal.variable()] += share;
                }
            }
            masks.push(mask);
        }
        let mut rivals: Vec<Vec<Literal>> = Vec::new();
        if !formula.forbidden.is_empty() {
            rivals.resize(2 * count, Vec::new());
            for &(a, b) in &formula.forbidden {
                meter.poll()?;
                let (a, b) = (Literal::yes(a), Literal::yes(b));
                rivals[a.index()].push(b);
                rivals[b.index()].push(a);
            }
        }
        for activity in &mut activity {
            *activity *= FIRST_ACTIVITY;
        }
        meter.poll_now()?;
        Ok(Self {
            rivals,
            sets_of,
            first_set,
            value: vec![OPEN; 2 * count],
            level: vec![0; count],
            reason: vec![Reason::None; count],
            trail: Vec::with_capacity(count),
            levels: Vec::new(),
            done: 0,
            masks,
            members,
            first_member,
            halls: Halls::new(puzzle, &formula),
            clauses: Clauses::new(2 * count),
            heap: Heap::new(activity),
            seen: vec![Mark::None; count],
            marked: Vec::new(),
            learned: Vec::new(),
            stack: Vec::new(),
            level_seen: vec![0; count + 1],
            level_clock: 0,
            conflicts: 0,
            restarts: 0,
            until_restart: RESTART,
            most_clauses: CLAUSES,
            refuted: false,
            formula,
        })
    }
}
