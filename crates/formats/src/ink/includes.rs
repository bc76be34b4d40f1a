//! Which file of a project includes which: the one that reading begins with, and what is wrong.

use std::collections::{HashMap, HashSet};

use super::syntax::without_comments;
use crate::reading::TextFile;
use crate::{Oddity, Warning};

/// A file that another includes, and the line that says so.
struct Include {
    to: usize,
    path: String,
    line: usize,
}

/// The files, that which no other includes first, and warnings about includes that do not fit.
pub(super) fn check_includes<'a>(
    files: &'a [TextFile<'a>],
    warnings: &mut Vec<Warning>,
) -> Vec<&'a TextFile<'a>> {
    let ends = ends(files);
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
            match find(&ends, file, &path) {
                Some(to) => {
                    let called = &files[to].path;
                    if !called.ends_with(&path) {
                        let (path, called) = (path.clone(), called.clone());
                        say(Oddity::IncludeCase { path, called });
                    }
                    own.push(Include { to, path, line });
                }
                None if file.path.is_empty() => say(Oddity::IncludeAway { path }),
                None => say(Oddity::IncludeMissing { path }),
            }
        }
        includes.push(own);
    }
    check_circles(files, &includes, warnings);
    let included: HashSet<usize> = includes.iter().flatten().map(|it| it.to).collect();
    let mut order: Vec<_> = files.iter().enumerate().collect();
    order.sort_by_key(|it| included.contains(&it.0));
    order.into_iter().map(|it| it.1).collect()
}

/// The first file for every path and every end of one, in lower case.
fn ends(files: &[TextFile<'_>]) -> HashMap<String, usize> {
    let mut ends = HashMap::new();
    for (index, file) in files.iter().enumerate().filter(|it| !it.1.path.is_empty()) {
        let path = file.path.to_lowercase();
        for (at, _) in path.match_indices('/') {
            ends.entry(path[at + 1..].to_owned()).or_insert(index);
        }
        ends.entry(path).or_insert(index);
    }
    ends
}

/// The included file, looked for from the folder of the one that includes it and of all.
fn find(ends: &HashMap<String, usize>, from: &TextFile<'_>, path: &str) -> Option<usize> {
    let folder = from.path.rsplit_once('/');
    let beside = folder.and_then(|(it, _)| ends.get(&format!("{it}/{path}").to_lowercase()));
    beside.or_else(|| ends.get(&path.to_lowercase())).copied()
}

/// Tells the includes that lead back to a file that is being included already.
fn check_circles(files: &[TextFile<'_>], includes: &[Vec<Include>], warnings: &mut Vec<Warning>) {
    let (mut open, mut done) = (vec![false; files.len()], vec![false; files.len()]);
    for first in 0..files.len() {
        // The way down, each file with how many of its includes have been followed.
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
                let odd = Warning::at(include.line, Oddity::IncludeCircle { path });
                warnings.push(odd.in_file(&files[file].path));
            } else {
                way.push((include.to, 0));
            }
        }
    }
}
