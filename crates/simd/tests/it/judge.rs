//! The judge of written solutions says what the rules say.

use quadrille_simd::{Judge, Masks};

use crate::naive;
use crate::puzzles::{Rng, parse, solved};

#[test]
fn the_judge_is_right() {
    let Some(judge) = Judge::new() else {
        println!("skipped: this machine cannot judge by vectors");
        return;
    };
    let mut rng = Rng(9);
    let (mut sound, mut unsound) = (0, 0);
    for round in 0..4000 {
        let mut digits = solved(&mut rng);
        let mut puzzle = digits.map(|digit| b'0' + digit);
        for _ in 0..50 {
            puzzle[rng.below(81)] = b".0:/*x\0\xff"[rng.below(8)];
        }
        match round % 5 {
            0 => digits[rng.below(81)] = rng.below(256) as u8,
            1 => digits.swap(rng.below(81), rng.below(81)),
            2 => {
                let (row, column) = (rng.below(9), rng.below(8));
                digits.swap(9 * row + column, 9 * row + column + 1);
            }
            3 => puzzle[rng.below(81)] = b'0' + rng.below(10) as u8,
            _ => {}
        }
        let masks: Masks = puzzle.map(|byte| match byte {
            b'1'..=b'9' => 1 << (byte - b'1'),
            _ => 0x1ff,
        });
        let expected = naive::is_solution(&masks, &digits);
        let written = digits.map(|digit| digit.wrapping_add(b'0'));
        assert_eq!(judge.is_solution(&puzzle, &written), expected, "{puzzle:?} {written:?}");
        sound += usize::from(expected);
        unsound += usize::from(!expected);
    }
    assert!(sound > 1000 && unsound > 1000, "{sound} {unsound}");
}

/// In every place, every byte but the right one is wrong, and as a given all but figures are open.
#[test]
fn the_judge_sees_every_cell() {
    let Some(judge) = Judge::new() else { return };
    let line = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let solution: [u8; 81] = line.as_bytes().try_into().unwrap();
    assert_eq!(parse(line).map(u16::count_ones), [1; 81]);
    for cell in 0..81 {
        for byte in 0..=255 {
            let right = byte == solution[cell];
            let mut changed = solution;
            changed[cell] = byte;
            assert_eq!(judge.is_solution(&[b'.'; 81], &changed), right);
            let mut puzzle = [b'.'; 81];
            puzzle[cell] = byte;
            let open = !(b'1'..=b'9').contains(&byte);
            assert_eq!(judge.is_solution(&puzzle, &solution), right || open);
        }
    }
}
