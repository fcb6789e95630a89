//! Work that a client does not wait for: types of the routes for jobs.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

#[cfg(feature = "schema")]
use crate::Reply;
use crate::{CompareRequest, Error, Request};

/// What a job does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[allow(clippy::large_enum_variant, reason = "there are few jobs")]
pub enum JobRequest {
    /// Answers a call later.
    Request(Request),
    /// Compares algorithms, with a log and a report.
    Compare(CompareRequest),
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum JobState {
    /// It waits for a thread.
    Queued,
    /// It runs.
    Running,
    /// It has an answer.
    Done,
    /// It has an error instead of an answer.
    Failed,
    /// It was stopped or cancelled before it had either. One that was stopped can be resumed.
    Cancelled,
}

impl JobState {
    /// Returns whether nothing more will happen.
    ///
    /// ```
    /// use quadrille_api::job::JobState;
    ///
    /// assert!(JobState::Done.is_over() && !JobState::Running.is_over());
    /// ```
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Queued | Self::Running)
    }
}

/// A job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct JobView {
    /// The id.
    pub id: String,
    /// How far it is.
    pub state: JobState,
    /// What it does.
    #[serde(flatten)]
    pub work: JobRequest,
    /// When it was created, in seconds since 1970.
    pub created: u64,
    /// The answer, as it was written when it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Reply>"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Reply>"))]
    pub answer: Option<Box<RawValue>>,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// How far a comparison is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<CompareProgress>,
    /// The names of the files of a comparison.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

/// How far a comparison is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct CompareProgress {
    /// Runs that are in the log.
    pub done: u64,
    /// All runs.
    pub total: u64,
    /// About how many seconds are left, if it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_seconds: Option<f64>,
    /// The command that makes the same comparison.
    pub command: String,
    /// What the runs so far show, algorithm by algorithm.
    pub rows: Vec<CompareRow>,
}

/// What the runs of an algorithm show so far. Intervals are of 95 %.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CompareRow {
    /// The name of the algorithm with its parameters.
    pub algorithm: String,
    /// Runs on boards that the algorithm supports.
    pub runs: u64,
    /// Those that found a solution.
    pub solved: u64,
    /// The share of runs that were solved.
    pub success: Option<f64>,
    /// The lower end of its interval.
    pub success_low: Option<f64>,
    /// The upper end of its interval.
    pub success_high: Option<f64>,
    /// The median of the nodes to a solution; absent if fewer than half of the runs have one.
    pub nodes_median: Option<f64>,
    /// The lower end of its interval.
    pub nodes_median_low: Option<f64>,
    /// The upper end of its interval.
    pub nodes_median_high: Option<f64>,
    /// The median of the processor time to a solution.
    pub cpu_seconds_median: Option<f64>,
    /// The lower end of its interval.
    pub cpu_seconds_median_low: Option<f64>,
    /// The upper end of its interval.
    pub cpu_seconds_median_high: Option<f64>,
}

/// The jobs of a session, newest first, without their answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct JobList {
    /// The jobs.
    pub jobs: Vec<JobView>,
}

/// An event of a stream about a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum JobEvent {
    /// How far the job is. The answer is fetched.
    Job {
        /// The job.
        id: String,
        /// How far it is.
        state: JobState,
        /// How far a comparison is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        progress: Option<CompareProgress>,
    },
}
