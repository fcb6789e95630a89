//! `mcts`: Monte-Carlo tree search (Coulom 2006; UCT, Kocsis and Szepesvári 2006), with
//! progressive widening over statically ordered moves.
//!
//! Playouts draw a few placements at random and play the one with the best score. The result is the
//! win or loss, with a small weight on the margin so that lost games are lost by little; with
//! `goal=margin` it is only the margin.

use quadrille_core::{Digit, Meter, Rng, Stop};
use quadrille_lab::registry::{Key, Parameters};

use super::entry::{AgentEntry, Build};
use super::large_boards;
use super::limits::{MS, MoveLimits, MoveMeter, NODES};
use super::live_board::{Cells, LiveBoard, Spot, Undo, each};
use super::pass_value::Terms;
use crate::agent::{Agent, AgentError, NewGame};
use crate::game::{GameState, Move, Passing};

const GOAL: Key<&'static str> = Key::choice(
    "goal",
    &["win", "margin"],
    "win",
    "what to maximize: the chance to win, or the margin",
);

const EXPLORE: Key<f64> = Key::real(
    "explore",
    0.0..=10.0,
    0.4,
    "the weight of rarely tried moves against those with good results",
);

/// The entry of the agent.
pub(super) const ENTRY: AgentEntry = AgentEntry {
    title: "Monte-Carlo tree search",
    about: "Plays games out at random and prefers the moves that win; needs no evaluation. Weak for its \
            time: with 50 ms it won 54 % of 400 games against `alphabeta` under `two-pass-end`.",
    parameters: &[MS.parameter, NODES.parameter, GOAL.parameter, EXPLORE.parameter],
    build: Build::Ready(|parameters, _| Box::new(Mcts::new(parameters))),
    ..AgentEntry::new("mcts")
};

struct Mcts {
    limits: MoveLimits,
    explore: f64,
    margin_only: bool,
    rng: Rng,
}

impl Mcts {
    fn new(parameters: &Parameters) -> Self {
        Self {
            limits: MoveLimits::of(parameters),
            explore: parameters.get(&EXPLORE),
            margin_only: parameters.get(&GOAL) == "margin",
            rng: Rng::from_seed(0),
        }
    }
}

impl Agent for Mcts {
    fn start(&mut self, game: &NewGame, _: &mut Meter<'_>) -> Result<(), AgentError> {
        self.rng = Rng::derive(game.seed, &[ENTRY.id, &game.seat.to_string()]);
        Ok(())
    }

    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, AgentError> {
        let rules = state.rules();
        let mut meter = self.limits.start(state, meter);
        let Some(board) = LiveBoard::new(state.board()) else {
            return large_boards::choose(state, &mut meter);
        };
        let (own, other) = (state.seat().index(), state.seat().other().index());
        let mut tree = Tree {
            board,
            terms: Terms::of(rules),
            lead: state.scores()[own] - state.scores()[other],
            after_pass: state.after_pass(),
            agent: self,
            nodes: vec![Node::default()],
            path: Vec::new(),
            undos: Vec::new(),
        };
        // Playouts check the time; if the tree holds the whole rest of the game there are none, so
        // it is checked here too.
        for iteration in 1_u64.. {
            let in_time = if iteration.is_multiple_of(32) { meter.check_time() } else { Ok(()) };
            match in_time.and_then(|()| tree.iterate(&mut meter)) {
                Ok(()) if tree.nodes.len() < Tree::MAX_NODES => {}
                Err(Stop::Cancelled) => return Err(AgentError::Stopped),
                Ok(()) | Err(_) => break,
            }
        }
        Ok(tree.best())
    }
}

/// A position of the tree, and the move that led to it.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The placement; `None` for a pass.
    branch: Option<Spot>,
    visits: u32,
    /// The sum of the results, 0 to 1 each, for the player who chose the branch.
    total: f64,
    /// The children, best score first; none before the second visit.
    first: u32,
    count: u32,
}

struct Tree<'t> {
    board: LiveBoard,
    terms: Terms,
    /// The points of the player to move less the opponent's.
    lead: i32,
    after_pass: bool,
    agent: &'t mut Mcts,
    nodes: Vec<Node>,
    path: Vec<u32>,
    undos: Vec<Undo>,
}

impl Tree<'_> {
    /// About 100 MB.
    const MAX_NODES: usize = 3_000_000;

    /// Descends the tree, adds a node, plays the game out and propagates the result.
    fn iterate(&mut self, meter: &mut MoveMeter<'_, '_>) -> Result<(), Stop> {
        self.path.clear();
        let result = self.descend(meter);
        for undo in self.undos.drain(..).rev() {
            self.board.undo(&undo);
        }
        let margin = result?;
        let mut reward = self.reward(margin);
        // The move that led to the root was the opponent's.
        reward = 1.0 - reward;
        for &index in &self.path {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            node.total += reward;
            reward = 1.0 - reward;
        }
        Ok(())
    }

    /// Returns the final margin of a game from the root, for the player to move there.
    fn descend(&mut self, meter: &mut MoveMeter<'_, '_>) -> Result<i32, Stop> {
        let (mut margin, mut sign, mut after_pass) = (self.lead, 1, self.after_pass);
        let mut index = 0_u32;
        loop {
            meter.take(1)?;
            self.path.push(index);
            if self.board.live == 0 {
                return Ok(margin);
            }
            let node = self.nodes[index as usize];
            if node.count == 0 {
                if node.visits == 0 && index != 0 {
                    return Ok(margin + sign * self.play_out(after_pass, meter)?);
                }
                self.expand(index, after_pass);
            }
            let Some(child) = self.select(index) else {
                return Ok(margin);
            };
            match self.nodes[child as usize].branch {
                None => {
                    margin -= sign * self.terms.pass_cost;
                    if after_pass {
                        // Both pass: the game ends, or nothing more happens.
                        self.path.push(child);
                        return Ok(margin);
                    }
                    after_pass = true;
                }
                Some(spot) => {
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
        if self.agent.margin_only {
            return by;
        }
        let won = if margin == 0.0 { 0.5 } else { f64::from(margin > 0.0) };
        0.85 * won + 0.15 * by
    }

    fn place(&mut self, spot: Spot) -> i32 {
        let houses = self.board.completes(usize::from(spot.cell));
        let undo = self.board.place(spot);
        self.undos.push(undo);
        self.terms.scoring.placement(spot.digit, houses)
    }

    fn expand(&mut self, index: u32, after_pass: bool) {
        let first = self.nodes.len() as u32;
        let mut moves = Vec::new();
        for cell in each(self.board.live) {
            for digit in self.board.digits[cell] {
                let spot = Spot { cell: cell as u8, digit };
                moves.push((self.board.promise(spot, self.terms.scoring.house()), spot));
            }
        }
        moves.sort_by_key(|&(promise, spot)| (-promise, spot));
        let mut branches: Vec<_> = moves.iter().map(|&(_, spot)| Some(spot)).collect();
        if self.terms.passing.allows(after_pass) {
            let worse = moves.iter().position(|&(promise, _)| promise < -self.terms.pass_cost);
            branches.insert(worse.unwrap_or(branches.len()).min(3), None);
        }
        self.nodes.extend(branches.into_iter().map(|branch| Node { branch, ..Node::default() }));
        let count = self.nodes.len() as u32 - first;
        let node = &mut self.nodes[index as usize];
        (node.first, node.count) = (first, count);
    }

    /// Selects the child with the best upper confidence bound among the first few; more visits widen
    /// the selection.
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
            child.total / n + self.agent.explore * libm::sqrt(log / n)
        };
        // Ties go to the first, so that untried children come in order.
        (node.first..node.first + wide).rev().max_by(|&a, &b| bound(a).total_cmp(&bound(b)))
    }

    /// Plays to the end of the game and returns the margin gained by the player to move.
    fn play_out(
        &mut self,
        mut after_pass: bool,
        meter: &mut MoveMeter<'_, '_>,
    ) -> Result<i32, Stop> {
        let (mut margin, mut sign) = (0, 1);
        meter.check_time()?;
        while self.board.live != 0 {
            meter.take(1)?;
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

    /// Returns a placement of a playout with its score: one that completes a house, else one of the
    /// highest digit that leaves no house with one cell to fill, else the one that costs least.
    fn draw(&mut self) -> (i32, Spot) {
        let board = &self.board;
        let (mut completing, mut closing): (Cells, Cells) = (0, 0);
        for (house, &free) in board.free.iter().enumerate() {
            match free {
                1 => completing |= board.members[house] & board.live,
                2 if board.dead[house] == 0 => closing |= board.members[house] & board.live,
                _ => {}
            }
        }
        if completing == 0 {
            for digit in (1..=board.side).rev() {
                let safe = board.places[digit] & !closing;
                if safe != 0 {
                    let nth = self.agent.rng.below(safe.count_ones() as usize);
                    let cell = each(safe).nth(nth).expect("below their number");
                    let digit = Digit::new(digit as u8).expect("at most the side");
                    return (i32::from(digit.get()), Spot { cell: cell as u8, digit });
                }
            }
        }
        // Which of several equals comes first is left to chance.
        let nth = self.agent.rng.below(board.live.count_ones() as usize);
        let first = each(board.live).nth(nth).expect("below their number");
        let below = board.live & ((1 << first) - 1);
        let house = self.terms.scoring.house();
        let mut best = None;
        for cell in each(board.live & !below).chain(each(below)) {
            for digit in board.digits[cell] {
                let spot = Spot { cell: cell as u8, digit };
                let promise = board.promise(spot, house);
                if best.is_none_or(|(most, _)| promise > most) {
                    best = Some((promise, spot));
                }
            }
        }
        best.expect("a live board has a placement")
    }

    /// Returns the most visited move of the root.
    fn best(mut self) -> Move {
        if self.nodes[0].count == 0 {
            self.expand(0, self.after_pass);
        }
        let root = self.nodes[0];
        let children = &self.nodes[root.first as usize..(root.first + root.count) as usize];
        let most = children.iter().rev().max_by_key(|child| child.visits);
        let branch = most.expect("an unfinished game has a move").branch;
        branch.map_or(Move::Pass, |spot| Move::Place(self.board.candidate(spot)))
    }
}
