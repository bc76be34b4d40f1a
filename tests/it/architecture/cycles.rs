//! Imports between the modules of a crate: sibling modules, including everything below them, do not
//! import each other in a cycle. A module and its own parent may.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, assert_none, sources};

/// The crates that are free of cycles.
const FREE: [&str; 6] = ["model", "markup", "store", "llm", "offline", "runner"];

/// A module's path below the crate; empty for the crate itself.
type Module = Vec<String>;

/// A crate's modules with what they import.
struct Modules {
    texts: BTreeMap<Module, String>,
    /// What a `pub use` names, by the path under which others may import it.
    exports: BTreeMap<Module, Module>,
}

impl Modules {
    fn read(files: &[Source], root: &str) -> Self {
        let mut texts = BTreeMap::new();
        for file in files {
            let Some(path) = file.path.strip_prefix(root) else {
                continue;
            };
            let mut names: Module = path
                .trim_start_matches('/')
                .trim_end_matches(".rs")
                .split('/')
                .map(str::to_owned)
                .collect();
            if names.iter().any(|it| it.starts_with("tests")) {
                continue;
            }
            names.pop_if(|it| *it == "mod" || *it == "lib");
            texts.insert(names, without_tests(&file.text));
        }
        let mut modules = Self {
            texts,
            exports: BTreeMap::new(),
        };
        for (module, text) in &modules.texts {
            for (is_export, path) in imports(text) {
                let target = modules.absolute(module, &path);
                if let (true, Some(target), Some(name)) = (is_export, target, path.last()) {
                    let under = [module.as_slice(), std::slice::from_ref(name)].concat();
                    modules.exports.insert(under, target);
                }
            }
        }
        modules
    }

    /// A path as written in a module, as a path below the crate; `None` for another crate's.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Module> {
        let ups = path.iter().take_while(|it| *it == "super").count();
        let first = path.first()?;
        if first == "crate" {
            return Some(path[1..].to_vec());
        }
        if ups > 0 {
            let above = &module[..module.len().checked_sub(ups)?];
            return Some([above, &path[ups..]].concat());
        }
        let own = if first == "self" { &path[1..] } else { path };
        let child = [module, &own[..1.min(own.len())]].concat();
        (first == "self" || self.texts.contains_key(&child)).then(|| [module, own].concat())
    }

    /// The module that a path leads to, through re-exports.
    fn owner(&self, path: &[String]) -> Module {
        let mut path = path.to_vec();
        for _ in 0..5 {
            let exported = (1..=path.len())
                .rev()
                .find_map(|end| Some((end, self.exports.get(&path[..end])?)));
            match exported {
                Some((end, target)) if *target != path[..end] => {
                    path = [target.as_slice(), &path[end..]].concat();
                }
                _ => break,
            }
        }
        let ends = (0..=path.len()).rev();
        let mut owners = ends.filter(|it| self.texts.contains_key(&path[..*it]));
        path[..owners.next().unwrap_or(0)].to_vec()
    }

    /// For each module, which of its child modules import which.
    fn siblings(&self) -> BTreeMap<Module, BTreeMap<Module, BTreeSet<Module>>> {
        let mut siblings: BTreeMap<Module, BTreeMap<Module, BTreeSet<Module>>> = BTreeMap::new();
        for (module, text) in &self.texts {
            for (_, path) in imports(text) {
                let Some(target) = self.absolute(module, &path) else {
                    continue;
                };
                let target = self.owner(&target);
                let pairs = module.iter().zip(&target);
                let common = pairs.take_while(|(one, other)| one == other).count();
                if common < module.len() && common < target.len() {
                    let arrows = siblings.entry(module[..common].to_vec()).or_default();
                    let from = module[..=common].to_vec();
                    arrows
                        .entry(from)
                        .or_default()
                        .insert(target[..=common].to_vec());
                }
            }
        }
        siblings
    }
}

/// The text before the unit tests, without comments.
fn without_tests(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next();
    let lines = code.unwrap_or_default().lines();
    lines
        .map(|it| it.split("//").next().unwrap_or_default())
        .flat_map(|it| ["\n", it])
        .collect()
}

/// What a text imports, and whether it re-exports it: each path of its `use` items, and the crate
/// paths that occur in its code.
fn imports(text: &str) -> Vec<(bool, Vec<String>)> {
    const USES: [(&str, bool); 4] = [
        ("\nuse ", false),
        ("\npub use ", true),
        ("\npub(crate) use ", true),
        ("\npub(super) use ", true),
    ];
    let mut paths = Vec::new();
    for item in text.split(';') {
        let found = USES.iter().find_map(|(mark, is_export)| {
            let at = item.rfind(mark)?;
            Some((&item[..at], &item[at + mark.len()..], *is_export))
        });
        if let Some((before, tree, is_export)) = found
            && !before.ends_with("#[cfg(test)]")
        {
            let tree: Vec<_> = tree.split_whitespace().collect();
            let leaves = leaves(&tree.join(" ")).into_iter();
            paths.extend(leaves.map(|it| (is_export, it)));
        }
    }
    for (at, _) in text.match_indices("crate::") {
        if text[..at].ends_with(|it: char| it.is_alphanumeric() || it == '_' || it == '$') {
            continue;
        }
        let rest = &text[at..];
        let end = rest.find(|it: char| !(it.is_alphanumeric() || it == '_' || it == ':'));
        let leaves = leaves(&rest[..end.unwrap_or(rest.len())]).into_iter();
        paths.extend(leaves.map(|it| (false, it)));
    }
    paths
}

/// The paths of a tree such as `a::{b, c::{d, e}}`.
fn leaves(tree: &str) -> Vec<Vec<String>> {
    let Some((before, inner)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        let names = path.split("::").map(str::trim).filter(|it| !it.is_empty());
        return vec![names.map(str::to_owned).collect()];
    };
    let inner = inner.trim_end().strip_suffix('}').unwrap_or(inner);
    let (mut depth, mut branches) = (0_usize, vec![String::new()]);
    for sign in inner.chars() {
        match sign {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                branches.push(String::new());
                continue;
            }
            _ => {}
        }
        branches.last_mut().expect("there is one").push(sign);
    }
    let branches = branches.iter().filter(|it| !it.trim().is_empty());
    branches
        .flat_map(|it| leaves(&format!("{before}{it}")))
        .collect()
}

/// The modules that can reach themselves.
fn circles(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<&Module> {
    let comes_back = |module: &&Module| {
        let mut reached: BTreeSet<&Module> = BTreeSet::new();
        let mut open: Vec<&Module> = arrows[*module].iter().collect();
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(arrows.get(next).into_iter().flatten());
            }
        }
        reached.contains(module)
    };
    arrows.keys().filter(comes_back).collect()
}

fn violations(files: &[Source], root: &str) -> Vec<String> {
    let siblings = Modules::read(files, root).siblings();
    let circles = siblings.values().flat_map(circles);
    circles
        .map(|it| format!("{root}: {} imports itself by others", it.join("::")))
        .collect()
}

#[test]
fn sibling_modules_do_not_import_each_other_in_a_cycle() {
    for name in FREE {
        let root = format!("crates/{name}/src");
        let files = sources(&[&root], "rs");
        assert!(!files.is_empty(), "{root} is gone");
        assert_none(&violations(&files, &root));
    }
}

#[test]
fn detects_a_cycle_through_re_exports() {
    let file = |path: &str, text: &str| Source {
        path: format!("x/src/{path}"),
        text: text.to_owned(),
    };
    let lib = file("lib.rs", "mod a;\nmod b;\n\npub use b::{\n    B, C,\n};\n");
    let circle = [
        lib,
        file("a/mod.rs", "mod c;\n"),
        file("a/c.rs", "use crate::B;\n"),
        file("b.rs", "use super::a::A;\n#[cfg(test)]\nmod tests {"),
    ];
    assert_eq!(violations(&circle, "x/src").len(), 2, "both sides of it");
    let [lib, a, c, _] = circle;
    let test_only = file("b.rs", "#[cfg(test)]\nmod tests {\nuse super::a::A;\n");
    assert_none(&violations(&[lib, a, c, test_only], "x/src"));
}
