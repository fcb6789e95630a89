//! What a step unlocks: how far the easy techniques come after it.

use quadrille_core::{Meter, Stop};

use super::board::Board;
use super::cells::CellSet;
use super::grid::LogicGrid;
use super::profile::Profile;
use super::walk::{Step, Walk};

/// The techniques of the profile `quadrille` that most solvers apply without thinking long.
const EASY: [&str; 10] = [
    "full-house",
    "hidden-single-box",
    "hidden-single-line",
    "naked-single",
    "pointing",
    "claiming",
    "naked-pair",
    "hidden-pair",
    "naked-triple",
    "hidden-triple",
];
/// How many of them are singles.
const SINGLES: usize = 4;

/// How far the easy techniques come after a step: singles, locked candidates, pairs and triples.
///
/// After the measure of the same name in HoDoKu by Bernhard Hobiger, which counts the singles that
/// follow from a step and adds up the scores of the way there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The cells that are filled by the step and by singles right after it.
    pub singles: usize,
    /// The cells that are filled by the step and by all easy techniques after it.
    pub cells: usize,
    /// The ratings of these easy steps in the profile `quadrille` added up, in tenths.
    pub rating: u32,
}

/// Orders steps that are possible on a board by what they unlock: those after which the easy
/// techniques fill more cells come first, then those with the easier way there, then the easier steps.
///
/// # Errors
/// Returns the reason to stop when a limit ends the search.
///
/// ```
/// use quadrille_core::{Meter, Puzzle};
/// use quadrille_logic::{Profile, Walk, rank};
///
/// let text = "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
/// let puzzle: Puzzle = text.parse()?;
/// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
/// let walk = Walk::new(&puzzle, &profile)?;
/// let steps = walk.all(&mut Meter::unlimited())?;
/// let ranked = rank(steps, walk.grid(), &mut Meter::unlimited())?;
/// assert!(ranked.is_sorted_by(|(_, a), (_, b)| a.cells >= b.cells));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank<B: Board>(
    steps: Vec<Step>,
    grid: &LogicGrid<B>,
    meter: &mut Meter<'_>,
) -> Result<Vec<(Step, Progress)>, Stop> {
    let mut easy = Profile::by_id("quadrille").expect("it comes with the engine");
    easy.entries.retain(|entry| EASY.contains(&entry.technique.id()));
    let mut ranked = Vec::with_capacity(steps.len());
    for step in steps {
        meter.poll_now()?;
        let progress = progress(&step, grid, &easy, meter)?;
        ranked.push((step, progress));
    }
    ranked.sort_by_key(|(step, progress)| {
        (std::cmp::Reverse(progress.cells), progress.rating, step.rating)
    });
    Ok(ranked)
}

fn progress<B: Board>(
    step: &Step,
    grid: &LogicGrid<B>,
    easy: &Profile,
    meter: &mut Meter<'_>,
) -> Result<Progress, Stop> {
    let filled = |grid: &LogicGrid<B>| grid.shape().cells() - grid.empty().len() as usize;
    let before = filled(grid);
    let mut after = grid.clone();
    after.apply(&step.deduction);
    let mut walk = Walk::on(after, easy).without_evidence();
    let mut progress = Progress::default();
    let mut are_singles = true;
    while let Some(next) = walk.next(meter)? {
        if are_singles && !EASY[..SINGLES].contains(&next.deduction.kind) {
            are_singles = false;
            // It fills nothing, so the singles up to here are those on the board.
            progress.singles = filled(walk.grid()) - before;
        }
        progress.rating += next.rating;
    }
    progress.cells = filled(walk.grid()) - before;
    if are_singles {
        progress.singles = progress.cells;
    }
    Ok(progress)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Puzzle;

    #[test]
    fn steps_that_unlock_more_come_first() {
        // All but a few cells of this puzzle wait for one step beyond the easy techniques.
        let puzzle: Puzzle =
            ".39.1........73.8.7.8...1.5..5.....8..19.....36........24.....9....8.32......18.."
                .parse()
                .unwrap();
        let profile = Profile::by_id("quadrille").unwrap();
        let mut meter = Meter::unlimited();
        let mut walk = Walk::new(&puzzle, &profile).unwrap();
        let mut checked = 0;
        loop {
            let all = walk.all(&mut meter).unwrap();
            let ranked = rank(all.clone(), walk.grid(), &mut meter).unwrap();
            assert_eq!(ranked.len(), all.len());
            for pair in ranked.windows(2) {
                assert!(pair[0].1.cells >= pair[1].1.cells);
            }
            for (step, progress) in &ranked {
                assert!(progress.singles <= progress.cells && progress.cells <= 81);
                assert!(progress.singles >= step.deduction.placements.len());
                // The slow way: each easy step by itself.
                let easy = Profile::parse(
                    "easy",
                    "full-house 1\nhidden-single-box 1\nhidden-single-line 1\nnaked-single 1",
                )
                .unwrap();
                let mut grid = walk.grid().clone();
                grid.apply(&step.deduction);
                let mut singles = Walk::on(grid, &easy);
                while singles.next(&mut meter).unwrap().is_some() {}
                let filled = |grid: &LogicGrid| grid.values().filled().count();
                assert_eq!(progress.singles, filled(singles.grid()) - filled(walk.grid()));
                checked += 1;
            }
            if checked > 300 || walk.next(&mut meter).unwrap().is_none() {
                break;
            }
        }
        assert!(checked > 100, "{checked}");
    }
}
