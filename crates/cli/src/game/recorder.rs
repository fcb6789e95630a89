//! Writing records of games while they are played, so that nothing is lost whatever ends the program.

use std::io::{self, Read};
use std::path::Path;

use quadrille_api::json;
use quadrille_arena::game::GameRecord;
use quadrille_lab::checksum;
use quadrille_storage::{AppendFile, Links};

use super::records;
use crate::context::Context;
use crate::failure::Failure;
use crate::io::bounded;
use crate::io::output::Output;

/// How a record starts.
const GAME: &[u8] = b"{\"type\":\"game\"";

/// Returns the length of the lines at the beginning of a file, which may have no checksums, as in early
/// records: they stay as they are. `None` if the file does not begin with these lines.
fn length_of(lines: &str, file: &str) -> Option<usize> {
    let mut rest = file.as_bytes();
    for line in lines.lines() {
        let mut line = line.as_bytes().to_vec();
        if !rest.starts_with(&line) {
            checksum::remove(&mut line);
        }
        rest = rest.strip_prefix(&*line)?.strip_prefix(b"\n")?;
    }
    Some(file.len() - rest.len())
}

/// Where a record goes.
pub(super) enum Recorder {
    Nowhere,
    Standard(Output),
    /// A file that no other process writes to meanwhile.
    File(AppendFile),
}

impl Recorder {
    /// Opens a file for one game, or standard output for `-`. The file keeps its content until
    /// [`restart`](Self::restart).
    pub(super) fn for_game(
        context: &Context,
        path: Option<&Path>,
        overwrite: bool,
    ) -> Result<Self, Failure> {
        if let Some(path) = path.filter(|path| *path != Path::new("-")) {
            if path.is_file() && !overwrite {
                return Err(Failure::usage(format!(
                    "{}: already exists; name another file, or add --overwrite",
                    path.display()
                )));
            }
            context.used_files.refuse(path)?;
            // Before the file is created.
            context.used_files.add(path);
            context.output.as_deref().map_or(Ok(()), |output| context.used_files.refuse(output))?;
        }
        let mut recorder = Self::for_series(context, path)?;
        if overwrite {
            recorder.require_record()?;
        }
        Ok(recorder)
    }

    /// Opens a file for many games, or standard output for `-`.
    pub(super) fn for_series(context: &Context, path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::Nowhere) };
        if path == Path::new("-") {
            context.used_files.refuse_stdout()?;
            return Ok(Self::Standard(Output::standard(context)?));
        }
        let file = AppendFile::open(path, Links::Follow)?;
        context.used_files.add(path);
        Ok(Self::File(file))
    }

    /// Fails if the file holds something else than games. What `--overwrite` replaces by mistake
    /// cannot be recorded again.
    pub(super) fn require_record(&mut self) -> Result<(), Failure> {
        let Self::File(file) = self else { return Ok(()) };
        let name = file.path().display().to_string();
        let mut start = Vec::new();
        let read =
            file.read().and_then(|content| content.take(GAME.len() as u64).read_to_end(&mut start));
        read.map_err(|error| Failure::usage(format!("{name}: cannot be read: {error}")))?;
        // A game may have been cut anywhere.
        if GAME.starts_with(&start) {
            return Ok(());
        }
        Err(Failure::usage(format!(
            "{name}: is not a record of games, so --overwrite does not replace it; name another \
             file, or remove it"
        )))
    }

    /// Returns the games that the file holds, of which the finished ones agree with the rules.
    pub(super) fn games(&mut self) -> Result<Vec<GameRecord>, Failure> {
        let Self::File(file) = self else { return Ok(Vec::new()) };
        let name = file.path().display().to_string();
        let text = file.read().and_then(bounded::read);
        let text =
            text.map_err(|error| Failure::usage(format!("{name}: cannot be read: {error}")))?;
        records::parse_checked(&name, &text)
    }

    /// Keeps only these of the games that the file holds.
    pub(super) fn keep(&mut self, games: &[GameRecord]) -> Result<(), Failure> {
        let Self::File(file) = self else { return Ok(()) };
        let text: String = games.iter().map(GameRecord::to_lines).collect();
        let path = file.path().display().to_string();
        let old =
            file.read().and_then(io::read_to_string).map_err(|e| Failure::writing(e, &path))?;
        match length_of(&text, &old) {
            Some(length) if length == old.len() => {}
            // Usually only the last game is incomplete.
            Some(length) => file.truncate(length as u64)?,
            None => file.rewrite(text.as_bytes())?,
        }
        Ok(())
    }

    /// Replaces the content of the file.
    pub(super) fn restart(&mut self, lines: &str) -> Result<(), Failure> {
        match self {
            Self::File(file) if !file.is_empty() => Ok(file.rewrite(lines.as_bytes())?),
            _ => self.write(lines),
        }
    }

    /// Writes lines at once.
    pub(super) fn write(&mut self, lines: &str) -> Result<(), Failure> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Standard(out) => {
                let mut printable = Vec::with_capacity(lines.len());
                for line in lines.lines() {
                    // Lines of JSON have hidden characters only in strings.
                    let mut escaped = Vec::with_capacity(line.len());
                    json::write_fragment(&mut escaped, line).expect("a vector takes all bytes");
                    // Of the line as it is shown, so that it can be saved and read.
                    checksum::remove(&mut escaped);
                    checksum::add(&mut escaped);
                    printable.append(&mut escaped);
                    printable.push(b'\n');
                }
                out.bytes(&printable).and_then(|()| out.flush())
            }
            Self::File(file) => Ok(file.append(lines.as_bytes())?),
        }
    }

    /// Waits until the file is on disk.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        let Self::File(file) = self else { return Ok(()) };
        Ok(file.sync()?)
    }

    /// Returns the path of the file.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(file.path()),
            Self::Nowhere | Self::Standard(_) => None,
        }
    }
}
