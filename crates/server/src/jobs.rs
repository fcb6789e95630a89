//! Jobs: calls that are answered later, and comparisons. They are on disk before the client learns
//! their ids, so a server that was killed goes on with those that were not over: it answers a call
//! from the beginning, and continues the log of a comparison.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use quadrille_api::job::{CompareProgress, JobEvent, JobList, JobRequest, JobState, JobView};
use quadrille_api::{CompareRequest, Context, Error, ErrorKind, Request, call};
use quadrille_core::{CancelFlag, WallClock};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::watch;

use crate::change::Change;
use crate::reply::Refusal;
use crate::{App, comparison, now, pool, random};

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
    queued: Condvar,
}

#[derive(Default)]
struct Table {
    all: HashMap<String, Job>,
    /// Calls.
    calls: VecDeque<String>,
    /// Comparisons. One runs at a time, since others would disturb its measurements.
    comparisons: VecDeque<String>,
}

impl Table {
    fn queue(&mut self, kind: Kind) -> &mut VecDeque<String> {
        match kind {
            Kind::Call => &mut self.calls,
            Kind::Comparison => &mut self.comparisons,
        }
    }
}

/// What a thread takes from the queues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Call,
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
    fn new(stored: Stored) -> Self {
        let (changes, _) = watch::channel(Change::default());
        let cancel = CancelFlag::new();
        let job = Self { stored, length: 0, cancel, is_stopping: false, changes };
        job.publish();
        job
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

    /// Reads the jobs of the store, and starts threads that answer them.
    pub(crate) fn start(app: &Arc<App>) -> std::io::Result<()> {
        let jobs = &app.jobs;
        let mut stored: Vec<Stored> =
            app.store.jobs().iter().filter_map(|text| parse(text)).collect();
        stored.sort_by(|a, b| (a.job.created, &a.job.id).cmp(&(b.job.created, &b.job.id)));
        let mut table = jobs.lock();
        for mut stored in stored {
            let id = stored.job.id.clone();
            let answer = stored.job.answer.take();
            if !stored.job.state.is_over() {
                stored.job.state = JobState::Queued;
                table.queue(Kind::of(&stored.job.work)).push_back(id.clone());
            }
            let mut job = Job::new(stored);
            job.length =
                answer.map_or(0, |answer| answer.get().len() as u64) + app.store.report_bytes(&id);
            table.all.insert(id, job);
        }
        drop(table);
        let calls = (0..pool::threads()).map(|number| (Kind::Call, format!("job-{number}")));
        let comparisons = (Kind::Comparison, "comparison".to_owned());
        for (kind, name) in calls.chain([comparisons]) {
            let app = Arc::downgrade(app);
            let builder = thread::Builder::new().name(name);
            builder.stack_size(pool::STACK).spawn(move || {
                while let Some(app) = app.upgrade() {
                    if app.jobs.next(&app, kind).is_none() {
                        return;
                    }
                }
            })?;
        }
        Ok(())
    }

    /// Wakes the threads, which end when the server is closing.
    pub(crate) fn close(&self) {
        let table = self.lock();
        for job in table.all.values() {
            job.cancel.cancel();
        }
        drop(table);
        self.queued.notify_all();
    }

    /// Returns the number of jobs in a state.
    pub(crate) fn count(&self, state: JobState) -> usize {
        self.lock().all.values().filter(|job| job.stored.job.state == state).count()
    }

    /// Creates a job.
    pub(crate) fn create(
        &self,
        app: &App,
        owner: &str,
        request: &JobRequest,
    ) -> Result<JobView, Refusal> {
        if app.is_closing() {
            return Err(Refusal::new(ErrorKind::Busy, "the server is stopping"));
        }
        let limits = &app.options.limits;
        self.make_room(app, limits.jobs.saturating_sub(1))?;
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
        let stored = Stored { owner: owner.to_owned(), seed: random::seed(), job: job.clone() };
        let mut table = self.lock();
        require_place(app, &mut table, owner, Kind::of(request))?;
        app.store.put_job(&job.id, &text_of(&stored)).map_err(|error| unsaved(&error))?;
        table.queue(Kind::of(request)).push_back(job.id.clone());
        table.all.insert(job.id.clone(), Job::new(stored));
        drop(table);
        self.queued.notify_all();
        Ok(job)
    }

    /// Ends a job of a session, which can be resumed later.
    pub(crate) fn stop(&self, app: &App, owner: &str, id: &str) -> Result<JobView, Refusal> {
        let mut table = self.lock();
        table.calls.retain(|queued| queued != id);
        table.comparisons.retain(|queued| queued != id);
        let job = table.all.get_mut(id).filter(|job| job.stored.owner == owner);
        let job = job.ok_or_else(not_found)?;
        match job.stored.job.state {
            JobState::Running => {
                job.is_stopping = true;
                job.cancel.cancel();
            }
            JobState::Queued => {
                job.stored.job.state = JobState::Cancelled;
                app.store.put_job(id, &text_of(&job.stored)).map_err(|error| unsaved(&error))?;
                job.publish();
            }
            _ => {}
        }
        Ok(JobView { answer: None, ..job.stored.job.clone() })
    }

    /// Goes on with a job of a session that was stopped or failed.
    pub(crate) fn resume(&self, app: &App, owner: &str, id: &str) -> Result<JobView, Refusal> {
        if app.is_closing() {
            return Err(Refusal::new(ErrorKind::Busy, "the server is stopping"));
        }
        let mut table = self.lock();
        let job = table.all.get(id).filter(|job| job.stored.owner == owner);
        let JobView { state, work, .. } = &job.ok_or_else(not_found)?.stored.job;
        let kind = Kind::of(work);
        if matches!(state, JobState::Cancelled | JobState::Failed) {
            require_place(app, &mut table, owner, kind)?;
            let job = table.all.get_mut(id).expect("it is there");
            let mut stored = job.stored.clone();
            (stored.job.state, stored.job.error) = (JobState::Queued, None);
            app.store.put_job(id, &text_of(&stored)).map_err(|error| unsaved(&error))?;
            (job.stored, job.cancel, job.is_stopping) = (stored, CancelFlag::new(), false);
            job.publish();
            table.queue(kind).push_back(id.to_owned());
            self.queued.notify_all();
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

    /// Removes the oldest jobs that are over, if there are more than `count` or they are too large.
    fn make_room(&self, app: &App, count: usize) -> Result<(), Error> {
        let limits = &app.options.limits;
        let most = if app.store.is_on_disk() { limits.quota / 2 } else { MOST_IN_MEMORY };
        let mut table = self.lock();
        loop {
            let kept: u64 = table.all.values().map(|job| job.length).sum();
            if table.all.len() <= count && kept <= most {
                return Ok(());
            }
            let over = table.all.values().filter(|job| job.stored.job.state.is_over());
            let oldest = over.min_by_key(|job| (job.stored.job.created, job.stored.job.id.clone()));
            let Some(id) = oldest.map(|job| job.stored.job.id.clone()) else {
                return Err(Error::new(ErrorKind::Busy, "the server has no room for more jobs"));
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
        table.calls.retain(|queued| queued != id);
        table.comparisons.retain(|queued| queued != id);
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

    /// Does the next job of a kind; `None` when the server is closing.
    fn next(&self, app: &App, kind: Kind) -> Option<()> {
        let (stored, cancel) = {
            let mut table = self.lock();
            loop {
                if app.is_closing() {
                    return None;
                }
                let next = table.queue(kind).pop_front();
                let found = next.and_then(|id| table.all.get_mut(&id));
                if let Some(job) = found {
                    job.stored.job.state = JobState::Running;
                    job.publish();
                    break (job.stored.clone(), job.cancel.clone());
                }
                if table.queue(kind).is_empty() {
                    table = self.queued.wait(table).unwrap_or_else(PoisonError::into_inner);
                }
            }
        };
        let id = stored.job.id.clone();
        let run = || match &stored.job.work {
            JobRequest::Request(request) => {
                answer(app, request, stored.seed, &cancel).map(End::Answer)
            }
            // Its files are large, and many comparisons may have waited since there was room.
            JobRequest::Compare(request) => self
                .make_room(app, usize::MAX)
                .and_then(|()| self.compare(app, &id, request, &cancel))
                .map(|written| End::Files(Box::new(written))),
        };
        let result = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            Err(Error::new(ErrorKind::Internal, "the server failed; please report this"))
        });
        if app.is_closing() {
            // What a stopping server cancelled is continued by the next one.
            return None;
        }
        let mut table = self.lock();
        // It may have been cancelled meanwhile.
        let Some(job) = table.all.get_mut(&id) else {
            // A comparison may have written files since.
            app.store.remove_job(&id);
            return Some(());
        };
        if kind == Kind::Comparison {
            job.length = app.store.report_bytes(&id);
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
        if app.store.is_on_disk() && app.store.put_job(&id, &text_of(&job.stored)).is_ok() {
            job.stored.job.answer = None;
        }
        job.publish();
        Some(())
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
) -> Result<Box<RawValue>, Error> {
    let clock = WallClock::new();
    let mut context = Context::new(cancel.clone(), &clock);
    context.caps = app.options.limits.caps;
    (context.commit, context.drawn_seed) = (app.options.commit, seed);
    let reply = call(request, &context)?;
    let text = String::from_utf8(reply.to_json()).expect("JSON is text");
    Ok(RawValue::from_string(text).expect("replies are JSON"))
}

/// Checks that a session may have one more job of a kind that is not over.
fn require_place(app: &App, table: &mut Table, owner: &str, kind: Kind) -> Result<(), Refusal> {
    let limits = &app.options.limits;
    let is_open = |job: &&Job| job.stored.owner == owner && !job.stored.job.state.is_over();
    if table.all.values().filter(is_open).count() >= limits.session_jobs {
        let message =
            format!("{} of your jobs are not over; wait or cancel one", limits.session_jobs);
        return Err(Refusal::new(ErrorKind::TooManyRequests, message));
    }
    if table.queue(kind).len() >= limits.queue {
        return Err(Refusal::new(ErrorKind::Busy, "the server is busy; try again later"));
    }
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
