//! What the names of fields say about their values.

use super::super::extra::Detail;
use super::super::line::{Kind, kind_of};
use super::super::variant::Variant;

/// What the name of a field, or what is around a list, says about a value.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// A puzzle, a list of them, or the whole input. The less the number, the more telling the name.
    Puzzle(usize),
    Marks,
    Entries,
    Candidates,
    Detail(Detail),
    Variant(Variant),
    /// A solution, with all that is in it.
    Ignored,
    Other,
}

impl Role {
    pub(super) const ROOT: Self = Self::Puzzle(0);

    fn of(name: &str) -> Self {
        match name {
            "pencilmarks" => return Self::Marks,
            "entries" => return Self::Entries,
            "candidates" => return Self::Candidates,
            _ => {}
        }
        match kind_of(name.as_bytes()) {
            Kind::Puzzle(rank) => Self::Puzzle(rank),
            Kind::Solution => Self::Ignored,
            Kind::Variant(variant) => Self::Variant(variant),
            Kind::Other => Detail::of_field(name).map_or(Self::Other, Self::Detail),
        }
    }
}

/// The roles of names. The objects of an input have the same names nearly always, and looking one
/// up among all words that mean something takes longer than reading the rest of its field.
#[derive(Default)]
pub(super) struct Roles(Vec<(Box<str>, Role)>);

impl Roles {
    /// How many names are remembered, and how long they are.
    const MOST: usize = 32;
    const LONGEST: usize = 64;

    /// The role of the values of fields with that name.
    pub(super) fn of(&mut self, name: &str) -> Role {
        if let Some((_, role)) = self.0.iter().find(|(known, _)| **known == *name) {
            return *role;
        }
        let role = Role::of(name);
        if self.0.len() < Self::MOST && name.len() <= Self::LONGEST {
            self.0.push((name.into(), role));
        }
        role
    }
}
