//! What each part of a deduction is for, by its technique: data for drawings, which know no technique.

use quadrille_core::{Candidate, Cell, DigitSet};

use super::deduction::{Deduction, House, Reason};

/// What a part of a deduction is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// It makes the pattern.
    Pattern,
    /// A second part of the pattern that completes it, such as the other cells of a naked set.
    Complement,
    /// The candidates of the bases of a fish, and the bases; the base of an exocet.
    Base,
    /// The covers of a fish; the places of a digit of an exocet that two lines cover.
    Cover,
    /// The fins of a fish.
    Fin,
    /// The pivot of a wing.
    Pivot,
    /// A wing that the pivot sees, or an end of a W-Wing.
    Pincer,
    /// An almost locked set, or one of two sets that share an intersection.
    Set,
    /// The stem of a death blossom.
    Stem,
    /// A petal of a death blossom.
    Petal,
    /// A cell that excludes combinations.
    Excluder,
    /// One of two colors: if it is true, the other one is false.
    ColorA,
    /// The other color.
    ColorB,
    /// An end of a strong link.
    LinkEnd,
    /// A candidate that a chain assumes to be true or false.
    Premise,
    /// A candidate that the deduction places or rules out.
    Conclusion,
}

impl Role {
    /// Returns its id.
    ///
    /// ```
    /// use quadrille_logic::Role;
    ///
    /// assert_eq!(Role::Cover.id(), "cover");
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::Pattern => "pattern",
            Self::Complement => "complement",
            Self::Base => "base",
            Self::Cover => "cover",
            Self::Fin => "fin",
            Self::Pivot => "pivot",
            Self::Pincer => "pincer",
            Self::Set => "set",
            Self::Stem => "stem",
            Self::Petal => "petal",
            Self::Excluder => "excluder",
            Self::ColorA => "color-a",
            Self::ColorB => "color-b",
            Self::LinkEnd => "link-end",
            Self::Premise => "premise",
            Self::Conclusion => "conclusion",
        }
    }
}

/// Cells with some of their digits, and what they are for. A cell need not have all of the digits, and
/// where the cells alone matter there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleSet {
    /// What they are for.
    pub role: Role,
    /// The cells.
    pub cells: Vec<Cell>,
    /// The digits that matter in these cells.
    pub digits: DigitSet,
}

/// The roles of the cells, the other cells and the parts of a deduction.
struct Roles {
    cells: Role,
    others: Role,
    /// Repeated for all parts.
    parts: &'static [Role],
}

/// Returns the roles in deductions of a kind. The docs of each technique say what its parts are.
fn roles_of(kind: &str) -> Roles {
    let roles = |cells, others, parts| Roles { cells, others, parts };
    match kind {
        "xy-wing" | "xyz-wing" => roles(Role::Pincer, Role::Pincer, &[Role::Set]),
        "w-wing" => roles(Role::Pincer, Role::LinkEnd, &[Role::LinkEnd]),
        _ if kind.ends_with("wxyz-wing") => roles(Role::Set, Role::Pincer, &[Role::Set]),
        _ if is_fish(kind) => roles(Role::Base, Role::Fin, &[Role::Base]),
        _ if kind.contains("colors") || kind.starts_with("medusa-3d-") => {
            roles(Role::Pattern, Role::Complement, &[Role::ColorA, Role::ColorB])
        }
        _ if kind.starts_with("als-") => roles(Role::Set, Role::Set, &[Role::Set]),
        "junior-exocet" => roles(Role::Base, Role::Complement, &[Role::Cover]),
        "death-blossom" => roles(Role::Petal, Role::Stem, &[Role::Petal]),
        _ if kind.starts_with("aligned-") => {
            roles(Role::Pattern, Role::Excluder, &[Role::Pattern, Role::Excluder])
        }
        _ if kind.starts_with("strong-links-") => {
            roles(Role::Pattern, Role::LinkEnd, &[Role::LinkEnd])
        }
        "skyscraper" | "two-string-kite" | "turbot-fish" | "empty-rectangle" => {
            roles(Role::Pattern, Role::LinkEnd, &[Role::LinkEnd])
        }
        _ if kind.starts_with("bug-") => roles(Role::Pattern, Role::Complement, &[Role::Pattern]),
        _ => roles(Role::Pattern, Role::Complement, &[Role::Set]),
    }
}

pub(super) fn is_fish(kind: &str) -> bool {
    kind.ends_with("x-wing") || kind.ends_with("swordfish") || kind.ends_with("jellyfish")
}

impl Deduction {
    /// Returns the cells of the pattern in sets, by what they are for.
    ///
    /// ```
    /// use quadrille_logic::{Role, sample};
    ///
    /// let sample = sample("x-wing").expect("every kind has a sample");
    /// let sets = sample.step.deduction.sets();
    /// assert!(sets.iter().any(|set| set.role == Role::Base));
    /// ```
    pub fn sets(&self) -> Vec<RoleSet> {
        let roles = roles_of(self.kind);
        let mut sets = Vec::new();
        let mut add = |role, cells: &[Cell], digits| {
            if !cells.is_empty() {
                sets.push(RoleSet { role, cells: cells.to_vec(), digits });
            }
        };
        // Parts say more than the list of all their cells.
        let is_in_parts = |cell: &Cell| self.parts.iter().any(|part| part.cells.contains(cell));
        if !self.cells.iter().all(is_in_parts) || self.parts.is_empty() {
            match (self.kind, self.cells.split_first()) {
                ("xy-wing" | "xyz-wing", Some((pivot, wings))) => {
                    add(Role::Pivot, &[*pivot], self.digits);
                    add(roles.cells, wings, self.digits);
                }
                _ => add(roles.cells, &self.cells, self.digits),
            }
        }
        if !self.others.iter().all(is_in_parts) || self.parts.is_empty() {
            let digits = if self.other_digits.is_empty() { self.digits } else { self.other_digits };
            add(roles.others, &self.others, digits);
        }
        let is_aligned = self.kind.starts_with("aligned-");
        for (index, part) in self.parts.iter().enumerate() {
            let role = match is_aligned {
                // A part for each of the cells, then for each of the others.
                true => roles.parts[usize::from(index >= self.cells.len())],
                false => roles.parts[index % roles.parts.len()],
            };
            add(role, &part.cells, part.digits);
        }
        sets
    }

    /// Returns the houses of the pattern: those of a fish are bases, then as many covers.
    ///
    /// ```
    /// use quadrille_logic::{Role, sample};
    ///
    /// let sample = sample("x-wing").expect("every kind has a sample");
    /// let roles: Vec<Role> = sample.step.deduction.house_roles().map(|(_, role)| role).collect();
    /// assert_eq!(roles, [Role::Base, Role::Base, Role::Cover, Role::Cover]);
    /// ```
    pub fn house_roles(&self) -> impl Iterator<Item = (House, Role)> {
        let (bases, is_fish) = (self.houses.len() / 2, is_fish(self.kind));
        self.houses.iter().enumerate().map(move |(index, &house)| match is_fish {
            true if index < bases => (house, Role::Base),
            true => (house, Role::Cover),
            false => (house, Role::Pattern),
        })
    }

    /// Returns the candidates that are assumed, and those that are placed or ruled out.
    ///
    /// ```
    /// use quadrille_logic::{Role, sample};
    ///
    /// let sample = sample("x-wing").expect("every kind has a sample");
    /// let candidates = sample.step.deduction.premises_and_conclusions();
    /// assert!(candidates.iter().any(|&(_, role)| role == Role::Conclusion));
    /// ```
    pub fn premises_and_conclusions(&self) -> Vec<(Candidate, Role)> {
        let assumed =
            self.links.iter().filter(|link| link.depth == 0 && link.reason == Reason::Assumption);
        let premises = assumed.map(|link| (link.to.candidate, Role::Premise));
        let shown = self.placements.iter().chain(&self.eliminations);
        let conclusions = shown.map(|&candidate| (candidate, Role::Conclusion));
        let mut all: Vec<(Candidate, Role)> = Vec::new();
        for found in premises.chain(conclusions) {
            if !all.contains(&found) {
                all.push(found);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{kinds, sample};

    /// Everything that makes a sample's pattern has a role, and every set has one of its digits.
    #[test]
    fn every_sample_can_be_drawn() {
        for (_, kind) in kinds() {
            let Some(sample) = sample(kind.id) else { continue };
            let deduction = &sample.step.deduction;
            let (sets, marks) = (deduction.sets(), sample.before.marks());
            let is_something =
                !sets.is_empty() || !deduction.links.is_empty() || !deduction.houses.is_empty();
            assert!(is_something, "{}", kind.id);
            for set in &sets {
                let has_digit = |&cell: &Cell| {
                    let is_filled = sample.before.values().get(cell).is_some();
                    is_filled || !(marks.get(cell) & set.digits).is_empty()
                };
                // Some cells of a chain have other digits only.
                let matters = set.digits.is_empty() || set.cells.iter().any(has_digit);
                assert!(matters, "{} {set:?}", kind.id);
            }
            for cell in deduction.cells.iter().chain(&deduction.others) {
                assert!(sets.iter().any(|set| set.cells.contains(cell)), "{}", kind.id);
            }
            let conclusions = deduction.premises_and_conclusions();
            assert!(conclusions.iter().any(|(_, role)| *role == Role::Conclusion), "{}", kind.id);
        }
    }

    #[test]
    fn roles_are_those_of_the_technique() {
        let roles = |kind: &str| {
            let sample = sample(kind).expect("a sample");
            let mut roles: Vec<Role> =
                sample.step.deduction.sets().iter().map(|set| set.role).collect();
            roles.dedup();
            roles
        };
        assert_eq!(roles("xy-wing"), [Role::Pivot, Role::Pincer]);
        assert_eq!(roles("finned-swordfish"), [Role::Base, Role::Fin]);
        assert_eq!(roles("simple-colors-trap"), [Role::ColorA, Role::ColorB]);
        assert_eq!(roles("death-blossom"), [Role::Stem, Role::Petal]);
        assert_eq!(roles("als-xz"), [Role::Set]);
        assert_eq!(roles("medusa-3d-two-colors")[..2], [Role::ColorA, Role::ColorB]);
        assert_eq!(roles("sk-loop"), [Role::Set]);
        assert_eq!(roles("tridagon"), [Role::Pattern, Role::Complement]);
        assert_eq!(roles("junior-exocet"), [Role::Base, Role::Complement, Role::Cover]);
        assert_eq!(roles("aligned-pair-exclusion"), [Role::Pattern, Role::Excluder]);
        let fish = sample("x-wing").expect("a sample").step.deduction;
        let houses: Vec<Role> = fish.house_roles().map(|(_, role)| role).collect();
        assert_eq!(houses, [Role::Base, Role::Base, Role::Cover, Role::Cover]);
    }
}
