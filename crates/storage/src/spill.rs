//! Data that do not fit into memory: sorted records and rows of text in temporary files.
//!
//! The files have no name (`O_TMPFILE` where the system has it; otherwise their name is removed at
//! once), so the system frees them however the process ends. Crates for external sorting name their
//! files, which a killed process leaves behind; therefore only the files come from a crate.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::{mem, vec};

/// A record: numbers that are compared from the first to the last.
pub type Record = [u64; 3];

/// Bytes of a record.
const SIZE: usize = size_of::<Record>();
/// Least bytes to read at once from each of several runs.
const LEAST_READ: usize = 8 << 10;
/// Bytes that are buffered of a file that is read or written from its beginning to its end.
const BUFFER: usize = 128 << 10;

/// Opens a file without a name in the directory for temporary files.
fn temporary() -> io::Result<File> {
    tempfile::tempfile()
}

/// Sorts records in bounded memory: runs of them are sorted and written to a file, and merged at the
/// end.
pub struct Sorter {
    /// Records that are in no run yet.
    records: Vec<Record>,
    /// Maximum number of them.
    most: usize,
    /// Maximum number of runs.
    most_runs: usize,
    runs: Option<Runs>,
}

/// Sorted runs in a file.
struct Runs {
    file: File,
    /// Where each ends, in bytes.
    ends: Vec<u64>,
}

impl Sorter {
    /// Creates a sorter that takes that many bytes of memory, and not much less once it has
    /// records.
    pub fn new(memory: usize) -> Self {
        let most = (memory / SIZE).max(1);
        Self { records: Vec::new(), most, most_runs: (memory / LEAST_READ).max(2), runs: None }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn push(&mut self, record: Record) -> io::Result<()> {
        if self.records.len() == self.most {
            self.spill()?;
        }
        if self.records.capacity() == 0 {
            self.records.reserve_exact(self.most);
        }
        self.records.push(record);
        Ok(())
    }

    /// Writes the records as a run, after a merge of all runs if there are too many.
    fn spill(&mut self) -> io::Result<()> {
        self.records.sort_unstable();
        if self.runs.as_ref().is_some_and(|runs| runs.ends.len() == self.most_runs) {
            let records = mem::take(&mut self.records);
            let all = self.runs.take().map(|runs| runs.merged(self.most * SIZE)).transpose()?;
            let mut merged = Runs::create()?;
            if let Some(all) = all {
                merged.append(all)?;
            }
            self.runs = Some(merged);
            self.records = records;
        }
        if self.runs.is_none() {
            self.runs = Some(Runs::create()?);
        }
        let runs = self.runs.as_mut().expect("created above");
        runs.append(self.records.drain(..).map(Ok))
    }

    /// Returns all records in order, whose items are errors where a temporary file cannot be read.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn sorted(mut self) -> io::Result<impl Iterator<Item = io::Result<Record>>> {
        if self.runs.is_some() {
            self.spill()?;
        }
        let memory = self.most * SIZE;
        match self.runs.take() {
            Some(runs) => {
                self.records = Vec::new();
                Ok(Sorted::Merged(runs.merged(memory)?))
            }
            None => {
                self.records.sort_unstable();
                Ok(Sorted::Kept(self.records.into_iter()))
            }
        }
    }
}

impl Runs {
    fn create() -> io::Result<Self> {
        Ok(Self { file: temporary()?, ends: Vec::new() })
    }

    /// Appends a run.
    fn append(&mut self, records: impl Iterator<Item = io::Result<Record>>) -> io::Result<()> {
        let mut end = self.ends.last().copied().unwrap_or(0);
        let mut file = BufWriter::with_capacity(BUFFER, &self.file);
        for record in records {
            let record = record?;
            for number in record {
                file.write_all(&number.to_le_bytes())?;
            }
            end += SIZE as u64;
        }
        file.flush()?;
        self.ends.push(end);
        Ok(())
    }

    /// Merges the runs, with that many bytes of memory.
    fn merged(self, memory: usize) -> io::Result<Merged> {
        let most = (memory / self.ends.len().max(1)).clamp(SIZE, BUFFER) / SIZE * SIZE;
        let begins = [0].into_iter().chain(self.ends.iter().copied());
        let runs = begins.zip(&self.ends);
        let runs = runs.map(|(next, &end)| Run { next, end, bytes: Vec::new(), at: 0, most });
        let mut merged = Merged { runs: runs.collect(), file: self.file, heads: BinaryHeap::new() };
        for index in 0..merged.runs.len() {
            merged.advance(index)?;
        }
        Ok(merged)
    }
}

/// The part of a run that is not merged yet.
struct Run {
    /// What is not read yet, in bytes of the file.
    next: u64,
    end: u64,
    /// What is read, and how much of it is merged.
    bytes: Vec<u8>,
    at: usize,
    /// Maximum number of bytes to read at once, whole records.
    most: usize,
}

impl Run {
    fn next(&mut self, mut file: &File) -> io::Result<Option<Record>> {
        if self.at == self.bytes.len() {
            let length = (self.end - self.next).min(self.most as u64);
            if length == 0 {
                self.bytes = Vec::new();
                self.at = 0;
                return Ok(None);
            }
            self.bytes.resize(length as usize, 0);
            file.seek(SeekFrom::Start(self.next))?;
            file.read_exact(&mut self.bytes)?;
            (self.next, self.at) = (self.next + length, 0);
        }
        let record = &self.bytes[self.at..self.at + SIZE];
        self.at += SIZE;
        let mut numbers = record.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
        Ok(Some([(); 3].map(|()| numbers.next().expect("a record has three numbers"))))
    }
}

/// The records of several runs in order.
struct Merged {
    file: File,
    runs: Vec<Run>,
    /// The next record of each run.
    heads: BinaryHeap<Reverse<(Record, usize)>>,
}

impl Merged {
    fn advance(&mut self, run: usize) -> io::Result<()> {
        let next = self.runs[run].next(&self.file)?;
        self.heads.extend(next.map(|record| Reverse((record, run))));
        Ok(())
    }
}

impl Iterator for Merged {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((record, run)) = self.heads.pop()?;
        Some(self.advance(run).map(|()| record))
    }
}

/// Records in order.
enum Sorted {
    /// All are in memory.
    Kept(vec::IntoIter<Record>),
    Merged(Merged),
}

impl Iterator for Sorted {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Kept(records) => records.next().map(Ok),
            Self::Merged(merged) => merged.next(),
        }
    }
}

/// Rows of bytes in a file, in the order in which they are added.
pub struct Rows {
    file: BufWriter<File>,
    count: u64,
}

impl Rows {
    /// Creates an empty file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn create() -> io::Result<Self> {
        Ok(Self { file: BufWriter::with_capacity(BUFFER, temporary()?), count: 0 })
    }

    /// Adds a row, and returns its number, from 0.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn push(&mut self, row: &[u8]) -> io::Result<u64> {
        self.file.write_all(&(row.len() as u64).to_le_bytes())?;
        self.file.write_all(row)?;
        self.count += 1;
        Ok(self.count - 1)
    }

    /// Returns the rows from the first on.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn read(self) -> io::Result<RowReader> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let file = BufReader::with_capacity(BUFFER, file);
        Ok(RowReader { file, left: self.count, row: Vec::new() })
    }
}

/// Reads rows.
pub struct RowReader {
    file: BufReader<File>,
    left: u64,
    row: Vec<u8>,
}

impl RowReader {
    /// Returns the next row, or `None` after the last.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next_row(&mut self) -> io::Result<Option<&[u8]>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let mut length = [0; 8];
        self.file.read_exact(&mut length)?;
        self.row.resize(u64::from_le_bytes(length) as usize, 0);
        self.file.read_exact(&mut self.row)?;
        Ok(Some(&self.row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers without a pattern that sorting would notice (Knuth's multiplicative hash).
    fn number(index: u64) -> u64 {
        index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    }

    #[test]
    fn records_come_back_in_order() {
        // In memory, in a run for each few records, and with merges of merges.
        for (memory, count) in [(1 << 20, 5000), (4096, 5000), (100, 5000), (1, 50), (100, 0)] {
            let mut sorter = Sorter::new(memory);
            let mut records = Vec::new();
            for index in 0..count {
                let record = [number(index) % 50, number(!index), index];
                records.push(record);
                sorter.push(record).unwrap();
            }
            records.sort_unstable();
            let sorted: Vec<Record> = sorter.sorted().unwrap().map(Result::unwrap).collect();
            assert_eq!(sorted, records);
        }
    }

    #[test]
    fn rows_come_back_as_they_were() {
        let mut rows = Rows::create().unwrap();
        let kept: Vec<Vec<u8>> = (0..300).map(|length| vec![length as u8; 7 * length]).collect();
        for (number, row) in (0..).zip(&kept) {
            assert_eq!(rows.push(row).unwrap(), number);
        }
        let mut reader = rows.read().unwrap();
        for row in &kept {
            assert_eq!(reader.next_row().unwrap(), Some(&row[..]));
        }
        assert_eq!(reader.next_row().unwrap(), None);
    }
}
