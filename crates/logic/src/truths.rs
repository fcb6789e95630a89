//! The sets of candidates on which a deduction rests: of each, one is true.
//!
//! They are read off the evidence alone, so they say what it claims. With the rule that a cell holds
//! one digit and a house holds each digit once, they prove the conclusion: if it were false, no
//! candidate of some set could be true. Allan Barker's set logic calls them truths.

use quadrille_core::{Cell, DigitSet};

use super::deduction::{Deduction, House, Link, Part, Reason, State, Truth};
use super::roles::is_fish;

impl Deduction {
    /// Returns the sets on which the deduction rests; none for one that is not reasoned. Those of a
    /// chain are of its own links, without those of the chains within.
    ///
    /// ```
    /// use quadrille_logic::{Truth, sample};
    ///
    /// let truths = sample("x-wing").expect("every kind has a sample").step.deduction.truths();
    /// assert!(matches!(truths[..], [Truth::House { .. }, Truth::House { .. }])); // the bases
    /// ```
    pub fn truths(&self) -> Vec<Truth> {
        let Self { kind, cells, digits, others, other_digits, houses, .. } = self;
        if !self.truths.is_empty() {
            return self.truths.clone();
        }
        if !self.links.is_empty() {
            return self
                .links
                .iter()
                .filter(|link| link.depth == 0)
                .flat_map(Link::truths)
                .collect();
        }
        let placed = self.placements.first();
        let houses_from = |index: usize| houses.get(index..).unwrap_or_default();
        match *kind {
            "full-house" | "hidden-single-box" | "hidden-single-line" => {
                self.in_houses(&houses[..1.min(houses.len())], self.placed_digits(), cells)
            }
            "naked-single" => of_cells(cells, self.placed_digits()),
            "direct-pointing" | "direct-claiming" => {
                let mut truths = self.in_houses(&houses[..1.min(houses.len())], *digits, cells);
                // The places in the second house are ruled out by the first.
                let mut rest: Vec<Cell> =
                    houses.get(1).map_or_else(Vec::new, |house| house.cells(self.shape).to_vec());
                rest.extend(placed.map(|placed| placed.cell));
                truths.extend(self.in_houses(houses_from(2), *digits, &rest));
                truths
            }
            "pointing" | "claiming" | "generalized-intersection" => {
                self.in_houses(&houses[..1.min(houses.len())], *digits, cells)
            }
            "direct-hidden-pair" | "direct-hidden-triple" => {
                let mut truths = self.in_houses(houses, *digits, cells);
                let mut rest = cells.clone();
                rest.extend(placed.map(|placed| placed.cell));
                truths.extend(self.in_houses(houses, self.placed_digits(), &rest));
                truths
            }
            "hidden-pair" | "hidden-triple" | "hidden-quad" => {
                self.in_houses(houses, *digits, cells)
            }
            "w-wing" => {
                let mut truths = of_cells(cells, *digits | *other_digits);
                truths.extend(self.in_houses(houses, *other_digits, others));
                truths
            }
            "death-blossom" => [of_cells(others, *digits), self.of_parts()].concat(),
            "sue-de-coq" => [of_cells(cells, *digits), self.of_parts()].concat(),
            "firework-triple" => self.of_firework(&cells[..1.min(cells.len())], *digits, cells),
            "firework-quad" => {
                let (crossings, wings) = self.parts.split_at(2.min(self.parts.len()));
                let wings: Vec<Cell> = wings.iter().flat_map(|part| part.cells.clone()).collect();
                let of_part = |part: &Part| self.of_firework(&part.cells, part.digits, &wings);
                crossings.iter().flat_map(of_part).collect()
            }
            "multi-sector-locked-sets" | "sk-loop" => of_cells(cells, *digits),
            "tridagon" => of_cells(&self.all_cells(), *digits | *other_digits),
            _ if is_fish(kind) => {
                self.in_houses(&houses[..houses.len() / 2], *digits, &self.all_cells())
            }
            _ if kind.ends_with("wxyz-wing") => of_cells(&self.all_cells(), *digits),
            _ if kind.contains("colors") => self.in_houses(houses, *digits, cells),
            _ if kind.starts_with("bug-") => self.of_grave(),
            _ if kind.contains("rectangle") && self.parts.is_empty() => self.of_pattern(),
            _ if kind.starts_with("unique-loop-") => self.of_pattern(),
            _ if houses.len() >= 2 && self.parts.len() >= 4 => self.of_strong_links(),
            _ if !self.parts.is_empty() => self.of_parts(),
            _ => of_cells(cells, *digits),
        }
    }

    fn placed_digits(&self) -> DigitSet {
        self.placements.iter().map(|placed| placed.digit).collect()
    }

    fn all_cells(&self) -> Vec<Cell> {
        [&self.cells[..], &self.others].concat()
    }

    /// Each digit is in each of the houses, in one of the cells.
    fn in_houses(&self, houses: &[House], digits: DigitSet, cells: &[Cell]) -> Vec<Truth> {
        let of_house = |&house: &House| {
            let of_house = house.cells(self.shape);
            let inside = |cell: &&Cell| of_house.contains(cell);
            let cells: Vec<Cell> = cells.iter().filter(inside).copied().collect();
            digits.iter().map(move |digit| Truth::House { house, digit, cells: cells.clone() })
        };
        houses.iter().flat_map(of_house).collect()
    }

    fn of_parts(&self) -> Vec<Truth> {
        self.parts.iter().flat_map(|part| of_cells(&part.cells, part.digits)).collect()
    }

    /// A digit at one of the two ends of each link. Houses of links alternate with those that join
    /// them, unless these are omitted.
    fn of_strong_links(&self) -> Vec<Truth> {
        let step = if self.houses.len() > 2 { 2 } else { 1 };
        let links = self.houses.iter().step_by(step).zip(self.parts.chunks_exact(2));
        links
            .flat_map(|(&house, ends)| {
                let cells = [&ends[0].cells[..], &ends[1].cells].concat();
                self.in_houses(&[house], self.digits, &cells)
            })
            .collect()
    }

    /// The row and the column of a crossing have each digit in a wing or in the box of the crossing.
    fn of_firework(&self, crossing: &[Cell], digits: DigitSet, wings: &[Cell]) -> Vec<Truth> {
        let of_crossing = |crossing: &Cell| {
            let [row, column, of_box] = House::all_of(*crossing, self.shape);
            let cells = [wings, of_box.cells(self.shape)].concat();
            self.in_houses(&[column, row], digits, &cells)
        };
        crossing.iter().flat_map(of_crossing).collect()
    }

    /// A unique or avoidable rectangle or loop, with what its type needs.
    fn of_pattern(&self) -> Vec<Truth> {
        let Self { cells, digits, others, other_digits, houses, .. } = self;
        let mut truths = vec![Truth::Deadly { cells: cells.clone(), digits: *digits }];
        truths.extend(match self.kind.rsplit('-').next() {
            Some("3") if *digits & *other_digits == *digits => {
                self.in_houses(houses, *other_digits, &self.all_cells())
            }
            Some("3") => of_cells(others, *other_digits),
            Some("4") => {
                let gone: DigitSet = self.eliminations.iter().map(|gone| gone.digit).collect();
                self.in_houses(houses, *digits - gone, cells)
            }
            Some("6") => {
                let lines = others.iter().flat_map(|&cell| {
                    let [row, column, _] = House::all_of(cell, self.shape);
                    [column, row]
                });
                let lines: Vec<House> = lines.collect();
                self.in_houses(&lines, *other_digits, cells)
            }
            _ if self.kind == "hidden-rectangle" => self.in_houses(houses, *other_digits, cells),
            _ => Vec::new(),
        });
        truths
    }

    /// A bivalue universal grave, with what its type needs.
    fn of_grave(&self) -> Vec<Truth> {
        let mut truths = vec![Truth::Grave { parts: self.parts.clone() }];
        truths.extend(match self.kind {
            "bug-3" => of_cells(&self.others, self.other_digits),
            "bug-4" => self.in_houses(&self.houses, self.other_digits, &self.cells),
            _ => Vec::new(),
        });
        truths
    }
}

fn of_cells(cells: &[Cell], digits: DigitSet) -> Vec<Truth> {
    cells.iter().map(|&cell| Truth::Cell { cell, digits }).collect()
}

impl Link {
    /// The sets on which the link rests: that of which its effect is the last candidate, or those of the
    /// pattern that shows it.
    pub(super) fn truths(&self) -> Vec<Truth> {
        let State { candidate: to, is_on } = self.to;
        let all = self.from.iter().map(|from| from.candidate).chain([to]);
        match self.reason {
            Reason::Cell if is_on => {
                let digits = all.filter(|other| other.cell == to.cell).map(|other| other.digit);
                vec![Truth::Cell { cell: to.cell, digits: digits.collect() }]
            }
            Reason::House(house) if is_on => {
                let cells = all.filter(|other| other.digit == to.digit).map(|other| other.cell);
                vec![Truth::House { house, digit: to.digit, cells: cells.collect() }]
            }
            _ => self.truths.clone(),
        }
    }
}
