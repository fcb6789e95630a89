//! Tables with a header: comma-, semicolon- or tab-separated values, with quoting as in RFC 4180.
//!
//! `line` reads a row; what its header says about the columns is in `line/table.rs`. Here rows are
//! put together whose quoted fields have line ends in them.

use quadrille_core::Puzzle;
use quadrille_core::kernel::lines::PlainPuzzle;
use quadrille_core::text::line_of_puzzle;

use super::block::puzzle_of_lines;
use super::carries::{Carries, LeftOut};
use super::error::Unrepresentable;
use super::extra::Extra;
use super::line::{Line, LineReader, Table, ends_in_quotes, holds_puzzle, is_header};
use super::lines::LONGEST_LINE;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::session::{Extras, Fault, LineParser, Session, is_idle};

/// The format `csv`.
#[derive(Clone, Copy, Debug)]
pub struct Csv;

/// The most lines that a row may take. A quote that is never closed must not swallow the file.
const MOST_LINES: usize = 100;

impl PuzzleFormat for Csv {
    fn id(&self) -> &'static str {
        "csv"
    }

    fn title(&self) -> &'static str {
        "a table with a header (CSV, TSV); the column of puzzles is found by its name"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["csv", "tsv"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        let mut lines = head.lines().map(str::as_bytes).filter(|line| !is_idle(line));
        let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        let has_separator = memchr::memchr3(b',', b';', b'\t', first).is_some();
        let says_where = match has_separator {
            true => Table::of_header(first).is_some(),
            false => is_header(first),
        };
        if says_where && (holds_puzzle(second) || ends_in_quotes(second)) {
            return Likelihood::Certain;
        }
        if has_separator { Line.likelihood(head) } else { Likelihood::No }
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::<TableParser>::default()
    }

    fn carries(&self) -> Carries {
        Carries { edges: true, ..Carries::GIVENS }
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable> {
        self.carries().check(self.id(), puzzle)?;
        let text = line_of_puzzle(puzzle);
        // The quotes around it belong to the line.
        if text.len() + 2 > LONGEST_LINE {
            return Err(Unrepresentable::LineTooLong { bytes: text.len() + 2 });
        }
        // Edges have commas between them.
        let quote = if text.contains(',') { "\"" } else { "" };
        out.push_str(quote);
        out.push_str(&text);
        out.push_str(quote);
        out.push('\n');
        Ok(self.carries().left_out(extra))
    }

    fn before(&self) -> &'static str {
        "puzzle\n"
    }
}

#[derive(Default)]
struct TableParser {
    reader: LineReader,
    /// The lines of a row whose last field is still open.
    held: Vec<Vec<u8>>,
    /// The number of the first of them.
    first: u64,
}

impl LineParser for TableParser {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        if self.held.is_empty() {
            // A comment may have any quotes.
            if !ends_in_quotes(line) || is_idle(line) {
                return self.reader.line(session, number, line);
            }
            self.first = number;
            self.held.push(line.to_vec());
            return;
        }
        self.held.push(line.to_vec());
        // Only a line with a quote can close the field.
        if memchr::memchr(b'"', line).is_some() {
            let row = self.held.join(&b'\n');
            if !ends_in_quotes(&row) {
                self.held.clear();
                return self.row(session, &row);
            }
        }
        let bytes: usize = self.held.iter().map(|line| line.len() + 1).sum();
        if self.held.len() > MOST_LINES || bytes > LONGEST_LINE {
            self.release(session);
        }
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        self.release(session);
        self.reader.unreadable(session, fault);
    }

    fn end(&mut self, session: &mut Session) {
        self.release(session);
        self.reader.end(session);
    }

    fn plain<'l>(&mut self, line: &'l [u8], extras: Extras) -> Option<PlainPuzzle<'l>> {
        if self.held.is_empty() && !ends_in_quotes(line) {
            self.reader.plain(line, extras)
        } else {
            None
        }
    }
}

impl TableParser {
    /// Reads a row of several lines.
    fn row(&mut self, session: &mut Session, row: &[u8]) {
        let field = self.reader.field_of_puzzle(row).unwrap_or_default();
        let text = row[field].trim_ascii();
        let text = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
        if let Some(text) = text.filter(|text| text.contains(&b'\n')) {
            let puzzle = puzzle_of_lines(session, text);
            let fault = |kind| Fault::new(self.first, 1, kind);
            return session.emit(self.first, puzzle.map_err(fault));
        }
        let before = session.queue.len();
        self.reader.line(session, self.first, row);
        session.spread_over_lines(before, row);
    }

    /// Reads the lines that are held one by one: the quote was just a quote.
    fn release(&mut self, session: &mut Session) {
        for (line, number) in std::mem::take(&mut self.held).iter().zip(self.first..) {
            let before = session.queue.len();
            self.reader.line(session, number, line);
            // The current line is the last of them.
            session.spread_over_lines(before, line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;
    use super::super::{by_file_name, detect};
    use super::*;

    const NINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn read(text: &str) -> Vec<String> {
        said(&Csv, text.as_bytes(), &ReadOptions::default())
    }

    #[test]
    fn tables_are_read_and_detected() {
        let rows: Vec<&str> = (0..81).step_by(9).map(|at| &NINE[at..at + 9]).collect();
        for (text, count) in [
            (format!("quizzes,solutions\n{NINE},{SOLVED}\n{NINE},{SOLVED}\n"), 2),
            (format!("id;Unsolved;Solved\r\n1;\"{NINE}\";{SOLVED}\r\n"), 1),
            (format!("id\tproblem\n1\t{NINE}\n"), 1),
            (format!("puzzle\n{NINE}\n"), 1),
            // QQWing.
            (
                format!(
                    "Puzzle,Solution,Solve History,Time (milliseconds),Givens,Difficulty,\n{NINE},{SOLVED},,0.5,30,Easy,\n"
                ),
                1,
            ),
            (
                format!(
                    "id,note,puzzle\n1,\"two\n\"\"lines\"\", and a comma\",{NINE}\n2,x,{NINE}\n"
                ),
                2,
            ),
            (format!("id,puzzle,note\n1,\"{}\",x\n2,{NINE},\"a\nb\"\n", rows.join("\n")), 2),
            // A quote that is only a quote.
            (format!("puzzle,note\n{NINE},5\" high\n{NINE},\"\n{NINE},x\n"), 3),
        ] {
            assert_eq!(read(&text), vec![NINE; count], "{text}");
            for name in ["x.csv", "x.txt"] {
                assert_eq!(detect(text.as_bytes(), by_file_name(name)).id(), "csv", "{text}");
            }
        }
        let bare = format!("1,{NINE},{SOLVED}\n");
        assert_eq!(detect(bare.as_bytes(), by_file_name("x.csv")).id(), "csv");
        assert_eq!(detect(bare.as_bytes(), None).id(), "line");
        // gsf's taxonomy.
        assert_eq!(read(&format!("99480,0,M1.49,G1.2,{NINE},FN C28.m/S4.da,12\n")), [NINE]);
    }

    #[test]
    fn faults_are_placed_on_their_lines() {
        let short = &NINE[1..];
        assert_eq!(
            read(&format!("note,puzzle\n\"a\nb\",{short}\n\"a\n\n\",{NINE}\n")),
            ["3:4: 80 cells, expected 81: no board has 80, the nearest is 9x9", NINE]
        );
        assert_eq!(read(&format!("puzzle\n{NINE}\n\"{NINE}\n")).len(), 2);
        let endless = format!("puzzle,note\n{NINE},\"\n{}", format!("{NINE},x\n").repeat(300));
        assert_eq!(read(&endless), vec![NINE; 301]);
    }

    #[test]
    fn edges_are_quoted() {
        let puzzle: Puzzle = "1............... edges=r1c2-r1c3,r3c1-r3c2".parse().unwrap();
        let mut text = Csv.before().to_owned();
        Csv.write(&puzzle, Extra::NONE, &mut text).unwrap();
        assert_eq!(text, format!("puzzle\n\"{puzzle}\"\n"));
        assert_eq!(read(&text), [puzzle.to_string()]);
    }
}
