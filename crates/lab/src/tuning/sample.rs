//! How the settings of a race are drawn.
//!
//! As in irace (López-Ibáñez and others 2016, sections 3 and 4): evenly on the parameters' scales
//! for the first race, then around the elite settings. Each elite setting has a model of its own,
//! which its children inherit: a spread for every number and a chance for every word. From race to
//! race the spreads shrink and the elite's own words become likelier. When settings are drawn that
//! are nearly equal, the models of their parents are widened again (soft restart).
//!
//! All positions and spreads are on the parameter's [`Scale`](crate::registry::Scale), whose length
//! is 1.

use quadrille_core::Rng;

use crate::registry::{Configuration, Entry, Kind, Parameter, Parameters, Value};

/// The spread at the start: the standard deviation of a normal distribution, as in irace.
const WIDE: f64 = 0.5;
/// Settings are nearly equal if no number differs by more than this, and no word.
const NEAR: f64 = 1e-3;
/// The least chance of a word, as a share of an even chance. Without it, a word that was unlucky
/// once would never come back.
const LEAST_CHANCE: f64 = 0.1;

/// Which parameters are tuned.
#[derive(Clone, Copy)]
pub(super) struct Space<'a> {
    pub(super) entry: &'static Entry,
    /// The names of those that keep their values.
    pub(super) fixed: &'a [String],
}

impl Space<'_> {
    pub(super) fn tunes(&self, parameter: &Parameter) -> bool {
        let drawn = parameter.scale.is_some() || matches!(parameter.kind, Kind::Choice(_));
        drawn && !self.fixed.iter().any(|name| name == parameter.name)
    }

    /// Returns the number of parameters that are tuned.
    pub(super) fn size(&self) -> usize {
        self.entry.parameters.iter().filter(|parameter| self.tunes(parameter)).count()
    }

    /// Makes a setting from one that gives the values which are not tuned.
    fn vary(
        &self,
        parent: &Configuration,
        mut draw: impl FnMut(usize, &Parameter, Value) -> Value,
    ) -> Configuration {
        let parameters = self.entry.parameters.iter().zip(parent.parameters.iter());
        let values = parameters.enumerate().map(|(index, (parameter, (name, value)))| {
            let tuned = self.tunes(parameter);
            (name, if tuned { draw(index, parameter, value) } else { value })
        });
        Configuration {
            parameters: Parameters::of(values.collect()),
            ..Configuration::of(self.entry)
        }
    }

    /// Draws a setting evenly.
    pub(super) fn anywhere(&self, given: &Configuration, rng: &mut Rng) -> Configuration {
        self.vary(given, |_, parameter, value| match parameter.kind {
            Kind::Choice(words) => rng.pick(words).map_or(value, |word| Value::Choice(word)),
            _ => parameter.at(rng.fraction()).unwrap_or(value),
        })
    }

    /// Returns whether two settings are nearly equal.
    pub(super) fn near(&self, one: &Configuration, other: &Configuration) -> bool {
        let pairs = one.parameters.iter().zip(other.parameters.iter());
        self.entry.parameters.iter().zip(pairs).all(|(parameter, ((_, a), (_, b)))| {
            match (parameter.position(a), parameter.position(b)) {
                (Some(a), Some(b)) => (a - b).abs() < NEAR,
                _ => a == b,
            }
        })
    }
}

/// How settings are drawn around one.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// The spread of each parameter that is a number.
    spreads: Vec<f64>,
    /// The chance of each word of each parameter, empty for numbers.
    chances: Vec<Vec<f64>>,
}

impl Model {
    /// Returns the model at the start: wide, and even.
    pub(super) fn new(entry: &Entry) -> Self {
        let chances = entry.parameters.iter().map(|parameter| match parameter.kind {
            Kind::Choice(words) => vec![1.0 / words.len() as f64; words.len()],
            _ => Vec::new(),
        });
        Self { spreads: vec![WIDE; entry.parameters.len()], chances: chances.collect() }
    }

    /// Narrows the model around a setting for a race, of that many, in which `drawn` settings are
    /// drawn. Over a race, the part of the space that is searched becomes `drawn` times smaller.
    pub(super) fn narrow(
        &mut self,
        setting: &Configuration,
        race: usize,
        races: usize,
        drawn: usize,
        space: Space<'_>,
    ) {
        let factor = shrinking(drawn, space);
        self.spreads.iter_mut().for_each(|spread| *spread *= factor);
        let weight = (race - 1) as f64 / races as f64;
        let parameters = setting.entry.parameters.iter().zip(setting.parameters.iter());
        for (chances, (parameter, (_, value))) in self.chances.iter_mut().zip(parameters) {
            let Kind::Choice(words) = parameter.kind else { continue };
            for (chance, word) in chances.iter_mut().zip(words) {
                let own = if value == Value::Choice(word) { weight } else { 0.0 };
                *chance = *chance * (1.0 - weight) + own;
            }
            keep_all_possible(chances);
        }
    }

    /// Widens the model: numbers as two races before, but not as in the first one; words a little
    /// towards even chances.
    pub(super) fn widen(&mut self, drawn: usize, space: Space<'_>) {
        let factor = shrinking(drawn, space);
        for spread in &mut self.spreads {
            *spread = (*spread / (factor * factor)).min(WIDE * factor).max(*spread);
        }
        for chances in &mut self.chances {
            let most = chances.iter().copied().fold(0.0, f64::max);
            chances.iter_mut().for_each(|chance| *chance = 0.9 * *chance + 0.1 * most);
            keep_all_possible(chances);
        }
    }

    /// Draws a setting around one.
    pub(super) fn draw(
        &self,
        parent: &Configuration,
        space: Space<'_>,
        rng: &mut Rng,
    ) -> Configuration {
        space.vary(parent, |index, parameter, value| match parameter.kind {
            Kind::Choice(words) => pick(words, &self.chances[index], rng),
            _ => {
                let center = parameter.position(value).unwrap_or(0.5);
                let place = truncated_normal(center, self.spreads[index], rng);
                parameter.at(place).unwrap_or(value)
            }
        })
    }
}

fn shrinking(drawn: usize, space: Space<'_>) -> f64 {
    libm::pow(1.0 / drawn.max(1) as f64, 1.0 / space.size().max(1) as f64)
}

fn keep_all_possible(chances: &mut [f64]) {
    let least = LEAST_CHANCE / chances.len().max(1) as f64;
    chances.iter_mut().for_each(|chance| *chance = chance.max(least));
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
}

fn pick(words: &'static [&'static str], chances: &[f64], rng: &mut Rng) -> Value {
    let mut rest = rng.fraction();
    for (word, chance) in words.iter().zip(chances) {
        rest -= chance;
        if rest < 0.0 {
            return Value::Choice(word);
        }
    }
    Value::Choice(words[words.len() - 1])
}

/// Draws from a normal distribution restricted to 0 to 1, in which its center lies.
fn truncated_normal(center: f64, spread: f64, rng: &mut Rng) -> f64 {
    // At the end of the range, one of two draws is inside.
    for _ in 0..200 {
        // Box and Muller 1958. The first fraction is not 0.
        let (u, v) = (1.0 - rng.fraction(), rng.fraction());
        let normal = (-2.0 * libm::log(u)).sqrt() * libm::cos(std::f64::consts::TAU * v);
        let drawn = center + spread * normal;
        if (0.0..=1.0).contains(&drawn) {
            return drawn;
        }
    }
    center
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(entry: &'static Entry) -> Space<'static> {
        Space { entry, fixed: &[] }
    }

    #[test]
    fn normal_draws_stay_inside_and_around_the_center() {
        let mut rng = Rng::from_seed(1);
        for (center, spread) in [(0.5, 0.1), (0.0, 0.3), (1.0, 0.02), (0.3, 0.5), (0.2, 0.0)] {
            let drawn: Vec<f64> =
                (0..4000).map(|_| truncated_normal(center, spread, &mut rng)).collect();
            assert!(drawn.iter().all(|place| (0.0..=1.0).contains(place)));
            let near = drawn.iter().filter(|&&place| (place - center).abs() <= spread).count();
            // Within one standard deviation: 68 %, more if the tails are cut off.
            assert!(near > 2600, "{center} {spread}: {near}");
        }
        let middle: Vec<f64> = (0..4000).map(|_| truncated_normal(0.5, 0.1, &mut rng)).collect();
        let mean = middle.iter().sum::<f64>() / 4000.0;
        let square = middle.iter().map(|x| (x - 0.5) * (x - 0.5)).sum::<f64>() / 4000.0;
        assert!((mean - 0.5).abs() < 0.006 && (square.sqrt() - 0.1).abs() < 0.005);
    }

    /// Four parameters and 16 settings a race: the spread is halved; two races later it comes back.
    #[test]
    fn models_narrow_and_widen() {
        let given = Configuration::parse("annealing-r0:start=givens").unwrap();
        let space = space(given.entry);
        assert_eq!(space.size(), 4);
        let mut model = Model::new(given.entry);
        let mut last = model.chances[0][1];
        for race in 2..=4 {
            model.narrow(&given, race, 4, 16, space);
            assert!(model.chances[0][1] > last);
            last = model.chances[0][1];
        }
        assert!((model.spreads[1] - 0.0625).abs() < 1e-12, "{model:?}");
        assert!((model.chances[0].iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(model.chances[0][0] >= 0.045, "{model:?}");
        model.widen(16, space);
        assert!((model.spreads[1] - 0.25).abs() < 1e-12, "{model:?}");
        assert!(model.chances[0][1] < last);
        // Never as in the first race.
        model.widen(16, space);
        assert!((model.spreads[1] - 0.25).abs() < 1e-12, "{model:?}");
    }

    #[test]
    fn fixed_parameters_stay() {
        let given = Configuration::parse("annealing-r0:cooling=0.75").unwrap();
        let fixed = ["cooling".to_owned(), "start".to_owned()];
        let space = Space { entry: given.entry, fixed: &fixed };
        assert_eq!(space.size(), 2);
        let model = Model::new(given.entry);
        let mut rng = Rng::from_seed(2);
        for _ in 0..50 {
            for drawn in [space.anywhere(&given, &mut rng), model.draw(&given, space, &mut rng)] {
                let name = drawn.to_string();
                assert!(name.contains("cooling=0.75") && !name.contains("start="), "{name}");
                assert!(name.contains("temperature="), "{name}");
                assert_eq!(Configuration::parse(&name).unwrap().parameters, drawn.parameters);
            }
        }
        // A limit without a scale is not tuned.
        let limited = Configuration::parse("rbfs-original").unwrap();
        assert_eq!(Space { entry: limited.entry, fixed: &[] }.size(), 0);
    }

    #[test]
    fn nearly_equal_is_by_the_scale() {
        let parse = |name: &str| Configuration::parse(name).unwrap();
        let space = space(parse("annealing-r0").entry);
        let near = |a: &str, b: &str| space.near(&parse(a), &parse(b));
        assert!(near("annealing-r0:temperature=0.5", "annealing-r0:temperature=0.501"));
        assert!(!near("annealing-r0:temperature=0.5", "annealing-r0:temperature=0.51"));
        assert!(!near("annealing-r0:cooling=0.999", "annealing-r0:cooling=0.9991"));
        assert!(!near("annealing-r0:start=givens", "annealing-r0"));
    }
}
