//! The README and the guides say what is so: each of their `console` blocks is run, and the speeds of
//! the README are those of docs/results.md.

use std::fs;
use std::path::Path;

use super::program::{directory, run};

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(path).unwrap().replace("\r\n", "\n")
}

#[test]
fn the_readme_is_true() {
    trycmd::TestCases::new().case("../../README.md").case("../../docs/guide/*.md");
}

#[test]
fn the_readme_is_short_and_begins_with_commands() {
    let page = page("README.md");
    assert!(page.lines().count() <= 200, "{} lines", page.lines().count());
    let first = page.lines().position(|line| line.starts_with("cargo run --release")).unwrap();
    assert!(first < 20, "the first command is on line {}", first + 1);
}

/// `cargo xtask results` writes both tables.
#[test]
fn the_speeds_of_the_readme_are_those_of_the_results() {
    let (readme, results) = (page("README.md"), page("docs/results.md"));
    let begin = "<!-- Made by `cargo xtask results`; do not edit. -->\n";
    let (_, rest) = readme.split_once(begin).unwrap();
    let (table, _) = rest.split_once("<!-- End of the table. -->").unwrap();
    assert_eq!(table.lines().count(), 2 + 6, "{table}");
    assert!(table.contains("the weakest"), "{table}");
    assert!(results.contains(&format!("## At a glance\n\n{table}\n")), "run `cargo xtask results`");
}

/// All but times, which differ from run to run, is the same everywhere.
#[test]
fn the_comparison_of_the_readme_is_real() {
    let page = page("README.md");
    let (_, rest) = page.split_once("```text\n$ quadrille compare --algorithms \"").unwrap();
    let (algorithms, rest) = rest.split_once("\"\n").unwrap();
    let (shown, _) = rest.split_once("```").unwrap();
    let here = directory("readme-compare");
    let found = run(&here, &["compare", "--quiet", "--algorithms", algorithms]);
    assert_eq!(found.status, 0, "{}", found.err);
    assert_eq!(without_times(shown), without_times(&found.out), "{}", found.out);
}

/// Returns the words of each line, with `time` in place of times and without the marks of the best,
/// which depend on them.
fn without_times<'t>(table: &'t str) -> Vec<Vec<&'t str>> {
    let is_time = |word: &str| {
        let number = word.trim_end_matches(['µ', 'm', 's']);
        number.len() < word.len() && number.parse::<f64>().is_ok()
    };
    let plain = |word: &'t str| if is_time(word) { "time" } else { word };
    let words = table.lines().map(str::split_whitespace);
    words.map(|words| words.map(|word| plain(word.trim_end_matches('*'))).collect()).collect()
}
