//! What hides configurations: words of their names, and their families. The script shows it.

use maud::{Markup, html};

use crate::experiment::Table;
use crate::report::best::families;

/// The filter, if there is a choice.
pub(super) fn filter(table: &Table) -> Markup {
    if table.configurations.len() < 2 {
        return html! {};
    }
    let families = families(table);
    html! {
        div #filter role="search" aria-label="Configurations shown" hidden {
            label for="filter-words" { "Show configurations with " }
            input #filter-words type="search" placeholder="any of these words" autocomplete="off" spellcheck="false";
            @if families.len() > 1 {
                fieldset {
                    legend.sr { "Families" }
                    @for (family, members) in &families {
                        label {
                            input type="checkbox" checked data-members={
                                @for (index, member) in members.iter().enumerate() { @if index > 0 { " " } (member) }
                            };
                            " " (family.id())
                        }
                    }
                }
            }
            p role="status" {}
        }
        script type="application/json" id="names" { (super::json(&table.names)) }
    }
}
