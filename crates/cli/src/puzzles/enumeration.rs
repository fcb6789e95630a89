//! `solve --solutions N`: several solutions of each puzzle, written as they are found: there may be
//! more of them than fit into memory.

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;

use quadrille_engine::solve::Solver;
use quadrille_engine::{Clock, Meter, Puzzle, Status, Stop, format};
use quadrille_lab::Configuration;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::solving::{Counted, Solve, exit_of, status, unsupported};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::arguments::Inputs;
use crate::io::input::{Together, answer_in_turn};
use crate::io::json;
use crate::io::output::Output;

/// Several solutions of each puzzle.
pub(super) struct Enumeration<'s, 'c> {
    /// Finds up to two solutions of many puzzles together.
    solve: &'s Solve<'c>,
    solver: Solver,
}

/// Returns the exact solver that an algorithm is.
fn exact(configuration: &Configuration) -> Result<Solver, Failure> {
    Solver::ALL.iter().copied().find(|solver| solver.id() == configuration.entry.id).ok_or_else(
        || {
            let ids: Vec<&str> = Solver::ALL.iter().map(|solver| solver.id()).collect();
            Failure::usage(format!(
                "--solutions needs an exact solver, which `{}` is not; use --with {}",
                configuration.entry.id,
                ids.join(" or ")
            ))
        },
    )
}

impl<'s, 'c> Enumeration<'s, 'c> {
    /// Creates an enumeration by the algorithm of `solve`, which must be an exact solver.
    pub(super) fn of(solve: &'s Solve<'c>) -> Result<Self, Failure> {
        Ok(Self { solve, solver: exact(&solve.configuration)? })
    }

    pub(super) fn run(&self, inputs: Inputs) -> Result<Exit, Failure> {
        let Self { solve, .. } = *self;
        // Two fit into memory for any number of puzzles.
        let few = solve.together && solve.wanted == 2;
        let together = if few { Together::Lines(solve) } else { Together::Single };
        let mut out = Output::open(solve.context)?;
        let answer = |file: &str, line, puzzle: &Puzzle, out: &mut Output| {
            self.write(file, line, puzzle, out)
        };
        answer_in_turn(solve, inputs, &together, &mut out, solve.context, answer)
    }

    /// Writes the solutions of a puzzle as they are found.
    fn write(
        &self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        let Self { solve, solver } = *self;
        let mut meter = solve.meter();
        let status = if solve.context.json {
            self.object(file, line, puzzle, &mut meter, out)?
        } else {
            let (found, stop) = self.search(puzzle, &mut meter, &mut |text| out.line(text))?;
            if found == 0 {
                out.line(stop.status().id())?;
            }
            status(found, stop)
        };
        if status == Status::Unsupported {
            solve.context.bad_input(&unsupported(file, line, solver.id()));
        }
        Ok(exit_of(status))
    }

    /// Passes solutions to a function, which may fail, and returns how many there were.
    fn search<E>(
        &self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        write: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<(u64, Stop), E> {
        let (mut found, mut failed) = (0, None);
        let stop = self.solver.solve_up_to(self.solve.wanted, puzzle, meter, &mut |solution| {
            found += 1;
            failed = write(&format::line::text_of(solution.grid())).err();
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        failed.map_or(Ok((found, stop)), Err)
    }

    /// Writes the solutions as an object, one by one: the list may be endless. Ctrl-C completes it.
    fn object(
        &self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        out: &mut Output,
    ) -> Result<Status, Failure> {
        let Solve { context, clock, .. } = self.solve;
        let (id, seed) = (self.solver.id(), context.seed());
        let (cancelled, stop) = (Stop::Cancelled.status().id(), Stop::Cancelled.id());
        let ending = format!(
            "],\"status\":\"{cancelled}\",\"algorithm\":\"{id}\",\"seed\":{seed},\"stop\":\"{stop}\"}}\n"
        );
        let (wall, cpu) = (clock.wall(), clock.cpu());
        let mut pieces = Pieces { out: &mut *out, piece: Vec::new(), ending: Some(ending) };
        let mut object = || {
            let mut serializer = serde_json::Serializer::with_formatter(&mut pieces, Flushing);
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("file", file)?;
            map.serialize_entry("line", &line)?;
            map.serialize_entry("puzzle", &puzzle.to_string())?;
            let (list, result) = (RefCell::new(&mut *meter), RefCell::new(None));
            map.serialize_entry(
                "solutions",
                &Found { enumeration: self, puzzle, meter: list, result: &result },
            )?;
            let (found, stop) = result.into_inner().expect("the list was written");
            let status = status(found, stop);
            map.serialize_entry("status", status.id())?;
            map.serialize_entry("algorithm", id)?;
            map.serialize_entry("seed", &seed)?;
            let (counted, ids) = (&meter.counters, &self.solve.ids[..]);
            map.serialize_entry("counters", &Counted { counted, ids })?;
            map.serialize_entry("stop", stop.id())?;
            map.serialize_entry("seconds", &(clock.wall() - wall).as_secs_f64())?;
            map.serialize_entry("cpu_seconds", &(clock.cpu() - cpu).as_secs_f64())?;
            SerializeMap::end(map)?;
            Ok::<Status, serde_json::Error>(status)
        };
        let written = object();
        let rest = pieces.piece;
        let status = written.map_err(|error| out.failure(error.into()))?;
        out.end_line(&rest)?;
        Ok(status)
    }
}

/// The list of solutions, which is searched for while it is written.
struct Found<'a, 'm> {
    enumeration: &'a Enumeration<'a, 'a>,
    puzzle: &'a Puzzle,
    meter: RefCell<&'a mut Meter<'m>>,
    /// How many there were, and why the search ended.
    result: &'a RefCell<Option<(u64, Stop)>>,
}

impl Serialize for Found<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut meter = self.meter.borrow_mut();
        let write = &mut |text: &str| list.serialize_element(text);
        *self.result.borrow_mut() =
            Some(self.enumeration.search(self.puzzle, &mut meter, write)?);
        SerializeSeq::end(list)
    }
}

/// Flushes the writer at the start of a list and after each element.
struct Flushing;

impl serde_json::ser::Formatter for Flushing {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        json::write_fragment(writer, fragment)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"[")?;
        writer.flush()
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.flush()
    }
}

/// Writes to an output in pieces that end where it was flushed, so that Ctrl-C finds complete
/// elements.
struct Pieces<'a> {
    out: &'a mut Output,
    piece: Vec<u8>,
    ending: Option<String>,
}

impl Write for Pieces<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.part_of_line(&self.piece, self.ending.take())?;
        self.piece.clear();
        Ok(())
    }
}
