//! The fewest lines that have some places of a digit.

use crate::cells::{bits, ones};

/// The fewest rows and columns that have all of some places.
pub(super) struct Lines {
    /// How many they are.
    pub(super) size: u32,
    /// The rows and the columns of some choice of as few.
    pub(super) rows: u16,
    pub(super) columns: u16,
    /// The columns of places in each row that are in two lines of a choice.
    pub(super) twice: [u16; 9],
    /// The rows and the columns of one choice.
    pub(super) chosen: [u16; 2],
}

impl Lines {
    /// The lines for places given by the columns of those in each row.
    pub(super) fn new(places: [u16; 9]) -> Self {
        let able = (0..9).filter(|&row| places[row] != 0).fold(0, |able, row| able | 1_u16 << row);
        let size = ones(able);
        let mut lines = Self { size, rows: 0, columns: 0, twice: [0; 9], chosen: [able, 0] };
        // Rows that are not chosen are left to columns.
        let mut rows = able;
        loop {
            let columns = bits(able & !rows).fold(0, |columns, row| columns | places[row]);
            lines.add(&places, rows, columns);
            if rows == 0 {
                return lines;
            }
            rows = (rows - 1) & able;
        }
    }

    fn add(&mut self, places: &[u16; 9], rows: u16, columns: u16) {
        let size = ones(rows) + ones(columns);
        if size < self.size {
            *self = Self { size, rows: 0, columns: 0, twice: [0; 9], chosen: [rows, columns] };
        }
        if size == self.size {
            self.rows |= rows;
            self.columns |= columns;
            for row in bits(rows) {
                self.twice[row] |= places[row] & columns;
            }
        }
    }
}
