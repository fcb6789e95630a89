//! The memory of the chain searches.

use super::Config;
use super::cycles::Cycles;
use super::forcing::Forcing;

/// What the chain searches keep from one step of a walk to the next, so that they allocate little.
#[derive(Default)]
pub(in crate::logic) struct Scratch {
    cycles: Option<Cycles>,
    forcing: Vec<(Config, Forcing)>,
}

impl Scratch {
    pub(super) fn cycles(&mut self) -> &mut Cycles {
        self.cycles.get_or_insert_with(Cycles::new)
    }

    pub(super) fn forcing(&mut self, config: Config) -> &mut Forcing {
        let known = self.forcing.iter().position(|(known, _)| *known == config);
        let index = known.unwrap_or_else(|| {
            self.forcing.push((config, Forcing::new(config)));
            self.forcing.len() - 1
        });
        &mut self.forcing[index].1
    }
}
