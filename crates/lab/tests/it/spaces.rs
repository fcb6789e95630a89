//! Properties of the spaces of local search: what is kept step by step equals what is computed
//! from scratch.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_core::local::{ConflictTable, Slots};
use quadrille_core::{BoxShape, Candidate, Cell, Digit, DigitSet, Meter, Puzzle, Rng, validate};
use quadrille_lab::board::{Faults, Filling, Start};
use quadrille_lab::source::random_norvig;

use crate::boards::{shape, with_edges};

fn puzzles(rng: &mut Rng) -> Vec<Puzzle> {
    let shapes = [(2, 2), (1, 5), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 5)];
    let mut all = Vec::new();
    for (rows, columns) in shapes {
        let shape: BoxShape = shape(rows, columns);
        for _ in 0..3 {
            all.push(random_norvig(shape, rng));
            if shape.side() <= 12 {
                all.push(with_edges(shape, rng));
            }
        }
    }
    all.push(random_norvig(shape(7, 7), rng));
    all
}

/// Every slot, whether it should be in conflict, and what each candidate would cost.
fn check_table(table: &mut ConflictTable, puzzle: &Puzzle, rng: &mut Rng) {
    let cost = table.full_cost(puzzle);
    assert_eq!(table.cost(), cost, "{puzzle}");
    let board = table.snapshot();
    assert_eq!(cost == 0, validate(puzzle, &board).is_ok(), "{puzzle}");
    let in_conflict =
        |slot: u32, table: &ConflictTable| table.standing_of(table.chosen(slot)).conflicts() > 0;
    let count = (0..table.free_slots() as u32).filter(|&slot| in_conflict(slot, table)).count();
    assert_eq!(table.in_conflict() as usize, count);
    let slot = rng.below(table.free_slots()) as u32;
    let own = table.chosen(slot);
    let blocks = table.choices(slot).start / 8..=(table.choices(slot).end - 1) / 8;
    for block in blocks {
        let listed = table.conflicting().iter().filter(|&&other| other == block).count();
        assert_eq!(listed, usize::from(in_conflict(slot, table)), "{puzzle}");
    }
    check_steepest(table, rng);
    for choice in table.choices(slot) {
        assert_eq!(table.standing_of(choice).is_open(), choice != own);
        assert_eq!(table.owner(choice), slot);
        let predicted = cost + table.standing_of(choice).conflicts()
            - table.standing_of(table.chosen(slot)).conflicts();
        table.choose(choice);
        assert_eq!(table.full_cost(puzzle), predicted, "{puzzle}");
        table.choose(own);
    }
}

/// The vector scan finds what the plain one does, with some candidates barred.
fn check_steepest(table: &mut ConflictTable, rng: &mut Rng) {
    let slots = 0..table.free_slots() as u32;
    let candidates: Vec<u32> = slots.flat_map(|slot| table.choices(slot)).collect();
    let mut barred = BTreeSet::new();
    for &choice in &candidates {
        if table.standing_of(choice).is_open() && rng.below(3) == 0 {
            table.bar(choice);
            barred.insert(choice);
        }
    }
    let of_slot = |slot: u32| table.standing_of(table.chosen(slot)).conflicts() as i32;
    let change =
        |choice: u32| table.standing_of(choice).conflicts() as i32 - of_slot(table.owner(choice));
    let open = candidates
        .iter()
        .copied()
        .filter(|&choice| of_slot(table.owner(choice)) > 0 && table.standing_of(choice).is_open());
    let open: Vec<u32> = open.collect();
    assert_eq!(table.changes(), open.len() as u64);
    let least = open.iter().map(|&choice| change(choice)).min();
    let free = open.iter().filter(|choice| !barred.contains(choice)).map(|&c| change(c)).min();
    let found = table.steepest([rng.bits(), rng.bits()]);
    let most_conflicts = open.iter().map(|&choice| of_slot(table.owner(choice))).max();
    assert!(most_conflicts.is_none_or(|most| i32::from(found.most_conflicts) >= most));
    let least_change = i32::from(table.least_change());
    assert_eq!(Some(least_change).filter(|&least| least < 1000), least);
    assert_eq!(found.free.map(change), free);
    if let Some(choice) = found.free {
        assert!(open.contains(&choice) && !barred.contains(&choice));
    }
    let of_all = table.steepest_of_all(rng);
    assert_eq!(of_all.map(change), least);
    assert!(of_all.is_none_or(|choice| open.contains(&choice)));
    for choice in barred {
        assert!(table.standing_of(choice).is_barred());
        table.lift(choice);
    }
}

/// Without any limit.
fn table_of(puzzle: &Puzzle, sets: &[DigitSet], slots: Slots) -> Option<ConflictTable> {
    let mut meter = Meter::unlimited();
    ConflictTable::new(puzzle, sets, slots, &mut meter).unwrap()
}

/// Gives every slot one of its candidates, at random.
fn fill(table: &mut ConflictTable, rng: &mut Rng) {
    for slot in 0..table.free_slots() as u32 {
        let choices = table.choices(slot);
        table.choose(choices.start + rng.below(choices.len()) as u32);
    }
}

/// Of equal changes each is as likely as the others.
#[test]
fn ties_are_broken_evenly() {
    let puzzle = random_norvig(BoxShape::NINE, &mut Rng::from_seed(41));
    let sets = Start::Givens.candidates(&puzzle).unwrap();
    let mut rng = Rng::from_seed(42);
    let mut worst = 0.0_f64;
    for _ in 0..20 {
        let mut table = table_of(&puzzle, &sets, Slots::Cells).unwrap();
        fill(&mut table, &mut rng);
        let mut hits = BTreeMap::new();
        const DRAWS: usize = 20_000;
        for _ in 0..DRAWS {
            let found = table.steepest([rng.bits(), rng.bits()]).free.unwrap();
            *hits.entry(found).or_insert(0_usize) += 1;
        }
        let expected = DRAWS as f64 / hits.len() as f64;
        for &count in hits.values() {
            worst = worst.max((count as f64 / expected - 1.0).abs());
        }
    }
    println!("at worst {worst:.3} off");
    assert!(worst < 0.1, "{worst}");
}

#[test]
fn tables_of_conflicts_are_right() {
    let mut rng = Rng::from_seed(21);
    let mut seen = [0; 2];
    for puzzle in puzzles(&mut rng) {
        for start in [Start::Givens, Start::Propagated] {
            let Ok(sets) = start.candidates(&puzzle) else { continue };
            for (slots, seen) in [Slots::Cells, Slots::BoxDigits].into_iter().zip(&mut seen) {
                let Some(mut table) = table_of(&puzzle, &sets, slots) else { continue };
                if table.free_slots() == 0 {
                    assert!(validate(&puzzle, &table.snapshot()).is_ok(), "{puzzle}");
                    continue;
                }
                *seen += 1;
                check_slots(&table, slots, &puzzle, &sets);
                for step in 0..20 {
                    match step {
                        7 => fill(&mut table, &mut rng),
                        13 => table.fill_greedily(&mut rng),
                        _ => {
                            let choices = table.choices(rng.below(table.free_slots()) as u32);
                            let choice = choices.start + rng.below(choices.len()) as u32;
                            table.choose(choice);
                        }
                    }
                    check_table(&mut table, &puzzle, &mut rng);
                    check_board(&table, slots, &puzzle, &sets);
                }
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 30), "{seen:?}");
}

/// Every slot has just the candidates of its cell, or of its digit in its box.
fn check_slots(table: &ConflictTable, slots: Slots, puzzle: &Puzzle, sets: &[DigitSet]) {
    let geometry = puzzle.geometry();
    let slot_of = |Candidate { cell, digit }| match slots {
        Slots::Cells => (cell.index(), None),
        Slots::BoxDigits => (geometry.houses_of(cell)[2], Some(digit)),
    };
    let mut expected = BTreeMap::<_, Vec<Candidate>>::new();
    for cell in geometry.cells() {
        for digit in sets[cell.index()] {
            let candidate = Candidate { cell, digit };
            expected.entry(slot_of(candidate)).or_default().push(candidate);
        }
    }
    for slot in 0..table.free_slots() as u32 {
        let candidates: Vec<_> =
            table.choices(slot).map(|choice| table.stands_for(choice).unwrap()).collect();
        assert_eq!(expected.remove(&slot_of(candidates[0])), Some(candidates), "{puzzle}");
    }
    assert!(expected.values().all(|settled| settled.len() == 1), "{puzzle}");
}

/// What is on the board are candidates, and full it is where the cells are the slots.
fn check_board(table: &ConflictTable, slots: Slots, puzzle: &Puzzle, sets: &[DigitSet]) {
    for (&digit, set) in table.snapshot().iter().zip(sets) {
        match Digit::new(digit) {
            Some(digit) => assert!(set.contains(digit), "{puzzle}: {digit} is no candidate"),
            None => assert_eq!(slots, Slots::BoxDigits, "{puzzle}: not a full board"),
        }
    }
}

/// A cell whose only candidate a peer can hold too must be able to be in conflict: leaving it out
/// made tabu report wrong grids once.
#[test]
fn a_single_candidate_can_be_in_conflict() {
    // The last cell of the first row can only be 4, and so can the cell below it.
    let puzzle = crate::boards::puzzle(shape(2, 2), "123.........4...", &[]);
    let sets = Start::Givens.candidates(&puzzle).unwrap();
    assert_eq!(sets[3].single(), Digit::new(4));
    let mut rng = Rng::from_seed(22);
    for slots in [Slots::Cells, Slots::BoxDigits] {
        let mut table = table_of(&puzzle, &sets, slots).unwrap();
        for _ in 0..50 {
            fill(&mut table, &mut rng);
            assert_eq!(table.cost(), table.full_cost(&puzzle));
        }
    }
}

/// Pairs of equal digits in each house; a pair in a box and a row counts in both.
fn collisions(puzzle: &Puzzle, board: &[u8]) -> u32 {
    let equal = |house: &[Cell]| {
        let pairs = house.iter().enumerate();
        pairs
            .map(|(i, a)| {
                let same = |b: &&Cell| board[b.index()] == board[a.index()];
                house[i + 1..].iter().filter(same).count() as u32
            })
            .sum::<u32>()
    };
    puzzle.geometry().houses().map(equal).sum()
}

#[test]
fn fillings_keep_their_cost() {
    let mut rng = Rng::from_seed(23);
    for puzzle in puzzles(&mut rng) {
        for (start, faults) in [
            (Start::Givens, Faults::Missing),
            (Start::Propagated, Faults::Missing),
            (Start::Givens, Faults::Collisions),
        ] {
            let Ok(mut board) = Filling::random(&puzzle, start, faults, &mut rng) else { continue };
            let side = puzzle.shape().side();
            for _ in 0..100 {
                let Some(&cell) = rng.pick(board.free()) else { break };
                let digit = rng.below(side) as u8 + 1;
                let (before, delta) = (board.cost(), board.delta(cell, digit));
                board.put(cell, digit, delta);
                assert_eq!(board.cost(), before.strict_add_signed(delta), "{puzzle}");
                let snapshot = board.snapshot();
                assert_eq!(snapshot[cell.index()], digit);
                let common = match faults {
                    Faults::Missing => quadrille_core::common_cost(puzzle.shape(), &snapshot),
                    Faults::Collisions => collisions(&puzzle, &snapshot),
                };
                let pairs = puzzle.edges().pairs().iter();
                let far =
                    pairs.filter(|(a, b)| snapshot[a.index()].abs_diff(snapshot[b.index()]) != 1);
                assert_eq!(board.cost(), common + far.count() as u32, "{puzzle}");
                assert_eq!(board.cost() == 0, validate(&puzzle, &snapshot).is_ok(), "{puzzle}");
            }
        }
    }
}
