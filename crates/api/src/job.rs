//! Work that a client does not wait for: types of the routes for jobs.

use serde::{Deserialize, Serialize};

use crate::{Answer, Error, Request};

/// Asks for a call to be answered later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct JobRequest {
    /// The call.
    pub request: Request,
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
    /// It was cancelled before it had either.
    Cancelled,
}

impl JobState {
    /// Returns whether nothing more will happen.
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Queued | Self::Running)
    }
}

/// A job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct JobView {
    /// The id.
    pub id: String,
    /// How far it is.
    pub state: JobState,
    /// The call.
    pub request: Request,
    /// When it was created, in seconds since 1970.
    pub created: u64,
    /// The answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
}

/// The jobs of a session, newest first, without their answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    },
}
