//! The output of a search, by which it can be continued: puzzles, and after each chunk a line that
//! says how many sources it had. In a file of puzzles these lines are comments.

use std::io::BufRead;
use std::path::Path;

use quadrille_storage::{AppendFile, Links};
use serde_json::Value;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;

/// How a line about the search begins in a file of puzzles.
const COMMENT: &str = "# ";

/// A chunk that was searched before: its number of sources, and what was found.
type Past = (u64, Vec<String>);

pub(super) struct Log {
    to: To,
    /// What lines about the search begin with.
    prefix: &'static str,
    past: Vec<Past>,
}

enum To {
    /// Standard output, a pipe or a device, which cannot be continued.
    Stream(Output),
    /// A file, and its name.
    File(AppendFile, String),
}

impl Log {
    /// Opens the output. A file that holds a search like this one is continued.
    pub(super) fn open(spec: &str, context: &Context) -> Result<Self, Failure> {
        let prefix = if context.json { "" } else { COMMENT };
        let path = context.output.as_deref().filter(|&path| is_plain(path));
        let Some(path) = path else {
            return Ok(Self { to: To::Stream(Output::open(context)?), prefix, past: Vec::new() });
        };
        context.used_files.refuse(path)?;
        let mut file = AppendFile::open(path, Links::Follow)?;
        context.used_files.add(path);
        let name = path.display().to_string();
        let header = format!("{prefix}{spec}");
        let (past, length) = read(&mut file, &name, &header, prefix)?;
        file.truncate(length)?;
        if file.is_empty() {
            file.append(format!("{header}\n").as_bytes())?;
        }
        Ok(Self { to: To::File(file, name), prefix, past })
    }

    /// Returns the chunks that were searched before.
    pub(super) fn take_past(&mut self) -> Vec<Past> {
        std::mem::take(&mut self.past)
    }

    /// The file does not continue as the search would.
    pub(super) fn damaged(&self) -> Failure {
        let name = match &self.to {
            To::File(_, name) => name,
            To::Stream(_) => "standard output",
        };
        Failure::usage(format!(
            "{name}: does not hold what this search found, so it cannot be continued; name another file"
        ))
    }

    /// Writes a puzzle.
    pub(super) fn row(&mut self, row: &str) -> Result<(), Failure> {
        match &mut self.to {
            To::Stream(out) => out.text(row),
            To::File(file, _) => Ok(file.append(row.as_bytes())?),
        }
    }

    /// Writes the end of a chunk.
    pub(super) fn chunk(&mut self, sources: u64) -> Result<(), Failure> {
        match &mut self.to {
            To::Stream(out) => out.flush(),
            To::File(file, _) => {
                let line = format!("{}{{\"searched\":{sources}}}\n", self.prefix);
                Ok(file.append(line.as_bytes())?)
            }
        }
    }

    /// Completes the output.
    pub(super) fn conclude(&mut self, exit: Exit) -> Result<(), Failure> {
        match &mut self.to {
            To::Stream(out) => out.conclude(exit),
            To::File(file, _) => Ok(file.sync()?),
        }
    }
}

/// Returns whether a path is that of a file to keep, rather than a pipe or device.
fn is_plain(path: &Path) -> bool {
    path != Path::new("-") && path.metadata().map_or(true, |file| file.is_file() || file.is_dir())
}

/// Reads the chunks of a file, and how many bytes they take.
fn read(
    file: &mut AppendFile,
    name: &str,
    header: &str,
    prefix: &str,
) -> Result<(Vec<Past>, u64), Failure> {
    let unreadable =
        |error| Failure::usage(format!("{name}: cannot be read to continue it: {error}"));
    let mut reader = file.read().map_err(unreadable)?;
    let mut line = String::new();
    reader.read_line(&mut line).map_err(unreadable)?;
    if !line.ends_with('\n') && header.starts_with(&line) {
        // Killed while it wrote the first line.
        return Ok((Vec::new(), 0));
    }
    if line.trim_end() != header {
        let is_search = |line: &str| {
            let object = line.trim_end().strip_prefix(COMMENT).unwrap_or(line);
            serde_json::from_str::<Value>(object).is_ok_and(|object| object["type"] == "search")
        };
        return Err(Failure::usage(if is_search(&line) {
            format!(
                "{name}: holds another search, of which it says\n{}\nrather than\n{header}\nname another file",
                line.trim_end()
            )
        } else {
            format!("{name}: exists and holds no search; name another file")
        }));
    }
    let mut length = line.len() as u64;
    let (mut past, mut rows, mut at) = (Vec::new(), Vec::new(), length);
    loop {
        line.clear();
        at += reader.read_line(&mut line).map_err(unreadable)? as u64;
        let Some(text) = line.strip_suffix('\n') else { return Ok((past, length)) };
        let object: Option<Value> =
            text.strip_prefix(prefix).and_then(|text| serde_json::from_str(text).ok());
        let object = object.filter(Value::is_object);
        if let Some(sources) = object.as_ref().and_then(|object| object["searched"].as_u64()) {
            past.push((sources, std::mem::take(&mut rows)));
            length = at;
            continue;
        }
        let puzzle = object.as_ref().and_then(|object| object["puzzle"].as_str());
        rows.push(puzzle.unwrap_or(text).to_owned());
    }
}
