//! Which modules of a crate use which, from its sources. Tests (`#[cfg(test)]`) do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::Visit;

use super::Graph;
use crate::repository;

/// The names that lead from the crate's root to a module.
type ModulePath = Vec<String>;

/// Returns a graph for each module that has modules in it, by its path (`""` for the root): which of these modules use
/// which, themselves or in a module inside them.
pub(super) fn levels(source: &Path) -> BTreeMap<String, Graph> {
    let mut files: BTreeMap<ModulePath, Vec<Reference>> = BTreeMap::new();
    let mut tests: Vec<ModulePath> = Vec::new();
    for path in repository::files(source.to_owned()).unwrap() {
        let Some(module) = module_of(path.strip_prefix(source).unwrap()) else { continue };
        let read = read(&path);
        tests.extend(read.test_modules.into_iter().map(|name| [&module[..], &[name]].concat()));
        files.entry(module).or_default().extend(read.references);
    }
    files.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
    let exports: BTreeMap<(ModulePath, String), Reference> = files
        .iter()
        .flat_map(|(module, references)| references.iter().map(move |reference| (module, reference)))
        .filter_map(|(module, reference)| Some(((module.clone(), reference.exported_as.clone()?), reference.clone())))
        .collect();

    let mut levels: BTreeMap<String, Graph> = BTreeMap::new();
    for module in files.keys().filter(|module| !module.is_empty()) {
        let (name, parent) = module.split_last().unwrap();
        levels.entry(parent.join("/")).or_default().entry(name.clone()).or_default();
    }
    for (module, references) in &files {
        for reference in references {
            let Some(used) = resolve(module, reference, &files, &exports) else { continue };
            let shared = module.iter().zip(&used).take_while(|(one, other)| one == other).count();
            if module.len() > shared && used.len() > shared {
                let graph = levels.entry(module[..shared].join("/")).or_default();
                graph.entry(module[shared].clone()).or_default().insert(used[shared].clone());
            }
        }
    }
    levels
}

/// Returns the module of a file, by its path in the folder of the sources. `None` for a file of another kind.
fn module_of(file: &Path) -> Option<ModulePath> {
    file.extension().filter(|extension| *extension == "rs")?;
    let names = file.with_extension("");
    let mut module: ModulePath = names.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    module.pop_if(|name| ["lib", "main", "mod"].contains(&name.as_str()));
    Some(module)
}

/// A path in the source that begins with `crate`, `self`, `super` or a name.
#[derive(Clone)]
struct Reference {
    segments: Vec<String>,
    /// How many inline modules (`mod name { … }`) of the file surround it.
    inline_depth: usize,
    /// The name under which `pub use` exports it.
    exported_as: Option<String>,
}

/// Returns the module that `reference` leads to, seen from `module`. `None` for a path into another crate.
fn resolve(
    module: &[String],
    reference: &Reference,
    files: &BTreeMap<ModulePath, Vec<Reference>>,
    exports: &BTreeMap<(ModulePath, String), Reference>,
) -> Option<ModulePath> {
    let mut segments = reference.segments.iter().map(String::as_str).peekable();
    let mut inline_depth = reference.inline_depth;
    let mut at = module.to_vec();
    match *segments.peek()? {
        "crate" => {
            at.clear();
            segments.next();
        }
        "self" => drop(segments.next()),
        "super" => {}
        // A child module or something else in scope, and both are inside this module.
        _ => return None,
    }
    while segments.next_if_eq(&"super").is_some() {
        if inline_depth > 0 {
            inline_depth -= 1;
        } else {
            at.pop();
        }
    }
    for segment in segments {
        let child = [&at[..], &[segment.to_owned()]].concat();
        if files.contains_key(&child) {
            at = child;
        } else {
            let key = (at.clone(), segment.to_owned());
            return Some(exports.get(&key).and_then(|export| target(&at, export, files, exports)).unwrap_or(at));
        }
    }
    Some(at)
}

/// Returns the module that an export of `module` leads to.
fn target(
    module: &[String],
    export: &Reference,
    files: &BTreeMap<ModulePath, Vec<Reference>>,
    exports: &BTreeMap<(ModulePath, String), Reference>,
) -> Option<ModulePath> {
    let first = export.segments.first()?;
    let child = [module, std::slice::from_ref(first)].concat();
    if !files.contains_key(&child) {
        return resolve(module, export, files, exports);
    }
    let segments = [&["self".to_owned()], &export.segments[..]].concat();
    resolve(module, &Reference { segments, ..export.clone() }, files, exports)
}

fn read(file: &Path) -> Collector {
    let text = fs_err::read_to_string(file).unwrap();
    let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut collector = Collector::default();
    collector.visit_file(&syntax);
    collector
}

#[derive(Default)]
struct Collector {
    references: Vec<Reference>,
    /// The modules that are declared for tests alone.
    test_modules: Vec<String>,
    inline_depth: usize,
}

impl Collector {
    fn add(&mut self, segments: Vec<String>, exported_as: Option<String>) {
        self.references.push(Reference { segments, inline_depth: self.inline_depth, exported_as });
    }

    fn add_tree(&mut self, tree: &syn::UseTree, prefix: &[String], is_public: bool) {
        let with = |name: &syn::Ident| [prefix, &[name.to_string()]].concat();
        let public = |name: &syn::Ident| is_public.then(|| name.to_string());
        match tree {
            syn::UseTree::Path(path) => self.add_tree(&path.tree, &with(&path.ident), is_public),
            syn::UseTree::Name(name) if name.ident == "self" => self.add(prefix.to_vec(), None),
            syn::UseTree::Name(name) => self.add(with(&name.ident), public(&name.ident)),
            syn::UseTree::Rename(rename) => self.add(with(&rename.ident), public(&rename.rename)),
            syn::UseTree::Glob(_) => self.add(prefix.to_vec(), None),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.add_tree(tree, prefix, is_public));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_test(&item.attrs) {
            self.add_tree(&item.tree, &[], !matches!(item.vis, syn::Visibility::Inherited));
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if is_test(&item.attrs) {
            self.test_modules.push(item.ident.to_string());
        } else {
            self.inline_depth += 1;
            syn::visit::visit_item_mod(self, item);
            self.inline_depth -= 1;
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            syn::visit::visit_item_fn(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.add(path.segments.iter().map(|segment| segment.ident.to_string()).collect(), None);
        syn::visit::visit_path(self, path);
    }

    // The arguments of a macro are not a syntax tree. Paths in them are found by their tokens.
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let mut paths = BTreeSet::new();
        paths_in(call.tokens.clone(), &mut paths);
        paths.into_iter().for_each(|path| self.add(path, None));
        syn::visit::visit_macro(self, call);
    }
}

fn paths_in(tokens: TokenStream, paths: &mut BTreeSet<Vec<String>>) {
    let mut path: Vec<String> = Vec::new();
    let mut colons = 0;
    for token in tokens {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == ':' => colons += 1,
            TokenTree::Ident(name) => {
                if colons != 2 {
                    paths.insert(std::mem::take(&mut path));
                }
                path.push(name.to_string());
                colons = 0;
            }
            other => {
                if let TokenTree::Group(group) = other {
                    paths_in(group.stream(), paths);
                }
                paths.insert(std::mem::take(&mut path));
                colons = 0;
            }
        }
    }
    paths.insert(path);
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph_of(files: &[(&str, &str)]) -> BTreeMap<String, Graph> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs_err::create_dir_all(path.parent().unwrap()).unwrap();
            fs_err::write(path, text).unwrap();
        }
        levels(folder.path())
    }

    fn used(graph: &Graph, module: &str) -> Vec<String> {
        graph[module].iter().cloned().collect()
    }

    #[test]
    fn imports_inline_paths_macros_and_exports_are_arrows() {
        let levels = graph_of(&[
            ("lib.rs", "mod a; mod b; mod c; mod d; mod e; pub use e::{E as Exported}; #[cfg(test)] mod checks;"),
            ("checks.rs", "use crate::a::A;"),
            ("a.rs", "use crate::{b::B, Exported};\nfn f() { crate::c::f(); view! { <X f=crate::d::G /> } }"),
            ("b/mod.rs", "mod inner;\nmod other;"),
            ("b/inner.rs", "use super::super::c::C; use super::other::O;"),
            ("b/other.rs", "#[cfg(test)] mod tests { use crate::a::A; }"),
            ("c.rs", "mod inline { use super::super::d::D; use super::own; }"),
            ("d.rs", ""),
            ("e.rs", ""),
        ]);
        assert_eq!(used(&levels[""], "a"), ["b", "c", "d", "e"]);
        assert_eq!(used(&levels[""], "b"), ["c"]);
        assert_eq!(used(&levels[""], "c"), ["d"]);
        assert_eq!(used(&levels[""], "d"), Vec::<String>::new());
        assert!(!levels[""].contains_key("checks"));
        assert_eq!(used(&levels["b"], "inner"), ["other"]);
        assert_eq!(used(&levels["b"], "other"), Vec::<String>::new());
    }
}
