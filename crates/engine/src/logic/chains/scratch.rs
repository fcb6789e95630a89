//! The memory of the chain searches.

use super::Config;
use super::closure::Closure;
use super::cycles::Cycles;
use super::forcing::Forcing;

/// What the chain searches keep from one step of a walk to the next, so that they allocate little.
#[derive(Default)]
pub(in crate::logic) struct Scratch {
    searches: Option<(Closure, Cycles)>,
    forcing: Vec<(Config, Forcing)>,
}

impl Scratch {
    pub(super) fn cycles(&mut self) -> &mut (Closure, Cycles) {
        self.searches.get_or_insert_with(|| (Closure::new(), Cycles::new()))
    }

    pub(super) fn forcing(&mut self, config: Config) -> (&mut Closure, &mut Forcing) {
        let known = self.forcing.iter().position(|(known, _)| *known == config);
        let index = known.unwrap_or_else(|| {
            self.forcing.push((config, Forcing::new(config)));
            self.forcing.len() - 1
        });
        let (closure, _) = self.searches.get_or_insert_with(|| (Closure::new(), Cycles::new()));
        (closure, &mut self.forcing[index].1)
    }
}
