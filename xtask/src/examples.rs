//! Counts the public functions of the libraries whose documentation has a runnable example.
//!
//! Public functions are those with `pub` alone: the lint `unreachable_pub` allows that word only
//! where other crates can reach the item, so re-exports need not be followed. Tests, items under
//! `#[doc(hidden)]` and the methods of traits do not count. An example on a type or a module is not
//! one of its functions.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use syn::{Attribute, Expr, ImplItem, Item, Lit, Meta, Visibility};

use crate::cycles::is_test;
use crate::lint::source_files;

/// The least share of functions with examples, in percent, of each crate.
const LEAST: &[(&str, usize)] =
    &[("core", 60), ("logic", 60), ("generate", 60), ("lab", 40), ("arena", 40), ("api", 60)];

/// The public functions of a crate.
#[derive(Clone, Copy, Default)]
struct Count {
    functions: usize,
    with_example: usize,
}

/// Checks the shares.
pub(crate) fn check() -> Result<()> {
    for &(name, least) in LEAST {
        let Count { functions, with_example } = count(name, &mut |_| {})?;
        ensure!(
            100 * with_example >= least * functions,
            "{name}: {with_example} of {functions} public functions have a runnable example, less \
             than {least} %; `cargo xtask examples` lists the others"
        );
    }
    Ok(())
}

/// Prints the shares, and the functions without an example if `lists`.
pub(crate) fn run(lists: bool) -> Result<()> {
    for &(name, least) in LEAST {
        let mut each = |function: &str| {
            if lists {
                println!("{function}");
            }
        };
        let Count { functions, with_example } = count(name, &mut each)?;
        let share = 100.0 * with_example as f64 / functions as f64;
        println!("{name}: {with_example} of {functions} ({share:.0} %, at least {least} %)");
    }
    Ok(())
}

/// Counts the functions of a crate, and passes those without an example to `each`.
fn count(name: &str, each: &mut dyn FnMut(&str)) -> Result<Count> {
    let root = Path::new("crates").join(name).join("src");
    let hidden = hidden_modules(&root)?;
    let mut count = Count::default();
    for file in source_files(&root)? {
        let path = file.with_extension("");
        let is_test = file.components().any(|part| part.as_os_str() == "tests")
            || file.file_name().is_some_and(|name| name == "tests.rs");
        if is_test || hidden.iter().any(|module| path.starts_with(module)) {
            continue;
        }
        let text = fs::read_to_string(&file)?;
        let syntax = syn::parse_file(&text).with_context(|| file.display().to_string())?;
        count_items(&syntax.items, &mut |attributes, function| {
            count.functions += 1;
            if has_example(attributes) {
                count.with_example += 1;
            } else {
                each(&format!("{}: {function}", file.display()));
            }
        });
    }
    Ok(count)
}

/// Passes the attributes and names of public functions to `each`.
fn count_items(items: &[Item], each: &mut dyn FnMut(&[Attribute], String)) {
    for item in items {
        match item {
            Item::Fn(item) if is_public(&item.vis, &item.attrs) => {
                each(&item.attrs, item.sig.ident.to_string());
            }
            Item::Impl(block) if block.trait_.is_none() && !is_test(&block.attrs) => {
                for item in &block.items {
                    if let ImplItem::Fn(item) = item
                        && is_public(&item.vis, &item.attrs)
                    {
                        each(&item.attrs, item.sig.ident.to_string());
                    }
                }
            }
            Item::Mod(module) if !is_test(&module.attrs) && !is_hidden(&module.attrs) => {
                if let Some((_, items)) = &module.content {
                    count_items(items, each);
                }
            }
            _ => {}
        }
    }
}

/// Returns the files, without their extension, or folders of modules that the documentation hides.
fn hidden_modules(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for file in source_files(root)? {
        let syntax = syn::parse_file(&fs::read_to_string(&file)?)?;
        let folder = match file.file_name().and_then(|name| name.to_str()) {
            Some("lib.rs" | "mod.rs") => file.parent().context("a folder")?.to_owned(),
            _ => file.with_extension(""),
        };
        for item in &syntax.items {
            if let Item::Mod(module) = item
                && is_hidden(&module.attrs)
            {
                found.push(folder.join(module.ident.to_string()));
            }
        }
    }
    Ok(found)
}

fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !is_test(attributes) && !is_hidden(attributes)
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("hidden"))
    })
}

/// Returns whether the documentation has a code block that is run.
fn has_example(attributes: &[Attribute]) -> bool {
    let mut is_open = false;
    for line in attributes.iter().filter_map(doc_line) {
        let Some(info) = line.trim_start().strip_prefix("```") else { continue };
        if !is_open && matches!(info.trim(), "" | "should_panic") {
            return true;
        }
        is_open = !is_open;
    }
    false
}

fn doc_line(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(value) => match &value.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}
