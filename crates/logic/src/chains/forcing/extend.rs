//! Runs, and where links lead no further, rules and nested chains.

use std::ops::ControlFlow::{self, Break, Continue};

use super::super::cycles::{Cycles, Wants};
use super::super::marks::Marks;
use super::super::needs::needs;
use super::super::nested::Nested;
use super::super::quiet::Quiet;
use super::super::rules::{RULES, Removal};
use super::super::run::{Evidence, Run, Step};
use super::super::{Config, Id};
use super::{Context, Forcing};

impl Forcing {
    /// Makes the run of an assumption, if it is not there yet.
    ///
    /// Every level begins as the one below it, and continues where that ends; only the levels with
    /// nested dynamic chains begin as the one with rules. So earlier runs continue.
    pub(super) fn make(
        &mut self,
        context: &mut Context<'_>,
        grid: &Marks,
        start: Id,
        is_on: bool,
    ) -> ControlFlow<()> {
        let (kind, rank) = (usize::from(is_on), self.config.rank());
        let slot = self.slots[kind][usize::from(start)];
        let slot = match slot {
            Some(slot) if self.runs[kind][usize::from(slot)].rank == rank => return Continue(()),
            Some(slot) => usize::from(slot),
            None => {
                let slot = self.used[kind];
                self.used[kind] += 1;
                self.slots[kind][usize::from(start)] = Some(slot);
                if usize::from(slot) == self.runs[kind].len() {
                    self.runs[kind].push(Run::new());
                }
                let run = &mut self.runs[kind][usize::from(slot)];
                run.start(start, is_on, self.config.dynamic, !self.config.nishio);
                slot.into()
            }
        };
        (context.poll)()?;
        let run = &mut self.runs[kind][slot];
        if run.rank >= 2 && rank >= 4 {
            run.cut_back();
        }
        run.rank = rank;
        if run.clash.is_some() {
            return Continue(());
        }
        self.marks.clone_from(grid);
        for off in run.followed() {
            self.marks.remove(off);
        }
        loop {
            let run = &mut self.runs[kind][slot];
            run.follow(&mut self.marks);
            if run.clash.is_some() || rank == 0 {
                return Continue(());
            }
            if !self.advance(context, grid, kind, slot)? {
                return Continue(());
            }
        }
    }

    /// Looks for a rule or a nested chain where the links of a run lead no further. Returns whether
    /// there is one.
    fn advance(
        &mut self,
        context: &mut Context<'_>,
        grid: &Marks,
        kind: usize,
        slot: usize,
    ) -> ControlFlow<(), bool> {
        let Self { config, marks, removal, inner, wants_evidence, has_chain, calm, .. } = self;
        let known = &mut self.nested;
        let run = &mut self.runs[kind][slot];
        let start = run.start_id();
        let key = Quiet::key(marks);
        let rules = if self.is_nested { 0 } else { Quiet::RULES };
        let (marks, wants_evidence) = (&*marks, *wants_evidence);
        let mut found =
            Finds { run, known, source: grid, marks, wants_evidence, any: false, new: false };
        if !context.quiet.has(key, rules) {
            for rule in RULES {
                rule(context.frame, grid, marks, removal, &mut |removal| found.add(removal, None));
                if found.any {
                    return Continue(found.new);
                }
            }
            context.quiet.insert(key, rules);
        }
        found.run.set_cut();
        let mut searches = [None; 2];
        match config.level {
            0 | 1 => {}
            2 => searches = [Some(Quiet::CYCLES), None],
            3 => searches = [Some(Quiet::CYCLES), Some(Quiet::MULTIPLE)],
            _ => searches = [Some(Quiet::DYNAMIC << config.nested_level), None],
        }
        for search in searches.into_iter().flatten() {
            if context.quiet.has(key, search) {
                continue;
            }
            if search == Quiet::CYCLES && calm.is_calm(start, kind == 1, marks) {
                context.quiet.insert(key, search);
                continue;
            }
            let plain = Config::MULTIPLE;
            let mut report = |removal: &Removal, nested: Nested| found.add(removal, Some(nested));
            let count = match search {
                Quiet::CYCLES => {
                    let cycles = inner.cycles.get_or_insert_with(|| Box::new(Cycles::new()));
                    let Context { closure, poll, .. } = context;
                    let wants = Wants { is_bounded: !*has_chain, wants_evidence };
                    cycles.nested(closure, grid, marks, wants, poll, &mut report)
                }
                Quiet::MULTIPLE => {
                    let new = || Box::new(Self::new(plain, true));
                    let multiple = inner.multiple.get_or_insert_with(new);
                    multiple.nested(wants_evidence, context, grid, marks, &mut report)
                }
                _ => {
                    let level = Config { dynamic: true, level: config.nested_level, ..plain };
                    let new = || Box::new(Self::new(level, true));
                    let dynamic = inner.dynamic.get_or_insert_with(new);
                    dynamic.set_level(level);
                    dynamic.nested(wants_evidence, context, grid, marks, &mut report)
                }
            };
            match count {
                Continue(0) => {
                    context.quiet.insert(key, search);
                    if search == Quiet::CYCLES {
                        calm.insert(start, kind == 1, marks);
                    }
                }
                Continue(_) => {}
                Break(()) => return Break(()),
            }
            if found.any {
                return Continue(found.new);
            }
        }
        Continue(false)
    }
}

/// Takes what a rule or a nested chain removes into a run.
struct Finds<'a> {
    run: &'a mut Run,
    known: &'a mut Vec<Nested>,
    /// The marks before the run, and those of now.
    source: &'a Marks,
    marks: &'a Marks,
    wants_evidence: bool,
    any: bool,
    new: bool,
}

impl Finds<'_> {
    fn add(&mut self, removal: &Removal, nested: Option<Nested>) {
        self.any = true;
        let run = &mut *self.run;
        let step = run.steps.len() as u16;
        let start = run.causes.len() as u32;
        run.causes.extend_from_slice(&removal.causes);
        let causes = (start, run.causes.len() as u32);
        if self.wants_evidence {
            let (source, marks) = (self.source, self.marks);
            run.evidence.push(if nested.is_some() {
                let links = removal.links.clone();
                Evidence { causes: needs(source, marks, &links), links, truths: Vec::new() }
            } else {
                let (causes, truths) = (removal.causes.clone(), removal.pattern.truths(source));
                Evidence { causes, links: Vec::new(), truths }
            });
        }
        let nested = nested.map(|nested| {
            self.known.push(nested);
            self.known.len() as u32 - 1
        });
        run.steps.push(Step { causes, kind: removal.kind, nested });
        for &off in &removal.removed {
            self.new |= run.add_by_rule(off, step);
        }
    }
}
