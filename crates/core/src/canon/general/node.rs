//! What a node of the search tree knows of the image of a board.

use crate::BoxShape;

use super::{Goal, Search};

/// A node of the search tree.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) transpose: Option<bool>,
    /// Rows of the (transposed) original, from the top of the image.
    pub(super) rows: Vec<u8>,
    /// The number of these rows by which the columns are refined.
    pub(super) refined: usize,
    /// For each column the number of columns in its stack that come before it.
    pub(super) columns: Vec<u8>,
    /// For each stack the number of stacks that come before it.
    pub(super) stacks: Vec<u8>,
}

/// The first place of an image that is not known yet.
#[derive(Clone, Copy)]
pub(super) struct Open {
    /// A lower bound of its digit, if there is one.
    pub(super) bound: Option<u8>,
    /// A column whose place must be known before the digit is.
    pub(super) column: Option<usize>,
}

impl Node {
    pub(super) fn root(shape: BoxShape) -> Self {
        Self {
            transpose: None,
            rows: Vec::new(),
            refined: 0,
            columns: vec![0; shape.side()],
            stacks: vec![0; shape.side() / shape.columns()],
        }
    }

    /// Returns the column at each place, or `None` where it is not known, and one of the columns
    /// that may be there.
    pub(super) fn places(&self, width: usize) -> Vec<(bool, usize)> {
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by_key(|&column| {
            let stack = column / width;
            (self.stacks[stack], stack, self.columns[column])
        });
        let is_tied =
            |column: usize| self.is_tied_stack(column / width) || self.ties(column, width) > 1;
        order.into_iter().map(|column| (!is_tied(column), column)).collect()
    }

    pub(super) fn is_tied_stack(&self, stack: usize) -> bool {
        self.stacks.iter().filter(|&&rank| rank == self.stacks[stack]).count() > 1
    }

    /// Returns the number of columns in the stack of a column with the same rank.
    pub(super) fn ties(&self, column: usize, width: usize) -> usize {
        let start = column / width * width;
        let ranks = &self.columns[start..start + width];
        ranks.iter().filter(|&&rank| rank == self.columns[column]).count()
    }
}

impl Search {
    /// Returns whether the lines that are known may lead to the pattern that is wanted.
    ///
    /// A leaf whose digits are less than the best has to have that pattern too, and without this
    /// test the search would often decide about the digits before it finds that out.
    pub(super) fn fits_colors(&self, node: &Node) -> bool {
        let Goal::Digits { colors: wanted, .. } = &self.goal else { return true };
        let (Some(transpose), shape) = (node.transpose, self.shape) else { return true };
        let (colors, height, width) =
            (&self.colors[usize::from(transpose)], shape.rows(), shape.columns());
        let fits_row = |(place, &row): (usize, &u8)| {
            let row = usize::from(row);
            colors.rows[row] == wanted.rows[place]
                && colors.bands[row / height] == wanted.bands[place / height]
        };
        let fits_stack = |(stack, &rank): (usize, &u8)| {
            node.is_tied_stack(stack) || colors.stacks[stack] == wanted.stacks[usize::from(rank)]
        };
        let fits_column = |(place, (is_known, column)): (usize, (bool, usize))| {
            !is_known || colors.columns[column] == wanted.columns[place]
        };
        node.rows.iter().enumerate().all(fits_row)
            && node.stacks.iter().enumerate().all(fits_stack)
            && node.places(width).into_iter().enumerate().all(fits_column)
    }

    /// Returns the image up to the first place that is not known yet, and what is known of that
    /// place.
    pub(super) fn sequence(&self, node: &Node) -> (Vec<u8>, Option<Open>) {
        let (side, width) = (self.shape.side(), self.shape.columns());
        let places = node.places(width);
        let mut sequence = Vec::with_capacity(side * node.refined);
        let mut labels = vec![0_u8; side + 1];
        let mut used = 0;
        // Digits of the first row that has any, in columns that are not known.
        let mut hidden = vec![false; side + 1];
        let mut first: &[u8] = &[];
        for (at, &row) in node.rows.iter().enumerate() {
            let row = self.row(node, row);
            let is_first = first.is_empty();
            for &(is_known, column) in &places {
                let digit = usize::from(row[column]);
                if matches!(self.goal, Goal::Pattern) {
                    sequence.push(u8::from(digit != 0));
                    continue;
                }
                if !is_known && at >= node.refined {
                    let column = (at < node.rows.len()).then_some(column);
                    return (sequence, Some(Open { bound: None, column }));
                }
                if digit == 0 {
                    sequence.push(0);
                } else if is_known && labels[digit] != 0 {
                    sequence.push(labels[digit]);
                } else if (is_first || is_known) && !hidden[digit] {
                    // A new digit; in the first row every digit is new.
                    used += 1;
                    sequence.push(used);
                    if is_known {
                        labels[digit] = used;
                    }
                } else {
                    // The digit is in a column of the first row that is not known.
                    let source = first.iter().position(|&other| usize::from(other) == digit);
                    let bound = is_known.then(|| {
                        // The column cannot come before the others of less rank.
                        let column = source.expect("only digits of the first row are hidden");
                        let earliest = usize::from(node.stacks[column / width]) * width
                            + usize::from(node.columns[column]);
                        let before = places[..earliest].iter().filter(|(_, c)| first[*c] != 0);
                        before.count() as u8 + 1
                    });
                    let column = if is_known { source } else { Some(column) };
                    return (sequence, Some(Open { bound, column }));
                }
            }
            if is_first && row.iter().any(|&digit| digit != 0) {
                first = row;
                for &digit in row.iter().filter(|&&digit| digit != 0) {
                    hidden[usize::from(digit)] = labels[usize::from(digit)] == 0;
                }
            }
        }
        (sequence, None)
    }
}
