//! Rows of sets to check: of Parquet files, of JSON lines with what they say about the puzzles, and of
//! everything else that `formats` reads.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use quadrille_api::Claims;
use quadrille_core::printable::os_text;
use quadrille_core::{CancelFlag, Puzzle};
use quadrille_formats::read_one;
use quadrille_lab::report::ParquetRows;
use serde_json::Value;

use crate::args::InputOptions;
use crate::context::Context;
use crate::failure::Failure;
use crate::io::arguments::Inputs;
use crate::io::bad_input::BadInput;
use crate::io::compressed;

/// A row of a set.
pub(super) struct SetRow {
    /// The file, and the line or the number of the row.
    pub(super) place: String,
    /// The puzzle, or why there is none.
    pub(super) puzzle: Result<Puzzle, String>,
    solution: Option<String>,
    canonical: Option<String>,
    split: String,
}

impl SetRow {
    /// Returns what the set says about the puzzle.
    pub(super) fn claims(&self) -> Claims<'_> {
        Claims {
            solution: self.solution.as_deref(),
            canonical: self.canonical.as_deref(),
            split: Some(&self.split),
        }
    }
}

/// The rows of a file, or why no more of it can be read.
pub(super) type Rows = Box<dyn Iterator<Item = Result<SetRow, Failure>> + Send>;

/// Names of columns and fields that hold puzzles, solutions and the part of the split.
const PUZZLES: [&str; 6] = ["puzzle", "question", "quizzes", "quiz", "board", "grid"];
const SOLUTIONS: [&str; 3] = ["solution", "answer", "solutions"];
const SPLITS: [&str; 1] = ["split"];
const CANONICAL: [&str; 1] = ["canonical"];

/// The longest line that is read.
const LONGEST: u64 = 16 << 20;

/// Returns the files that a path means: itself, or the parts of the set in a directory.
pub(super) fn files_of(path: &OsStr) -> Result<Vec<OsString>, Failure> {
    let name = os_text(path);
    if !Path::new(path).is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let failed = |error| Failure::unreadable(&name, error);
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in Path::new(path).read_dir().map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        let is_part = file.file_name().and_then(OsStr::to_str).is_some_and(|name| {
            ["train", "test", "valid"].iter().any(|part| name.starts_with(part))
        });
        if is_part && file.is_file() {
            found.push(file);
        }
    }
    if found.is_empty() {
        return Err(Failure::usage(format!(
            "{name}: has no file whose name begins with train, test or valid; name files"
        )));
    }
    found.sort();
    // Those for training first, so that what is wrong is reported of the others.
    found.sort_by_key(|file| {
        !file.file_name().is_some_and(|name| os_text(name).starts_with("train"))
    });
    Ok(found.into_iter().map(PathBuf::into_os_string).collect())
}

/// Opens a file.
pub(super) fn open(
    path: &OsStr,
    reading: &InputOptions,
    context: &Context,
) -> Result<Rows, Failure> {
    let name = os_text(path).into_owned();
    let split = split_of(Path::new(path));
    if reading.from.is_some() {
        return records(&[path], split, reading, context);
    }
    let failed = |error| Failure::unreadable(&name, error);
    let mut file = File::open(path).map_err(failed)?;
    let mut magic = [0; 4];
    let is_parquet = file.read_exact(&mut magic).is_ok() && &magic == b"PAR1";
    file.rewind().map_err(failed)?;
    if is_parquet {
        context.used_files.add(path);
        return parquet(file, name, split);
    }
    let mut text = BufReader::with_capacity(1 << 20, compressed::reader(file).map_err(failed)?);
    let head = text.fill_buf().map_err(failed)?;
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let is_object =
        |line: &[u8]| serde_json::from_slice::<Value>(line).is_ok_and(|it| it.is_object());
    if line.trim_ascii().starts_with(b"{") && (line.len() == head.len() || is_object(line)) {
        context.used_files.add(path);
        return Ok(Box::new(JsonLines {
            text,
            name,
            split,
            line: 0,
            cancel: context.cancel.clone(),
        }));
    }
    records(&[path], split, reading, context)
}

/// Returns the part of the split that a file holds: by its name if that begins like one, otherwise the
/// whole name.
fn split_of(path: &Path) -> String {
    let name = path.file_name().map(|name| os_text(name).into_owned()).unwrap_or_default();
    let known = ["train", "test", "valid"].iter().find(|part| name.starts_with(**part));
    known.map_or(name, |part| (*part).to_owned())
}

fn first_text<'v>(object: &'v Value, names: &[&str]) -> Option<&'v str> {
    names.iter().find_map(|name| object.get(*name)?.as_str())
}

struct JsonLines {
    text: BufReader<Box<dyn Read + Send>>,
    name: String,
    split: String,
    line: u64,
    cancel: CancelFlag,
}

impl Iterator for JsonLines {
    type Item = Result<SetRow, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.cancel.is_cancelled() {
                return None;
            }
            let mut line = Vec::new();
            let read = (&mut self.text).take(LONGEST).read_until(b'\n', &mut line);
            self.line += 1;
            match read {
                Err(error) => {
                    self.cancel = CancelFlag::new();
                    self.cancel.cancel();
                    return Some(Err(Failure::unreadable(&self.name, error)));
                }
                Ok(0) => return None,
                Ok(_) if line.trim_ascii().is_empty() => {}
                Ok(_) => return Some(Ok(self.row(&line))),
            }
        }
    }
}

impl JsonLines {
    fn row(&self, line: &[u8]) -> SetRow {
        let object: Value = serde_json::from_slice(line).unwrap_or_default();
        let read = match first_text(&object, &PUZZLES) {
            Some(text) => read_one(text),
            // Boards as lists, and other ways to write them.
            None => read_one(line),
        };
        let text = |names: &[&str]| first_text(&object, names).map(str::to_owned);
        SetRow {
            place: format!("{}:{}", self.name, self.line),
            puzzle: read.map_err(|error| error.to_string()),
            solution: text(&SOLUTIONS),
            canonical: text(&CANONICAL),
            split: text(&SPLITS).unwrap_or_else(|| self.split.clone()),
        }
    }
}

fn parquet(file: File, name: String, split: String) -> Result<Rows, Failure> {
    let failed = |error: io::Error| Failure::usage(format!("{name}: cannot be read: {error}"));
    let groups: [&[&str]; 4] = [&PUZZLES, &SOLUTIONS, &CANONICAL, &SPLITS];
    let rows = ParquetRows::open(file, &groups.concat()).map_err(failed)?;
    if !rows.columns().iter().any(|column| PUZZLES.contains(&&**column)) {
        return Err(Failure::usage(format!("{name}: has no text column named `puzzle`")));
    }
    let columns: Vec<String> = rows.columns().to_vec();
    Ok(Box::new(rows.zip(1_u64..).map(move |(row, number)| {
        let place = format!("{name}:{number}");
        let cells =
            row.map_err(|error| Failure::usage(format!("{place}: cannot be read: {error}")))?;
        let text = |names: &[&str]| {
            let find = |name: &&str| columns.iter().position(|column| column == name);
            names.iter().filter_map(find).find_map(|column| cells[column].clone())
        };
        let puzzle = text(&PUZZLES).ok_or_else(|| "no puzzle".to_owned());
        Ok(SetRow {
            puzzle: puzzle.and_then(|text| read_one(text).map_err(|error| error.to_string())),
            solution: text(&SOLUTIONS),
            canonical: text(&CANONICAL),
            split: text(&SPLITS).unwrap_or_else(|| split.clone()),
            place,
        })
    })))
}

/// Opens what is no file: standard input, puzzles and sources.
pub(super) fn open_written(
    paths: &[&OsStr],
    reading: &InputOptions,
    context: &Context,
) -> Result<Rows, Failure> {
    records(paths, "input".to_owned(), reading, context)
}

fn records(
    paths: &[&OsStr],
    split: String,
    reading: &InputOptions,
    context: &Context,
) -> Result<Rows, Failure> {
    let inputs = Inputs::resolve(paths, reading, context.seed(), context)?;
    let records = inputs.records(&context.cancel).keeping_text();
    Ok(Box::new(records.map(move |record| {
        let (place, puzzle, solution) = match record {
            Ok(record) => {
                let solution = record.text().and_then(|text| solution_in(text, &record.puzzle));
                (format!("{}:{}", record.file, record.line), Ok(record.puzzle), solution)
            }
            Err(bad) => match *bad {
                BadInput { message, record: None } => return Err(Failure::usage(message)),
                // The message has the place already.
                BadInput { message, record: Some(_) } => (String::new(), Err(message), None),
            },
        };
        Ok(SetRow { place, puzzle, solution, canonical: None, split: split.clone() })
    })))
}

/// Returns the field of a line that is a complete grid of the same size.
fn solution_in(text: &str, puzzle: &Puzzle) -> Option<String> {
    let cells = puzzle.shape().cells();
    let fields = text.split([',', ';', '\t', ' ', '"']).filter(|field| field.len() == cells);
    let is_complete = |field: &&str| !field.contains(['.', '0', '_', '-', '*']);
    fields.filter(is_complete).map(str::to_owned).next()
}
