//! The search for canonical forms on boards of every shape, which also finds all automorphisms.
//!
//! A path through the tree chooses the transposition (on boards with square boxes), then rows from
//! the top and columns from the left. Between choices, columns that no choice has distinguished yet
//! stay in an ordered partition, which every chosen row refines: columns with an empty cell come
//! first. A node is cut off as soon as the part of the image that is known is greater than the best.
//!
//! Two leaves with the same image differ by an automorphism. It maps the subtree in which the best
//! leaf was found to the one in which the other was found, below the last node that both have in
//! common. So the search returns to that node immediately, and each of these leaves is one element
//! of a transversal: the automorphisms that keep all choices up to this node, divided by those that
//! keep the next choice of the best leaf too. Together they generate all automorphisms, and their
//! number is the product of the sizes (B. D. McKay and A. Piperno, "Practical graph isomorphism,
//! II", J. Symbolic Computation 60, 2014, describe this pruning for graphs). This is why an empty
//! board takes some thousand nodes and not as many as it has symmetries.
//!
//! Three more things keep the tree small. A pattern is least first, and [`Colors`] say which lines
//! cannot lead to it, so that digits are not compared in vain. The column to choose next is the one
//! that decides about the first place of the image that is not known yet. And where the digit of
//! that place stands in the first row, the choice of its column is the only one that need be tried.
//! A complete grid whose rows map whole boxes to whole boxes, as in grids made by shifting the first
//! row, remains the worst case: at 25x25 it takes seconds, and beyond that a limit is advisable.

mod node;

use std::cmp::Ordering;

use crate::{BoxShape, Counter, Digit, Grid, Meter, Stop, Symmetry};

use super::Form;
use super::colors::Colors;
use node::{Node, Open};

/// What a search makes least.
#[derive(Clone, Debug)]
enum Goal {
    /// The pattern of givens, in row order.
    Pattern,
    /// The digits of the images that have this pattern, row by row.
    Digits { pattern: Vec<u8>, colors: Colors },
    /// The whole string.
    String,
}

/// The best image of a board and every symmetry that leads there.
pub(super) struct Best {
    pub(super) image: Grid,
    /// One way to the image.
    pub(super) symmetry: Symmetry,
    /// Automorphisms besides the identity, level by level: every automorphism is the product of
    /// exactly one of each level, or the identity there, the last level applied first.
    pub(super) levels: Vec<Vec<Symmetry>>,
}

/// Returns the canonical form of a grid.
///
/// # Errors
/// Returns the reason to stop when the limits are reached; nodes are counted as expanded.
pub(super) fn best(grid: &Grid, form: Form, meter: &mut Meter) -> Result<Best, Stop> {
    let is_complete = grid.empty_cells().next().is_none();
    let goal = match form {
        // The pattern of a complete grid is the same everywhere, and this goal is faster.
        Form::String if !is_complete => Goal::String,
        Form::String | Form::Pattern => {
            let mut search = Search::new(grid, Goal::Pattern);
            search.run(meter)?;
            let pattern = search.best.map(|leaf| leaf.sequence).unwrap_or_default();
            let colors = Colors::of(grid.shape(), &pattern);
            Goal::Digits { pattern, colors }
        }
    };
    let mut search = Search::new(grid, goal);
    search.run(meter)?;
    Ok(search.finish(grid))
}

/// A node with all that follows from it.
struct State {
    node: Node,
    /// The choices to make next; none at a leaf.
    choices: Vec<Choice>,
    /// The image up to the first place that is not known.
    sequence: Vec<u8>,
    /// What is known of that place, if there is one.
    open: Option<Open>,
}

impl State {
    /// Returns a lower bound of the images that this node may lead to.
    fn least(&self) -> impl Iterator<Item = u8> {
        let bound = self.open.and_then(|open| open.bound);
        self.sequence.iter().copied().chain(bound)
    }
}

/// A choice that leads from a node to a child.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Transpose(bool),
    Row(u8),
    /// This stack comes before the others of the same rank.
    Stack(u8),
    /// This column comes before the others of its stack and rank.
    Column(u8),
}

/// A leaf: an image and the choices that lead there.
struct Leaf {
    sequence: Vec<u8>,
    path: Vec<Choice>,
    node: Node,
}

struct Search {
    shape: BoxShape,
    goal: Goal,
    /// Row-major digits of the board and, if its boxes are square, of its transposition.
    boards: [Vec<u8>; 2],
    /// The colors of the lines of both.
    colors: [Colors; 2],
    best: Option<Leaf>,
    path: Vec<Choice>,
    /// For each level the leaves whose image equals the best, and which leave its path there.
    equals: Vec<Vec<Node>>,
}

/// What becomes of a search when a subtree is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Sibling,
    /// Return to the node of this depth.
    Level(usize),
}

impl Search {
    fn new(grid: &Grid, goal: Goal) -> Self {
        let shape = grid.shape();
        let side = shape.side();
        let cells = grid.snapshot().to_vec();
        let transposed =
            (0..cells.len()).map(|cell| cells[cell % side * side + cell / side]).collect();
        let colors = Colors::of(shape, &cells);
        Self {
            shape,
            goal,
            colors: [colors.clone(), colors.transposed()],
            boards: [cells, transposed],
            best: None,
            path: Vec::new(),
            equals: Vec::new(),
        }
    }

    /// Returns a row of the board that a node arranges.
    fn row(&self, node: &Node, row: u8) -> &[u8] {
        let side = self.shape.side();
        let start = usize::from(row) * side;
        &self.boards[usize::from(node.transpose == Some(true))][start..start + side]
    }

    /// Returns the number of filled cells of a column in the rows that refined it.
    fn givens(&self, node: &Node, column: usize) -> usize {
        let rows = node.rows[..node.refined].iter();
        rows.filter(|&&row| self.row(node, row)[column] != 0).count()
    }

    fn run(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        meter.count(Counter::Expanded)?;
        let root = self.state(Node::root(self.shape)).expect("nothing contradicts the root");
        self.explore(root, meter).map(|_| ())
    }

    /// Searches below a node whose path is `self.path`.
    fn explore(&mut self, state: State, meter: &mut Meter) -> Result<Next, Stop> {
        let order = self.compare(&state);
        if order == Ordering::Greater {
            return Ok(Next::Sibling);
        }
        if state.choices.is_empty() {
            return Ok(self.leaf(state, order));
        }
        if self.has_columns(&state) {
            return self.explore_rows(&state, meter);
        }
        let forced = self.forced(&state);
        if let Some(choice) = forced {
            meter.count(Counter::Expanded)?;
            if let Some(child) = self.child(&state, choice)
                && let Next::Level(level) = self.explore_child(choice, child, meter)?
                && level < self.path.len()
            {
                return Ok(Next::Level(level));
            }
            // All other choices make the first place that is not known yet greater.
            if let Some(best) = &self.best
                && best.sequence.iter().copied().take(state.sequence.len() + 1).eq(state.least())
            {
                return Ok(Next::Sibling);
            }
        }
        let mut children = Vec::with_capacity(state.choices.len());
        for &choice in state.choices.iter().filter(|&&choice| Some(choice) != forced) {
            meter.count(Counter::Expanded)?;
            let child = self.child(&state, choice).filter(|child| self.compare(child).is_le());
            children.extend(child.map(|child| (choice, child)));
        }
        // The least first: otherwise the search would go through all leaves of a greater child, each
        // less than the one before, only to find that none of them is needed.
        children.sort_by(|(_, one), (_, other)| one.least().cmp(other.least()));
        for (choice, child) in children {
            let next = self.explore_child(choice, child, meter)?;
            if let Next::Level(level) = next
                && level < self.path.len()
            {
                return Ok(next);
            }
        }
        Ok(Next::Sibling)
    }

    /// Returns the choice that makes the first place that is not known yet as small as it can be, if
    /// every other choice makes it greater: that of the column with the digit of this place in the
    /// first row.
    fn forced(&self, state: &State) -> Option<Choice> {
        let Some(Open { bound: Some(_), column: Some(column) }) = state.open else { return None };
        let is_forced = |choice: &&Choice| match **choice {
            Choice::Stack(stack) => usize::from(stack) == column / self.shape.columns(),
            Choice::Column(other) => usize::from(other) == column,
            Choice::Transpose(_) | Choice::Row(_) => false,
        };
        state.choices.iter().find(is_forced).copied()
    }

    fn child(&self, state: &State, choice: Choice) -> Option<State> {
        let mut child = state.node.clone();
        self.apply(&mut child, choice);
        self.state(child)
    }

    fn explore_child(
        &mut self,
        choice: Choice,
        child: State,
        meter: &mut Meter,
    ) -> Result<Next, Stop> {
        self.path.push(choice);
        let next = self.explore(child, meter);
        self.path.pop();
        next
    }

    /// Returns whether the place of every column is known, so that a row decides about its digits.
    fn has_columns(&self, state: &State) -> bool {
        let is_row = matches!(state.choices.first(), Some(Choice::Row(_)));
        let is_known = state.sequence.len() == state.node.rows.len() * self.shape.side();
        let mut places = state.node.places(self.shape.columns()).into_iter();
        is_row && is_known && !matches!(self.goal, Goal::Pattern) && places.all(|(known, _)| known)
    }

    /// Searches below a node where the places of all columns are known. The digits of the next row
    /// then follow from the row, so that no child has to be made of a row that is not needed.
    fn explore_rows(&mut self, state: &State, meter: &mut Meter) -> Result<Next, Stop> {
        let (node, known) = (&state.node, state.sequence.len());
        let places = node.places(self.shape.columns());
        let mut labels = vec![0; self.shape.side() + 1];
        let cells = node.rows.iter().flat_map(|&row| {
            let row = self.row(node, row);
            places.iter().map(move |&(_, column)| row[column])
        });
        for (digit, &label) in cells.zip(&state.sequence) {
            labels[usize::from(digit)] = label;
        }
        let used = labels.iter().filter(|&&label| label != 0).count() as u8;
        let image = |row: u8| -> Vec<u8> {
            let (mut labels, mut used, row) = (labels.clone(), used, self.row(node, row));
            let image = places.iter().map(|&(_, column)| {
                let label = &mut labels[usize::from(row[column])];
                if row[column] != 0 && *label == 0 {
                    used += 1;
                    *label = used;
                }
                *label
            });
            image.collect()
        };
        let mut rows: Vec<(Vec<u8>, Choice)> = Vec::with_capacity(state.choices.len());
        for &choice in &state.choices {
            meter.count(Counter::Expanded)?;
            if let Choice::Row(row) = choice {
                rows.push((image(row), choice));
            }
        }
        rows.sort_by(|(one, _), (other, _)| one.cmp(other));
        for (image, choice) in rows {
            if let Some(best) = &self.best
                && (&state.sequence[..], &image[..])
                    > (&best.sequence[..known], &best.sequence[known..known + image.len()])
            {
                break;
            }
            let Some(child) = self.child(state, choice) else { continue };
            let next = self.explore_child(choice, child, meter)?;
            if let Next::Level(level) = next
                && level < self.path.len()
            {
                return Ok(next);
            }
        }
        Ok(Next::Sibling)
    }

    /// Refines a node until only a choice refines it further. Returns `None` if its image cannot
    /// have the least pattern.
    fn state(&self, mut node: Node) -> Option<State> {
        let split = loop {
            let split = self.must_split(&node);
            if split.is_some() || node.refined == node.rows.len() {
                break split;
            }
            self.refine(&mut node);
            let Goal::Digits { pattern, .. } = &self.goal else { continue };
            let (side, width, at) = (self.shape.side(), self.shape.columns(), node.refined - 1);
            let row = self.row(&node, node.rows[at]);
            let wanted = &pattern[at * side..(at + 1) * side];
            let same = |(&(_, column), &wanted): (&(bool, usize), &u8)| {
                u8::from(row[column] != 0) == wanted
            };
            if !node.places(width).iter().zip(wanted).all(same) {
                return None;
            }
        };
        if !self.fits_colors(&node) {
            return None;
        }
        let (sequence, open) = self.sequence(&node);
        let choices = match split {
            None => self.row_choices(&node),
            Some(first) => {
                self.column_choices(&node, open.and_then(|open| open.column).unwrap_or(first))
            }
        };
        Some(State { node, choices, sequence, open })
    }

    /// Compares what is known of the image with the best.
    fn compare(&self, state: &State) -> Ordering {
        let Some(best) = &self.best else { return Ordering::Less };
        let known = state.sequence.len();
        match state.sequence.as_slice().cmp(&best.sequence[..known]) {
            Ordering::Equal if state.least().nth(known) > best.sequence.get(known).copied() => {
                Ordering::Greater
            }
            order => order,
        }
    }

    fn leaf(&mut self, State { node, sequence, .. }: State, order: Ordering) -> Next {
        match &self.best {
            Some(best) if order == Ordering::Equal => {
                let pairs = best.path.iter().zip(&self.path);
                let level = pairs.take_while(|(a, b)| a == b).count();
                self.equals[level].push(node);
                Next::Level(level)
            }
            _ => {
                let path = self.path.clone();
                self.equals = vec![Vec::new(); path.len()];
                self.best = Some(Leaf { sequence, path, node });
                Next::Sibling
            }
        }
    }

    /// Returns the next rows to choose from, or the transposition; none at a leaf.
    fn row_choices(&self, node: &Node) -> Vec<Choice> {
        if node.transpose.is_none() {
            let is_square = self.shape.rows() == self.shape.columns();
            let both = [Choice::Transpose(false), Choice::Transpose(true)];
            return both[..if is_square { 2 } else { 1 }].to_vec();
        }
        let (side, height) = (self.shape.side(), self.shape.rows());
        if node.rows.len() == side {
            return Vec::new();
        }
        let band = |row: u8| usize::from(row) / height;
        let begins = node.rows.len().is_multiple_of(height);
        let fits = |row: u8| {
            let is_used = |used: &u8| if begins { band(*used) == band(row) } else { *used == row };
            !node.rows.iter().any(is_used)
                && (begins || node.rows.last().is_some_and(|&last| band(last) == band(row)))
        };
        (0..side as u8).filter(|&row| fits(row)).map(Choice::Row).collect()
    }

    /// Returns a column whose place must be chosen before another row is chosen or refines the
    /// columns; `None` if there is none.
    ///
    /// The rules depend on nothing that an isomorph would not have too, as the pruning by
    /// automorphisms requires.
    fn must_split(&self, node: &Node) -> Option<usize> {
        let width = self.shape.columns();
        let is_end = node.refined == self.shape.side();
        let tied = || node.places(width).into_iter().filter(|(known, _)| !known);
        match &self.goal {
            Goal::Pattern => None,
            // Columns with two givens each: their order decides about digits, so that a good part
            // of the orders can be cut off. With fewer it decides about nothing yet.
            Goal::Digits { .. } => {
                let (_, column) = tied().next()?;
                (is_end || self.givens(node, column) >= 2).then_some(column)
            }
            // A pattern is not less for being less in one row if digits of the row before decide.
            // Ties are harmless while digits are new, that is up to the first row that has any.
            Goal::String => {
                let is_filled = |row: &&u8| self.row(node, **row).iter().any(|&digit| digit != 0);
                let filled = node.rows.iter().filter(is_filled).count();
                let must = |column: usize| {
                    is_end
                        || filled >= 2
                            && (node.is_tied_stack(column / width) || self.givens(node, column) > 0)
                };
                tied().map(|(_, column)| column).find(|&column| must(column))
            }
        }
    }

    /// Returns the choices between the stack of a column and those of the same rank, or else between
    /// the column and those of the same rank in its stack.
    fn column_choices(&self, node: &Node, column: usize) -> Vec<Choice> {
        let width = self.shape.columns();
        let stack = column / width;
        if node.is_tied_stack(stack) {
            let rank = node.stacks[stack];
            let stacks = (0_u8..).zip(&node.stacks).filter(|&(_, &other)| other == rank);
            return stacks.map(|(stack, _)| Choice::Stack(stack)).collect();
        }
        let columns = stack * width..(stack + 1) * width;
        let columns = columns.filter(|&other| node.columns[other] == node.columns[column]);
        columns.map(|column| Choice::Column(column as u8)).collect()
    }

    fn apply(&self, node: &mut Node, choice: Choice) {
        match choice {
            Choice::Transpose(transpose) => node.transpose = Some(transpose),
            Choice::Row(row) => node.rows.push(row),
            Choice::Stack(stack) => {
                let first = node.stacks[usize::from(stack)];
                for (other, rank) in (0..).zip(&mut node.stacks) {
                    *rank += u8::from(*rank == first && other != stack);
                }
            }
            Choice::Column(column) => {
                let width = self.shape.columns();
                let first = node.columns[usize::from(column)];
                let start = usize::from(column) / width * width;
                for other in start..start + width {
                    let rank = &mut node.columns[other];
                    *rank += u8::from(*rank == first && other != usize::from(column));
                }
            }
        }
    }

    /// Refines the columns by the next row: empty cells first.
    fn refine(&self, node: &mut Node) {
        let width = self.shape.columns();
        let row = self.row(node, node.rows[node.refined]);
        let ranks = node.columns.clone();
        let mut patterns = vec![0_u64; node.stacks.len()];
        for (column, &digit) in row.iter().enumerate() {
            let start = column / width * width;
            let stack = start..start + width;
            if digit != 0 {
                let before =
                    stack.filter(|&other| row[other] == 0 && ranks[other] == ranks[column]);
                node.columns[column] += before.count() as u8;
            }
        }
        for (column, _) in row.iter().enumerate().filter(|&(_, &digit)| digit != 0) {
            // The ones of tied columns fill the places from the rank of the columns on.
            let (stack, rank) = (column / width, usize::from(node.columns[column]));
            let ties = node.ties(column, width);
            patterns[stack] |= ((1 << ties) - 1) << (width - rank - ties);
        }
        let ranks = node.stacks.clone();
        for (stack, &rank) in ranks.iter().enumerate() {
            let others = ranks.iter().zip(&patterns);
            let before = others.filter(|&(&other, &p)| other == rank && p < patterns[stack]);
            node.stacks[stack] += before.count() as u8;
        }
        node.refined += 1;
    }

    /// Returns the symmetry to the image of a leaf.
    fn symmetry(&self, node: &Node) -> Symmetry {
        let side = self.shape.side();
        let columns: Vec<usize> =
            node.places(self.shape.columns()).into_iter().map(|(_, column)| column).collect();
        let rows: Vec<usize> = node.rows.iter().map(|&row| usize::from(row)).collect();
        let board = &self.boards[usize::from(node.transpose == Some(true))];
        let cells = rows.iter().flat_map(|row| columns.iter().map(move |column| (row, column)));
        let seen = cells.map(|(row, column)| board[row * side + column]);
        // Digits that the board does not have follow in ascending order.
        let mut labels = vec![0_u8; side + 1];
        let mut used = 0;
        for digit in seen.filter(|&digit| digit != 0).chain(1..=side as u8) {
            let label = &mut labels[usize::from(digit)];
            if *label == 0 {
                used += 1;
                *label = used;
            }
        }
        let digits = labels[1..].iter().filter_map(|&label| Digit::new(label)).collect();
        let transpose = node.transpose == Some(true);
        Symmetry::new(self.shape, transpose, rows, columns, digits)
            .expect("rows are chosen band by band, columns ranked within stacks")
    }

    fn finish(self, grid: &Grid) -> Best {
        let best = self.best.as_ref().expect("the first leaf is kept");
        let symmetry = self.symmetry(&best.node);
        let image = symmetry.apply(grid);
        let back = |node| symmetry.then(&self.symmetry(node).inverse());
        let mut levels: Vec<Vec<Symmetry>> =
            self.equals.iter().map(|nodes| nodes.iter().map(back).collect()).collect();
        // Digits that the board does not have can be exchanged freely.
        let is_unused = |digit: &Digit| !grid.filled().any(|(_, filled)| filled == *digit);
        let identity = Symmetry::identity(self.shape);
        let unused: Vec<Digit> = identity.digits().iter().copied().filter(is_unused).collect();
        for (at, &digit) in unused.iter().enumerate() {
            let exchange = |&other: &Digit| {
                let mut digits = identity.digits().to_vec();
                digits.swap(usize::from(digit.get()) - 1, usize::from(other.get()) - 1);
                let (rows, columns) = (identity.rows().to_vec(), identity.columns().to_vec());
                Symmetry::new(self.shape, false, rows, columns, digits)
                    .expect("an exchange of two digits is a permutation")
            };
            levels.push(unused[at + 1..].iter().map(exchange).collect());
        }
        levels.retain(|level| !level.is_empty());
        Best { image, symmetry, levels }
    }
}
