//! The search for canonical forms on boards of every shape, which also finds all automorphisms.
//!
//! A path through the tree chooses the transposition (on boards with square boxes), then rows from
//! the top and columns from the left. Between choices, columns that no choice has told apart yet
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

use std::cmp::Ordering;

use crate::{BoxShape, Counter, Digit, Grid, Meter, Stop, Symmetry};

use super::Form;

/// What a search makes least.
#[derive(Clone, Debug)]
enum Goal {
    /// The pattern of givens, in row order.
    Pattern,
    /// The digits of the images that have this pattern, row by row.
    Digits(Vec<u8>),
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
            Goal::Digits(search.best.map(|leaf| leaf.sequence).unwrap_or_default())
        }
    };
    let mut search = Search::new(grid, goal);
    search.run(meter)?;
    Ok(search.finish(grid))
}

/// A node of the search tree.
#[derive(Clone)]
struct Node {
    transpose: Option<bool>,
    /// Rows of the (transposed) original, from the top of the image.
    rows: Vec<u8>,
    /// The number of these rows by which the columns are refined.
    refined: usize,
    /// For each column the number of columns in its stack that come before it.
    columns: Vec<u8>,
    /// For each stack the number of stacks that come before it.
    stacks: Vec<u8>,
}

/// A node with all that follows from it.
struct State {
    node: Node,
    /// The choices to make next; none at a leaf.
    choices: Vec<Choice>,
    /// The image up to the first place that is not known.
    sequence: Vec<u8>,
    /// A lower bound of that place, if there is one.
    bound: Option<u8>,
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

impl Node {
    fn root(shape: BoxShape) -> Self {
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
    fn places(&self, width: usize) -> Vec<(bool, usize)> {
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by_key(|&column| {
            let stack = column / width;
            (self.stacks[stack], stack, self.columns[column])
        });
        let is_tied =
            |column: usize| self.is_tied_stack(column / width) || self.ties(column, width) > 1;
        order.into_iter().map(|column| (!is_tied(column), column)).collect()
    }

    fn is_tied_stack(&self, stack: usize) -> bool {
        self.stacks.iter().filter(|&&rank| rank == self.stacks[stack]).count() > 1
    }

    /// Returns the number of columns in the stack of a column with the same rank.
    fn ties(&self, column: usize, width: usize) -> usize {
        let start = column / width * width;
        let ranks = &self.columns[start..start + width];
        ranks.iter().filter(|&&rank| rank == self.columns[column]).count()
    }
}

impl Search {
    fn new(grid: &Grid, goal: Goal) -> Self {
        let shape = grid.shape();
        let side = shape.side();
        let cells = grid.snapshot().to_vec();
        let transposed =
            (0..cells.len()).map(|cell| cells[cell % side * side + cell / side]).collect();
        Self {
            shape,
            goal,
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
        let mut children = Vec::with_capacity(state.choices.len());
        for &choice in &state.choices {
            meter.count(Counter::Expanded)?;
            let mut child = state.node.clone();
            self.apply(&mut child, choice);
            let child = self.state(child).filter(|child| self.compare(child).is_le());
            children.extend(child.map(|child| (choice, child)));
        }
        // The least first: otherwise the search would go through all leaves of a greater child, each
        // less than the one before, only to find that none of them is needed.
        children.sort_by(|(_, one), (_, other)| {
            one.sequence.cmp(&other.sequence).then(one.bound.cmp(&other.bound))
        });
        let depth = self.path.len();
        for (choice, child) in children {
            self.path.push(choice);
            let next = self.explore(child, meter)?;
            self.path.pop();
            match next {
                Next::Level(level) if level < depth => return Ok(next),
                _ => (),
            }
        }
        Ok(Next::Sibling)
    }

    /// Refines a node as far as possible without a choice. Returns `None` if its image cannot have
    /// the least pattern.
    fn state(&self, mut node: Node) -> Option<State> {
        let choices = loop {
            if let Some(choices) = self.columns_first(&node) {
                break choices;
            }
            if node.refined == node.rows.len() {
                break self.row_choices(&node);
            }
            self.refine(&mut node);
            let Goal::Digits(pattern) = &self.goal else { continue };
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
        let (sequence, bound) = self.sequence(&node);
        Some(State { node, choices, sequence, bound })
    }

    /// Compares what is known of the image with the best.
    fn compare(&self, state: &State) -> Ordering {
        let Some(best) = &self.best else { return Ordering::Less };
        let known = state.sequence.len();
        match state.sequence.as_slice().cmp(&best.sequence[..known]) {
            Ordering::Equal if state.bound > best.sequence.get(known).copied() => Ordering::Greater,
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

    /// Returns the choices between columns that must be made before another row is chosen or
    /// refines them; `None` if there are none.
    ///
    /// The rules depend on nothing that an isomorph would not have too, as the pruning by
    /// automorphisms requires.
    fn columns_first(&self, node: &Node) -> Option<Vec<Choice>> {
        let width = self.shape.columns();
        let is_end = node.refined == self.shape.side();
        let tied = || node.places(width).into_iter().filter(|(known, _)| !known);
        let column = match &self.goal {
            Goal::Pattern => None,
            // Columns with two givens each: their order decides about digits, so that a good part
            // of the orders can be cut off. With fewer it decides about nothing yet.
            Goal::Digits(_) => {
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
        }?;
        let stack = column / width;
        if node.is_tied_stack(stack) {
            let rank = node.stacks[stack];
            let stacks = (0_u8..).zip(&node.stacks).filter(|&(_, &other)| other == rank);
            return Some(stacks.map(|(stack, _)| Choice::Stack(stack)).collect());
        }
        let columns = stack * width..(stack + 1) * width;
        let columns = columns.filter(|&other| node.columns[other] == node.columns[column]);
        Some(columns.map(|column| Choice::Column(column as u8)).collect())
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

    /// Returns the image up to the first place that is not known yet, and a lower bound of that
    /// place if there is one.
    fn sequence(&self, node: &Node) -> (Vec<u8>, Option<u8>) {
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
                    return (sequence, None);
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
                    let bound = is_known.then(|| {
                        // The digit is in a column of the first row that is not known. The column
                        // cannot come before the others of less rank.
                        let column = first.iter().position(|&other| usize::from(other) == digit);
                        let column = column.expect("only digits of the first row are hidden");
                        let earliest = usize::from(node.stacks[column / width]) * width
                            + usize::from(node.columns[column]);
                        let before = places[..earliest].iter().filter(|(_, c)| first[*c] != 0);
                        before.count() as u8 + 1
                    });
                    return (sequence, bound);
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
