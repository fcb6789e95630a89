//! Jobs: calls that are answered later, and comparisons. They are on disk before the client learns
//! their ids, so a server that was killed resumes those that were not over: it answers a call
//! from the beginning, and continues the log of a comparison.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_api::job::{CompareProgress, JobEvent, JobList, JobRequest, JobState, JobView};
use quadrille_api::{CompareRequest, Context, Error, ErrorKind, Request, call};
use quadrille_core::{CancelFlag, Clock};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::watch;

use crate::change::Change;
use crate::client::Client;
use crate::guard::Session;
use crate::pool::Slot;
use crate::reply::Refusal;
use crate::victim::{heaviest, victim};
use crate::{App, comparison, now, random};

/// The most jobs that a list has.
const LISTED: usize = 100;
/// The most bytes of all answers where nothing is on disk.
const MOST_IN_MEMORY: u64 = 64 << 20;

/// A job on disk.
#[derive(Clone, Serialize, Deserialize)]
struct Stored {
    /// The session that created it.
    owner: String,
    /// The seed of what is generated, for requests without one. An answer begun again is the same.
    seed: u64,
    job: JobView,
}

/// A job in memory.
struct Job {
    /// Whom it is done for.
    client: Client,
    /// Without the answer if the job is on disk.
    stored: Stored,
    /// Bytes of the answer, or of the files of a comparison.
    length: u64,
    cancel: CancelFlag,
    /// Whether it is to end without being forgotten.
    is_stopping: bool,
    changes: watch::Sender<Change>,
}

/// All jobs.
#[derive(Default)]
pub(crate) struct Jobs {
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    all: HashMap<String, Job>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Call,
    /// One runs at a time, since others would disturb its measurements.
    Comparison,
}

impl Kind {
    fn of(work: &JobRequest) -> Self {
        match work {
            JobRequest::Request(_) => Self::Call,
            JobRequest::Compare(_) => Self::Comparison,
        }
    }
}

/// How the work of a job ended.
enum End {
    Answer(Box<RawValue>),
    /// The files of a comparison are written.
    Files(Box<comparison::Written>),
}

fn not_found() -> Refusal {
    Refusal::new(ErrorKind::NotFound, "there is no such job")
}

impl Job {
    fn new(client: Client, stored: Stored) -> Self {
        let (changes, _) = watch::channel(Change::default());
        let cancel = CancelFlag::new();
        let job = Self { client, stored, length: 0, cancel, is_stopping: false, changes };
        job.publish();
        job
    }

    /// Notes that its work begins.
    fn run(&mut self) -> Stored {
        self.stored.job.state = JobState::Running;
        self.publish();
        self.stored.clone()
    }

    fn publish(&self) {
        let JobView { id, state, progress, .. } = &self.stored.job;
        let event = JobEvent::Job { id: id.clone(), state: *state, progress: progress.clone() };
        let view = serde_json::to_string(&event).expect("events are plain data").into();
        self.changes.send_modify(|change| *change = Change { revision: change.revision + 1, view });
    }
}

impl Jobs {
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the jobs of the store, and resumes those that are not over.
    pub(crate) fn start(app: &Arc<App>) {
        let mut stored: Vec<Stored> =
            app.store.jobs().iter().filter_map(|text| parse(text)).collect();
        stored.sort_by(|a, b| (a.job.created, &a.job.id).cmp(&(b.job.created, &b.job.id)));
        let mut queued = Vec::new();
        let mut table = app.jobs.lock();
        for mut stored in stored {
            let id = stored.job.id.clone();
            let answer = stored.job.answer.take();
            if !stored.job.state.is_over() {
                stored.job.state = JobState::Queued;
                queued.push(id.clone());
            }
            let mut job = Job::new(Client::of_session(&stored.owner), stored);
            job.length =
                answer.map_or(0, |answer| answer.get().len() as u64) + app.store.report_bytes(&id);
            table.all.insert(id, job);
        }
        for id in queued {
            queue(app, &table, &id);
        }
    }

    /// Cancels all jobs.
    pub(crate) fn close(&self) {
        for job in self.lock().all.values() {
            job.cancel.cancel();
        }
    }

    /// Returns the number of jobs in a state.
    pub(crate) fn count(&self, state: JobState) -> usize {
        self.lock().all.values().filter(|job| job.stored.job.state == state).count()
    }

    /// Creates a job.
    pub(crate) fn create(
        &self,
        app: &Arc<App>,
        session: &Session,
        request: &JobRequest,
    ) -> Result<JobView, Refusal> {
        if app.is_closing() {
            return Err(Refusal::new(ErrorKind::Busy, "the server is stopping"));
        }
        let limits = &app.options.limits;
        self.evict(app, limits.jobs.saturating_sub(1))?;
        let job = JobView {
            id: random::secret()[..16].to_owned(),
            state: JobState::Queued,
            work: request.clone(),
            created: now(),
            answer: None,
            error: None,
            progress: None,
            files: Vec::new(),
        };
        let stored = Stored { owner: session.id.clone(), seed: random::seed(), job: job.clone() };
        let kind = Kind::of(request);
        let mut table = self.lock();
        admit(app, &mut table, session, kind)?;
        app.store.put_job(&job.id, &text_of(&stored)).map_err(|error| unsaved(&error))?;
        table.all.insert(job.id.clone(), Job::new(session.client(), stored));
        queue(app, &table, &job.id);
        Ok(job)
    }

    /// Ends a job of a session, which can be resumed later.
    pub(crate) fn stop(&self, app: &App, owner: &str, id: &str) -> Result<JobView, Refusal> {
        let mut table = self.lock();
        let job = table.all.get_mut(id).filter(|job| job.stored.owner == owner);
        let job = job.ok_or_else(not_found)?;
        if !job.stored.job.state.is_over() {
            job.cancel.cancel();
        }
        match job.stored.job.state {
            JobState::Running => job.is_stopping = true,
            JobState::Queued => {
                job.stored.job.state = JobState::Cancelled;
                app.store.put_job(id, &text_of(&job.stored)).map_err(|error| unsaved(&error))?;
                job.publish();
            }
            _ => {}
        }
        Ok(JobView { answer: None, ..job.stored.job.clone() })
    }

    /// Resumes a job of a session that was stopped or failed.
    pub(crate) fn resume(
        &self,
        app: &Arc<App>,
        session: &Session,
        id: &str,
    ) -> Result<JobView, Refusal> {
        let owner = &session.id;
        if app.is_closing() {
            return Err(Refusal::new(ErrorKind::Busy, "the server is stopping"));
        }
        let mut table = self.lock();
        let job = table.all.get(id).filter(|job| job.stored.owner == *owner);
        let JobView { state, work, .. } = &job.ok_or_else(not_found)?.stored.job;
        let kind = Kind::of(work);
        if matches!(state, JobState::Cancelled | JobState::Failed) {
            admit(app, &mut table, session, kind)?;
            let job = table.all.get_mut(id).expect("it is there");
            let mut stored = job.stored.clone();
            (stored.job.state, stored.job.error) = (JobState::Queued, None);
            app.store.put_job(id, &text_of(&stored)).map_err(|error| unsaved(&error))?;
            (job.stored, job.cancel, job.is_stopping) = (stored, CancelFlag::new(), false);
            job.client = session.client();
            job.publish();
            queue(app, &table, id);
        }
        let job = &table.all[id].stored.job;
        Ok(JobView { answer: None, ..job.clone() })
    }

    /// Checks that a session may read the files of a job.
    pub(crate) fn require(&self, owner: &str, id: &str) -> Result<(), Refusal> {
        let table = self.lock();
        let job = table.all.get(id).filter(|job| job.stored.owner == owner);
        job.map(drop).ok_or_else(not_found)
    }

    /// Removes jobs that are over while there are more than `count` or they are too large: the oldest
    /// of the client that has most.
    fn evict(&self, app: &App, count: usize) -> Result<(), Error> {
        let limits = &app.options.limits;
        let most = if app.store.is_on_disk() { limits.quota / 2 } else { MOST_IN_MEMORY };
        let mut table = self.lock();
        loop {
            let kept: u64 = table.all.values().map(|job| job.length).sum();
            let is_too_large = kept > most;
            if table.all.len() <= count && !is_too_large {
                return Ok(());
            }
            let held = table.all.values().map(|job| {
                let JobView { id, state, created, .. } = &job.stored.job;
                let weight = if is_too_large { job.length } else { 1 };
                (&job.client, weight, state.is_over().then_some((*created, id)))
            });
            let index = heaviest(held, None);
            let Some(id) = index.and_then(|index| table.all.keys().nth(index).cloned()) else {
                return Err(Error::new(ErrorKind::Busy, "the server cannot keep more jobs"));
            };
            table.all.remove(&id);
            app.store.remove_job(&id);
        }
    }

    /// Returns the jobs of a session.
    pub(crate) fn list(&self, owner: &str) -> JobList {
        let table = self.lock();
        let own = table.all.values().filter(|job| job.stored.owner == owner);
        let mut jobs: Vec<JobView> =
            own.map(|job| JobView { answer: None, ..job.stored.job.clone() }).collect();
        jobs.sort_by(|a, b| (b.created, &b.id).cmp(&(a.created, &a.id)));
        jobs.truncate(LISTED);
        JobList { jobs }
    }

    /// Returns a job of a session, with its answer.
    pub(crate) fn view(&self, app: &App, owner: &str, id: &str) -> Result<JobView, Refusal> {
        let job = {
            let table = self.lock();
            let job = table.all.get(id).filter(|job| job.stored.owner == owner);
            job.ok_or_else(not_found)?.stored.job.clone()
        };
        let is_call = Kind::of(&job.work) == Kind::Call;
        if job.state != JobState::Done || job.answer.is_some() || !is_call {
            return Ok(job);
        }
        let damaged = || Refusal::new(ErrorKind::Damaged, "the answer of the job cannot be read");
        let stored = app.store.job(id).and_then(|text| parse(&text)).ok_or_else(damaged)?;
        stored.job.answer.is_some().then_some(stored.job).ok_or_else(damaged)
    }

    /// Ends a job of a session and forgets it.
    pub(crate) fn remove(&self, app: &App, owner: &str, id: &str) -> Result<JobView, Refusal> {
        let mut table = self.lock();
        if table.all.get(id).is_none_or(|job| job.stored.owner != owner) {
            return Err(not_found());
        }
        let mut job = table.all.remove(id).expect("it is there");
        app.store.remove_job(id);
        drop(table);
        job.cancel.cancel();
        if !job.stored.job.state.is_over() {
            job.stored.job.state = JobState::Cancelled;
            job.publish();
        }
        Ok(JobView { answer: None, ..job.stored.job })
    }

    /// Returns a receiver of changes of a job.
    pub(crate) fn watch(&self, owner: &str, id: &str) -> Result<watch::Receiver<Change>, Refusal> {
        let table = self.lock();
        let job = table.all.get(id).filter(|job| job.stored.owner == owner);
        Ok(job.ok_or_else(not_found)?.changes.subscribe())
    }

    /// Does the work of a job, unless it was cancelled while it waited, and keeps what comes of it.
    fn carry_out(&self, app: &App, id: &str, slot: &Slot) {
        let stored = match self.lock().all.get_mut(id) {
            Some(job) if !slot.cancel().is_cancelled() => job.run(),
            _ => return,
        };
        let cancel = slot.cancel();
        let work = || match &stored.job.work {
            JobRequest::Request(request) => {
                answer(app, request, stored.seed, cancel, slot).map(End::Answer)
            }
            // Its files are large, and many comparisons may have ended since it was queued.
            JobRequest::Compare(request) => self
                .evict(app, usize::MAX)
                .and_then(|()| self.compare(app, id, request, cancel))
                .map(|written| End::Files(Box::new(written))),
        };
        let result = catch_unwind(AssertUnwindSafe(work));
        let result = result.unwrap_or_else(|_| {
            Err(Error::new(ErrorKind::Internal, "the server failed; please report this"))
        });
        if app.is_closing() {
            // What a stopping server cancelled is continued by the next one.
            return;
        }
        let mut table = self.lock();
        // It may have been cancelled meanwhile.
        let Some(job) = table.all.get_mut(id) else {
            // A comparison may have written files since.
            app.store.remove_job(id);
            return;
        };
        if Kind::of(&stored.job.work) == Kind::Comparison {
            job.length = app.store.report_bytes(id);
            app.store.count(job.length);
        }
        let view = &mut job.stored.job;
        match result {
            Ok(End::Answer(_)) if job.is_stopping => view.state = JobState::Cancelled,
            Ok(End::Answer(answer)) => {
                job.length = answer.get().len() as u64;
                (view.state, view.answer) = (JobState::Done, Some(answer));
            }
            Ok(End::Files(written)) => {
                view.progress = Some(written.progress);
                view.files = written.files;
                view.state = match (written.is_whole, &written.error) {
                    (true, _) => JobState::Done,
                    (false, None) => JobState::Cancelled,
                    (false, Some(_)) => JobState::Failed,
                };
                view.error = written.error;
            }
            // Making the puzzles ends with an error when it is stopped. Others come up again.
            Err(_) if job.is_stopping => view.state = JobState::Cancelled,
            Err(error) => (view.state, view.error) = (JobState::Failed, Some(error)),
        }
        if app.store.is_on_disk() && app.store.put_job(id, &text_of(&job.stored)).is_ok() {
            job.stored.job.answer = None;
        }
        job.publish();
    }

    fn compare(
        &self,
        app: &App,
        id: &str,
        request: &CompareRequest,
        cancel: &CancelFlag,
    ) -> Result<comparison::Written, Error> {
        let tell = |progress: CompareProgress| {
            let mut table = self.lock();
            if let Some(job) = table.all.get_mut(id) {
                job.stored.job.progress = Some(progress);
                job.publish();
            }
        };
        comparison::run(app, id, request, cancel, &tell)
    }
}

/// Answers a call.
fn answer(
    app: &App,
    request: &Request,
    seed: u64,
    cancel: &CancelFlag,
    clock: &dyn Clock,
) -> Result<Box<RawValue>, Error> {
    let mut context = Context::new(cancel.clone(), clock);
    context.caps = app.options.limits.caps;
    (context.commit, context.drawn_seed) = (app.options.commit, seed);
    let reply = call(request, &context)?;
    let text = String::from_utf8(reply.to_json()).expect("JSON is text");
    Ok(RawValue::from_string(text).expect("replies are JSON"))
}

/// Queues a job of the table.
fn queue(app: &Arc<App>, table: &Table, id: &str) {
    let Job { client, cancel, stored, .. } = &table.all[id];
    let pool = match Kind::of(&stored.job.work) {
        Kind::Call => &app.background,
        Kind::Comparison => &app.comparisons,
    };
    let (owner, id) = (app.clone(), id.to_owned());
    pool.start(client, cancel.clone(), move |slot| owner.jobs.carry_out(&owner, &id, slot));
}

/// Checks that a session may queue one more job of a kind. If too many wait, the newest of the client
/// that has most fails, unless the newcomer would have as many.
fn admit(app: &App, table: &mut Table, session: &Session, kind: Kind) -> Result<(), Refusal> {
    let limits = &app.options.limits;
    let is_open = |job: &&Job| job.stored.owner == session.id && !job.stored.job.state.is_over();
    if table.all.values().filter(is_open).count() >= limits.session_jobs {
        let message =
            format!("{} of your jobs are not over; wait or cancel one", limits.session_jobs);
        return Err(Refusal::new(ErrorKind::TooManyRequests, message));
    }
    let is_queued = |job: &&mut Job| {
        let JobView { state, work, .. } = &job.stored.job;
        *state == JobState::Queued && Kind::of(work) == kind
    };
    let mut queued: Vec<&mut Job> = table.all.values_mut().filter(is_queued).collect();
    if queued.len() < limits.queue {
        return Ok(());
    }
    let held = queued.iter().map(|job| {
        let JobView { id, created, .. } = &job.stored.job;
        (&job.client, Some(Reverse((*created, id))))
    });
    let Some(index) = victim(held, Some(&session.client())) else {
        return Err(Refusal::new(ErrorKind::Busy, "the server is busy; try again later"));
    };
    let job = queued.swap_remove(index);
    job.cancel.cancel();
    let view = &mut job.stored.job;
    let message = "the server has too many jobs, and most are yours; resume this one later";
    (view.state, view.error) = (JobState::Failed, Some(Error::new(ErrorKind::Busy, message)));
    // If it cannot be saved, the next server queues it again.
    let _ = app.store.put_job(&job.stored.job.id, &text_of(&job.stored));
    job.publish();
    Ok(())
}

fn text_of(stored: &Stored) -> String {
    serde_json::to_string(stored).expect("jobs are plain data")
}

fn parse(text: &str) -> Option<Stored> {
    serde_json::from_str(text).ok()
}

fn unsaved(error: &quadrille_storage::Error) -> Refusal {
    Refusal::new(ErrorKind::Busy, format!("the job cannot be saved: {error}"))
}
