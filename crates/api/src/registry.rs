//! `registry`: everything that has a name, and the limits.

use quadrille_arena::{AGENTS, AgentEntry, Build};
use quadrille_formats::export::Export;
use quadrille_formats::{Detail, FORMATS};
use quadrille_generate::puzzle::PatternSymmetry;
use quadrille_lab::algorithms::ENTRIES;
use quadrille_lab::experiment::default_configurations;
use quadrille_lab::registry::{Kind, Parameter};
use quadrille_logic::Profile;
use quadrille_logic::text::Language;
use serde::{Deserialize, Serialize};

use crate::{Caps, Context};

/// Everything that has a name, and the limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RegistryAnswer {
    /// The version of the program.
    pub version: String,
    /// The commit that it was built from.
    pub commit: String,
    /// The limits of a call.
    pub limits: Caps,
    /// What this shell can do: the names of calls, and `games` where games are served.
    pub capabilities: Vec<String>,
    /// Languages of hints and walkthroughs.
    pub languages: Vec<String>,
    /// The formats that `read` reads and `convert` writes.
    pub formats: Vec<FormatFields>,
    /// The profiles of `hint`, `explain` and `rate`.
    pub profiles: Vec<ProfileFields>,
    /// The symmetries of generated puzzles.
    pub symmetries: Vec<String>,
    /// The players of DualSudoku, without people.
    pub agents: Vec<AgentFields>,
    /// The search algorithms.
    pub algorithms: Vec<AlgorithmFields>,
    /// What `compare` compares if nothing else is asked for, with parameters.
    pub compared: Vec<String>,
}

/// A format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FormatFields {
    /// The id.
    pub id: String,
    /// What it is.
    pub title: String,
    /// File name extensions, without the dot.
    pub extensions: Vec<String>,
    /// Whether it is read; pictures and pages are only written.
    pub reads: bool,
    /// The boards that it holds, in words.
    pub boards: String,
    /// Whether it holds consecutive edges.
    pub edges: bool,
    /// Whether it holds pencilmarks that belong to the puzzle.
    pub pencilmarks: bool,
    /// Whether it holds entries of a solver.
    pub entries: bool,
    /// Whether it holds notes of a solver.
    pub candidates: bool,
    /// The details that it holds.
    pub details: Vec<String>,
}

/// A profile of techniques.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProfileFields {
    /// The id.
    pub id: String,
    /// Whether steps have scores that are added up, and puzzles a class.
    pub has_scores: bool,
}

/// A player of DualSudoku.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AgentFields {
    /// The id.
    pub id: String,
    /// What it is, in a few words.
    pub title: String,
    /// How it chooses its moves.
    pub about: String,
    /// Whether it plays the same game under every seed.
    pub deterministic: bool,
    /// What users can set, as `id:name=value,…`.
    pub parameters: Vec<ParameterFields>,
}

/// A parameter of an agent or algorithm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ParameterFields {
    /// The name.
    pub name: String,
    /// What it does.
    pub help: String,
    /// The default as it is written.
    pub default: String,
    /// The values of a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<String>>,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    /// The greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub greatest: Option<f64>,
}

/// A search algorithm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct AlgorithmFields {
    /// The id.
    pub id: String,
    /// What it is, in a few words.
    pub title: String,
    /// `exact`, `tree`, `local` or `sampling`.
    pub family: String,
    /// Where it was published.
    pub source: String,
    /// State, moves and cost.
    pub about: String,
    /// The fault of the published algorithm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flaw: Option<String>,
    /// Whether it always ends with an answer.
    pub complete: bool,
    /// Whether it does the same under every seed.
    pub deterministic: bool,
    /// What users can set.
    pub parameters: Vec<ParameterFields>,
}

/// Returns the registry.
pub(crate) fn registry(context: &Context<'_>) -> RegistryAnswer {
    let calls = [
        "read",
        "solve",
        "count",
        "check",
        "candidates",
        "hint",
        "explain",
        "rate",
        "canon",
        "convert",
        "generate",
        "analyse",
        "search",
        "plan",
        "techniques",
        "registry",
    ];
    RegistryAnswer {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: context.commit.to_owned(),
        limits: context.caps,
        capabilities: calls.map(ToOwned::to_owned).to_vec(),
        languages: Language::ids().map(ToOwned::to_owned).collect(),
        formats: formats(),
        profiles: Profile::ids()
            .filter_map(Profile::by_id)
            .map(|profile| ProfileFields {
                id: profile.id().to_owned(),
                has_scores: profile.has_scores(),
            })
            .collect(),
        symmetries: PatternSymmetry::ALL.iter().map(|s| s.id().to_owned()).collect(),
        agents: AGENTS.iter().filter(|entry| is_machine(entry)).map(|entry| agent(entry)).collect(),
        algorithms: ENTRIES
            .iter()
            .map(|entry| AlgorithmFields {
                id: entry.id.to_owned(),
                title: entry.title.to_owned(),
                family: entry.family.id().to_owned(),
                source: entry.source.to_owned(),
                about: entry.about.to_owned(),
                flaw: entry.flaw.map(ToOwned::to_owned),
                complete: entry.complete,
                deterministic: entry.deterministic,
                parameters: parameters(entry.parameters),
            })
            .collect(),
        compared: default_configurations().iter().map(ToString::to_string).collect(),
    }
}

fn is_machine(entry: &AgentEntry) -> bool {
    matches!(entry.build, Build::Ready(_))
}

fn agent(entry: &AgentEntry) -> AgentFields {
    AgentFields {
        id: entry.id.to_owned(),
        title: entry.title.to_owned(),
        about: entry.about.to_owned(),
        deterministic: entry.deterministic,
        parameters: parameters(entry.parameters),
    }
}

fn formats() -> Vec<FormatFields> {
    let strings = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    let read = FORMATS.iter().map(|format| {
        let carries = format.carries();
        FormatFields {
            id: format.id().to_owned(),
            title: format.title().to_owned(),
            extensions: strings(format.extensions()),
            reads: true,
            boards: carries.sizes.to_string(),
            edges: carries.edges,
            pencilmarks: carries.marks,
            entries: carries.entries,
            candidates: carries.candidates,
            details: carries
                .details
                .iter()
                .copied()
                .map(Detail::id)
                .map(ToOwned::to_owned)
                .collect(),
        }
    });
    let written = Export::ALL.into_iter().map(|export| FormatFields {
        id: export.id().to_owned(),
        title: export.title().to_owned(),
        extensions: strings(export.extensions()),
        reads: false,
        boards: "all".to_owned(),
        edges: true,
        pencilmarks: true,
        entries: true,
        candidates: true,
        details: Vec::new(),
    });
    read.chain(written).collect()
}

fn parameters(parameters: &[Parameter]) -> Vec<ParameterFields> {
    let fields = |parameter: &Parameter| {
        let (choices, bounds) = match &parameter.kind {
            Kind::Choice(choices) => {
                (Some(choices.iter().map(|&choice| choice.to_owned()).collect()), None)
            }
            Kind::Integer(least, greatest) => (None, Some((*least as f64, *greatest as f64))),
            Kind::Real(least, greatest) => (None, Some((*least, *greatest))),
            _ => (None, None),
        };
        ParameterFields {
            name: parameter.name.to_owned(),
            help: parameter.help.to_owned(),
            default: parameter.default.to_string(),
            choices,
            least: bounds.map(|bounds| bounds.0),
            greatest: bounds.map(|bounds| bounds.1),
        }
    };
    parameters.iter().map(fields).collect()
}
