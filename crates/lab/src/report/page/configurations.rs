//! What each configuration is, where it comes from, and what its nodes are.

use maud::{Markup, html};

use crate::experiment::Table;
use crate::report::plot::breaking;

/// The section.
pub(super) fn section(table: &Table) -> Markup {
    html! {
        section #configurations {
            h2 { "The configurations" }
            div.configurations {
                @for (number, configuration) in table.configurations.iter().enumerate() {
                    @let entry = configuration.entry;
                    article #{ "configuration-" (number) } data-of=(number) {
                        h3 { (breaking(&table.names[number])) }
                        p.title {
                            (entry.title) " · " (entry.family.id()) " search · "
                            (if entry.complete { "complete" } else { "incomplete" }) ", "
                            (if entry.deterministic { "deterministic" } else { "random" })
                        }
                        p { (entry.about) }
                        @if let Some(flaw) = entry.flaw { p.flaw { strong { "As published: " } (flaw) } }
                        dl {
                            dt { "Source" } dd { (entry.source) }
                            dt { "Nodes" } dd { code { (entry.nodes.id()) } }
                            @for (parameter, (_, value)) in entry.parameters.iter().zip(configuration.parameters.iter()) {
                                dt { code { (parameter.name) } }
                                dd {
                                    code { (value) }
                                    @if value != parameter.default { " (default " (parameter.default) ")" }
                                    ", " (parameter.help)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
