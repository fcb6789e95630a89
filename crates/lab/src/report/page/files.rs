//! Links to the files beside the page.

use maud::{Markup, html};

/// A file in the directory of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportFile {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub content: &'static str,
}

/// The links.
pub(super) fn links(files: &[ReportFile]) -> Markup {
    html! {
        @if !files.is_empty() {
            h3 #files { "Files" }
            ul.files {
                @for file in files {
                    li { a href=(file.name) download { (file.name) } " " (file.content) }
                }
            }
        }
    }
}
