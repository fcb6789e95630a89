//! `Serialize` and `Deserialize` for boards and counters.
//!
//! A board that a line of symbols describes in full is that string. Any other (with edges, with
//! pencilmarks, of an unusual box shape, of a side without symbols) is an object: `shape` as in
//! `3x2`, `cells` with 0 for empty, `edges` as pairs of cells, `marks` as a word of candidates for
//! each cell, bit 0 for digit 1. `Counters` is a map without zeros.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Edges, Grid, Puzzle, Solution};
use crate::control::{Counter, Counters};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Board {
    Line(String),
    Object {
        shape: String,
        cells: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        edges: Vec<(usize, usize)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marks: Option<Vec<u64>>,
    },
}

impl Board {
    fn of(grid: &Grid, edges: &Edges, marks: Option<&CandidateSet>) -> Self {
        let shape = grid.shape();
        let symbol = |cell: &Option<Digit>| cell.map_or(Some('.'), Digit::symbol);
        let usual = BoxShape::of_side(shape.side()) == Some(shape);
        if usual
            && edges.is_empty()
            && marks.is_none()
            && let Some(line) = grid.digits().iter().map(symbol).collect()
        {
            return Self::Line(line);
        }
        Self::Object {
            shape: shape.to_string(),
            cells: grid.snapshot().to_vec(),
            edges: edges.pairs().iter().map(|(a, b)| (a.index(), b.index())).collect(),
            marks: marks.map(|marks| marks.cells().iter().map(|set| set.bits()).collect()),
        }
    }

    fn into_puzzle(self) -> Result<Puzzle, String> {
        match self {
            Self::Line(_) => Puzzle::try_from(self.into_grid()?).map_err(|e| e.to_string()),
            Self::Object { ref shape, ref edges, ref marks, .. } => {
                let shape: BoxShape = parsed(shape)?;
                if edges.iter().any(|&(a, b)| a.max(b) >= shape.cells()) {
                    return Err("an edge leaves the board".to_owned());
                }
                let edges = edges.iter().map(|&(a, b)| (Cell::new(a), Cell::new(b)));
                let edges = Edges::new(shape, edges).map_err(|e| e.to_string())?;
                let Some(bits) = marks else {
                    return Puzzle::new(self.into_grid()?, edges).map_err(|e| e.to_string());
                };
                let all = DigitSet::all(shape.side()).bits();
                if bits.len() != shape.cells() || bits.iter().any(|bits| bits & !all != 0) {
                    return Err(format!("marks do not fit boxes of {shape}"));
                }
                let mut marks = CandidateSet::none(shape);
                for (cell, &bits) in bits.iter().enumerate() {
                    marks.set(Cell::new(cell), DigitSet::from_bits(bits));
                }
                Puzzle::from_marks(marks, edges).map_err(|e| e.to_string())
            }
        }
    }

    fn into_grid(self) -> Result<Grid, String> {
        let (shape, cells) = match self {
            Self::Line(line) => {
                let value = |symbol: u8| match symbol {
                    b'.' => Some(0),
                    _ => Digit::from_symbol(symbol).map(Digit::get),
                };
                let cells: Option<Vec<u8>> = line.bytes().map(value).collect();
                let cells = cells.ok_or("a cell is not a symbol")?;
                let shape = BoxShape::of_cells(cells.len());
                (shape.ok_or_else(|| format!("no board has {} cells", cells.len()))?, cells)
            }
            Self::Object { shape, cells, .. } => (parsed(&shape)?, cells),
        };
        Grid::from_digits(shape, &cells).ok_or_else(|| format!("cells do not fit boxes of {shape}"))
    }
}

fn parsed(shape: &str) -> Result<BoxShape, String> {
    shape.parse().map_err(|error| format!("{error}"))
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Board::of(self, &Edges::none(), None).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Board::deserialize(deserializer)?.into_grid().map_err(D::Error::custom)
    }
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Board::of(self.givens(), self.edges(), self.marks()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Board::deserialize(deserializer)?.into_puzzle().map_err(D::Error::custom)
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.grid().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Solution {
    /// Validates the grid as a solution of itself.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let puzzle =
            Puzzle::try_from(Grid::deserialize(deserializer)?).map_err(D::Error::custom)?;
        Self::new(&puzzle, &puzzle.givens().snapshot()).map_err(D::Error::custom)
    }
}

impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nonzero = Counter::ALL.into_iter().filter(|&counter| self[counter] != 0);
        serializer.collect_map(nonzero.map(|counter| (counter, self[counter])))
    }
}

impl<'de> Deserialize<'de> for Counters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut counters = Self::default();
        for (counter, count) in BTreeMap::<Counter, u64>::deserialize(deserializer)? {
            counters[counter] = count;
        }
        Ok(counters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Stop;

    fn again<T: Serialize + for<'de> Deserialize<'de>>(value: &T) -> (String, T) {
        let json = serde_json::to_string(value).unwrap();
        let read = serde_json::from_str(&json).unwrap();
        (json, read)
    }

    #[test]
    fn boards_are_written_and_read_again() {
        let shape = |rows, columns| BoxShape::new(rows, columns).unwrap();
        let mut puzzles = Vec::new();
        for (rows, columns) in [(3, 3), (2, 3), (3, 2), (1, 5), (4, 5), (6, 6)] {
            let mut grid = Grid::empty(shape(rows, columns));
            grid.set(Cell::new(1), Digit::new((rows * columns) as u8));
            let plain = Puzzle::try_from(grid.clone()).unwrap();
            let edges = Edges::new(grid.shape(), [(Cell::new(3), Cell::new(4))]).unwrap();
            let mut marks = CandidateSet::of(&plain);
            marks.set(Cell::new(2), DigitSet::EMPTY);
            marks.set(Cell::new(3), DigitSet::from_bits(0b101));
            puzzles.push(Puzzle::new(grid, edges.clone()).unwrap());
            puzzles.push(Puzzle::from_marks(marks, edges).unwrap());
            puzzles.push(plain);
        }
        for puzzle in &puzzles {
            assert_eq!(&again(puzzle).1, puzzle);
            assert_eq!(&again(puzzle.givens()).1, puzzle.givens());
        }
        assert_eq!(again(&puzzles[2]).0, format!("\".9{}\"", ".".repeat(79)));
        let solution = crate::solve::first(&puzzles[2]).unwrap();
        assert_eq!(again(&solution), (format!("\"{solution}\""), solution));
    }

    #[test]
    fn what_is_not_a_board_is_refused() {
        let refused = |json: &str| serde_json::from_str::<Puzzle>(json).unwrap_err().to_string();
        assert_eq!(refused("\"1..\""), "no board has 3 cells");
        assert_eq!(refused("\"x...............\""), "a cell is not a symbol");
        assert_eq!(refused("\"11..............\""), "r1c1 and r1c2 both hold 1 in row 1");
        let object = |rest: &str| {
            let cells = ["0"; 16].join(",");
            refused(&format!("{{\"shape\":\"2x2\",\"cells\":[{cells}],{rest}}}"))
        };
        assert_eq!(object("\"edges\":[[0,99999]]"), "an edge leaves the board");
        assert_eq!(object("\"marks\":[255]"), "marks do not fit boxes of 2x2");
        let unsolved = serde_json::from_str::<Solution>(&format!("\"{}\"", ".".repeat(16)));
        assert!(unsolved.is_err());
    }

    #[test]
    fn stops_and_counters_are_their_ids() {
        for stop in Stop::ALL {
            assert_eq!(again(&stop), (format!("\"{}\"", stop.id()), stop));
        }
        for counter in Counter::ALL {
            assert_eq!(again(&counter), (format!("\"{}\"", counter.id()), counter));
        }
        let mut counters = Counters::default();
        counters[Counter::Branch] = 7;
        counters[Counter::AssignGiven] = 17;
        let (json, read) = again(&counters);
        assert_eq!((&*json, read), ("{\"assign_given\":17,\"branch\":7}", counters));
        assert!(serde_json::from_str::<Counter>("\"sheep\"").is_err());
    }
}
