//! Outside solvers in a directory, as algorithms.

use std::fs;
use std::path::{Path, PathBuf};

use quadrille_lab::Configuration;
use quadrille_lab::program::{Program, ProgramHost};

use crate::context::Context;
use crate::failure::Failure;

/// How the line begins that says what a program needs.
const REQUIRES: &str = "# requires: ";

/// Adds the programs of a directory that work here to a list, and says which do not and what they
/// need.
pub(super) fn add(
    directory: &Path,
    configurations: &mut Vec<Configuration>,
    context: &Context,
) -> Result<(), Failure> {
    let failed = |error| Failure::unreadable(&directory.display().to_string(), error);
    let entries = fs::read_dir(directory).map_err(failed)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| Ok(entry.map_err(failed)?.path())).collect::<Result<_, Failure>>()?;
    paths.sort();
    let mut found = 0;
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "py")) {
        let text = fs::read_to_string(path).map_err(failed)?;
        // Some need no package but a file, so they are not compared unasked.
        let needs = text.lines().find_map(|line| line.strip_prefix(REQUIRES));
        let Some(package) = needs.filter(|needs| needs.contains("==")) else { continue };
        found += 1;
        let shown = path.display();
        let words = vec!["python3".to_owned(), shown.to_string()];
        let name = Program::new(words, ProgramHost::default()).to_string();
        let configuration = context.algorithms.parse(&name)?;
        let program = configuration.program.as_ref().expect("it is a program");
        match program.try_greeting() {
            Ok(()) => {
                if configurations.iter().all(|known| known.to_string() != name) {
                    configurations.push(configuration);
                }
            }
            Err(_) => context
                .messages
                .note(&format!("{shown} does not work here and is omitted; it needs {package}")),
        }
    }
    if found == 0 {
        let message = format!(
            "{}: no adapters, which are programs in Python with a line `{REQUIRES}PACKAGE==VERSION`",
            directory.display()
        );
        return Err(Failure::usage(message));
    }
    Ok(())
}
