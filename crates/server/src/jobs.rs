//! Jobs: calls that are answered later. They are on disk before the client learns their ids, so a
//! server that was killed begins again with those that were not over.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use quadrille_api::job::{JobEvent, JobList, JobRequest, JobState, JobView};
use quadrille_api::{Context, Error, ErrorKind, call};
use quadrille_engine::{CancelFlag, WallClock};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::change::Change;
use crate::reply::Refusal;
use crate::{App, now, pool, random};

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
    /// Bytes of the answer.
    length: u64,
    cancel: CancelFlag,
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
    queue: VecDeque<String>,
}

fn not_found() -> Refusal {
    Refusal::new(ErrorKind::NotFound, "there is no such job")
}

impl Job {
    fn new(stored: Stored) -> Self {
        let (changes, _) = watch::channel(Change::default());
        let job = Self { stored, length: 0, cancel: CancelFlag::new(), changes };
        job.publish();
        job
    }

    fn publish(&self) {
        let JobView { id, state, .. } = &self.stored.job;
        let event = JobEvent::Job { id: id.clone(), state: *state };
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
                table.queue.push_back(id.clone());
            }
            let mut job = Job::new(stored);
            job.length = answer.map_or(0, |answer| length_of(&answer));
            table.all.insert(id, job);
        }
        drop(table);
        for number in 0..pool::threads() {
            let app = Arc::downgrade(app);
            let builder = thread::Builder::new().name(format!("job-{number}"));
            builder.stack_size(pool::STACK).spawn(move || {
                while let Some(app) = app.upgrade() {
                    if app.jobs.next(&app).is_none() {
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
        let limits = &app.options.limits;
        if app.is_closing() {
            return Err(Refusal::new(ErrorKind::Busy, "the server is stopping"));
        }
        self.make_room(app)?;
        let job = JobView {
            id: random::secret()[..16].to_owned(),
            state: JobState::Queued,
            request: request.request.clone(),
            created: now(),
            answer: None,
            error: None,
        };
        let stored = Stored { owner: owner.to_owned(), seed: random::seed(), job: job.clone() };
        let mut table = self.lock();
        let is_open = |job: &&Job| job.stored.owner == owner && !job.stored.job.state.is_over();
        if table.all.values().filter(is_open).count() >= limits.session_jobs {
            let message =
                format!("{} of your jobs are not over; wait or cancel one", limits.session_jobs);
            return Err(Refusal::new(ErrorKind::TooManyRequests, message));
        }
        if table.queue.len() >= limits.queue {
            return Err(Refusal::new(ErrorKind::Busy, "the server is busy; try again later"));
        }
        app.store.put_job(&job.id, &text_of(&stored)).map_err(|error| unsaved(&error))?;
        table.queue.push_back(job.id.clone());
        table.all.insert(job.id.clone(), Job::new(stored));
        drop(table);
        self.queued.notify_one();
        Ok(job)
    }

    /// Removes the oldest jobs that are over, if there are too many or they are too large.
    fn make_room(&self, app: &App) -> Result<(), Refusal> {
        let limits = &app.options.limits;
        let most = if app.store.is_on_disk() { limits.quota / 2 } else { MOST_IN_MEMORY };
        let mut table = self.lock();
        loop {
            let kept: u64 = table.all.values().map(|job| job.length).sum();
            if table.all.len() < limits.jobs && kept <= most {
                return Ok(());
            }
            let over = table.all.values().filter(|job| job.stored.job.state.is_over());
            let oldest = over.min_by_key(|job| (job.stored.job.created, job.stored.job.id.clone()));
            let Some(id) = oldest.map(|job| job.stored.job.id.clone()) else {
                return Err(Refusal::new(ErrorKind::Busy, "the server has no room for more jobs"));
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
        if job.state != JobState::Done || job.answer.is_some() {
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
        table.queue.retain(|queued| queued != id);
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

    /// Answers the next job; `None` when the server is closing.
    fn next(&self, app: &App) -> Option<()> {
        let (id, stored, cancel) = {
            let mut table = self.lock();
            loop {
                if app.is_closing() {
                    return None;
                }
                let next = table.queue.pop_front();
                let found = next.and_then(|id| table.all.get_mut(&id));
                if let Some(job) = found {
                    job.stored.job.state = JobState::Running;
                    job.publish();
                    break (job.stored.job.id.clone(), job.stored.clone(), job.cancel.clone());
                }
                if table.queue.is_empty() {
                    table = self.queued.wait(table).unwrap_or_else(PoisonError::into_inner);
                }
            }
        };
        let run = || {
            let clock = WallClock::new();
            let mut context = Context::new(cancel.clone(), &clock);
            context.caps = app.options.limits.caps;
            (context.commit, context.drawn_seed) = (app.options.commit, stored.seed);
            call(&stored.job.request, &context)
        };
        let result = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            Err(Error::new(ErrorKind::Internal, "the server failed; please report this"))
        });
        if app.is_closing() {
            // What a stopping server cancelled is begun again by the next one.
            return None;
        }
        let mut table = self.lock();
        // It may have been cancelled meanwhile.
        let Some(job) = table.all.get_mut(&id) else { return Some(()) };
        match result {
            Ok(answer) => {
                job.length = length_of(&answer);
                (job.stored.job.state, job.stored.job.answer) = (JobState::Done, Some(answer));
            }
            Err(error) => {
                (job.stored.job.state, job.stored.job.error) = (JobState::Failed, Some(error));
            }
        }
        if app.store.is_on_disk() && app.store.put_job(&id, &text_of(&job.stored)).is_ok() {
            job.stored.job.answer = None;
        }
        job.publish();
        Some(())
    }
}

fn length_of(answer: &quadrille_api::Answer) -> u64 {
    serde_json::to_vec(answer).map_or(0, |text| text.len() as u64)
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
