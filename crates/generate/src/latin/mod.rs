//! Random Latin squares: every digit once in each row and column.
//!
//! Two methods of a student report (Fauquembergue, Hamdaoui and Sitbon 2014) are kept as
//! published, with its costs as counters. Both fill row by row and are biased, since not every
//! beginning of a square has the same number of completions. [`Method::Uniform`] is uniform in the
//! limit of many moves.

mod moves;
mod rows;

use quadrille_core::{Counter, Meter, Rng, Stop};

/// How to draw a Latin square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Draws each row as a uniform permutation, again until no digit is in a column that has it
    /// already. Counts the permutations drawn as `generated`; the last row takes `side!` of them.
    /// Biased.
    V0,
    /// Keeps for each column the digits that it lacks, and fills each row from left to right with
    /// random ones of those that the row lacks too. When a column has none, the row is emptied
    /// and filled again. Counts the digits drawn as `placement`, the new starts as `restart`. Biased.
    V1,
    /// Makes random moves from a random isotope of the cyclic square (M. T. Jacobson and P. Matthews,
    /// "Generating uniformly distributed random Latin squares", 1996). Counts the moves as
    /// `accepted`. Uniform in the limit of many moves; [`enough_moves`] says how many are made.
    Uniform,
}

pub use moves::enough_moves;

impl Method {
    /// All methods.
    pub const ALL: [Self; 3] = [Self::V0, Self::V1, Self::Uniform];

    /// Returns the id that users write.
    pub fn id(self) -> &'static str {
        match self {
            Self::V0 => "v0",
            Self::V1 => "v1",
            Self::Uniform => "uniform",
        }
    }
}

impl Method {
    /// Returns the counter of the work, which limits of nodes apply to.
    pub fn node(self) -> Counter {
        match self {
            Self::V0 => Counter::Generated,
            Self::V1 => Counter::Placement,
            Self::Uniform => Counter::Accepted,
        }
    }
}

/// A Latin square. It can only be constructed from digits that were checked.
///
/// ```
/// use quadrille_generate::latin::LatinSquare;
///
/// let square = LatinSquare::new(2, vec![1, 2, 2, 1]).expect("each digit once in each line");
/// assert_eq!(square.side(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LatinSquare {
    side: usize,
    digits: Vec<u8>,
}

impl LatinSquare {
    /// The smallest side.
    pub const MIN_SIDE: usize = 2;
    /// The largest side, which is that of boards.
    pub const MAX_SIDE: usize = quadrille_core::BoxShape::MAX_SIDE;

    /// Creates a square from row-major digits, 1 to `side`. `None` if the side is out of range or a
    /// row or column lacks a digit.
    ///
    /// ```
    /// use quadrille_generate::latin::LatinSquare;
    ///
    /// assert!(LatinSquare::new(2, vec![1, 2, 2, 1]).is_some());
    /// assert_eq!(LatinSquare::new(2, vec![1, 2, 1, 2]), None);
    /// ```
    pub fn new(side: usize, digits: Vec<u8>) -> Option<Self> {
        if !(Self::MIN_SIDE..=Self::MAX_SIDE).contains(&side) || digits.len() != side * side {
            return None;
        }
        let all = (1_u64 << side) - 1;
        let set = |cells: &mut dyn Iterator<Item = &u8>| {
            cells
                .filter(|digit| (1..=side).contains(&usize::from(**digit)))
                .fold(0, |set, digit| set | 1_u64 << (digit - 1))
        };
        let is_latin = (0..side).all(|line| {
            set(&mut digits[line * side..][..side].iter()) == all
                && set(&mut digits[line..].iter().step_by(side)) == all
        });
        is_latin.then_some(Self { side, digits })
    }

    /// Returns the number of digits.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Returns the row-major digits.
    ///
    /// ```
    /// use quadrille_generate::latin::LatinSquare;
    ///
    /// let square = LatinSquare::new(2, vec![1, 2, 2, 1]).expect("it is one");
    /// assert_eq!((square.side(), square.digits()), (2, &[1, 2, 2, 1][..]));
    /// ```
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }
}

/// Draws a Latin square.
///
/// # Errors
/// Returns why the meter stopped the work.
///
/// # Panics
/// When the side is not within [`LatinSquare::MIN_SIDE`]..=[`LatinSquare::MAX_SIDE`].
///
/// # Complexity
/// [`Method::V0`] draws more than `side!` permutations, so that the meter should have a limit beyond
/// side 10. [`Method::V1`] draws about 1.4 times as many digits with each further side, as measured.
///
/// ```
/// use quadrille_core::{Meter, Rng};
/// use quadrille_generate::latin::{Method, square};
///
/// let square = square(7, Method::Uniform, &mut Rng::from_seed(1), &mut Meter::unlimited())?;
/// assert_eq!(square.digits().len(), 49);
/// # Ok::<(), quadrille_core::Stop>(())
/// ```
pub fn square(
    side: usize,
    method: Method,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<LatinSquare, Stop> {
    let sides = LatinSquare::MIN_SIDE..=LatinSquare::MAX_SIDE;
    assert!(sides.contains(&side), "no Latin square of side {side}; sides are {sides:?}");
    let digits = match method {
        Method::V0 => rows::by_permutations(side, rng, meter)?,
        Method::V1 => rows::by_lists(side, rng, meter)?,
        Method::Uniform => return by_moves(side, enough_moves(side), rng, meter),
    };
    Ok(LatinSquare::new(side, digits).expect("every method makes Latin squares"))
}

/// Draws a Latin square with that many moves between proper squares, as [`Method::Uniform`] does with
/// [`enough_moves`].
///
/// # Errors
/// Returns why the meter stopped the work.
///
/// # Panics
/// As [`square`].
///
/// ```
/// use quadrille_core::{Meter, Rng};
/// use quadrille_generate::latin::by_moves;
///
/// let square = by_moves(7, 1000, &mut Rng::from_seed(1), &mut Meter::unlimited())?;
/// assert_eq!(square.side(), 7);
/// # Ok::<(), quadrille_core::Stop>(())
/// ```
pub fn by_moves(
    side: usize,
    moves: u64,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<LatinSquare, Stop> {
    let sides = LatinSquare::MIN_SIDE..=LatinSquare::MAX_SIDE;
    assert!(sides.contains(&side), "no Latin square of side {side}; sides are {sides:?}");
    let digits = moves::by_moves(side, moves, rng, meter)?;
    Ok(LatinSquare::new(side, digits).expect("moves end at Latin squares"))
}

#[cfg(test)]
mod tests;
