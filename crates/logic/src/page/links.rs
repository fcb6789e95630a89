//! The links of chains as curved arrows.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::place::{Layout, RADIUS};
use crate::{Link, State};

/// Draws each link of a chain from its causes to its effect. Chains within the chain are only
/// described.
pub(super) fn links(links: &[Link], layout: Layout, out: &mut String) {
    let outer = links.iter().filter(|link| link.depth == 0);
    let pairs = outer.flat_map(|link| link.from.iter().map(|&cause| (cause, link.to)));
    // Chains from the same assumption may share links.
    let pairs: BTreeSet<(State, State)> = pairs.collect();
    for &(cause, effect) in &pairs {
        arrow(cause, effect, layout, out);
    }
    if !pairs.is_empty() {
        out.push('\n');
    }
}

/// Draws an arrow: full from a false candidate to one that it makes true, dashed otherwise.
fn arrow(cause: State, effect: State, layout: Layout, out: &mut String) {
    let ((x1, y1), (x2, y2)) = (layout.center(cause.candidate), layout.center(effect.candidate));
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = (dx * dx + dy * dy).sqrt();
    // A candidate that is true and false in a contradiction has no way to itself.
    if length < 1.0 {
        return;
    }
    // It bends to its left, so that it does not run through candidates between, nor over the link
    // back. Short ones need little, as nothing is between.
    let bend = (0.18 * length).min(34.0);
    let (mx, my) = ((x1 + x2) / 2.0 + dy / length * bend, (y1 + y2) / 2.0 - dx / length * bend);
    // Both ends keep clear of the marks of the candidates.
    let toward = |x: f64, y: f64, distance: f64| {
        let (dx, dy) = (mx - x, my - y);
        let length = (dx * dx + dy * dy).sqrt().max(1.0);
        (x + dx / length * distance, y + dy / length * distance)
    };
    let gap = (RADIUS + 1.5).min(0.4 * length);
    let head = (0.3 * length).min(7.0);
    let (from, tip) = (toward(x1, y1, gap), toward(x2, y2, gap));
    let base = toward(x2, y2, gap + head);
    let class = if cause.is_on || !effect.is_on { "link weak" } else { "link" };
    let _ = write!(
        out,
        "<path class=\"{class}\" d=\"M{:.1} {:.1}Q{mx:.1} {my:.1} {:.1} {:.1}\"/>",
        from.0, from.1, base.0, base.1
    );
    let (wx, wy) = ((tip.1 - base.1) * 0.5, (base.0 - tip.0) * 0.5);
    let _ = write!(
        out,
        "<path class=\"head\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z\"/>",
        tip.0,
        tip.1,
        base.0 + wx,
        base.1 + wy,
        base.0 - wx,
        base.1 - wy
    );
}
