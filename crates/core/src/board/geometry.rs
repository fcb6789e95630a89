//! Houses and peers of a box shape, built once and shared.

use std::fmt;
use std::sync::OnceLock;

use super::{BoxShape, Cell};

/// The houses and peers of every cell of a box shape.
///
/// Houses are numbered: rows from 0, then columns from `side`, then boxes from `2 * side`. With
/// boxes of one row or one column the boxes repeat other houses; peers never repeat.
pub struct Geometry {
    shape: BoxShape,
    /// House after house, `side` cells each, ascending.
    house_cells: Box<[Cell]>,
    /// Row, column and box of each cell.
    cell_houses: Box<[[u16; 3]]>,
    /// Cell after cell, `peer_count` peers each, ascending.
    peers: Box<[Cell]>,
    peer_count: usize,
}

impl Geometry {
    /// Returns the geometry of a shape; it is built at the first call.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Geometry};
    /// let geometry = Geometry::of(BoxShape::NINE);
    /// assert_eq!((geometry.side(), geometry.house_count()), (9, 27));
    /// ```
    pub fn of(shape: BoxShape) -> &'static Self {
        const N: usize = BoxShape::MAX_SIDE + 1;
        type Slot = OnceLock<Box<Geometry>>;
        static BUILT: [[Slot; N]; N] = [const { [const { Slot::new() }; N] }; N];
        BUILT[shape.rows()][shape.columns()].get_or_init(|| Box::new(Self::build(shape)))
    }

    fn build(shape: BoxShape) -> Self {
        let side = shape.side();
        let mut houses = vec![Vec::with_capacity(side); 3 * side];
        let mut cell_houses = Vec::with_capacity(shape.cells());
        for cell in (0..shape.cells()).map(Cell::new) {
            let (row, column) = cell.row_column(side);
            let own = [row, side + column, 2 * side + shape.box_at(row, column)];
            for house in own {
                houses[house].push(cell);
            }
            cell_houses.push(own.map(|house| house as u16));
        }
        let mut peers = Vec::new();
        for (index, own) in cell_houses.iter().enumerate() {
            let mut of_cell: Vec<Cell> =
                own.iter().flat_map(|&house| houses[usize::from(house)].iter().copied()).collect();
            of_cell.sort_unstable();
            of_cell.dedup();
            peers.extend(of_cell.into_iter().filter(|peer| peer.index() != index));
        }
        Self {
            shape,
            house_cells: houses.concat().into(),
            cell_houses: cell_houses.into(),
            peer_count: peers.len() / shape.cells(),
            peers: peers.into(),
        }
    }

    /// Returns the box shape.
    #[inline]
    pub fn shape(&self) -> BoxShape {
        self.shape
    }

    /// Returns the number of digits, which is the number of cells in a house.
    #[inline]
    pub fn side(&self) -> usize {
        self.shape.side()
    }

    /// Returns all cells in order.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Geometry};
    /// assert_eq!(Geometry::of(BoxShape::NINE).cells().len(), 81);
    /// ```
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + Clone + use<> {
        (0..self.shape.cells()).map(Cell::new)
    }

    /// Returns the cell at a row and column, from 0.
    ///
    /// # Panics
    /// When either is not below the side.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Cell, Geometry};
    /// assert_eq!(Geometry::of(BoxShape::NINE).cell(1, 2), Cell::new(11));
    /// ```
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        assert!(row < self.side() && column < self.side(), "({row}, {column}) is off the board");
        Cell::new(row * self.side() + column)
    }

    /// Returns the number of houses: three times the side.
    #[inline]
    pub fn house_count(&self) -> usize {
        3 * self.side()
    }

    /// Returns the cells of a house, ascending.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Geometry};
    /// let geometry = Geometry::of(BoxShape::NINE);
    /// let first_box: Vec<usize> = geometry.house(18).iter().map(|cell| cell.index()).collect();
    /// assert_eq!(first_box, [0, 1, 2, 9, 10, 11, 18, 19, 20]);
    /// ```
    #[inline]
    pub fn house(&self, house: usize) -> &[Cell] {
        let side = self.side();
        &self.house_cells[house * side..][..side]
    }

    /// Returns all houses: rows, columns, boxes.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Geometry};
    /// let geometry = Geometry::of(BoxShape::NINE);
    /// assert!(geometry.houses().all(|house| house.len() == 9));
    /// ```
    pub fn houses(&self) -> impl ExactSizeIterator<Item = &[Cell]> + Clone {
        self.house_cells.chunks_exact(self.side())
    }

    /// Returns the houses of a cell: its row, its column, its box.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Cell, Geometry};
    /// let geometry = Geometry::of(BoxShape::NINE);
    /// assert_eq!(geometry.houses_of(Cell::new(40)), [4, 9 + 4, 18 + 4]);
    /// ```
    #[inline]
    pub fn houses_of(&self, cell: Cell) -> [usize; 3] {
        self.cell_houses[cell.index()].map(usize::from)
    }

    /// Returns the row of a cell, from 0.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Cell, Geometry};
    /// assert_eq!(Geometry::of(BoxShape::NINE).row_of(Cell::new(17)), 1);
    /// ```
    #[inline]
    pub fn row_of(&self, cell: Cell) -> usize {
        self.houses_of(cell)[0]
    }

    /// Returns the column of a cell, from 0.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Cell, Geometry};
    /// assert_eq!(Geometry::of(BoxShape::NINE).column_of(Cell::new(17)), 8);
    /// ```
    #[inline]
    pub fn column_of(&self, cell: Cell) -> usize {
        self.houses_of(cell)[1] - self.side()
    }

    /// Returns the box of a cell, from 0.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Cell, Geometry};
    /// assert_eq!(Geometry::of(BoxShape::NINE).box_of(Cell::new(17)), 2);
    /// ```
    #[inline]
    pub fn box_of(&self, cell: Cell) -> usize {
        self.houses_of(cell)[2] - 2 * self.side()
    }

    /// Returns the cells that share a house with this one, ascending.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Cell, Geometry};
    /// assert_eq!(Geometry::of(BoxShape::NINE).peers(Cell::new(0)).len(), 20);
    /// ```
    #[inline]
    pub fn peers(&self, cell: Cell) -> &[Cell] {
        &self.peers[cell.index() * self.peer_count..][..self.peer_count]
    }

    /// Returns the name of a house in messages, counted from 1: `row 1`, `column 1`, `box 1`.
    pub(crate) fn house_name(&self, house: usize) -> String {
        let side = self.side();
        format!("{} {}", ["row", "column", "box"][house / side], house % side + 1)
    }
}

impl fmt::Debug for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Geometry({})", self.shape)
    }
}

impl PartialEq for Geometry {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape
    }
}

impl Eq for Geometry {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_whole_houses_and_symmetric_peers() {
        for rows in 1..=49 {
            for columns in 1..=49 {
                let Ok(shape) = BoxShape::new(rows, columns) else { continue };
                let geometry = Geometry::of(shape);
                let side = shape.side();
                for cell in geometry.cells() {
                    for house in geometry.houses_of(cell) {
                        assert!(geometry.house(house).contains(&cell));
                    }
                    let (row, column) = (geometry.row_of(cell), geometry.column_of(cell));
                    assert_eq!(geometry.cell(row, column), cell);
                }
                assert!(geometry.houses().all(|house| house.len() == side));
                let expected = 2 * (side - 1) + (rows - 1) * (columns - 1);
                assert_eq!(geometry.peer_count, expected, "{shape}");
            }
        }
    }

    #[test]
    fn peers_are_those_who_share_a_house() {
        let geometry = Geometry::of(BoxShape::new(2, 3).unwrap());
        for a in geometry.cells() {
            for b in geometry.cells() {
                let ((ar, ac), (br, bc)) = (a.row_column(6), b.row_column(6));
                let share = ar == br || ac == bc || (ar / 2, ac / 3) == (br / 2, bc / 3);
                assert_eq!(geometry.peers(a).contains(&b), a != b && share);
            }
        }
    }
}
