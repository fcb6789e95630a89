//! What follows from an assumption, each node with the causes that were found first.

use super::links::{Cause, links_of_off};
use super::marks::Marks;
use super::{Candidates, IDS, Id, cell_of, digit_of, has, id, insert};
use crate::cells::{bits, each};
use crate::deduction::{Link, Truth};
use crate::houses::HOUSES_OF;

/// A candidate that is on or off.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) id: Id,
    /// The index of the first cause: of an "on" node among the "off" ones, and the other way round.
    pub(super) parent: u16,
    pub(super) cause: Cause,
}

/// A use of a rule or of a nested chain within a run.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The causes, as a range of [`Run::causes`].
    pub(super) causes: (u32, u32),
    /// The kind, for words.
    pub(super) kind: &'static str,
    /// The index of the nested chain, if it is one.
    pub(super) nested: Option<u32>,
}

/// The links of a nested chain, or the sets of a rule, and what has to be off for it.
#[derive(Clone)]
pub(super) struct Evidence {
    pub(super) causes: Vec<Id>,
    pub(super) links: Vec<Link>,
    pub(super) truths: Vec<Truth>,
}

/// A node of a run: twice its index, plus 1 if it is on.
pub(super) type Place = u16;

/// What follows from an assumption.
///
/// "On" nodes are followed before "off" ones, each kind first come, first served. If the run is
/// dynamic, an "off" node is removed from the marks when it is followed. The order therefore tells
/// which were gone when an "on" node was found, and the causes beside its parent need no list.
#[derive(Clone)]
pub(super) struct Run {
    pub(super) on: Candidates,
    pub(super) off: Candidates,
    pub(super) ons: Vec<Node>,
    pub(super) offs: Vec<Node>,
    pub(super) steps: Vec<Step>,
    pub(super) causes: Vec<Id>,
    /// What shows each step, if it was wanted.
    pub(super) evidence: Vec<Evidence>,
    /// The nodes of a candidate that is both on and off, if there is one. The later one is no member
    /// of `on` or `off`.
    pub(super) clash: Option<[Place; 2]>,
    /// The rank of the level to which the run was made.
    pub(super) rank: u8,
    /// The lengths of `ons`, `offs`, `steps` and `causes` where rules lead no further.
    cut: Option<[usize; 4]>,
    is_dynamic: bool,
    has_cells: bool,
    next_on: usize,
    next_off: usize,
    /// The index of each candidate in `offs`.
    index: Box<[u16; IDS]>,
}

impl Run {
    pub(super) fn new() -> Self {
        Self {
            on: [0; 9],
            off: [0; 9],
            ons: Vec::new(),
            offs: Vec::new(),
            steps: Vec::new(),
            causes: Vec::new(),
            evidence: Vec::new(),
            clash: None,
            rank: 0,
            cut: None,
            is_dynamic: false,
            has_cells: false,
            next_on: 0,
            next_off: 0,
            index: Box::new([0; IDS]),
        }
    }

    /// Starts with an assumption. `has_cells` is whether a cell links its digits.
    pub(super) fn start(&mut self, start: Id, is_on: bool, is_dynamic: bool, has_cells: bool) {
        (self.on, self.off) = ([0; 9], [0; 9]);
        self.ons.clear();
        self.offs.clear();
        self.steps.clear();
        self.causes.clear();
        self.evidence.clear();
        (self.clash, self.next_on, self.next_off) = (None, 0, 0);
        (self.rank, self.cut) = (0, None);
        (self.is_dynamic, self.has_cells) = (is_dynamic, has_cells);
        let node = Node { id: start, parent: 0, cause: Cause::Assumption };
        if is_on {
            self.add_on(node);
        } else {
            self.add_off(node);
        }
    }

    fn add_on(&mut self, node: Node) {
        insert(&mut self.on, node.id);
        self.ons.push(node);
    }

    fn add_off(&mut self, node: Node) {
        insert(&mut self.off, node.id);
        self.index[usize::from(node.id)] = self.offs.len() as u16;
        self.offs.push(node);
    }

    /// The candidate with which the run starts.
    pub(super) fn start_id(&self) -> Id {
        let first = |nodes: &[Node]| {
            nodes.first().filter(|node| node.cause == Cause::Assumption).map(|node| node.id)
        };
        first(&self.ons).or_else(|| first(&self.offs)).expect("a run starts with an assumption")
    }

    /// Remembers the run as it is, if it was not remembered before.
    pub(super) fn set_cut(&mut self) {
        let lengths = [self.ons.len(), self.offs.len(), self.steps.len(), self.causes.len()];
        self.cut.get_or_insert(lengths);
    }

    /// Goes back to what was remembered, if there is something.
    pub(super) fn cut_back(&mut self) {
        let Some([ons, offs, steps, causes]) = self.cut else { return };
        for node in self.ons.drain(ons..) {
            self.on[digit_of(node.id)] &= !(1 << cell_of(node.id));
        }
        for node in self.offs.drain(offs..) {
            self.off[digit_of(node.id)] &= !(1 << cell_of(node.id));
        }
        self.steps.truncate(steps);
        self.causes.truncate(causes);
        self.evidence.clear();
        (self.clash, self.next_on, self.next_off) = (None, ons, offs);
    }

    /// The candidates that are off and whose links were followed: they are gone from the marks.
    pub(super) fn followed(&self) -> impl Iterator<Item = Id> {
        let count = if self.is_dynamic { self.next_off } else { 0 };
        self.offs[..count].iter().map(|off| off.id)
    }

    /// Adds an "off" node that a rule found.
    pub(super) fn add_by_rule(&mut self, off: Id, step: u16) -> bool {
        let is_new = !has(&self.off, off);
        if is_new {
            self.add_off(Node { id: off, parent: step, cause: Cause::Rule });
        }
        is_new
    }

    /// Follows the links until nothing new is found, or a candidate is both on and off.
    pub(super) fn follow(&mut self, marks: &mut Marks) {
        while self.clash.is_none() {
            if self.next_on < self.ons.len() {
                self.next_on += 1;
                self.follow_on(marks, (self.next_on - 1) as u16);
            } else if self.next_off < self.offs.len() {
                self.next_off += 1;
                self.follow_off(marks, (self.next_off - 1) as u16);
            } else {
                return;
            }
        }
    }

    fn follow_on(&mut self, marks: &Marks, parent: u16) {
        let on = self.ons[usize::from(parent)].id;
        let (cell, digit) = (cell_of(on), digit_of(on));
        if self.has_cells {
            for other in bits(marks.cells[cell] & !(1 << digit)) {
                self.meet_off(Node { id: id(cell, other), parent, cause: Cause::Cell });
                if self.clash.is_some() {
                    return;
                }
            }
        }
        let [in_box, in_row, in_column] = marks.peers(on);
        let [of_box, of_column, of_row] = HOUSES_OF[cell];
        let known = self.off[digit] & !self.on[digit];
        for (peers, house) in [(in_box, of_box), (in_row, of_row), (in_column, of_column)] {
            for peer in each(peers & !known) {
                self.meet_off(Node { id: id(peer, digit), parent, cause: Cause::House(house) });
                if self.clash.is_some() {
                    return;
                }
            }
        }
    }

    fn meet_off(&mut self, node: Node) {
        if has(&self.on, node.id) {
            let on = self.ons.iter().position(|on| on.id == node.id).expect("it is on");
            self.clash = Some([2 * on as u16 + 1, 2 * self.offs.len() as u16]);
            self.index[usize::from(node.id)] = self.offs.len() as u16;
            self.offs.push(node);
        } else if !has(&self.off, node.id) {
            self.add_off(node);
        }
    }

    fn follow_off(&mut self, marks: &mut Marks, parent: u16) {
        let off = self.offs[usize::from(parent)].id;
        let found = links_of_off(marks, off, self.has_cells);
        if self.is_dynamic {
            marks.remove(off);
        }
        for &(on, cause) in found.nodes() {
            let node = Node { id: on, parent, cause };
            if has(&self.off, on) {
                let off = self.index[usize::from(on)];
                self.clash = Some([2 * self.ons.len() as u16 + 1, 2 * off]);
                self.ons.push(node);
                return;
            }
            if !has(&self.on, on) {
                self.add_on(node);
            }
        }
    }

    /// The node of a candidate that is on or off.
    pub(super) fn place(&self, id: Id, is_on: bool) -> Place {
        if is_on {
            2 * self.ons.iter().position(|on| on.id == id).expect("it is on") as u16 + 1
        } else {
            2 * self.index[usize::from(id)]
        }
    }

    pub(super) fn node(&self, place: Place) -> Node {
        let nodes = if place & 1 != 0 { &self.ons } else { &self.offs };
        nodes[usize::from(place >> 1)]
    }

    /// Calls `f` with the causes of a node in the order in which they were found. `source` are the
    /// marks without the assumption.
    pub(super) fn each_cause(&self, source: &Marks, place: Place, mut f: impl FnMut(Place)) {
        let node = self.node(place);
        if place & 1 == 0 {
            match node.cause {
                Cause::Assumption => {}
                Cause::Rule => {
                    let (start, end) = self.steps[usize::from(node.parent)].causes;
                    for &off in &self.causes[start as usize..end as usize] {
                        f(2 * self.index[usize::from(off)]);
                    }
                }
                Cause::Cell | Cause::House(_) => f(2 * node.parent + 1),
            }
            return;
        }
        if node.cause == Cause::Assumption {
            return;
        }
        f(2 * node.parent);
        if !self.is_dynamic {
            return;
        }
        let (cell, digit) = (cell_of(node.id), digit_of(node.id));
        // What was removed from the marks before the parent was.
        let mut other = |off: Id| {
            if has(&self.off, off) && self.index[usize::from(off)] < node.parent {
                f(2 * self.index[usize::from(off)]);
            }
        };
        match node.cause {
            Cause::Cell => bits(source.cells[cell]).for_each(|digit| other(id(cell, digit))),
            Cause::House(house) => {
                let places = source.places(house.into(), digit) & self.off[digit];
                each(places).for_each(|cell| other(id(cell, digit)));
            }
            Cause::Assumption | Cause::Rule => {}
        }
    }

    /// Finds a node and all that it follows from, nearest first.
    pub(super) fn trace(&self, source: &Marks, start: Place, trace: &mut Trace) {
        trace.clear();
        trace.add(start);
        let mut next = 0;
        while next < trace.places.len() {
            let place = trace.places[next];
            self.each_cause(source, place, |cause| trace.add(cause));
            next += 1;
        }
    }
}

/// The nodes that a node follows from.
pub(super) struct Trace {
    pub(super) places: Vec<Place>,
    seen: [u64; 24],
}

impl Trace {
    pub(super) fn new() -> Self {
        Self { places: Vec::new(), seen: [0; 24] }
    }

    fn clear(&mut self) {
        self.places.clear();
        self.seen = [0; 24];
    }

    fn add(&mut self, place: Place) {
        let (word, bit) = (usize::from(place >> 6), 1 << (place & 63));
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.places.push(place);
        }
    }
}
