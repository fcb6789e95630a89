//! Boards on which techniques work: 9x9 with tables that are constants, and all others up to 16x16.
//!
//! A technique for every size is one generic function. On [`Nine`] it is compiled to what it would
//! be without the other sizes; [`Any`] is one further instance for all of these, so that the size of
//! the program does not grow with their number.

use std::fmt;
use std::ops::{Index, IndexMut, Range};
use std::sync::OnceLock;

use quadrille_core::{BoxShape, Cell, Geometry};

use super::cells::{CellSet, Cells, WideCells, bits, ones, sets, wide_sets};
use super::deduction::House;
use super::houses;
use super::placements;

/// The size of a [`LogicGrid`](super::LogicGrid): [`Nine`] or [`Any`].
pub trait Board: Tables {}

/// The 9x9 board with boxes of 3x3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nine;

/// A board with boxes of any shape and at most [16](Self::MOST) digits.
#[derive(Clone, Copy)]
pub struct Any(&'static AnyTables);

impl Board for Nine {}
impl Board for Any {}

/// What boards have for each cell, house or digit.
pub trait Entry: Copy + Eq + Send + 'static {}

impl<T: Copy + Eq + Send + 'static> Entry for T {}

/// Values by cell, house or digit.
pub trait Array<T>:
    Copy + Eq + Index<usize, Output = T> + IndexMut<usize> + AsRef<[T]> + Send + 'static
{
    /// Creates the array with a value for each index.
    fn from_fn(value: impl FnMut(usize) -> T) -> Self;

    /// Creates the array with the same value for each index.
    fn filled(value: T) -> Self;
}

impl<T: Entry, const N: usize> Array<T> for [T; N] {
    #[inline]
    fn from_fn(value: impl FnMut(usize) -> T) -> Self {
        std::array::from_fn(value)
    }

    #[inline]
    fn filled(value: T) -> Self {
        [value; N]
    }
}

/// What techniques ask a board. Houses are numbered as in [`houses`](super::houses): boxes, columns,
/// rows. Digits and positions are masks of 16 bits.
pub trait Tables: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// A set of cells.
    type Cells: CellSet;
    /// Values by cell. There may be more than cells.
    type OfCells<T: Entry>: Array<T>;
    /// Values by house. There may be more than houses.
    type OfHouses<T: Entry>: Array<T>;
    /// Values by digit or position. There may be more than digits.
    type OfDigits<T: Entry>: Array<T>;

    /// The shape of the boxes.
    fn shape(self) -> BoxShape;

    /// The number of digits.
    fn side(self) -> usize;

    /// The cells of a house.
    fn house(self, house: usize) -> Self::Cells;

    /// The cell at a position of a house.
    fn cell(self, house: usize, position: usize) -> usize;

    /// The cells at some positions of a house.
    #[inline]
    fn cells(self, house: usize, positions: u16) -> Self::Cells {
        let cells = bits(positions).map(|position| self.cell(house, position));
        cells.fold(Self::Cells::NONE, |set, cell| set | Self::Cells::only(cell))
    }

    /// The box, the column and the row of a cell.
    fn houses_of(self, cell: usize) -> [u8; 3];

    /// The position of a cell in its box, in its column and in its row.
    fn positions_of(self, cell: usize) -> [u8; 3];

    /// The cells that share a house with a cell.
    fn peers(self, cell: usize) -> Self::Cells;

    /// The number of bits of a mask.
    fn ones(mask: u16) -> u32;

    /// Iterates over the sets of `count` bits out of a mask, as [`sets`] does.
    fn sets(count: u32, able: u16) -> impl Iterator<Item = u16>;

    /// The house among `covers` that contains two or more places in a house.
    fn cover(self, base: usize, covers: &Range<usize>, places: u16) -> Option<usize>;

    /// The cells of a digit that are in no placement of it, or all where that is not worth the search.
    fn impossible(cells: Self::Cells) -> Self::Cells;

    /// All digits, or all positions of a house.
    #[inline]
    fn digits(self) -> u16 {
        u16::MAX >> (16 - self.side())
    }

    /// All cells.
    #[inline]
    fn all(self) -> Self::Cells {
        self.rows().fold(Self::Cells::NONE, |all, row| all | self.house(row))
    }

    /// The boxes.
    #[inline]
    fn boxes(self) -> Range<usize> {
        0..self.side()
    }

    /// The columns.
    #[inline]
    fn columns(self) -> Range<usize> {
        self.side()..2 * self.side()
    }

    /// The rows.
    #[inline]
    fn rows(self) -> Range<usize> {
        2 * self.side()..3 * self.side()
    }

    /// All houses.
    #[inline]
    fn houses(self) -> Range<usize> {
        0..3 * self.side()
    }

    /// The house with a number, as evidence.
    #[inline]
    fn named(self, house: usize) -> House {
        House::on(self.side(), house)
    }
}

impl Tables for Nine {
    type Cells = Cells;
    type OfCells<T: Entry> = [T; 81];
    type OfHouses<T: Entry> = [T; 27];
    type OfDigits<T: Entry> = [T; 9];

    #[inline]
    fn shape(self) -> BoxShape {
        BoxShape::NINE
    }

    #[inline]
    fn side(self) -> usize {
        9
    }

    #[inline]
    fn house(self, house: usize) -> Cells {
        houses::HOUSES[house]
    }

    #[inline]
    fn cell(self, house: usize, position: usize) -> usize {
        houses::CELLS[house][position].into()
    }

    #[inline]
    fn houses_of(self, cell: usize) -> [u8; 3] {
        houses::HOUSES_OF[cell]
    }

    #[inline]
    fn positions_of(self, cell: usize) -> [u8; 3] {
        houses::POSITIONS[cell]
    }

    #[inline]
    fn peers(self, cell: usize) -> Cells {
        houses::PEERS[cell]
    }

    #[inline]
    fn ones(mask: u16) -> u32 {
        ones(mask)
    }

    #[inline]
    fn sets(count: u32, able: u16) -> impl Iterator<Item = u16> {
        sets(count, able)
    }

    #[inline]
    fn cover(self, base: usize, covers: &Range<usize>, places: u16) -> Option<usize> {
        houses::cover(base, covers, places)
    }

    #[inline]
    fn impossible(cells: Cells) -> Cells {
        placements::impossible(cells)
    }

    #[inline]
    fn all(self) -> Cells {
        houses::ALL
    }
}

/// The most digits, houses and cells.
const SIDE: usize = Any::MOST;
const HOUSES: usize = 3 * SIDE;
const CELLS: usize = SIDE * SIDE;

/// The tables of a shape, as those in [`houses`].
struct AnyTables {
    shape: BoxShape,
    cells: [[u8; SIDE]; HOUSES],
    houses: [WideCells; HOUSES],
    houses_of: [[u8; 3]; CELLS],
    positions: [[u8; 3]; CELLS],
    peers: [WideCells; CELLS],
}

impl Any {
    /// The most digits.
    pub const MOST: usize = 16;

    /// Returns the board of a shape; `None` if it has more digits than [`MOST`](Self::MOST).
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_logic::Any;
    ///
    /// assert!(Any::of(BoxShape::new(3, 4)?).is_some());
    /// assert!(Any::of(BoxShape::new(5, 5)?).is_none());
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
    pub fn of(shape: BoxShape) -> Option<Self> {
        const N: usize = SIDE + 1;
        type Slot = OnceLock<Box<AnyTables>>;
        static BUILT: [[Slot; N]; N] = [const { [const { Slot::new() }; N] }; N];
        let fits = shape.side() <= SIDE;
        fits.then(|| {
            let slot = &BUILT[shape.rows()][shape.columns()];
            Self(slot.get_or_init(|| Box::new(AnyTables::new(shape))))
        })
    }
}

impl AnyTables {
    fn new(shape: BoxShape) -> Self {
        let (geometry, side) = (Geometry::of(shape), shape.side());
        let mut tables = Self {
            shape,
            cells: [[0; SIDE]; HOUSES],
            houses: [WideCells::NONE; HOUSES],
            houses_of: [[0; 3]; CELLS],
            positions: [[0; 3]; CELLS],
            peers: [WideCells::NONE; CELLS],
        };
        for cell in geometry.cells() {
            let [row, column, of_box] = geometry.houses_of(cell);
            // The geometry counts rows, columns, boxes.
            let houses = [of_box - 2 * side, column, row + 2 * side];
            for (kind, (house, in_geometry)) in
                houses.into_iter().zip([of_box, column, row]).enumerate()
            {
                let cells = geometry.house(in_geometry);
                let position = cells.binary_search(&cell).expect("the house contains the cell");
                tables.cells[house][position] = cell.index() as u8;
                tables.houses[house] |= WideCells::only(cell.index());
                tables.houses_of[cell.index()][kind] = house as u8;
                tables.positions[cell.index()][kind] = position as u8;
            }
            let peers = geometry.peers(cell).iter().copied().map(Cell::index);
            tables.peers[cell.index()] =
                peers.fold(WideCells::NONE, |peers, peer| peers | WideCells::only(peer));
        }
        tables
    }
}

impl PartialEq for Any {
    fn eq(&self, other: &Self) -> bool {
        self.0.shape == other.0.shape
    }
}

impl Eq for Any {}

impl fmt::Debug for Any {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Any({})", self.0.shape)
    }
}

impl Tables for Any {
    type Cells = WideCells;
    type OfCells<T: Entry> = [T; CELLS];
    type OfHouses<T: Entry> = [T; HOUSES];
    type OfDigits<T: Entry> = [T; SIDE];

    fn shape(self) -> BoxShape {
        self.0.shape
    }

    fn side(self) -> usize {
        self.0.shape.side()
    }

    fn house(self, house: usize) -> WideCells {
        self.0.houses[house]
    }

    fn cell(self, house: usize, position: usize) -> usize {
        self.0.cells[house][position].into()
    }

    fn houses_of(self, cell: usize) -> [u8; 3] {
        self.0.houses_of[cell]
    }

    fn positions_of(self, cell: usize) -> [u8; 3] {
        self.0.positions[cell]
    }

    fn peers(self, cell: usize) -> WideCells {
        self.0.peers[cell]
    }

    fn ones(mask: u16) -> u32 {
        mask.count_ones()
    }

    fn sets(count: u32, able: u16) -> impl Iterator<Item = u16> {
        wide_sets(count, able)
    }

    fn cover(self, base: usize, covers: &Range<usize>, places: u16) -> Option<usize> {
        let crosses = |cover: &usize| (self.cells(base, places) & !self.house(*cover)).is_empty();
        let has_two = places.count_ones() > 1;
        covers.clone().find(|cover| has_two && crosses(cover))
    }

    fn impossible(cells: WideCells) -> WideCells {
        cells
    }
}
