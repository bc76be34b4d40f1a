//! The snapshots of a document: earlier texts of it, which become alternatives of the text.

use std::collections::HashSet;

use model::contents::{Alternative, Alternatives, Content as _, Prose};

use super::ProjectFiles;
use crate::comment_marks::without_marks;
use crate::import::{Token, decode, walk};
use crate::{FormatError, ImportWarning, Warning};

/// What Scrivener calls a snapshot that the writer gave no title.
const UNTITLED: &str = "Untitled Snapshot";

/// An entry of the index of a document's snapshots.
#[derive(Default)]
struct Snapshot {
    title: String,
    /// Such as `2026-05-08 16:04:16 -0700`.
    date: String,
}

impl Snapshot {
    /// What its file may be called: the date with dashes, in several spellings of the time zone.
    fn files(&self) -> Vec<String> {
        let dashed = |it: &str| it.replace([' ', ':'], "-");
        let date = self.date.trim();
        let (time, zone) = date.rsplit_once(' ').unwrap_or((date, ""));
        let digits = zone.trim_start_matches(['+', '-']);
        let names = [
            format!("{}{zone}", dashed(time)),
            format!("{}-{digits}", dashed(time)),
            dashed(date),
            dashed(time),
        ];
        names.map(|it| format!("{it}.rtf")).into()
    }

    /// Its title, or the day and minute.
    fn name(&self) -> String {
        match self.title.trim() {
            "" | UNTITLED => self.moment(),
            title => title.to_owned(),
        }
    }

    fn moment(&self) -> String {
        self.date
            .trim()
            .chars()
            .take("2026-05-08 16:04".len())
            .collect()
    }
}

/// The snapshots of a document that differ from its text, the oldest first, under names of their own.
pub(super) fn alternatives(
    files: &mut ProjectFiles<'_>,
    id: &str,
    text: &str,
) -> Result<Alternatives, FormatError> {
    let folder = format!("{}Snapshots/{id}.snapshots", files.root);
    let mut alternatives = Alternatives::default();
    let Some((path, bytes)) = files.lookup.file(&format!("{folder}/index.xml")) else {
        return Ok(alternatives);
    };
    let (index, more) = decode(bytes).map_err(|it| it.in_file(path))?;
    files
        .warnings
        .extend(more.into_iter().map(|it| it.in_file(path)));
    let (snapshots, damaged) = read(&index);
    if let Some(line) = damaged {
        let damaged = Warning::at(line, ImportWarning::PageDamaged {});
        files.warnings.push(damaged.in_file(path));
    }
    let mut names = HashSet::new();
    for snapshot in snapshots {
        let paths = snapshot
            .files()
            .into_iter()
            .map(|it| format!("{folder}/{it}"));
        let Some((path, bytes)) = paths.into_iter().find_map(|it| files.lookup.file(&it)) else {
            continue;
        };
        let (blocks, _) = files.rich_text_of(path, bytes)?;
        let earlier = without_marks(&super::joined(blocks)).into_owned();
        if earlier == text || earlier.is_empty() {
            continue;
        }
        let mut name = snapshot.name();
        if !names.insert(name.to_lowercase()) {
            name = format!("{name} ({})", snapshot.moment());
            names.insert(name.to_lowercase());
        }
        alternatives.put(Alternative {
            name,
            capability: Prose::CAPABILITY.to_owned(),
            data: Prose { text: earlier }.to_data(),
        });
    }
    Ok(alternatives)
}

/// The entries of an index, and the line from which on it is damaged.
fn read(index: &str) -> (Vec<Snapshot>, Option<usize>) {
    let mut snapshots: Vec<Snapshot> = Vec::new();
    let mut element = String::new();
    let walked = walk(index, |token| match token {
        Token::Open(name, _) => {
            if name == "snapshot" {
                snapshots.push(Snapshot::default());
            }
            element = name;
        }
        Token::Close(_) => element.clear(),
        Token::Words(words) => match (element.as_str(), snapshots.last_mut()) {
            ("title", Some(it)) => it.title.push_str(words),
            ("date", Some(it)) => it.date.push_str(words),
            _ => {}
        },
    });
    (snapshots, walked.err())
}
