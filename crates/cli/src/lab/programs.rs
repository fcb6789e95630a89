//! Programs from outside as algorithms: tried before the work, and heard of after it.

use anyhow::anyhow;
use quadrille_lab::Configuration;

use crate::failure::Failure;

/// Refuses programs that cannot be started, so that a mistake costs nothing.
pub(crate) fn try_programs<'a>(
    configurations: impl IntoIterator<Item = &'a Configuration>,
) -> Result<(), Failure> {
    for configuration in configurations {
        if let Some(program) = &configuration.program {
            program.try_start().map_err(|error| {
                Failure::usage(format!("{configuration}: cannot be started: {error}"))
            })?;
        }
    }
    Ok(())
}

/// Returns an error if the machine could not run a program, which says nothing about it.
pub(crate) fn refuse_shortage<'a>(
    configurations: impl IntoIterator<Item = &'a Configuration>,
) -> Result<(), Failure> {
    for configuration in configurations {
        if let Some(why) = configuration.program.as_ref().and_then(|program| program.shortage()) {
            return Err(Failure::Internal(anyhow!(
                "cannot run `{configuration}`; this says nothing about it: {why}"
            )));
        }
    }
    Ok(())
}
