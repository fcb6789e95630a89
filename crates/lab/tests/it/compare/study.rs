//! The life of a comparison: however often it is interrupted, it ends as one that was not.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;

use quadrille_core::{CancelFlag, NoClock, Rng};
use quadrille_lab::experiment::log::{Header, LogContents, read_log};
use quadrille_lab::experiment::{Experiment, Finished, Shard, Table, TrialRow};
use quadrille_lab::registry::Registry;
use quadrille_lab::report::{LOG, ReportFiles, TableFormat};
use quadrille_lab::study::{OpenError, Opened, Start, Store, Study, StudyPlan};

use super::merge::{bad_lines, header, registered};

/// A comparison in memory.
#[derive(Default)]
pub(super) struct Files {
    pub(super) log: Vec<u8>,
    files: RefCell<BTreeMap<&'static str, Vec<u8>>>,
    /// Bytes that the log can take; any number if there is no limit.
    pub(super) room: Option<usize>,
}

impl Files {
    pub(super) fn of(log: Vec<u8>) -> Self {
        Self { log, ..Self::default() }
    }

    /// Returns all files with their names.
    pub(super) fn all(self) -> BTreeMap<&'static str, Vec<u8>> {
        let mut all = self.files.into_inner();
        all.insert(LOG, self.log);
        all
    }
}

impl ReportFiles for Files {
    type Error = io::Error;

    fn write(
        &self,
        name: &'static str,
        fill: &mut dyn FnMut(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut content = Vec::new();
        fill(&mut content)?;
        self.files.borrow_mut().insert(name, content);
        Ok(())
    }

    fn read(&self, each: &mut dyn FnMut(&mut Table, TrialRow)) -> io::Result<Option<LogContents>> {
        read_log(&self.log[..], &Registry::default(), each).map_err(io::Error::other)
    }
}

impl Store for Files {
    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        assert!(lines.ends_with(b"\n"), "whole lines");
        if self.room.is_some_and(|room| self.log.len() + lines.len() > room) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.log.extend(lines);
        Ok(())
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.log.truncate(length as usize);
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.log.clear();
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Open<'e> = Result<Study<'e, Files>, OpenError<io::Error>>;

pub(super) fn open(
    experiment: &Experiment,
    header: Header,
    files: Files,
    start: Start,
    threads: usize,
) -> Open<'_> {
    let threads = NonZeroUsize::new(threads).unwrap();
    let cancel = CancelFlag::new();
    let plan = StudyPlan { experiment, header, bad_lines: bad_lines() };
    Study::open(plan, files, start, threads, &cancel, || ())
}

/// Runs up to that many trials.
fn run(study: &mut Study<'_, Files>, most: u64) -> io::Result<Finished> {
    let cancel = CancelFlag::new();
    let (one, before) = (NonZeroUsize::MIN, study.counts());
    study.run(one, &cancel, &NoClock, |table, _, at| {
        let rows = (table.rows.len() + table.controls.len()) as u64;
        assert_eq!((rows, at.done, at.planned), (at.done, at.done, before.1));
        if at.done - before.0 == most {
            cancel.cancel();
        }
    })
}

fn lines(log: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = log.split_inclusive(|&byte| byte == b'\n').collect();
    lines.sort_unstable();
    lines
}

#[test]
fn however_often_it_is_interrupted_it_ends_as_one_that_was_not() {
    let experiment = registered();
    for shard in [None, Some(Shard::new(2, 2).unwrap())] {
        let header = || header(&experiment, shard);
        let mut whole = open(&experiment, header(), Files::default(), Start::Resume, 1).unwrap();
        let Opened { done, left, was_cut } = whole.opened();
        assert!(done == 0 && left > 20 && !was_cut);
        assert_eq!(run(&mut whole, u64::MAX).unwrap(), Finished::All);
        assert_eq!(whole.counts(), (left, left));
        let summary = whole.report(&[TableFormat::Csv], true).unwrap();
        let (.., files) = whole.into_parts();
        let whole = files.all();

        let mut rng = Rng::from_seed(3);
        let (mut files, mut done) = (Files::default(), 0);
        loop {
            // A killed process leaves part of a line.
            let was_cut = done > 0 && rng.below(2) == 0;
            if was_cut {
                files.log.extend(br#"{"type":"run","run":"#);
            }
            let mut study = open(&experiment, header(), files, Start::Resume, 1).unwrap();
            assert_eq!(study.opened(), Opened { done, left: left - done, was_cut });
            let finished = run(&mut study, 1 + rng.below(9) as u64).unwrap();
            done = study.counts().0;
            if finished == Finished::All {
                assert_eq!(study.report(&[TableFormat::Csv], true).unwrap(), summary);
                let (.., files) = study.into_parts();
                let mut all = files.all();
                // Trials end in another order.
                assert_eq!(lines(&all.remove(LOG).unwrap()), lines(&whole[LOG]));
                assert!(all.iter().all(|(name, file)| *name == "runs.csv" || whole[name] == *file));
                break;
            }
            files = study.into_parts().2;
        }
        // What is finished has nothing left.
        let files = Files::of(whole[LOG].clone());
        let again = open(&experiment, header(), files, Start::Resume, 1).unwrap();
        assert_eq!(again.opened(), Opened { done: left, left: 0, was_cut: false });
    }
}

#[test]
fn another_experiment_is_refused_with_the_difference() {
    let experiment = registered();
    let mut study =
        open(&experiment, header(&experiment, None), Files::default(), Start::Resume, 2).unwrap();
    run(&mut study, 3).unwrap();
    let (.., files) = study.into_parts();
    let log = files.log;
    let other = Experiment { seed: experiment.seed + 1, ..registered() };
    let open = |start| open(&other, header(&other, None), Files::of(log.clone()), start, 1);
    match open(Start::Resume) {
        Err(OpenError::Other { differences }) => {
            let seed = experiment.seed;
            assert_eq!(differences, format!("seed: {seed} there, {} here", seed + 1));
        }
        other => panic!("{:?}", other.map(|study| study.opened())),
    }
    assert_eq!(open(Start::Anew).unwrap().opened().done, 0);
    // A log of another machine is continued, and names both.
    let header = Header { machine: "another".to_owned(), ..header(&experiment, None) };
    let files = Files::of(log.clone());
    let study = super::study::open(&experiment, header, files, Start::Resume, 1).unwrap();
    assert!(study.store().log.ends_with(b"\n") && study.store().log.len() > log.len());
    let machines = study.store().read(&mut |_, _| ()).unwrap().unwrap().machines;
    assert_eq!(machines.into_iter().collect::<Vec<_>>(), ["a machine", "another"]);
}

#[test]
fn a_full_store_loses_nothing_that_is_done() {
    let experiment = registered();
    let header = || header(&experiment, None);
    let mut study = open(&experiment, header(), Files::default(), Start::Resume, 1).unwrap();
    run(&mut study, 2).unwrap();
    let (.., mut files) = study.into_parts();
    files.room = Some(files.log.len() + 2000);
    let mut study = open(&experiment, header(), files, Start::Resume, 1).unwrap();
    let error = run(&mut study, u64::MAX).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    let done = study.counts().0;
    let (.., mut files) = study.into_parts();
    files.room = None;
    let study = open(&experiment, header(), files, Start::Resume, 1).unwrap();
    assert_eq!(study.opened().done, done);
    assert!(done > 2);
}
