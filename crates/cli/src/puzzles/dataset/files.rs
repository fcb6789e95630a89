//! The files of a set: its two parts, and the datasheet.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use quadrille_api::{BandSummary, Dataset, DatasetRow};
use quadrille_lab::report::{ColumnKind, ParquetTable, TableCell};
use quadrille_storage::{Links, Replacement};

use super::Format;
use super::log::Log;
use crate::failure::Failure;
use crate::version;

/// The parts of the split.
const PARTS: [&str; 2] = ["train", "test"];
/// The datasheet. Under this name repositories of data sets show it.
const SHEET: &str = "README.md";

/// The names of the files of a set.
pub(super) struct SetFiles<'d> {
    directory: &'d Path,
    format: Format,
}

impl<'d> SetFiles<'d> {
    pub(super) fn new(directory: &'d Path, format: Format) -> Self {
        Self { directory, format }
    }

    /// Returns the file of the rows while the set is made.
    pub(super) fn log(&self) -> PathBuf {
        self.directory.join("dataset.log")
    }

    fn part(&self, part: &str) -> PathBuf {
        self.directory.join(format!("{part}.{}", self.format.id()))
    }

    /// Returns an error if the directory holds a set that is complete, or files of others that would be
    /// replaced.
    pub(super) fn refuse_others(&self) -> Result<(), Failure> {
        if self.log().exists() {
            return Ok(());
        }
        let mut paths = PARTS.map(|part| self.part(part)).to_vec();
        paths.push(self.directory.join(SHEET));
        match paths.iter().find(|path| path.exists()) {
            None => Ok(()),
            Some(path) => Err(Failure::usage(format!(
                "{} exists and is not replaced; name another directory",
                path.display()
            ))),
        }
    }

    /// Writes the parts and the datasheet.
    pub(super) fn write(&self, log: &mut Log, set: &Dataset) -> Result<Vec<BandSummary>, Failure> {
        let request = set.request();
        let mut bands: Vec<BandSummary> =
            request.bands.iter().map(|band| BandSummary::new(band)).collect();
        let has_part = [request.test_percent < 100, request.test_percent > 0];
        let mut parts = Vec::new();
        for (part, is_there) in PARTS.into_iter().zip(has_part) {
            let writer = is_there.then(|| PartWriter::new(&self.part(part), self.format, set));
            parts.push(writer.transpose()?);
        }
        log.each_row(|line, row| {
            if let Some(band) = bands.iter_mut().find(|band| band.band == row.band) {
                band.add(row);
            }
            let part = usize::from(row.split == PARTS[1]);
            parts[part].as_mut().map_or(Ok(()), |writer| writer.write(line, row))
        })?;
        for writer in parts.into_iter().flatten() {
            writer.finish()?;
        }
        let path = self.directory.join(SHEET);
        let mut sheet = Replacement::begin(&path, Links::Refuse)?;
        let text = self.sheet(set, &bands, has_part);
        sheet
            .write_all(text.as_bytes())
            .map_err(|error| Failure::writing(error, &path.display().to_string()))?;
        sheet.commit()?;
        Ok(bands)
    }

    /// Returns the command that makes the set, but for the directory.
    fn command(&self, set: &Dataset) -> String {
        let request = set.request();
        let mut command = format!(
            "quadrille dataset -n {} --seed {} --box {} --bands {}",
            request.count,
            request.seed,
            request.shape,
            request.bands.join(",")
        );
        let _ = write!(command, " --test {} --format {}", request.test_percent, self.format.id());
        command + " -o DIR"
    }

    /// Returns the datasheet.
    fn sheet(&self, set: &Dataset, bands: &[BandSummary], has_part: [bool; 2]) -> String {
        let request = set.request();
        let id = self.format.id();
        let mut text =
            "---\nlicense: cc0-1.0\nconfigs:\n- config_name: default\n  data_files:\n".to_owned();
        for (part, _) in PARTS.iter().zip(has_part).filter(|(_, is_there)| *is_there) {
            let _ = write!(text, "  - split: {part}\n    path: {part}.{id}\n");
        }
        let rows = set.progress().rows;
        let _ = write!(
            text,
            "---\n\n# {rows} Sudoku puzzles in {} bands\n\n\
             Boxes of {} cells. Made by Quadrille {} ({}) with seed {} by this command, which makes the same files \
             byte for byte on any number of threads:\n\n```sh\n{}\n```\n\n\
             This checks them, or any other set:\n\n```sh\nquadrille dataset --check DIR\n```\n\n",
            bands.len(),
            request.shape,
            env!("CARGO_PKG_VERSION"),
            version::COMMIT,
            request.seed,
            self.command(set),
        );
        text.push_str(
            "| band | train | test | givens | `se121` | `hodoku` |\n|---|--:|--:|--:|--:|--:|\n",
        );
        for band in bands {
            let range = |range: Option<[f64; 2]>| match range {
                Some([least, most]) if least == most => least.to_string(),
                Some([least, most]) => format!("{least} to {most}"),
                None => "none".to_owned(),
            };
            let clues = match band.clues {
                Some([least, most]) if least == most => least.to_string(),
                Some([least, most]) => format!("{least} to {most}"),
                None => "none".to_owned(),
            };
            let _ = writeln!(
                text,
                "| `{}` | {} | {} | {clues} | {} | {} |",
                band.band,
                band.train,
                band.test,
                range(band.se121),
                range(band.hodoku)
            );
        }
        for (band, rows, wanted) in set.short() {
            let _ = writeln!(
                text,
                "\nThe band `{band}` has {rows} puzzles and not {wanted}: no others were found."
            );
        }
        text + &about(set)
    }
}

/// Returns what a datasheet says about every set.
fn about(set: &Dataset) -> String {
    let profiles = set.profiles().map(|id| format!("`{id}`"));
    let profiles = profiles.collect::<Vec<_>>().join(", ");
    format!(
        "\n## Rows\n\n\
         | field | what it is |\n|---|---|\n\
         | `puzzle` | the givens row by row, `.` for an empty cell, letters for digits above 9 |\n\
         | `solution` | the only solution |\n\
         | `clues` | the number of givens |\n\
         | `band` | the first band above that the puzzle fits |\n\
         | `ratings` | ratings by {profiles}; null where the techniques of the profile do not solve the \
         puzzle |\n\
         | `class` | the class by the profile `hodoku` |\n\
         | `techniques` | the kinds of deduction of the solution by the profile `hodoku` |\n\
         | `canonical` | the canonical form: isomorphs have the same |\n\
         | `split` | `train` or `test` |\n\
         | `seed`, `index` | the seed of the set, and the number of the row in it |\n\n\
         ## How it was made\n\n\
         Puzzles are made at random and rated. Each has one solution, which was proved twice. No two \
         are isomorphs: the same up to exchanging digits, rows, columns, bands, stacks, or rows with \
         columns. The part of the split depends on the canonical form alone, so no isomorph of a puzzle \
         for training is among those for testing, in this set and in all others with the same \
         `--test`.\n\n\
         ## License\n\n\
         The puzzles are facts, made by a program; no rights are reserved. They are in the public domain \
         under CC0 1.0.\n"
    )
}

/// A part of the set that is being written.
enum PartWriter {
    Lines(Replacement, String),
    Table(Box<ParquetTable<Replacement>>, Vec<String>, String),
}

impl PartWriter {
    fn new(path: &Path, format: Format, set: &Dataset) -> Result<Self, Failure> {
        let (file, name) = (Replacement::begin(path, Links::Refuse)?, path.display().to_string());
        if format == Format::Jsonl {
            return Ok(Self::Lines(file, name));
        }
        let profiles: Vec<String> = set.profiles().map(str::to_owned).collect();
        let ratings: Vec<String> = profiles.iter().map(|id| format!("ratings.{id}")).collect();
        let mut columns = vec![
            ("puzzle", ColumnKind::Text),
            ("solution", ColumnKind::Text),
            ("clues", ColumnKind::Count),
            ("band", ColumnKind::Text),
        ];
        columns.extend(ratings.iter().map(|name| (name.as_str(), ColumnKind::Real)));
        columns.extend([
            ("class", ColumnKind::Text),
            ("techniques", ColumnKind::Texts),
            ("canonical", ColumnKind::Text),
            ("split", ColumnKind::Text),
            ("seed", ColumnKind::Count),
            ("index", ColumnKind::Count),
        ]);
        let table = ParquetTable::new("puzzles", &columns, file);
        let table = table.map_err(|error| Failure::writing(error, &name))?;
        Ok(Self::Table(Box::new(table), profiles, name))
    }

    fn write(&mut self, line: &str, row: &DatasetRow) -> Result<(), Failure> {
        match self {
            Self::Lines(file, name) => {
                let written = file.write_all(line.as_bytes()).and_then(|()| file.write_all(b"\n"));
                written.map_err(|error| Failure::writing(error, name))
            }
            Self::Table(table, profiles, name) => {
                let mut cells: Vec<TableCell<'_>> = vec![
                    (&*row.puzzle).into(),
                    (&*row.solution).into(),
                    (row.clues as u64).into(),
                    (&*row.band).into(),
                ];
                let rating = |id: &String| row.ratings.get(id).copied().flatten();
                cells.extend(profiles.iter().map(|id| TableCell::from(rating(id))));
                cells.extend([
                    TableCell::from(&*row.class),
                    TableCell::Texts(&row.techniques),
                    (&*row.canonical).into(),
                    (&*row.split).into(),
                    row.seed.into(),
                    row.index.into(),
                ]);
                table.write(&cells).map_err(|error| Failure::writing(error, name))
            }
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Lines(file, _) => Ok(file.commit()?),
            Self::Table(table, _, name) => {
                let file = table.finish().map_err(|error| Failure::writing(error, &name))?;
                Ok(file.commit()?)
            }
        }
    }
}
