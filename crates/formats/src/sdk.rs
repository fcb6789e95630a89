//! Files of one puzzle, a row on each line (`.sdk`): plain, with the header lines of SudoCue
//! (`#AAuthor`), or with the sections of SadMan Sudoku, of which `[Puzzle]` holds the givens and
//! `[State]` the givens with the entries.

use quadrille_core::{Cell, Grid, Puzzle};

use super::block::{GridCells, GridReader, GridRows, is_grid, section_of};
use super::carries::{Carries, LeftOut, Sizes};
use super::error::{ParseErrorKind, Unrepresentable};
use super::extra::{Detail, Details, Extra};
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::session::{Fault, LineParser, Session};
use super::symbol::{cell_text, push_cell};

/// The format `sdk`.
#[derive(Clone, Copy, Debug)]
pub struct Sdk;

/// The letters of header lines.
const HEADERS: [(u8, Detail); 7] = [
    (b'A', Detail::Author),
    (b'D', Detail::Description),
    (b'C', Detail::Comment),
    (b'B', Detail::Date),
    (b'S', Detail::Source),
    (b'L', Detail::Level),
    (b'U', Detail::Url),
];

impl PuzzleFormat for Sdk {
    fn id(&self) -> &'static str {
        "sdk"
    }

    fn title(&self) -> &'static str {
        "a row a line, with header lines (SudoCue) or sections (SadMan)"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sdk", "sud"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        let is_ours = |line: &str| {
            header_of(line.as_bytes()).is_some()
                || section_of(line.as_bytes())
                    .is_some_and(|name| name.eq_ignore_ascii_case(b"puzzle"))
        };
        match is_grid(head) {
            false => Likelihood::No,
            true if head.lines().any(is_ours) => Likelihood::Certain,
            true => Likelihood::Likely,
        }
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::<SdkParser>::default()
    }

    fn carries(&self) -> Carries {
        Carries {
            sizes: Sizes::Nine,
            entries: true,
            details: &[
                Detail::Description,
                Detail::Author,
                Detail::Source,
                Detail::Url,
                Detail::Date,
                Detail::Level,
                Detail::Comment,
            ],
            ..Carries::GIVENS
        }
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable> {
        self.carries().check(self.id(), puzzle)?;
        for (detail, text) in extra.details.iter() {
            let Some((letter, _)) = HEADERS.iter().find(|(_, known)| *known == detail) else {
                continue;
            };
            for line in text.split('\n') {
                out.push('#');
                out.push(char::from(*letter));
                out.push_str(line.trim());
                out.push('\n');
            }
        }
        if extra.entries.is_some() {
            out.push_str("[Puzzle]\n");
        }
        push_rows(puzzle.givens(), out);
        if extra.entries.is_some() {
            out.push_str("[State]\n");
            push_rows(&extra.values(puzzle), out);
        }
        Ok(self.carries().left_out(extra))
    }

    fn between(&self) -> &'static str {
        "\n"
    }
}

fn push_rows(grid: &Grid, out: &mut String) {
    let side = grid.shape().side();
    for row in grid.digits().chunks_exact(side) {
        for &digit in row {
            push_cell(digit, side, out);
        }
        out.push('\n');
    }
}

/// The detail and text of a header line such as `#ARuud`. `# Ruud` is a comment like any other.
fn header_of(line: &[u8]) -> Option<(Detail, &[u8])> {
    let [b'#', letter, text @ ..] = line.trim_ascii() else { return None };
    let (_, detail) = HEADERS.iter().find(|(known, _)| known == letter)?;
    Some((*detail, text))
}

/// The digits of a grid that are not in another, which somebody has solved that far.
///
/// # Errors
/// The first cell whose digit differs.
pub(super) fn entries_of(givens: &Grid, values: &Grid) -> Result<Option<Grid>, Cell> {
    let mut entries = Grid::empty(givens.shape());
    let mut any = false;
    for (cell, digit) in values.filled() {
        match givens.get(cell) {
            None => {
                entries.set(cell, Some(digit));
                any = true;
            }
            Some(given) if given != digit => return Err(cell),
            Some(_) => {}
        }
    }
    Ok(any.then_some(entries))
}

/// Which section of a file is being read.
#[derive(Clone, Copy, Default, PartialEq)]
enum Part {
    /// There is no section.
    #[default]
    Bare,
    Puzzle,
    State,
    Other,
}

#[derive(Default)]
struct SdkParser {
    grid: GridReader,
    part: Part,
    /// Header lines of the puzzle that follows, or is being read.
    headers: Vec<(Detail, String)>,
    /// The puzzle of a section, with its details, while its state may follow.
    held: Option<(u64, Result<GridCells, Fault>, Details)>,
}

impl LineParser for SdkParser {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        if let Some((detail, text)) = header_of(line) {
            if self.grid.is_empty() {
                self.release(session);
            }
            return self.header(detail, &String::from_utf8_lossy(text));
        }
        if let Some(section) = section_of(line) {
            let rows = self.grid.finish(session);
            self.take(session, rows);
            let is = |name: &[u8]| section.eq_ignore_ascii_case(name);
            self.part = match () {
                () if is(b"puzzle") => Part::Puzzle,
                () if is(b"state") => Part::State,
                () => Part::Other,
            };
            if self.part == Part::Puzzle {
                self.release(session);
            }
            return;
        }
        if self.part != Part::Other {
            let rows = self.grid.line(session, number, line);
            self.take(session, rows);
        }
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        let rows = self.grid.unreadable(session, fault);
        self.take(session, rows);
    }

    fn end(&mut self, session: &mut Session) {
        let rows = self.grid.finish(session);
        self.take(session, rows);
        self.release(session);
    }
}

impl SdkParser {
    fn header(&mut self, detail: Detail, text: &str) {
        let has_room = self.headers.len() < Details::MOST;
        match self.headers.last_mut() {
            // A comment of several lines.
            Some((Detail::Comment, last))
                if detail == Detail::Comment && last.len() < Details::LONGEST =>
            {
                last.push('\n');
                last.push_str(text.trim());
            }
            _ if has_room => {
                self.headers.push((detail, text.trim().to_owned()));
            }
            _ => {}
        }
    }

    /// Takes a grid, which is a puzzle or the state of the one before.
    fn take(&mut self, session: &mut Session, rows: Option<GridRows>) {
        let Some(rows) = rows else { return };
        let line = rows.line();
        let cells = rows.into_cells(session);
        if self.part == Part::State
            && let Some((line, puzzle, details)) = self.held.take()
        {
            let record = puzzle.and_then(|puzzle| with_state(&puzzle, &cells?, details));
            return session.emit_with(line, record);
        }
        self.release(session);
        let mut details = Details::default();
        for (detail, text) in std::mem::take(&mut self.headers) {
            details.push(detail, &text);
        }
        self.held = Some((line, cells, details));
        if self.part != Part::Puzzle {
            self.release(session);
        }
    }

    /// Emits the puzzle that is held, without a state.
    fn release(&mut self, session: &mut Session) {
        if let Some((line, cells, details)) = self.held.take() {
            let puzzle = cells.and_then(|cells| cells.puzzle());
            let extra = Extra { details, ..Extra::default() };
            session.emit_with(line, puzzle.map(|puzzle| (puzzle, extra)));
        }
    }
}

fn with_state(
    puzzle: &GridCells,
    state: &GridCells,
    details: Details,
) -> Result<(Puzzle, Extra), Fault> {
    let entries = if state.grid.shape() == puzzle.grid.shape() {
        entries_of(&puzzle.grid, &state.grid).map_err(|cell| {
            let digit = |grid: &Grid| cell_text(grid.get(cell), grid.shape().side());
            let wanted = format!("{}, the given of that cell", digit(&puzzle.grid)).into();
            state.fault(cell, ParseErrorKind::Token { text: digit(&state.grid), wanted })
        })?
    } else {
        None
    };
    Ok((puzzle.puzzle()?, Extra { entries, details, ..Extra::default() }))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{records, said};
    use super::super::{by_file_name, detect};
    use super::*;

    /// The example of SudoCue's documentation of its formats.
    const EXAMPLE: &str = "\
#ARuud
#DA random puzzle created by SudoCue
#CJust start plugging in the numbers
#C
#Cand go on
#B03-08-2006
#SSudoCue
#LEasy
#Uhttp://www.sudocue.net/
2..1.5..3
.54...71.
.1.2.3.8.
6.28.73.4
.........
1.53.98.6
.2.7.1.6.
.81...24.
7..4.2..1
";

    #[test]
    fn header_lines_are_read_and_written() {
        assert_eq!(detect(EXAMPLE.as_bytes(), None).id(), "sdk");
        let found = records(&Sdk, EXAMPLE);
        let [(puzzle, extra)] = &found[..] else { panic!("{found:?}") };
        let details: Vec<_> = extra.details.iter().collect();
        assert_eq!(
            details,
            [
                (Detail::Author, "Ruud"),
                (Detail::Description, "A random puzzle created by SudoCue"),
                (Detail::Comment, "Just start plugging in the numbers\n\nand go on"),
                (Detail::Date, "03-08-2006"),
                (Detail::Source, "SudoCue"),
                (Detail::Level, "Easy"),
                (Detail::Url, "http://www.sudocue.net/"),
            ]
        );
        let mut text = String::new();
        assert!(Sdk.write(puzzle, extra, &mut text).unwrap().is_empty());
        assert_eq!(text, EXAMPLE);
        // Each puzzle has its own.
        let two = format!("{EXAMPLE}#AOther\n{}", &EXAMPLE[EXAMPLE.find("2..1").unwrap()..]);
        let authors: Vec<_> = records(&Sdk, &two)
            .iter()
            .map(|(_, extra)| extra.details.get(Detail::Author).unwrap().to_owned())
            .collect();
        assert_eq!(authors, ["Ruud", "Other"]);
    }

    #[test]
    fn sections_are_read_and_written() {
        let rows = &EXAMPLE[EXAMPLE.find("2..1").unwrap()..];
        let state = rows.replacen(".54", "954", 1);
        let text = format!("[Puzzle]\n{rows}[State]\n{state}");
        assert_eq!(detect(text.as_bytes(), by_file_name("x.txt")).id(), "sdk");
        let found = records(&Sdk, &format!("{text}[CellColors]\n000\n{text}"));
        assert_eq!(found.len(), 2);
        let (puzzle, extra) = &found[1];
        let entries: Vec<_> = extra.entries.as_ref().unwrap().filled().collect();
        assert_eq!(entries, [(Cell::new(9), quadrille_core::Digit::new(9).unwrap())]);
        let mut written = String::new();
        Sdk.write(puzzle, extra, &mut written).unwrap();
        assert_eq!(written, text);
        let said = |text: &str| said(&Sdk, text.as_bytes(), &ReadOptions::default());
        assert_eq!(
            said(&format!("[Puzzle]\n{rows}[State]\n{}", rows.replacen("2..1", "3..1", 1))),
            ["12:1: `3`, expected 2, the given of that cell"]
        );
        // A state that holds entries in conflict; a state without a puzzle is one itself.
        assert_eq!(said(&text.replacen("\n954", "\n254", 1)).len(), 1);
        assert_eq!(said(&format!("[State]\n{rows}")).len(), 1);
    }
}
