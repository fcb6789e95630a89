//! The native half of `quadrille.ai`: judged steps and answers, traces, and boards to learn on.

mod boards;
mod rows;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use quadrille_api::Error;
use quadrille_logic::Profile;

use crate::errors::exception;

/// Adds the functions and classes to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(rows::judge_batch, module)?)?;
    module.add_function(wrap_pyfunction!(rows::score_batch, module)?)?;
    module.add_function(wrap_pyfunction!(rows::trace_batch, module)?)?;
    module.add_class::<boards::BoardsCore>()
}

/// Returns the profile with an id, which lives as long as the process: boards borrow it, and there are
/// few.
fn profile(py: Python<'_>, id: &str) -> PyResult<&'static Profile> {
    static PROFILES: Mutex<Option<HashMap<String, &'static Profile>>> = Mutex::new(None);
    let mut known = PROFILES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(profile) = known.get(id) {
        return Ok(profile);
    }
    let profile = Profile::by_id(id)
        .ok_or_else(|| exception(py, &Error::unknown("profile", id, Profile::ids()), None))?;
    let profile: &'static Profile = Box::leak(Box::new(profile));
    known.insert(id.to_owned(), profile);
    Ok(profile)
}
