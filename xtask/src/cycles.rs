//! Finds cycles among the modules of a crate.
//!
//! A module depends on another when a path in it leads to an item that the other defines. Paths
//! are followed through re-exports, so a `mod.rs` that only declares and re-exports its children
//! takes part in no cycle. That a module refers to its own children (it declares and lists them)
//! does not count either, nor do tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use syn::visit::Visit;
use syn::{Attribute, Item, UseTree};

/// The path of a module below its crate, such as `["solve", "dlx"]`.
type ModulePath = Vec<String>;

/// What is known of one module.
#[derive(Default)]
struct Module {
    /// Items defined here.
    items: BTreeSet<String>,
    /// Names that imports bring in, with the paths they stand for.
    imports: BTreeMap<String, Vec<String>>,
    /// Modules whose every item is imported.
    globs: Vec<Vec<String>>,
    /// All paths that occur, imports included.
    paths: Vec<Vec<String>>,
}

/// Returns the cycles among the modules of the crate with this root file: sets of modules that
/// depend on each other, each sorted.
pub(crate) fn cycles(root: &Path) -> Result<Vec<Vec<String>>> {
    let mut modules = BTreeMap::new();
    read(root, Vec::new(), &mut modules)?;
    let graph: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> = modules
        .iter()
        .map(|(name, module)| {
            let targets = module.paths.iter().filter_map(|path| resolve(&modules, name, path, 0));
            // A module lists its children, and a child may use what its parent defines.
            (name, targets.filter(|target| !target.starts_with(name)).collect())
        })
        .collect();
    let name = |path: &ModulePath| match path.as_slice() {
        [] => "lib".to_owned(),
        path => path.join("::"),
    };
    Ok(components(&graph).into_iter().map(|cycle| cycle.into_iter().map(name).collect()).collect())
}

/// Reads a module and the modules that it declares.
fn read(file: &Path, name: ModulePath, modules: &mut BTreeMap<ModulePath, Module>) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let syntax = syn::parse_file(&text).with_context(|| file.display().to_string())?;
    let folder = match file.file_name().and_then(|name| name.to_str()) {
        Some("lib.rs" | "main.rs" | "mod.rs") => file.parent().context("a folder")?.to_owned(),
        _ => file.with_extension(""),
    };
    collect(&syntax.items, name, &folder, modules)
}

fn collect(
    items: &[Item],
    name: ModulePath,
    folder: &Path,
    modules: &mut BTreeMap<ModulePath, Module>,
) -> Result<()> {
    let mut module = Module::default();
    for item in items.iter().filter(|item| !is_test(attributes(item))) {
        match item {
            Item::Mod(child) => {
                let mut child_name = name.clone();
                child_name.push(child.ident.to_string());
                let folder = folder.join(child.ident.to_string().trim_start_matches("r#"));
                match &child.content {
                    Some((_, items)) => collect(items, child_name, &folder, modules)?,
                    None => read(&source(&folder)?, child_name, modules)?,
                }
            }
            Item::Use(import) => add_import(&import.tree, &mut Vec::new(), &mut module),
            item => {
                module.items.extend(defined(item));
                Paths(&mut module.paths).visit_item(item);
            }
        }
    }
    modules.insert(name, module);
    Ok(())
}

fn source(folder: &Path) -> Result<PathBuf> {
    [folder.with_extension("rs"), folder.join("mod.rs")]
        .into_iter()
        .find(|file| file.is_file())
        .with_context(|| format!("{} has no source file", folder.display()))
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Mod(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        _ => &[],
    }
}

pub(crate) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

fn defined(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(ident.to_string())
}

fn add_import(tree: &UseTree, prefix: &mut Vec<String>, module: &mut Module) {
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            add_import(&path.tree, prefix, module);
            prefix.pop();
        }
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| add_import(tree, prefix, module));
        }
        UseTree::Glob(_) => module.globs.push(prefix.clone()),
        UseTree::Name(name) if name.ident == "self" => add_name(prefix, None, module),
        UseTree::Name(name) => {
            add_name(&[prefix.as_slice(), &[name.ident.to_string()]].concat(), None, module);
        }
        UseTree::Rename(name) => {
            let path = [prefix.as_slice(), &[name.ident.to_string()]].concat();
            add_name(&path, Some(name.rename.to_string()), module);
        }
    }
}

fn add_name(path: &[String], alias: Option<String>, module: &mut Module) {
    let Some(name) = alias.or_else(|| path.last().cloned()) else { return };
    module.imports.insert(name, path.to_vec());
}

/// Collects the paths of an item.
struct Paths<'a>(&'a mut Vec<Vec<String>>);

impl Visit<'_> for Paths<'_> {
    fn visit_path(&mut self, path: &syn::Path) {
        self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &syn::Macro) {
        // The arguments of most macros are expressions separated by commas.
        let parser = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        if let Ok(arguments) = call.parse_body_with(parser) {
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
    }
}

/// Returns the module that defines what a path in the module `from` leads to; `None` for other
/// crates, local names and what cannot be resolved.
fn resolve<'a>(
    modules: &'a BTreeMap<ModulePath, Module>,
    from: &[String],
    path: &[String],
    depth: usize,
) -> Option<&'a ModulePath> {
    if depth > 8 {
        return None;
    }
    let (mut at, mut rest): (ModulePath, &[String]) = match path.first()?.as_str() {
        "crate" => (Vec::new(), &path[1..]),
        "self" => (from.to_vec(), &path[1..]),
        "super" => (from[..from.len().checked_sub(1)?].to_vec(), &path[1..]),
        _ => (from.to_vec(), path),
    };
    while rest.first().is_some_and(|segment| segment == "super") {
        at.pop()?;
        rest = &rest[1..];
    }
    loop {
        let (found, module) = modules.get_key_value(&at)?;
        let Some(next) = rest.first() else { return Some(found) };
        let child = [at.as_slice(), std::slice::from_ref(next)].concat();
        if modules.contains_key(&child) {
            at = child;
            rest = &rest[1..];
            continue;
        }
        if module.items.contains(next) {
            return Some(found);
        }
        if let Some(import) = module.imports.get(next) {
            let path = [import.as_slice(), &rest[1..]].concat();
            return resolve(modules, &at, &path, depth + 1);
        }
        return module.globs.iter().find_map(|glob| {
            let path = [glob.as_slice(), rest].concat();
            resolve(modules, &at, &path, depth + 1)
        });
    }
}

/// Returns the strongly connected components with more than one node: two modules are in one when
/// each is reachable from the other.
pub(crate) fn components<N: Ord + Clone>(graph: &BTreeMap<N, BTreeSet<N>>) -> Vec<Vec<N>> {
    let reachable: BTreeMap<&N, BTreeSet<&N>> =
        graph.keys().map(|start| (start, reachable(graph, start))).collect();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for node in graph.keys() {
        if seen.contains(node) || !reachable[node].contains(node) {
            continue;
        }
        let both = |other: &&&N| reachable.get(**other).is_some_and(|from| from.contains(node));
        let component: Vec<&N> = reachable[node].iter().filter(both).copied().collect();
        seen.extend(component.iter().copied());
        found.push(component.into_iter().cloned().collect());
    }
    found
}

fn reachable<'a, N: Ord>(graph: &'a BTreeMap<N, BTreeSet<N>>, start: &'a N) -> BTreeSet<&'a N> {
    let mut found = BTreeSet::new();
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        for next in graph.get(node).into_iter().flatten() {
            if found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}
