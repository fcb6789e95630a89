//! Checks a million puzzles for uniqueness, in batches, with progress.

use quadrille_core::{Meter, Puzzle, Rng, Symmetry, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let total: usize = std::env::args().nth(1).map_or(Ok(1_000_000), |n| n.parse())?;
    let seed = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let seed: Puzzle = seed.parse()?;
    let mut rng = Rng::from_seed(1);
    // Random isomorphs of one puzzle; a real program would read them with `format::Reader`.
    let puzzles = (0..total).map(|_| {
        let symmetry = Symmetry::random(seed.shape(), &mut rng);
        Puzzle::try_from(symmetry.apply(seed.givens())).expect("an isomorph has no conflict")
    });
    let mut proper = 0;
    let mut meter = Meter::unlimited();
    for (done, (_, answer)) in (1..).zip(solve::stream(puzzles, 2, &mut meter)) {
        proper += usize::from(answer.count == 1 && answer.exact);
        if done % 100_000 == 0 {
            eprintln!("{done} of {total}");
        }
    }
    println!("{proper} of {total} puzzles are proper");
    Ok(())
}
