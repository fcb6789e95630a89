//! Suggestions for misspelled names, used by the lab, the arena and the command line.

/// Returns the known name that a misspelled one most likely means, if it is a near miss.
///
/// ```
/// use quadrille_lab::registry::nearest;
///
/// assert_eq!(nearest("norvgi", ["norvig", "minimax"]), Some("norvig"));
/// assert_eq!(nearest("generate", ["norvig", "minimax"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .filter(|candidate| is_near_miss(name, candidate))
        .min_by_key(|candidate| strsim::osa_distance(name, candidate))
}

/// Returns whether a misspelled name is close enough to a known one to suggest it: at most one edit
/// in three characters, where an exchange of two neighbors is one edit.
///
/// ```
/// use quadrille_lab::registry::is_near_miss;
///
/// assert!(is_near_miss("hill-climb", "hill-climbing"));
/// ```
pub fn is_near_miss(name: &str, known: &str) -> bool {
    // Comparing texts takes their lengths multiplied.
    if name.len() > 4 * known.len() {
        return false;
    }
    let length = name.chars().count().min(known.chars().count());
    length > 1 && strsim::osa_distance(name, known) <= (length / 3).max(1)
}

/// Returns "; did you mean `…`?" for messages about an unknown name, or nothing.
///
/// ```
/// use quadrille_lab::registry::did_you_mean;
///
/// assert_eq!(did_you_mean(Some("norvig")), "; did you mean `norvig`?");
/// assert_eq!(did_you_mean(None), "");
/// ```
pub fn did_you_mean(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_misses_are_suggested() {
        let known = ["agents", "norvig", "minimax", "hill-climbing", "tabu"];
        for (name, expected) in [
            ("norvgi", Some("norvig")),
            ("minmax", Some("minimax")),
            ("hillclimbing", Some("hill-climbing")),
            ("hill-climb", Some("hill-climbing")),
            ("tab", Some("tabu")),
            ("generate", None),
            ("nothing-like-it", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, known), expected, "{name}");
        }
        // A comparison would take hours.
        let long = "n".repeat(1 << 30);
        assert_eq!(nearest(&long, ["norvig"; 1000]), None);
    }
}
