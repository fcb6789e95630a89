//! `mcts`: Monte-Carlo tree search (Coulom 2006; UCT, Kocsis and Szepesvári 2006), with
//! progressive widening over statically ordered moves.
//!
//! Games are played out by a light policy: of a few placements drawn at random the one that looks
//! best is played. The result is won or lost, with a little weight on the margin so that a lost
//! game is lost by little; with `goal=margin` it is the margin alone.

use std::sync::Arc;

use quadrille_engine::{CancelFlag, Meter, Rng, Stop};
use quadrille_lab::registry::{Kind, Parameter, Parameters, Value};

use super::blocks::NodeBlocks;
use super::entry::{Agent, AgentEntry, Build, Forfeit, any_rules};
use super::limits::{Deadline, Limits, MS, NODES};
use super::passing::Terms;
use super::strong::wide;
use super::strong::{Field, Spot, Undo, each};
use crate::game::{GameState, Move, Passing, Ruleset, Seat};

/// The entry of the player.
pub(super) const ENTRY: AgentEntry = AgentEntry {
    id: "mcts",
    title: "Monte-Carlo tree search",
    about: "Plays games out at random and follows the moves that win; needs no evaluation.",
    parameters: &[
        MS,
        NODES,
        Parameter {
            name: "goal",
            kind: Kind::Choice(&["win", "margin"]),
            default: Value::Choice("win"),
            help: "whether to win, or to win by much",
        },
        Parameter {
            name: "explore",
            kind: Kind::Real(0.0, 10.0),
            default: Value::Real(0.4),
            help: "the weight of moves not tried often, against those that did well",
        },
    ],
    deterministic: false,
    supports: any_rules,
    build: Build::Ready(|parameters| Box::new(Mcts::new(parameters))),
};

struct Mcts {
    limits: Limits,
    explore: f64,
    margin_only: bool,
    rng: Rng,
}

impl Mcts {
    fn new(parameters: &Parameters) -> Self {
        Self {
            limits: Limits::of(parameters),
            explore: parameters.real("explore"),
            margin_only: parameters.choice("goal") == "margin",
            rng: Rng::from_seed(0),
        }
    }
}

impl Agent for Mcts {
    fn start(
        &mut self,
        _: &Arc<Ruleset>,
        seat: Seat,
        seed: u64,
        _: &CancelFlag,
    ) -> Result<(), Forfeit> {
        self.rng = Rng::derive(seed, &[ENTRY.id, &seat.to_string()]);
        Ok(())
    }

    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, Forfeit> {
        let rules = state.rules();
        let deadline = self.limits.start(state, meter);
        let mut blocks = NodeBlocks::new(meter, deadline.nodes());
        let Some(field) = Field::new(state.board()) else {
            return wide::choose(state, &mut blocks, &deadline);
        };
        let [first, second] = state.scores();
        let lead = match state.seat() {
            Seat::First => first - second,
            Seat::Second => second - first,
        };
        let mut tree = Tree {
            field,
            terms: Terms::of(rules),
            lead,
            after_pass: state.after_pass(),
            explore: self.explore,
            margin_only: self.margin_only,
            nodes: vec![Node::default()],
            rng: &mut self.rng,
            path: Vec::new(),
            undos: Vec::new(),
        };
        // Games played out look at the clock; where the tree holds the whole rest of the game there
        // are none, so the clock is looked at here too.
        for iteration in 1_u64.. {
            let looked =
                if iteration.is_multiple_of(32) { deadline.check(&mut blocks) } else { Ok(()) };
            match looked.and_then(|()| tree.iterate(&mut blocks, &deadline)) {
                Ok(()) if tree.nodes.len() < Tree::MOST_NODES => {}
                Err(Stop::Cancelled) => return Err(Forfeit::Cancelled),
                Ok(()) | Err(_) => break,
            }
        }
        Ok(tree.best())
    }
}

/// What a branch of the tree does.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Branch {
    #[default]
    Pass,
    Place(Spot),
}

/// A position of the tree, and the branch that led to it.
#[derive(Clone, Copy, Default)]
struct Node {
    branch: Branch,
    visits: u32,
    /// Results for the player who chose the branch, 0 to 1 each.
    total: f64,
    /// Its children, the most promising first; none before its second visit.
    first: u32,
    count: u32,
}

struct Tree<'t> {
    field: Field,
    terms: Terms,
    /// Own points less the opponent's.
    lead: i32,
    after_pass: bool,
    explore: f64,
    margin_only: bool,
    nodes: Vec<Node>,
    rng: &'t mut Rng,
    path: Vec<u32>,
    undos: Vec<Undo>,
}

impl Tree<'_> {
    /// Some 100 MB.
    const MOST_NODES: usize = 3_000_000;

    /// Down the tree, one node more, a game played out, and the result up again.
    fn iterate(
        &mut self,
        blocks: &mut NodeBlocks<'_, '_>,
        deadline: &Deadline,
    ) -> Result<(), Stop> {
        self.path.clear();
        let result = self.descend(blocks, deadline);
        for undo in self.undos.drain(..).rev() {
            self.field.undo(&undo);
        }
        let margin = result?;
        let mut reward = self.reward(margin);
        // The root's branch is the opponent's: its results are not ours.
        reward = 1.0 - reward;
        for &index in &self.path {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            node.total += reward;
            reward = 1.0 - reward;
        }
        Ok(())
    }

    /// The final margin of a game from the root, as its mover sees it.
    fn descend(
        &mut self,
        blocks: &mut NodeBlocks<'_, '_>,
        deadline: &Deadline,
    ) -> Result<i32, Stop> {
        let (mut margin, mut sign, mut after_pass) = (self.lead, 1, self.after_pass);
        let mut index = 0_u32;
        loop {
            blocks.take(1)?;
            self.path.push(index);
            if self.field.live == 0 {
                return Ok(margin);
            }
            let node = self.nodes[index as usize];
            if node.count == 0 {
                if node.visits == 0 && index != 0 {
                    return Ok(margin + sign * self.play_out(after_pass, blocks, deadline)?);
                }
                self.expand(index, after_pass);
            }
            let Some(child) = self.select(index) else {
                return Ok(margin);
            };
            match self.nodes[child as usize].branch {
                Branch::Pass => {
                    margin -= sign * self.terms.pass_cost;
                    if after_pass {
                        // Both pass: the game ends, or nothing happens any more.
                        self.path.push(child);
                        return Ok(margin);
                    }
                    after_pass = true;
                }
                Branch::Place(spot) => {
                    margin += sign * self.place(spot);
                    after_pass = false;
                }
            }
            sign = -sign;
            index = child;
        }
    }

    fn reward(&self, margin: i32) -> f64 {
        let margin = f64::from(margin);
        let by = 0.5 + 0.5 * margin / (60.0 + margin.abs());
        if self.margin_only {
            return by;
        }
        let won = if margin > 0.0 {
            1.0
        } else if margin < 0.0 {
            0.0
        } else {
            0.5
        };
        0.85 * won + 0.15 * by
    }

    fn place(&mut self, spot: Spot) -> i32 {
        let houses = self.field.completes(usize::from(spot.cell));
        let undo = self.field.place(spot);
        self.undos.push(undo);
        i32::from(spot.digit) + self.terms.bonus * houses
    }

    fn expand(&mut self, index: u32, after_pass: bool) {
        let first = self.nodes.len() as u32;
        let mut moves = Vec::new();
        for cell in each(self.field.live) {
            let mut digits = self.field.digits[cell];
            while digits != 0 {
                let digit = (digits.trailing_zeros() + 1) as u8;
                digits &= digits - 1;
                let spot = Spot { cell: cell as u8, digit };
                moves.push((self.field.promise(spot, self.terms.bonus), spot));
            }
        }
        moves.sort_by_key(|&(promise, spot)| (-promise, spot));
        let mut branches: Vec<Branch> =
            moves.iter().map(|&(_, spot)| Branch::Place(spot)).collect();
        if self.terms.passing.allows(after_pass) {
            let worse = moves.iter().position(|&(promise, _)| promise < -self.terms.pass_cost);
            branches.insert(worse.unwrap_or(branches.len()).min(3), Branch::Pass);
        }
        self.nodes.extend(branches.into_iter().map(|branch| Node { branch, ..Node::default() }));
        let count = self.nodes.len() as u32 - first;
        let node = &mut self.nodes[index as usize];
        (node.first, node.count) = (first, count);
    }

    /// The child to try: of the first few, more of them with more visits, the one with the best
    /// upper confidence bound.
    fn select(&self, index: u32) -> Option<u32> {
        let node = &self.nodes[index as usize];
        let visits = f64::from(node.visits.max(1));
        let wide = ((3.0 + 1.5 * libm::sqrt(visits)) as u32).min(node.count);
        let log = libm::log(visits + 1.0);
        let bound = |child: u32| {
            let child = &self.nodes[child as usize];
            if child.visits == 0 {
                return 1e9;
            }
            let n = f64::from(child.visits);
            child.total / n + self.explore * libm::sqrt(log / n)
        };
        // The first of the best, so that untried children come in their order.
        (node.first..node.first + wide).rev().max_by(|&a, &b| bound(a).total_cmp(&bound(b)))
    }

    /// Plays to the end and says what the mover won on the way.
    fn play_out(
        &mut self,
        mut after_pass: bool,
        blocks: &mut NodeBlocks<'_, '_>,
        deadline: &Deadline,
    ) -> Result<i32, Stop> {
        let (mut margin, mut sign) = (0, 1);
        deadline.check(blocks)?;
        while self.field.live != 0 {
            blocks.take(1)?;
            let (promise, spot) = self.draw();
            let passes = promise < -self.terms.pass_cost && self.terms.passing.allows(after_pass);
            if passes {
                margin -= sign * self.terms.pass_cost;
                if after_pass && self.terms.passing != Passing::NoDoublePass {
                    break;
                }
            } else {
                margin += sign * self.place(spot);
            }
            after_pass = passes;
            sign = -sign;
        }
        Ok(margin)
    }

    /// The most promising of some placements drawn at random.
    fn draw(&mut self) -> (i32, Spot) {
        let live = self.field.live.count_ones() as usize;
        let mut best = None;
        for _ in 0..4 {
            let nth = self.rng.below(live);
            let cell = each(self.field.live).nth(nth).expect("below their number");
            let digit = 64 - self.field.digits[cell].leading_zeros();
            let spot = Spot { cell: cell as u8, digit: digit as u8 };
            let promise = self.field.promise(spot, self.terms.bonus);
            if best.is_none_or(|(most, _)| promise > most) {
                best = Some((promise, spot));
            }
        }
        best.expect("drawn four times")
    }

    /// The branch of the root that was followed most.
    fn best(mut self) -> Move {
        if self.nodes[0].count == 0 {
            self.expand(0, self.after_pass);
        }
        let root = self.nodes[0];
        let children = &self.nodes[root.first as usize..(root.first + root.count) as usize];
        let most = children.iter().rev().max_by_key(|child| child.visits);
        match most.expect("a game that goes on has a move").branch {
            Branch::Pass => Move::Pass,
            Branch::Place(spot) => Move::Place(self.field.candidate(spot)),
        }
    }
}
