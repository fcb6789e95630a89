//! Symmetries of the pattern of givens.

/// A symmetry of the cells that hold givens, regardless of their digits.
///
/// ```
/// use quadrille_generate::puzzle::PatternSymmetry;
///
/// let corners = |cell| matches!(cell, 0 | 8 | 72 | 80);
/// assert!(PatternSymmetry::HalfTurn.holds(9, corners));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PatternSymmetry {
    /// No symmetry is asked for.
    #[default]
    None,
    /// Turning by 180 degrees: the usual symmetry of printed puzzles.
    HalfTurn,
    /// Turning by 90 degrees.
    QuarterTurn,
    /// Swapping left and right.
    LeftRight,
    /// Swapping top and bottom.
    TopBottom,
    /// Reflection in the diagonal from the top left.
    Diagonal,
    /// Reflection in the diagonal from the top right.
    AntiDiagonal,
    /// Left and right, and top and bottom.
    BothAxes,
    /// Both diagonals.
    BothDiagonals,
    /// All symmetries of the square.
    Full,
}

/// Maps a cell, given by row and column, on a board of some side.
type Motion = fn(usize, usize, usize) -> (usize, usize);

const HALF_TURN: Motion = |row, column, side| (side - 1 - row, side - 1 - column);
const QUARTER_TURN: Motion = |row, column, side| (column, side - 1 - row);
const LEFT_RIGHT: Motion = |row, column, side| (row, side - 1 - column);
const TOP_BOTTOM: Motion = |row, column, side| (side - 1 - row, column);
const DIAGONAL: Motion = |row, column, _| (column, row);
const ANTI_DIAGONAL: Motion = |row, column, side| (side - 1 - column, side - 1 - row);

impl PatternSymmetry {
    /// All symmetries.
    pub const ALL: [Self; 10] = [
        Self::None,
        Self::HalfTurn,
        Self::QuarterTurn,
        Self::LeftRight,
        Self::TopBottom,
        Self::Diagonal,
        Self::AntiDiagonal,
        Self::BothAxes,
        Self::BothDiagonals,
        Self::Full,
    ];

    /// Returns the name that users select it by.
    ///
    /// ```
    /// use quadrille_generate::puzzle::PatternSymmetry;
    ///
    /// assert_eq!(PatternSymmetry::HalfTurn.id(), "half-turn");
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "half-turn",
            Self::QuarterTurn => "quarter-turn",
            Self::LeftRight => "left-right",
            Self::TopBottom => "top-bottom",
            Self::Diagonal => "diagonal",
            Self::AntiDiagonal => "anti-diagonal",
            Self::BothAxes => "both-axes",
            Self::BothDiagonals => "both-diagonals",
            Self::Full => "full",
        }
    }

    /// Returns the symmetry with this name.
    ///
    /// ```
    /// use quadrille_generate::puzzle::PatternSymmetry;
    ///
    /// assert_eq!(PatternSymmetry::by_id("full"), Some(PatternSymmetry::Full));
    /// assert_eq!(PatternSymmetry::by_id("odd"), None);
    /// ```
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|symmetry| symmetry.id() == id)
    }

    /// Motions that generate the symmetry.
    fn generators(self) -> &'static [Motion] {
        match self {
            Self::None => &[],
            Self::HalfTurn => &[HALF_TURN],
            Self::QuarterTurn => &[QUARTER_TURN],
            Self::LeftRight => &[LEFT_RIGHT],
            Self::TopBottom => &[TOP_BOTTOM],
            Self::Diagonal => &[DIAGONAL],
            Self::AntiDiagonal => &[ANTI_DIAGONAL],
            Self::BothAxes => &[LEFT_RIGHT, TOP_BOTTOM],
            Self::BothDiagonals => &[DIAGONAL, ANTI_DIAGONAL],
            Self::Full => &[QUARTER_TURN, LEFT_RIGHT],
        }
    }

    /// Returns the sets of cells that the symmetry maps onto each other, on a board of this side:
    /// a pattern has the symmetry if and only if it has all cells of a set or none. Each set is in
    /// ascending order, and the sets are in the order of their first cells.
    ///
    /// ```
    /// use quadrille_generate::puzzle::PatternSymmetry;
    ///
    /// let orbits = PatternSymmetry::HalfTurn.orbits(9);
    /// assert_eq!((&orbits[0][..], &orbits[40][..]), (&[0, 80][..], &[40][..]));
    /// ```
    pub fn orbits(self, side: usize) -> Vec<Vec<usize>> {
        let mut seen = vec![false; side * side];
        let mut orbits = Vec::new();
        for first in 0..side * side {
            if seen[first] {
                continue;
            }
            seen[first] = true;
            let mut orbit = vec![first];
            let mut at = 0;
            while let Some(&cell) = orbit.get(at) {
                for motion in self.generators() {
                    let (row, column) = motion(cell / side, cell % side, side);
                    let image = row * side + column;
                    if !std::mem::replace(&mut seen[image], true) {
                        orbit.push(image);
                    }
                }
                at += 1;
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        orbits
    }

    /// Returns whether a pattern has the symmetry: `is_given` says for each cell whether it holds a
    /// given.
    ///
    /// ```
    /// use quadrille_generate::puzzle::PatternSymmetry;
    ///
    /// let corners = |cell| matches!(cell, 0 | 8 | 72 | 80);
    /// assert!(PatternSymmetry::Full.holds(9, corners));
    /// assert!(!PatternSymmetry::HalfTurn.holds(9, |cell| cell == 0));
    /// ```
    pub fn holds(self, side: usize, is_given: impl Fn(usize) -> bool) -> bool {
        let is_even = |orbit: &Vec<usize>| {
            let first = is_given(orbit[0]);
            orbit.iter().all(|&cell| is_given(cell) == first)
        };
        self.orbits(side).iter().all(is_even)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_have_the_known_numbers_and_sizes() {
        // Burnside's lemma on 81 cells.
        let expected = [
            ("none", 81, 1),
            ("half-turn", 41, 2),
            ("quarter-turn", 21, 4),
            ("left-right", 45, 2),
            ("top-bottom", 45, 2),
            ("diagonal", 45, 2),
            ("anti-diagonal", 45, 2),
            ("both-axes", 25, 4),
            ("both-diagonals", 25, 4),
            ("full", 15, 8),
        ];
        assert_eq!(expected.len(), PatternSymmetry::ALL.len());
        for (id, count, largest) in expected {
            let symmetry = PatternSymmetry::by_id(id).unwrap();
            assert_eq!(symmetry.id(), id);
            let orbits = symmetry.orbits(9);
            assert_eq!(orbits.len(), count, "{id}");
            assert_eq!(orbits.iter().map(Vec::len).max(), Some(largest), "{id}");
            let mut cells: Vec<usize> = orbits.concat();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..81), "{id}");
            for orbit in &orbits {
                assert!(symmetry.holds(9, |cell| orbit.contains(&cell)), "{id}");
                let first = |cell| cell == orbit[0];
                assert_eq!(symmetry.holds(9, first), orbit.len() == 1, "{id}");
            }
        }
        assert_eq!(PatternSymmetry::HalfTurn.orbits(4)[0], [0, 15]);
        assert_eq!(PatternSymmetry::Diagonal.orbits(4)[1], [1, 4]);
        assert_eq!(PatternSymmetry::QuarterTurn.orbits(4)[1], [1, 7, 8, 14]);
    }
}
