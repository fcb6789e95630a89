//! The directory in which `compare` leaves its page.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Where reports go when nothing is said.
const DEFAULT: &str = "quadrille-report";
/// What a report consists of.
const OURS: &[&str] = &["index.html"];

/// A directory that exists, can be written to, and holds nothing but a report.
pub(crate) struct ReportDirectory(PathBuf);

impl ReportDirectory {
    /// The directory that was named, or the default one. Nothing of anybody else is ever
    /// replaced: a directory that holds other files is refused.
    pub(crate) fn open(named: Option<&Path>) -> Result<Self, Failure> {
        let path = named.unwrap_or(Path::new(DEFAULT));
        let failed = |error: std::io::Error| {
            let error = anyhow::Error::new(error);
            Failure::Usage(error.context(format!("cannot write a report into {}", path.display())))
        };
        fs::create_dir_all(path).map_err(failed)?;
        for entry in fs::read_dir(path).map_err(failed)? {
            let name: OsString = entry.map_err(failed)?.file_name();
            if !OURS.iter().any(|ours| name == *ours) {
                return Err(Failure::usage(format!(
                    "{} holds other things than a report ({}); name another directory with --output",
                    path.display(),
                    name.display()
                )));
            }
        }
        // The page comes after the work: whether it can be written shows now.
        let probe = path.join(OURS[0]);
        fs::OpenOptions::new().append(true).create(true).open(&probe).map_err(failed)?;
        Ok(Self(path.to_owned()))
    }

    /// Writes a file of the report, whole or not at all.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let path = self.0.join(name);
        let partial = self.0.join(format!("{name}.partial"));
        fs::write(&partial, text).and_then(|()| fs::rename(&partial, &path)).map_err(|error| {
            Failure::Internal(
                anyhow::Error::new(error).context(format!("cannot write {}", path.display())),
            )
        })?;
        Ok(path)
    }
}
