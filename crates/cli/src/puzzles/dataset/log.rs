//! The rows of a set while it is made, by which it can be continued: an object for each row, and after
//! each round a line that says how far the set is. Rows behind the last of these lines are made again.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use quadrille_api::{Dataset, DatasetProgress, DatasetRow, json};
use quadrille_storage::{AppendFile, Links};
use serde_json::Value;

use crate::failure::Failure;

/// How the line at the end of a round begins.
const ROUND: &str = "{\"progress\":";

pub(super) struct Log {
    file: AppendFile,
    path: PathBuf,
    header: String,
}

impl Log {
    /// Opens the log of a set.
    pub(super) fn open(path: PathBuf, set: &Dataset) -> Result<Self, Failure> {
        let version = env!("CARGO_PKG_VERSION");
        let header = serde_json::json!({"dataset": set.request(), "version": version});
        let header = header.to_string() + "\n";
        let file = AppendFile::open(&path, Links::Refuse)?;
        Ok(Self { file, path, header })
    }

    fn damaged(&self, why: impl std::fmt::Display) -> Failure {
        Failure::usage(format!(
            "{}: {why}; name another directory, or remove this one",
            self.path.display()
        ))
    }

    /// Reads what was made before, and forgets what follows the last round.
    pub(super) fn resume(&mut self, set: &mut Dataset) -> Result<(), Failure> {
        let mut line = String::new();
        let mut reader = self
            .file
            .read()
            .map_err(|error| Failure::unreadable(&self.path.display().to_string(), error))?;
        let read = |reader: &mut BufReader<&fs::File>, line: &mut String| {
            line.clear();
            reader.read_line(line).map_err(|error| error.to_string())
        };
        let first = read(&mut reader, &mut line);
        let mut at = *first.as_ref().unwrap_or(&0) as u64;
        if first.is_err() || !self.header.starts_with(&line) {
            let is_set =
                serde_json::from_str::<Value>(&line).is_ok_and(|line| line["dataset"].is_object());
            return Err(self.damaged(if is_set {
                format!(
                    "holds another set, of which it says\n{}\nrather than\n{}",
                    line.trim_end(),
                    self.header.trim_end()
                )
            } else {
                "is not the log of a set".to_owned()
            }));
        }
        let (mut length, mut progress, mut pending) = (at, None, Vec::new());
        if line == self.header {
            loop {
                let bytes = match read(&mut reader, &mut line) {
                    Ok(bytes) if line.ends_with('\n') => bytes,
                    // Cut in the middle of a row, which may end within a symbol.
                    _ => break,
                };
                at += bytes as u64;
                let Ok(mut object) = serde_json::from_str::<Value>(&line) else { break };
                if let Some(canonical) = object["canonical"].as_str() {
                    pending.push(canonical.to_owned());
                    continue;
                }
                let Ok(round) = serde_json::from_value(object["progress"].take()) else { break };
                pending.drain(..).for_each(|canonical| set.know(&canonical));
                (progress, length) = (Some(round), at);
            }
        } else {
            length = 0;
        }
        self.file.truncate(length)?;
        if length == 0 {
            self.file.append(self.header.as_bytes())?;
        }
        match progress {
            None => Ok(()),
            Some(progress) => set.resume(progress).map_err(|error| self.damaged(error.message)),
        }
    }

    /// Adds a round.
    pub(super) fn append(
        &mut self,
        rows: &[DatasetRow],
        progress: &DatasetProgress,
    ) -> Result<(), Failure> {
        let mut text = Vec::new();
        for row in rows {
            json::to_writer(&mut text, row).expect("it is plain data");
            text.push(b'\n');
        }
        let round = serde_json::json!({"progress": progress});
        json::to_writer(&mut text, &round).expect("it is plain data");
        text.push(b'\n');
        Ok(self.file.append(&text)?)
    }

    /// Waits until all is on disk.
    pub(super) fn sync(&mut self) -> Result<(), Failure> {
        Ok(self.file.sync()?)
    }

    /// Passes on the rows, each as it was written and read.
    pub(super) fn each_row(
        &mut self,
        mut put: impl FnMut(&str, &DatasetRow) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let name = self.path.display().to_string();
        let reader = self.file.read().map_err(|error| Failure::unreadable(&name, error))?;
        for line in reader.lines().skip(1) {
            let line = line.map_err(|error| Failure::unreadable(&name, error))?;
            match serde_json::from_str(&line) {
                Ok(row) => put(&line, &row)?,
                Err(error) if !line.starts_with(ROUND) => {
                    return Err(Failure::usage(format!("{name}: cannot be read again: {error}")));
                }
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// Removes the log of a set that is complete.
    pub(super) fn remove(self) -> Result<(), Failure> {
        let Self { file, path, .. } = self;
        drop(file);
        fs::remove_file(&path)
            .map_err(|error| Failure::unwritten(error, format!("cannot remove {}", path.display())))
    }
}
