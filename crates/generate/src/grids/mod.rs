//! Random solved grids.
//!
//! [`uniform`] is exact: each solved grid of the shape is equally likely. It covers the boards of
//! side 4 to 6, by listing, and 9x9 boards with 3x3 boxes, by rejection. [`fast`] covers every shape
//! and is approximate.

mod fast;
mod nine;
mod small;

use thiserror::Error;

pub use fast::{enough_swaps, fast};
pub use nine::nine;

use quadrille_core::{BoxShape, Grid, Puzzle, Rng, Solution};

/// How to draw a solved grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Exactly uniform; see [`uniform`].
    Uniform,
    /// Approximate, for every shape; see [`fast`].
    Fast,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 2] = [Self::Uniform, Self::Fast];

    /// Returns the id that users write.
    ///
    /// ```
    /// use quadrille_generate::grids::Method;
    ///
    /// assert_eq!(Method::ALL.map(Method::id), ["uniform", "fast"]);
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Fast => "fast",
        }
    }
}

/// There is no exactly uniform method for a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "no exactly uniform method is known here for boards with {0} boxes: there are too many solved \
     grids to list, and rejection is made for 3x3 boxes; the method `fast` draws nearly uniform ones"
)]
pub struct NoUniformMethod(pub BoxShape);

/// Returns whether [`uniform`] covers a shape.
///
/// ```
/// use quadrille_core::BoxShape;
/// use quadrille_generate::grids::has_uniform;
///
/// assert!(has_uniform(BoxShape::NINE) && !has_uniform(BoxShape::new(4, 4)?));
/// # Ok::<(), quadrille_core::ShapeError>(())
/// ```
pub fn has_uniform(shape: BoxShape) -> bool {
    shape == BoxShape::NINE || small::is_listed(shape)
}

/// Draws a solved grid, each of that shape equally likely.
///
/// # Errors
/// When there is no exact method for the shape. It exists for 2x2, 2x3, 3x2 and 3x3 boxes, and for
/// boxes of one row or column up to side 5.
///
/// ```
/// use quadrille_generate::grids;
/// use quadrille_core::{BoxShape, Rng};
///
/// let mut rng = Rng::from_seed(1);
/// assert_eq!(grids::uniform(BoxShape::new(2, 3)?, &mut rng)?.to_string().len(), 36);
/// assert!(grids::uniform(BoxShape::new(4, 4)?, &mut rng).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn uniform(shape: BoxShape, rng: &mut Rng) -> Result<Solution, NoUniformMethod> {
    if shape == BoxShape::NINE {
        return Ok(checked(shape, &nine(rng)));
    }
    match small::completions(shape) {
        Some(list) => Ok(checked(shape, &small::pick(shape, list, rng))),
        None => Err(NoUniformMethod(shape)),
    }
}

/// Makes a solution of digits, which the independent validator accepts.
fn checked(shape: BoxShape, digits: &[u8]) -> Solution {
    let empty = Puzzle::try_from(Grid::empty(shape)).expect("an empty grid has no conflict");
    Solution::new(&empty, digits).expect("every method makes solved grids")
}

#[cfg(test)]
mod tests;
