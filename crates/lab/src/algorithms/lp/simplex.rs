//! A simplex method that finds x >= 0 with Ax = 1 for a matrix of zeros and ones, and the least cx.
//!
//! It keeps the whole tableau and polls the meter before every pivot, so that a limit ends it
//! within one, and uses basic operations only, so that every platform gives the same result. The
//! library `microlp` knows no limits but its own wall clock. Upper bounds are not needed: every
//! variable is in an equation with sum 1. Phase one starts from artificial variables, one per
//! equation, whose columns are not stored: they never return to the basis.

use quadrille_core::{Counter, Run, Stop};

/// Smaller entries are rounding errors; most of a tableau of zeros and ones is 0, 1 and -1.
const EPSILON: f64 = 1e-9;
/// If the equations cannot be satisfied, at least this much is missing; less may be rounding.
const MISSING: f64 = 1e-3;
/// Pivots without progress after which Bland's rule takes over, which cannot cycle.
const STALLED: u32 = 50;
/// Pivots per row and column, far more than are ever needed, after which rounding errors are to blame.
const MOST: usize = 100;

/// The tableau of a basis, in rows of one entry per variable and the right side.
pub(super) struct Simplex {
    width: usize,
    rows: Vec<f64>,
    /// For each row, its basic variable; `None` is an artificial one.
    basis: Vec<Option<usize>>,
    /// The reduced costs, and minus the value of the objective.
    costs: Vec<f64>,
}

impl Simplex {
    /// Creates the tableau of equations, each with the variables that add up to 1. Its memory is
    /// kept until it is [solved](Self::solve).
    pub(super) fn new<'a>(
        variables: usize,
        equations: impl Iterator<Item = &'a [usize]> + Clone,
        run: &mut Run<'_>,
    ) -> Result<Self, Stop> {
        let width = variables + 1;
        let entries = equations.clone().count() * width;
        run.meter.keep((entries * size_of::<f64>()) as u64)?;
        let mut rows = Vec::with_capacity(entries);
        // Phase one minimizes the sum of the artificial variables.
        let mut costs = vec![0.0; width];
        for equation in equations {
            run.meter.poll()?;
            let begin = rows.len();
            rows.resize(begin + width, 0.0);
            for &variable in equation.iter().chain([&variables]) {
                rows[begin + variable] = 1.0;
                costs[variable] -= 1.0;
            }
        }
        Ok(Self { width, basis: vec![None; rows.len() / width], rows, costs })
    }

    /// Finds a solution with the least cost, by phase one only if there are no costs. Returns the
    /// values of the variables, or `None` if there is no solution. In the rare case that rounding
    /// errors prevent both, the values are not a solution.
    pub(super) fn solve(
        mut self,
        costs: Option<&[f64]>,
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<f64>>, Stop> {
        run.meter.release(size_of_val(&*self.rows) as u64);
        let is_least = self.descend(run)?;
        if is_least && -self.costs[self.width - 1] > MISSING {
            return Ok(None);
        }
        if let Some(costs) = costs {
            self.costs[..costs.len()].copy_from_slice(costs);
            self.costs[self.width - 1] = 0.0;
            for row in 0..self.basis.len() {
                if let Some(variable) = self.basis[row] {
                    let factor = self.costs[variable];
                    subtract(&mut self.costs, factor, &self.rows[row * self.width..]);
                }
            }
            self.descend(run)?;
        }
        let mut values = vec![0.0; self.width - 1];
        for (row, variable) in self.basis.iter().enumerate() {
            if let Some(variable) = variable {
                values[*variable] = self.right(row);
            }
        }
        Ok(Some(values))
    }

    /// Pivots until no reduced cost is negative; returns `false` if that takes too long.
    fn descend(&mut self, run: &mut Run<'_>) -> Result<bool, Stop> {
        let mut stalled = 0;
        for _ in 0..MOST * (self.width + self.basis.len()) {
            let Some(column) = self.entering(stalled > STALLED) else { return Ok(true) };
            let Some(row) = self.leaving(column) else { return Ok(false) };
            run.meter.poll()?;
            run.meter.note(Counter::Accepted);
            stalled = if self.right(row) > EPSILON { 0 } else { stalled + 1 };
            self.pivot(row, column);
        }
        Ok(false)
    }

    /// Returns a variable that lowers the objective: the one with the least reduced cost, or by
    /// Bland's rule the first.
    fn entering(&self, by_bland: bool) -> Option<usize> {
        let costs = &self.costs[..self.width - 1];
        let mut negative = costs.iter().enumerate().filter(|(_, cost)| **cost < -EPSILON);
        if by_bland {
            return negative.next().map(|(column, _)| column);
        }
        negative.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(column, _)| column)
    }

    /// Returns the row whose variable is the first to become 0 when the one of the column grows, of
    /// equal ones that of the smallest variable, artificial ones first. Those that are 0 after phase
    /// one must not grow either, so they leave too.
    fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<(f64, Option<usize>, usize)> = None;
        for (row, &variable) in self.basis.iter().enumerate() {
            let entry = self.rows[row * self.width + column];
            let is_zero = variable.is_none() && self.right(row) <= EPSILON;
            let ratio = match entry {
                _ if entry > EPSILON => self.right(row) / entry,
                _ if entry < -EPSILON && is_zero => 0.0,
                _ => continue,
            };
            let better = best.is_none_or(|(least, other, _)| {
                ratio < least - EPSILON || (ratio < least + EPSILON && variable < other)
            });
            if better {
                best = Some((ratio, variable, row));
            }
        }
        best.map(|(.., row)| row)
    }

    fn right(&self, row: usize) -> f64 {
        self.rows[(row + 1) * self.width - 1]
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let pivot = &mut self.rows[row * self.width..][..self.width];
        let entry = pivot[column];
        pivot.iter_mut().for_each(|x| *x /= entry);
        let pivot = pivot.to_vec();
        for (other, x) in self.rows.chunks_exact_mut(self.width).enumerate() {
            if other != row && x[column] != 0.0 {
                subtract(x, x[column], &pivot);
                x[column] = 0.0;
            }
        }
        let cost = self.costs[column];
        subtract(&mut self.costs, cost, &pivot);
        self.costs[column] = 0.0;
        self.basis[row] = Some(column);
    }
}

/// Subtracts a multiple of a row.
fn subtract(from: &mut [f64], factor: f64, row: &[f64]) {
    from.iter_mut().zip(row).for_each(|(x, y)| *x -= factor * y);
}

#[cfg(test)]
mod tests {
    use quadrille_core::{Meter, Puzzle, Rng};

    use super::*;

    fn solve(
        variables: usize,
        equations: &[Vec<usize>],
        costs: Option<&[f64]>,
    ) -> Option<Vec<f64>> {
        let puzzle: Puzzle = "................".parse().unwrap();
        let mut run = Run::new(&puzzle, Meter::unlimited(), Rng::from_seed(1));
        let simplex = Simplex::new(variables, equations.iter().map(Vec::as_slice), &mut run);
        simplex.unwrap().solve(costs, &mut run).unwrap()
    }

    #[test]
    fn finds_corners_that_cost_no_more_than_a_known_solution() {
        let mut rng = Rng::from_seed(1);
        let mut fractional = 0;
        for _ in 0..300 {
            let variables = 4 + rng.below(12);
            let known: Vec<bool> = (0..variables).map(|_| rng.below(3) == 0).collect();
            let (ones, zeros): (Vec<usize>, Vec<usize>) = (0..variables).partition(|&v| known[v]);
            // Each equation has one variable that is 1 in the known solution.
            let equation = |rng: &mut Rng| {
                let mut equation = zeros.clone();
                equation.retain(|_| rng.below(2) == 0);
                equation.extend(rng.pick(&ones));
                equation
            };
            let mut equations: Vec<Vec<usize>> = (0..8).map(|_| equation(&mut rng)).collect();
            equations.truncate(if ones.is_empty() { 0 } else { 8 });
            let costs: Vec<f64> = (0..variables).map(|_| rng.fraction()).collect();
            let cost = |values: &[f64]| values.iter().zip(&costs).map(|(x, c)| x * c).sum::<f64>();
            let known: Vec<f64> = known.iter().map(|&one| f64::from(u8::from(one))).collect();
            for objective in [None, Some(&costs[..])] {
                let values = solve(variables, &equations, objective).expect("one is known");
                assert!(values.iter().all(|&x| x > -1e-7), "{equations:?} {values:?}");
                for equation in &equations {
                    let sum: f64 = equation.iter().map(|&variable| values[variable]).sum();
                    assert!((sum - 1.0).abs() < 1e-7, "{equations:?} {values:?}");
                }
                if objective.is_some() {
                    assert!(cost(&values) < cost(&known) + 1e-7, "{equations:?} {values:?}");
                }
                fractional += usize::from(values.iter().any(|x| (0.1..0.9).contains(x)));
            }
        }
        assert!(fractional > 10, "{fractional}");
    }

    #[test]
    fn sees_what_has_no_solution() {
        // Any two of three variables add up to 1, so all three to 1.5.
        let mut equations = vec![vec![0, 1], vec![1, 2], vec![0, 2]];
        assert_eq!(solve(3, &equations, None), Some(vec![0.5; 3]));
        equations.push(vec![0, 1, 2]);
        assert_eq!(solve(3, &equations, None), None);
    }
}
