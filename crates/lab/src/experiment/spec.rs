//! An experiment as a TOML file.
//!
//! The file is read by hand instead of with a derived `Deserialize`, so that every error has its
//! line and column, a misspelled key gets a suggestion, and a parameter is checked by the
//! algorithm's own entry.

use std::fmt;

use bytesize::ByteSize;
use quadrille_core::{BoxShape, Limits, printable};
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Difference, DifferenceError};
use crate::bounds::{MAX_RUNS, SECONDS};
use crate::registry::{Configuration, Registry, Seeds, SeedsError, did_you_mean, nearest};

/// What `compare` runs, from a file or from options.
#[derive(Clone, Debug)]
pub struct Spec {
    /// What is compared.
    pub configurations: Vec<Configuration>,
    /// Files, puzzles or sources, as a command takes them.
    pub puzzles: Vec<String>,
    /// Repetitions of random configurations on each puzzle.
    pub runs: u32,
    /// The seed of the first repetition.
    pub seed: u64,
    /// Which runs draw the same random numbers.
    pub seeds: Seeds,
    /// The difference that the runs are to detect; `runs` then follows from it.
    pub detect: Option<Difference>,
    /// Limits of each run.
    pub limits: Limits,
    /// The box shape, if the number of cells is ambiguous.
    pub shape: Option<BoxShape>,
    /// The format of the inputs, if it must not be detected.
    pub format: Option<String>,
    /// Whether an input may mix board sizes.
    pub mixed_sizes: bool,
    /// Whether DualSudoku boards are read as leniently as by the original program.
    pub lenient: bool,
}

/// An error in a specification.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {message}")]
pub struct SpecError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong and how to fix it.
    pub message: String,
}

/// A value with its position.
type Value<'a> = Spanned<DeValue<'a>>;

/// A message with the byte offset of its place.
type Complaint = (usize, String);

const KEYS: [&str; 11] = [
    "algorithms",
    "puzzles",
    "runs",
    "detect",
    "seed",
    "seeds",
    "budget",
    "box",
    "format",
    "mixed-sizes",
    "lenient",
];
const BUDGET_KEYS: [&str; 5] = ["nodes", "evaluations", "time", "cpu-time", "memory"];

impl Spec {
    /// Parses a specification, whose names refer to a registry.
    ///
    /// # Errors
    /// Returns the first error in the text.
    ///
    /// ```
    /// use quadrille_lab::experiment::Spec;
    /// use quadrille_lab::registry::Registry;
    ///
    /// let text = "algorithms = [\"tabu\", \"naive\"]\npuzzles = [\"collection\"]\nruns = 5\n";
    /// let spec = Spec::parse(text, &Registry::default())?;
    /// assert_eq!((spec.configurations.len(), spec.runs), (2, 5));
    /// # Ok::<(), quadrille_lab::experiment::SpecError>(())
    /// ```
    pub fn parse(text: &str, registry: &Registry) -> Result<Self, SpecError> {
        Self::walk(text, registry).map_err(|(at, message)| {
            let before = &text[..at.min(text.len())];
            let line_start = before.rfind('\n').map_or(0, |at| at + 1);
            SpecError {
                line: before.matches('\n').count() + 1,
                column: before[line_start..].chars().count() + 1,
                message,
            }
        })
    }

    fn walk(text: &str, registry: &Registry) -> Result<Self, Complaint> {
        let table = DeTable::parse(text).map_err(|error| {
            (error.span().map_or(0, |span| span.start), error.message().to_owned())
        })?;
        let mut spec = Self {
            configurations: Vec::new(),
            puzzles: Vec::new(),
            runs: 1,
            seed: 1,
            seeds: Seeds::Own,
            detect: None,
            limits: Limits::default(),
            shape: None,
            format: None,
            mixed_sizes: false,
            lenient: false,
        };
        for (key, value) in table.get_ref() {
            match key.get_ref().as_ref() {
                "algorithms" => {
                    for item in array(value)? {
                        registry
                            .parse(string(item)?)
                            .and_then(|configuration| {
                                configuration.add_to(&mut spec.configurations)
                            })
                            .map_err(|error| (item.span().start, error.to_string()))?;
                    }
                }
                "puzzles" => {
                    for item in array(value)? {
                        spec.puzzles.push(string(item)?.to_owned());
                    }
                }
                "runs" => {
                    spec.runs = u32::try_from(integer(value)?)
                        .ok()
                        .filter(|&runs| (1..=MAX_RUNS).contains(&u64::from(runs)))
                        .ok_or_else(|| {
                            complain(value, &format!("`runs` must be from 1 to {MAX_RUNS}"))
                        })?;
                }
                "detect" => {
                    let parsed = string(value)?.parse();
                    spec.detect = Some(parsed.map_err(|error: DifferenceError| {
                        complain(value, &format!("`detect`: {error}"))
                    })?);
                }
                "seed" => spec.seed = integer(value)?,
                "seeds" => {
                    let parsed = string(value)?.parse();
                    spec.seeds = parsed.map_err(|error: SeedsError| {
                        complain(value, &format!("`seeds`: {error}"))
                    })?;
                }
                "budget" => spec.limits = limits(value)?,
                "box" => {
                    let shape = string(value)?.parse();
                    spec.shape = Some(shape.map_err(|error: quadrille_core::ShapeError| {
                        complain(value, &error.to_string())
                    })?);
                }
                "format" => spec.format = Some(string(value)?.to_owned()),
                "mixed-sizes" => spec.mixed_sizes = boolean(value)?,
                "lenient" => spec.lenient = boolean(value)?,
                other => return Err(unknown(key.span().start, other, &KEYS)),
            }
        }
        let is_key = |key: &str| table.get_ref().keys().any(|found| found.get_ref() == key);
        if let Some(detect) = table.get_ref().get("detect").filter(|_| is_key("runs")) {
            return Err(complain(detect, "`runs` follows from `detect`; take one of the two"));
        }
        if spec.configurations.is_empty() {
            return Err((0, "no `algorithms`; name some, as in algorithms = [\"norvig\"]".into()));
        }
        if spec.puzzles.is_empty() {
            return Err((0, "no `puzzles`; name some, as in puzzles = [\"collection\"]".into()));
        }
        Ok(spec)
    }
}

fn limits(value: &Value<'_>) -> Result<Limits, Complaint> {
    let table = value.get_ref().as_table().ok_or_else(|| expected(value, "a table"))?;
    let mut limits = Limits::default();
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "nodes" => limits.nodes = Some(integer(value)?),
            "evaluations" => limits.evaluations = Some(integer(value)?),
            name @ ("time" | "cpu-time") => {
                let time = humantime::parse_duration(string(value)?).ok();
                let time =
                    time.ok_or_else(|| expected(value, "a duration as in \"500ms\" or \"2s\""))?;
                let most = *SECONDS.end();
                if time.as_secs_f64() > most {
                    return Err(complain(value, &format!("`{name}` must be at most {most}s")));
                }
                let limit = if name == "time" { &mut limits.time } else { &mut limits.cpu_time };
                *limit = Some(time);
            }
            "memory" => {
                let size: Option<ByteSize> = string(value)?.parse().ok();
                let size = size.ok_or_else(|| expected(value, "a size as in \"512MiB\""))?;
                // What does not fit is rounded down to the largest number.
                if size == ByteSize(u64::MAX) {
                    return Err(complain(value, "`memory` must be below 16EiB"));
                }
                limits.memory = Some(size.as_u64());
            }
            other => return Err(unknown(key.span().start, other, &BUDGET_KEYS)),
        }
    }
    Ok(limits)
}

fn unknown(at: usize, key: &str, known: &'static [&'static str]) -> Complaint {
    let hint = match nearest(key, known.iter().copied()) {
        None => format!("; known keys: {}", known.join(", ")),
        near => did_you_mean(near),
    };
    (at, format!("unknown key `{key}`{hint}"))
}

fn complain(value: &Value<'_>, message: &str) -> Complaint {
    (value.span().start, message.to_owned())
}

fn expected(value: &Value<'_>, what: &str) -> Complaint {
    (value.span().start, format!("expected {what}, found a TOML {}", value.get_ref().type_str()))
}

fn array<'a, 'i>(value: &'a Value<'i>) -> Result<impl Iterator<Item = &'a Value<'i>>, Complaint> {
    let array = value.get_ref().as_array();
    Ok(array.ok_or_else(|| expected(value, "a list in brackets"))?.iter())
}

fn string<'a>(value: &'a Value<'_>) -> Result<&'a str, Complaint> {
    value.get_ref().as_str().ok_or_else(|| expected(value, "a string in quotes"))
}

fn boolean(value: &Value<'_>) -> Result<bool, Complaint> {
    value.get_ref().as_bool().ok_or_else(|| expected(value, "true or false"))
}

fn integer(value: &Value<'_>) -> Result<u64, Complaint> {
    let number = value.get_ref().as_integer().ok_or_else(|| expected(value, "a whole number"))?;
    u64::from_str_radix(number.as_str(), number.radix())
        .map_err(|_| complain(value, "expected a whole number from 0 to 18446744073709551615"))
}

/// Returns a string of TOML in which hidden characters are escaped.
fn quoted(text: &str) -> String {
    if !text.contains(printable::is_hidden) {
        return toml::Value::from(text).to_string();
    }
    // Only strings in double quotes have escapes.
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if printable::is_hidden(c) => quoted += &format!("\\U{:08X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

impl fmt::Display for Spec {
    /// Writes the specification in the form that [`parse`](Spec::parse) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, key: &str, items: &[String]| {
            writeln!(f, "{key} = [")?;
            items.iter().try_for_each(|item| writeln!(f, "    {},", quoted(item)))?;
            writeln!(f, "]")
        };
        let names: Vec<String> = self.configurations.iter().map(Configuration::to_string).collect();
        list(f, "algorithms", &names)?;
        writeln!(
            f,
            "# Files, puzzles, or sources such as `collection` and `random-norvig:COUNT`."
        )?;
        list(f, "puzzles", &self.puzzles)?;
        match self.detect {
            Some(difference) => writeln!(
                f,
                "# As many runs as detect this difference of processor times.\ndetect = \"{difference}\""
            )?,
            None => {
                writeln!(f, "# Of each random algorithm, on each puzzle.\nruns = {}", self.runs)?;
            }
        }
        writeln!(f, "seed = {}", self.seed)?;
        if !self.seeds.is_own() {
            writeln!(f, "seeds = \"{}\"", self.seeds)?;
        }
        if let Some(shape) = self.shape {
            writeln!(f, "box = \"{shape}\"")?;
        }
        if let Some(format) = &self.format {
            writeln!(f, "format = {}", quoted(format))?;
        }
        if self.mixed_sizes {
            writeln!(f, "mixed-sizes = true")?;
        }
        if self.lenient {
            writeln!(f, "lenient = true")?;
        }
        writeln!(f, "\n# For each run.\n[budget]")?;
        let Limits { nodes, evaluations, time, cpu_time, memory } = &self.limits;
        if let Some(nodes) = nodes {
            writeln!(f, "nodes = {nodes}")?;
        }
        if let Some(most) = evaluations {
            writeln!(f, "evaluations = {most}")?;
        }
        for (key, time) in [("time", time), ("cpu-time", cpu_time)] {
            if let Some(time) = time {
                writeln!(f, "{key} = \"{}\"", humantime::format_duration(*time))?;
            }
        }
        if let Some(memory) = memory {
            // Larger units would round.
            writeln!(f, "memory = \"{memory}B\"")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const WHOLE: &str = r#"
algorithms = ["norvig", "annealing-r0:start=givens"]
puzzles = ["collection", "my \"own\" file.txt"]
runs = 5
seed = 18446744073709551615
seeds = "common"
box = "2x3"
format = "line"
mixed-sizes = true
lenient = true

[budget]
nodes = 50_000
evaluations = 0x10
time = "1s 500ms"
cpu-time = "2s"
memory = "64MiB"
"#;

    #[test]
    fn reads_everything_and_writes_it_again() {
        let spec = Spec::parse(WHOLE, &Registry::default()).unwrap();
        assert_eq!(spec.configurations[1].to_string(), "annealing-r0:start=givens");
        assert_eq!((spec.runs, spec.seed), (5, u64::MAX));
        assert_eq!(spec.limits.time, Some(Duration::from_millis(1500)));
        assert_eq!(spec.limits.cpu_time, Some(Duration::from_secs(2)));
        assert_eq!(spec.limits.memory, Some(64 << 20));
        assert_eq!(spec.limits.evaluations, Some(16));
        let again = Spec::parse(&spec.to_string(), &Registry::default()).unwrap();
        assert_eq!(again.to_string(), spec.to_string());
        assert_eq!((again.limits, again.puzzles), (spec.limits, spec.puzzles));
        assert_eq!((again.shape, again.format), (spec.shape, spec.format));
        assert_eq!((again.seeds, again.detect), (Seeds::Common, None));
        let text = WHOLE.replace("runs = 5", "detect = '7.5%'");
        let spec = Spec::parse(&text, &Registry::default()).unwrap();
        let again = Spec::parse(&spec.to_string(), &Registry::default()).unwrap();
        assert_eq!((again.detect, again.runs), ("7.5%".parse().ok(), 1));
        assert!(again.mixed_sizes && again.lenient);
    }

    #[test]
    fn hidden_characters_are_escaped() {
        let name = "a\u{1b}[2J\u{202e}\"b\\c'\u{e0041}\n.txt";
        let mut spec = Spec::parse(WHOLE, &Registry::default()).unwrap();
        spec.puzzles = vec![name.to_owned()];
        let text = spec.to_string();
        assert_eq!(printable::lines(&text), text);
        assert_eq!(Spec::parse(&text, &Registry::default()).unwrap().puzzles, [name]);
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let say = |text: &str| Spec::parse(text, &Registry::default()).unwrap_err().to_string();
        let head = "algorithms = [\"norvig\"]\npuzzles = [\"collection\"]\n";
        assert_eq!(
            say(&format!("{head}rnus = 3")),
            "3:1: unknown key `rnus`; did you mean `runs`?"
        );
        assert_eq!(
            say(&format!("{head}[budget]\nnode = 3")),
            "4:1: unknown key `node`; did you mean `nodes`?"
        );
        assert_eq!(
            say("algorithms = [\"norvig\", \"norvgi\"]"),
            "1:25: unknown algorithm `norvgi`; did you mean `norvig`?"
        );
        assert!(
            say("algorithms = [\"norvig\", \"tabu\", \"norvig\"]")
                .starts_with("1:33: `norvig` is named twice")
        );
        let start = say("algorithms = [\"annealing-r0:start=somewhere\"]");
        assert!(start.starts_with("1:15: `start=somewhere`"), "{start}");
        assert_eq!(say(&format!("{head}runs = 0")), "3:8: `runs` must be from 1 to 10000000");
        for runs in ["10000001", "4294967295", "4294967296", "9223372036854775807"] {
            let error = say(&format!("{head}runs = {runs}"));
            assert_eq!(error, "3:8: `runs` must be from 1 to 10000000");
        }
        assert_eq!(
            say(&format!("{head}runs = \"3\"")),
            "3:8: expected a whole number, found a TOML string"
        );
        for (line, message) in [
            ("seeds = \"shared\"", "3:9: `seeds`: expected `own` or `common`"),
            ("detect = \"1%\"", "3:10: `detect`: expected a percentage from 2% to 1000%, as in 5%"),
            (
                "detect = \"5%\"\nruns = 3",
                "3:10: `runs` follows from `detect`; take one of the two",
            ),
        ] {
            assert_eq!(say(&format!("{head}{line}")), message);
        }
        assert_eq!(
            say(&format!("{head}seed = -1")),
            "3:8: expected a whole number from 0 to 18446744073709551615"
        );
        assert_eq!(
            say(&format!("{head}budget = {{ time = \"soon\" }}")),
            "3:19: expected a duration as in \"500ms\" or \"2s\", found a TOML string"
        );
        for (key, value, message) in [
            ("time", "1000000001s", "`time` must be at most 1000000000s"),
            ("time", "584542046090y", "`time` must be at most 1000000000s"),
            ("memory", "16EiB", "`memory` must be below 16EiB"),
        ] {
            let error = say(&format!("{head}[budget]\n{key} = \"{value}\""));
            assert_eq!(error, format!("4:{}: {message}", key.len() + 4));
        }
        assert!(say(head.trim_end_matches("\"]\n")).starts_with("2:"));
        assert!(say("").starts_with("1:1: no `algorithms`"));
        assert!(say("algorithms = [\"norvig\"]").contains("no `puzzles`"));
    }
}
