//! Resolves which file of a project includes which, finds the main file and reports problems.

use std::collections::{HashMap, HashSet};

use super::syntax::without_comments;
use crate::import::TextFile;
use crate::{ImportWarning, Warning};

/// An include of another file, with its line.
struct Include {
    to: usize,
    path: String,
    line: usize,
}

/// The files of a project.
pub(super) struct ProjectFiles<'a> {
    /// The files of the story, the main one first.
    pub(super) read: Vec<&'a TextFile<'a>>,
    /// The files that the main file does not include, directly or through others. Ink never
    /// compiles them with it.
    pub(super) unused: Vec<&'a TextFile<'a>>,
}

/// Separates the files of the story from others beside it, and warns about invalid includes. If no
/// file includes another, all of them are read.
pub(super) fn check_includes<'a>(
    files: &'a [TextFile<'a>],
    warnings: &mut Vec<Warning>,
) -> ProjectFiles<'a> {
    let path_suffixes = path_suffixes(files);
    let mut includes = Vec::with_capacity(files.len());
    for file in files {
        let mut own = Vec::new();
        let plain = without_comments(&file.text);
        for (number, line) in plain.lines().enumerate() {
            let Some(path) = line.trim().strip_prefix("INCLUDE ") else {
                continue;
            };
            let (path, line) = (path.trim().replace('\\', "/"), number + 1);
            let mut say = |what| warnings.push(Warning::at(line, what).in_file(&file.path));
            match find(&path_suffixes, file, &path) {
                Some(to) => {
                    let called = &files[to].path;
                    if !called.ends_with(&path) {
                        let (path, called) = (path.clone(), called.clone());
                        say(ImportWarning::IncludeCaseMismatch { path, called });
                    }
                    own.push(Include { to, path, line });
                }
                None if file.path.is_empty() => say(ImportWarning::IncludeNotProvided { path }),
                None => say(ImportWarning::IncludeMissing { path }),
            }
        }
        includes.push(own);
    }
    check_cycles(files, &includes, warnings);
    let included: HashSet<usize> = includes.iter().flatten().map(|it| it.to).collect();
    let main = (0..files.len())
        .filter(|it| !included.contains(it) && !includes[*it].is_empty())
        .map(|it| (it, reachable(it, &includes)))
        .max_by_key(|(it, all)| (all.len(), std::cmp::Reverse(*it)));
    let Some((main, used)) = main else {
        let mut order: Vec<_> = files.iter().enumerate().collect();
        order.sort_by_key(|it| included.contains(&it.0));
        return ProjectFiles {
            read: order.into_iter().map(|it| it.1).collect(),
            unused: Vec::new(),
        };
    };
    let (mut read, mut unused) = (vec![&files[main]], Vec::new());
    for (index, file) in files.iter().enumerate().filter(|it| it.0 != main) {
        if used.contains(&index) {
            read.push(file);
        } else {
            let what = ImportWarning::InkFileNotIncluded {
                main: files[main].path.clone(),
            };
            warnings.push(Warning::for_file(what).in_file(&file.path));
            unused.push(file);
        }
    }
    ProjectFiles { read, unused }
}

/// A file and all that it includes, directly or through others.
fn reachable(from: usize, includes: &[Vec<Include>]) -> HashSet<usize> {
    let (mut seen, mut open) = (HashSet::from([from]), vec![from]);
    while let Some(file) = open.pop() {
        open.extend(
            includes[file]
                .iter()
                .map(|it| it.to)
                .filter(|it| seen.insert(*it)),
        );
    }
    seen
}

/// Maps every path and every suffix of one, in lower case, to the first file it names.
fn path_suffixes(files: &[TextFile<'_>]) -> HashMap<String, usize> {
    let mut path_suffixes = HashMap::new();
    for (index, file) in files.iter().enumerate().filter(|it| !it.1.path.is_empty()) {
        let path = file.path.to_lowercase();
        for (at, _) in path.match_indices('/') {
            path_suffixes
                .entry(path[at + 1..].to_owned())
                .or_insert(index);
        }
        path_suffixes.entry(path).or_insert(index);
    }
    path_suffixes
}

/// Finds an included file relative to the including file, then relative to the root.
fn find(path_suffixes: &HashMap<String, usize>, from: &TextFile<'_>, path: &str) -> Option<usize> {
    let folder = from.path.rsplit_once('/');
    let beside =
        folder.and_then(|(it, _)| path_suffixes.get(&format!("{it}/{path}").to_lowercase()));
    beside
        .or_else(|| path_suffixes.get(&path.to_lowercase()))
        .copied()
}

/// Reports cyclic includes.
fn check_cycles(files: &[TextFile<'_>], includes: &[Vec<Include>], warnings: &mut Vec<Warning>) {
    let (mut open, mut done) = (vec![false; files.len()], vec![false; files.len()]);
    for first in 0..files.len() {
        // The current path, each file with the number of its includes already followed.
        let mut way = vec![(first, 0)];
        while let Some((file, next)) = way.last_mut() {
            let file = *file;
            if done[file] {
                way.pop();
                continue;
            }
            open[file] = true;
            let Some(include) = includes[file].get(*next) else {
                (open[file], done[file]) = (false, true);
                way.pop();
                continue;
            };
            *next += 1;
            if open[include.to] {
                let path = include.path.clone();
                let odd = Warning::at(include.line, ImportWarning::CircularInclude { path });
                warnings.push(odd.in_file(&files[file].path));
            } else {
                way.push((include.to, 0));
            }
        }
    }
}
