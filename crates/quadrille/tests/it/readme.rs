//! The README's output is real output: each of its `console` blocks is run.

#[test]
fn the_readme_is_true() {
    trycmd::TestCases::new().case("../../README.md");
}
