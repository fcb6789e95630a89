//! `solve --solutions N`: several solutions of each puzzle, written as they are found: there may be
//! more of them than fit into memory.

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;

use quadrille_api::json;
use quadrille_core::solve::Solver;
use quadrille_core::{Clock, Meter, Puzzle, Status, Stop};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::solving::{Solve, unsupported};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::arguments::Inputs;
use crate::io::asking::ask_in_turn;
use crate::io::at::At;
use crate::io::output::Output;

/// Several solutions of each puzzle.
pub(super) struct Enumeration<'s, 'c> {
    /// Finds up to two solutions of many puzzles together.
    pub(super) command: &'s Solve<'c>,
}

impl Enumeration<'_, '_> {
    pub(super) fn run(&self, inputs: Inputs) -> Result<Exit, Failure> {
        // Two solutions fit into memory for any number of puzzles, which are solved together.
        let mut out = Output::open(self.command.context)?;
        let write = |at: &At<'_>, puzzle: &Puzzle, out: &mut Output| self.write(at, puzzle, out);
        ask_in_turn(self.command, inputs, &mut out, self.command.context, write)
    }

    /// Writes the solutions of a puzzle as they are found.
    fn write(&self, at: &At<'_>, puzzle: &Puzzle, out: &mut Output) -> Result<Exit, Failure> {
        let Solve { solve, limits, clock, context, .. } = self.command;
        let node = solve.configuration.entry.nodes;
        let mut meter = Meter::new(*limits, node, &context.cancel, clock).expect("the clock runs");
        let status = if context.json {
            self.object(at, puzzle, &mut meter, out)?
        } else {
            let (found, stop) = self.search(puzzle, &mut meter, &mut |text| out.line(text))?;
            if found == 0 {
                out.line(stop.status().id())?;
            }
            solve.status(found, stop)
        };
        if status == Status::Unsupported {
            context.bad_input(&unsupported(at, solve));
        }
        Ok(match status {
            Status::Solved => Exit::Done,
            Status::Unsupported => Exit::Usage,
            _ => Exit::No,
        })
    }

    /// Passes solutions to a function, which may fail, and returns how many there were.
    fn search<E>(
        &self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        write: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<(u64, Stop), E> {
        let (mut found, mut failed) = (0, None);
        let solve = &self.command.solve;
        let solver = solve.solver().unwrap_or(Solver::Auto);
        let stop = solver.solve_up_to(solve.solutions, puzzle, meter, &mut |solution| {
            found += 1;
            failed = write(&quadrille_formats::line::text_of(solution.grid())).err();
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        failed.map_or(Ok((found, stop)), Err)
    }

    /// Writes the solutions as an object, one by one: the list may be endless. Ctrl-C completes it.
    fn object(
        &self,
        at: &At<'_>,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        out: &mut Output,
    ) -> Result<Status, Failure> {
        let Solve { solve, context, clock, .. } = self.command;
        let (id, seed) = (solve.name(), context.seed());
        let (cancelled, stop) = (Stop::Cancelled.status().id(), Stop::Cancelled.id());
        let ending = format!(
            "],\"status\":\"{cancelled}\",\"algorithm\":\"{id}\",\"seed\":{seed},\"stop\":\"{stop}\"}}\n"
        );
        let (wall, cpu) = (clock.wall(), clock.cpu());
        let mut pieces = Pieces { out: &mut *out, piece: Vec::new(), ending: Some(ending) };
        let mut object = || {
            let mut serializer = serde_json::Serializer::with_formatter(&mut pieces, Flushing);
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("file", at.file)?;
            map.serialize_entry("line", &at.line)?;
            map.serialize_entry("puzzle", &puzzle.to_string())?;
            let (list, result) = (RefCell::new(&mut *meter), RefCell::new(None));
            map.serialize_entry(
                "solutions",
                &Found { enumeration: self, puzzle, meter: list, result: &result },
            )?;
            let (found, stop) = result.into_inner().expect("the list was written");
            let status = solve.status(found, stop);
            map.serialize_entry("status", status.id())?;
            map.serialize_entry("algorithm", id)?;
            map.serialize_entry("seed", &seed)?;
            map.serialize_entry("counters", &solve.counted(meter.counters))?;
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
