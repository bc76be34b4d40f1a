//! Converts a story to the files it was imported from, or to a single file. The text of each section
//! comes from `write`.

use std::collections::BTreeMap;

use model::Story;
use serde_json::Value;

use super::section_paths::{file_of, is_folder, kept_files};
use super::syntax::split_sections;
use super::write::{ExportPlan, converted};
use crate::folder::Folder;
use crate::import::with_crlf;
use markup::progress::track;

/// The exported file: Ink source, or an archive of several files.
pub(super) fn bytes(story: &Story) -> Vec<u8> {
    let mut files = files(story);
    for (path, kept) in kept_files(story) {
        if kept.get("crlf") == Some(&Value::Bool(true))
            && let Some(text) = files.get_mut(path)
        {
            *text = with_crlf(text);
        }
    }
    if !is_folder(story) {
        return files.into_values().collect::<String>().into_bytes();
    }
    let mut folder = Folder::default();
    for (path, text) in files {
        folder.put(path, text);
    }
    folder.pack(&[])
}

/// The whole story as one file: each file replaces the first line that includes it. Files that
/// belong to no story are left out.
pub(super) fn single_file(story: &Story) -> String {
    let kept = kept_files(story);
    let is_unused = |it: &Value| it.get("unused") == Some(&Value::Bool(true));
    let mut files = files(story);
    files.retain(|path, _| !kept.iter().any(|it| it.0 == *path && is_unused(it.1)));
    let main = kept.first().map_or("", |it| it.0);
    let mut knots = Vec::new();
    let text = files.remove(main).unwrap_or_default();
    let mut all = with_included(&text, &mut files, &mut knots);
    knots.extend(files.into_values());
    for text in knots {
        if !all.is_empty() && !all.ends_with('\n') {
            all.push('\n');
        }
        all.push_str(&text);
    }
    all
}

/// A file in which each line that includes one of `files` for the first time is replaced by the
/// beginning of that file, as Ink does; the knots of that file are added to `knots`.
fn with_included(
    text: &str,
    files: &mut BTreeMap<&str, String>,
    knots: &mut Vec<String>,
) -> String {
    let mut all = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let Some(path) = line.trim().strip_prefix("INCLUDE ") else {
            all.push_str(line);
            continue;
        };
        let path = path.trim().replace('\\', "/").to_lowercase();
        let is_it = |it: &&str| {
            let file = it.to_lowercase();
            file.strip_suffix(&path)
                .is_some_and(|it| it.is_empty() || it.ends_with('/'))
        };
        let found = files.keys().copied().find(is_it);
        let Some(included) = found.and_then(|it| files.remove(it)) else {
            continue;
        };
        let top = split_sections(&included).0.len();
        let inner = with_included(&included[..top], files, knots);
        all.push_str(&inner);
        if !inner.is_empty() && !inner.ends_with('\n') {
            all.push('\n');
        }
        let own = with_included(&included[top..], files, knots);
        knots.push(own);
    }
    all
}

/// The exported files by path; an empty path means the story is a single file.
fn files(story: &Story) -> BTreeMap<&str, String> {
    let converted = converted(story);
    let plan = ExportPlan::of(&converted);
    let bodies: Vec<_> = track("writing nodes", 0..plan.nodes.len())
        .map(|it| plan.body(it).text)
        .collect();
    let kept = kept_files(story);
    let main = kept.first().map_or("", |it| it.0);
    let mut files: BTreeMap<&str, String> = kept
        .iter()
        .map(|(path, _)| (*path, String::new()))
        .collect();
    files.entry(main).or_default();
    for (path, text) in &mut files {
        let kept = kept.iter().find(|it| it.0 == *path).map(|it| it.1);
        let top = kept.and_then(|it| it.get("top")?.as_str());
        text.push_str(&plan.top(top, *path == main));
    }
    for &index in &plan.order {
        let node = plan.nodes[index];
        let path = file_of(node).and_then(|it| Some(*files.get_key_value(it)?.0));
        let text = files.entry(path.unwrap_or(main)).or_default();
        plan.add(index, &bodies[index], text);
    }
    files
}
