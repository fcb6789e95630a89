//! The techniques, one or a family in each file.

mod aligned_exclusion;
mod als;
mod als_wing;
mod bug;
mod chains;
mod colors;
mod digit_fish;
#[cfg(test)]
mod example;
mod exocet;
mod firework;
mod fish;
mod full_house;
mod hidden_set;
mod hidden_single;
mod hodoku;
mod intersection;
mod locked;
mod medusa;
mod multi_sector;
mod naked_set;
mod naked_single;
mod pure_chain;
#[cfg(test)]
mod sound;
mod strong_links;
mod sue_de_coq;
mod tabling;
mod tridagon;
mod unique_loop;
mod wing;

use super::technique::{Kind, Technique};

/// All techniques, roughly from easy to hard. Profiles choose among them.
pub const TECHNIQUES: &[&dyn Technique] = &[
    &full_house::FullHouse,
    &hidden_single::BOX,
    &hidden_single::LINE,
    &locked::DIRECT_POINTING,
    &locked::DIRECT_CLAIMING,
    &hidden_set::DIRECT_PAIR,
    &naked_single::NakedSingle,
    &hidden_set::DIRECT_TRIPLE,
    &locked::POINTING,
    &locked::CLAIMING,
    &intersection::GeneralizedIntersection,
    &naked_set::PAIR,
    &fish::X_WING,
    &hidden_set::PAIR,
    &naked_set::TRIPLE,
    &fish::SWORDFISH,
    &hidden_set::TRIPLE,
    &strong_links::TWO,
    &wing::XY,
    &wing::XYZ,
    &unique_loop::UniqueLoop,
    &naked_set::QUAD,
    &fish::JELLYFISH,
    &hidden_set::QUAD,
    &strong_links::THREE,
    &als_wing::WXYZ,
    &bug::Bug,
    &strong_links::FOUR,
    &als_wing::VWXYZ,
    &aligned_exclusion::PAIR,
    &strong_links::FIVE,
    &als_wing::UVWXYZ,
    &strong_links::SIX,
    &pure_chain::X_CHAIN,
    &pure_chain::XY_CHAIN,
    &tabling::NICE_LOOP,
    &tabling::GROUPED_NICE_LOOP,
    &chains::ForcingChains,
    &als_wing::TUVWXYZ,
    &aligned_exclusion::TRIPLE,
    &chains::NISHIO,
    &chains::MULTIPLE,
    &chains::DYNAMIC,
    &chains::PLUS,
    &chains::NESTED,
    &chains::NESTED_MULTIPLE,
    &chains::NESTED_DYNAMIC,
    &chains::NESTED_PLUS,
    &chains::DOUBLY_NESTED,
    &chains::DOUBLY_NESTED_MULTIPLE,
    &hodoku::singles::Single::FullHouse,
    &hodoku::singles::Single::Naked,
    &hodoku::singles::Single::Hidden,
    &hodoku::subsets::LOCKED_PAIR,
    &hodoku::subsets::LOCKED_TRIPLE,
    &hodoku::locked::Locked::Pointing,
    &hodoku::locked::Locked::Claiming,
    &hodoku::subsets::NAKED_PAIR,
    &hodoku::subsets::NAKED_TRIPLE,
    &hodoku::subsets::HIDDEN_PAIR,
    &hodoku::subsets::HIDDEN_TRIPLE,
    &hodoku::subsets::NAKED_QUAD,
    &hodoku::subsets::HIDDEN_QUAD,
    &hodoku::remote_pair::RemotePair,
    &hodoku::bug::BugPlusOne,
    &hodoku::single_digit::SingleDigit::Skyscraper,
    &hodoku::single_digit::SingleDigit::TwoStringKite,
    &hodoku::turbot_fish::TurbotFish,
    &hodoku::single_digit::SingleDigit::EmptyRectangle,
    &hodoku::wings::WWing,
    &hodoku::wings::Wing::Xy,
    &hodoku::wings::Wing::Xyz,
    &hodoku::rectangles::UNIQUE[0],
    &hodoku::rectangles::UNIQUE[1],
    &hodoku::rectangles::UNIQUE[2],
    &hodoku::rectangles::UNIQUE[3],
    &hodoku::rectangles::UNIQUE[4],
    &hodoku::rectangles::UNIQUE[5],
    &hodoku::rectangles::HIDDEN,
    &hodoku::rectangles::AVOIDABLE[0],
    &hodoku::rectangles::AVOIDABLE[1],
    &hodoku::brute_force::BruteForce,
    &digit_fish::X_WING,
    &digit_fish::SWORDFISH,
    &digit_fish::JELLYFISH,
    &digit_fish::FINNED_X_WING,
    &digit_fish::SASHIMI_X_WING,
    &digit_fish::FINNED_SWORDFISH,
    &digit_fish::SASHIMI_SWORDFISH,
    &digit_fish::FINNED_JELLYFISH,
    &digit_fish::SASHIMI_JELLYFISH,
    &sue_de_coq::SueDeCoq,
    &colors::SimpleColors,
    &colors::MultiColors,
    &als::AlsXz,
    &als::AlsXyWing,
    &als::AlsChain,
    &als::DeathBlossom,
    &digit_fish::FRANKEN_X_WING,
    &digit_fish::FRANKEN_SWORDFISH,
    &digit_fish::FRANKEN_JELLYFISH,
    &digit_fish::FINNED_FRANKEN_X_WING,
    &digit_fish::FINNED_FRANKEN_SWORDFISH,
    &digit_fish::FINNED_FRANKEN_JELLYFISH,
    &tridagon::Tridagon,
    &exocet::JuniorExocet,
    &tabling::ForcingChains,
    &tabling::ForcingNets,
    &medusa::Medusa,
    &firework::FireworkTriple,
    &firework::FireworkQuad,
    &multi_sector::SkLoop,
    &multi_sector::MultiSector,
];

/// Returns the kinds of deduction, each with the first technique that finds it.
///
/// ```
/// use quadrille_logic::kinds;
///
/// let (technique, kind) = kinds().find(|(_, kind)| kind.id == "naked-pair").expect("it exists");
/// assert_eq!((technique.id(), kind.title), ("naked-pair", "Naked pair"));
/// ```
pub fn kinds() -> impl Iterator<Item = (&'static dyn Technique, &'static Kind)> {
    let all = || {
        TECHNIQUES
            .iter()
            .flat_map(|&technique| technique.kinds().iter().map(move |kind| (technique, kind)))
    };
    let is_first = move |&(index, (_, kind)): &(usize, (&dyn Technique, &Kind))| {
        all().take(index).all(|(_, earlier)| earlier.id != kind.id)
    };
    all().enumerate().filter(is_first).map(|(_, found)| found)
}

/// Returns the title of a kind of deduction, or the id if no technique has it.
///
/// ```
/// use quadrille_logic::title;
///
/// assert_eq!(title("x-wing"), "X-Wing");
/// assert_eq!(title("guessing"), "guessing");
/// ```
pub fn title(kind: &str) -> &str {
    let mut kinds = TECHNIQUES.iter().flat_map(|technique| technique.kinds());
    kinds.find(|known| known.id == kind).map_or(kind, |known| known.title)
}

/// The kinds of deduction of a technique, or the kind with that id.
pub(crate) fn kinds_of(id: &str) -> Vec<&'static str> {
    let of_technique = TECHNIQUES.iter().find(|technique| technique.id() == id);
    match of_technique {
        Some(technique) => technique.kinds().iter().map(|kind| kind.id).collect(),
        None => kinds().map(|(_, kind)| kind.id).filter(|kind| *kind == id).collect(),
    }
}
