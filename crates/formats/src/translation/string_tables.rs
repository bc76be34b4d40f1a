//! Translations in the formats of Yarn Spinner and Ink: the script with an id on each line, and
//! tables with the text of each line in each language. The texts of a table come from the same
//! exporter that writes the script, run on the translated story, so that both match line by line.

use std::ops::Range;

use csv::WriterBuilder;
use markup::notation::{ink, yarn};
use model::{ContentHash, Story};
use sha2::{Digest as _, Sha256};

use crate::folder::Folder;
use crate::{Bundle, Exporter};

/// A line of a script with text.
struct ScriptLine {
    /// The name of its node in the script.
    node: String,
    /// The line number, counted from 1.
    number: usize,
    words: String,
    own_id: Option<String>,
    /// The byte position for an id.
    place: usize,
}

/// The language of a translated story, and the story.
type Translated = (String, Story);

/// Finds the text of a line, and its existing id.
type WordsIn = fn(&str) -> Option<(Range<usize>, Option<&str>)>;

/// A Yarn script with a `#line:` id on every line, and a string table for each language, as Yarn
/// Spinner imports them. `id_of` returns the id of the piece with a given text.
pub fn yarn_strings(
    story: &Story,
    translated: &[Translated],
    id_of: &mut dyn FnMut(&str) -> Option<String>,
) -> Vec<u8> {
    let (source, lines) = script(&crate::yarn::Yarn, story, yarn_lines);
    let mut folder = Folder::default();
    let (text, ids) = with_ids(&source, &lines, "line:", id_of);
    folder.put("story.yarn", text);
    for (language, story) in translated {
        let (_, said) = script(&crate::yarn::Yarn, story, yarn_lines);
        let said = aligned(&lines, said);
        let mut table = WriterBuilder::new().from_writer(Vec::new());
        let mut row = |cells: [&str; 8]| {
            table
                .write_record(cells)
                .expect("rows of one length, in memory");
        };
        let columns = [
            "language",
            "id",
            "text",
            "file",
            "node",
            "lineNumber",
            "lock",
            "comment",
        ];
        row(columns);
        for ((line, id), said) in lines.iter().zip(&ids).zip(&said) {
            let number = line.number.to_string();
            let is_missing = said.as_ref().is_none_or(|it| it.words == line.words);
            let text = said.as_ref().map_or(line.words.as_str(), |it| &it.words);
            let comment = if is_missing { "not translated" } else { "" };
            let lock = lock_of(&line.words);
            row([
                language,
                id,
                text,
                "story.yarn",
                &line.node,
                &number,
                &lock,
                comment,
            ]);
        }
        let table = table.into_inner().expect("nothing fails in memory");
        folder.put(format!("strings-{language}.csv"), table);
    }
    folder.pack(&[])
}

/// An Ink script with an `#id:` tag on every line, a table of all lines in all languages, and the
/// script in each language for use without a table.
pub fn ink_strings(
    story: &Story,
    source_language: &str,
    translated: &[Translated],
    id_of: &mut dyn FnMut(&str) -> Option<String>,
) -> Vec<u8> {
    let (source, lines) = script(&crate::ink::Ink, story, ink_lines);
    let (text, ids) = with_ids(&source, &lines, "id:", id_of);
    let mut folder = Folder::default();
    folder.put("story.ink", text);
    let mut columns = vec!["id".to_owned(), source_language.to_owned()];
    let mut said = Vec::new();
    for (language, story) in translated {
        let (script, lines_said) = script(&crate::ink::Ink, story, ink_lines);
        folder.put(format!("story.{language}.ink"), script);
        columns.push(language.clone());
        said.push(aligned(&lines, lines_said));
    }
    let mut table = WriterBuilder::new().from_writer(b"\xef\xbb\xbf".to_vec());
    let mut row = |cells: &[&str]| {
        table
            .write_record(cells)
            .expect("rows of one length, in memory");
    };
    row(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    for (at, (line, id)) in lines.iter().zip(&ids).enumerate() {
        let mut cells = vec![id.as_str(), &line.words];
        for said in &said {
            let words = said[at].as_ref().map_or("", |it| it.words.as_str());
            cells.push(if words == line.words { "" } else { words });
        }
        row(&cells);
    }
    folder.put(
        "strings.csv",
        table.into_inner().expect("nothing fails in memory"),
    );
    folder.pack(&[])
}

/// The hash of a source that Yarn Spinner stores in a string table to detect changes.
pub fn lock_of(words: &str) -> String {
    let hash = Sha256::digest(words);
    hash.iter().take(4).map(|it| format!("{it:02x}")).collect()
}

fn script(
    format: &dyn Exporter,
    story: &Story,
    lines: fn(&str) -> Vec<ScriptLine>,
) -> (String, Vec<ScriptLine>) {
    let bytes = format.export_single_file(&Bundle::new(story.clone()));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let lines = lines(&text);
    (text, lines)
}

fn yarn_lines(text: &str) -> Vec<ScriptLine> {
    let (mut found, mut node, mut is_body) = (Vec::new(), String::new(), false);
    each_line(text, |number, at, line| match (is_body, line.trim()) {
        (false, "---") => is_body = true,
        (true, "===") => is_body = false,
        (false, head) => {
            if let Some(title) = head.strip_prefix("title:") {
                title.trim().clone_into(&mut node);
            }
        }
        (true, _) => found.extend(line_of(line, at, number, &node, yarn::words)),
    });
    found
}

fn ink_lines(text: &str) -> Vec<ScriptLine> {
    let (mut found, mut node) = (Vec::new(), String::new());
    let mut is_comment = false;
    each_line(text, |number, at, line| {
        let trimmed = line.trim_start();
        if trimmed.starts_with("==") {
            trimmed
                .trim_matches(['=', ' ', '\r', '\n'])
                .clone_into(&mut node);
        }
        let opens = trimmed.starts_with("/*");
        if !is_comment && !opens {
            found.extend(line_of(line, at, number, &node, ink::words));
        }
        is_comment = (is_comment || opens) && !line.contains("*/");
    });
    found
}

fn each_line(text: &str, mut visit: impl FnMut(usize, usize, &str)) {
    let mut at = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        visit(index + 1, at, line);
        at += line.len();
    }
}

fn line_of(line: &str, at: usize, number: usize, node: &str, words: WordsIn) -> Option<ScriptLine> {
    let (place, own_id) = words(line)?;
    // In Ink, a tag ends at a divert; in Yarn, it follows a condition.
    let rest = &line[place.end..];
    let end = ["->", "//", "#", "\r", "\n"]
        .iter()
        .filter_map(|it| rest.find(it))
        .min()
        .unwrap_or(rest.len());
    let end = place.end + rest[..end].trim_end().len();
    Some(ScriptLine {
        node: node.to_owned(),
        number,
        words: line[place].to_owned(),
        own_id: own_id.map(str::to_owned),
        place: at + end,
    })
}

/// The script with an id on every line, and the ids.
fn with_ids(
    source: &str,
    lines: &[ScriptLine],
    prefix: &str,
    id_of: &mut dyn FnMut(&str) -> Option<String>,
) -> (String, Vec<String>) {
    let (mut text, mut done) = (String::with_capacity(source.len() * 5 / 4), 0);
    let mut ids: Vec<String> = Vec::with_capacity(lines.len());
    let mut taken = std::collections::HashSet::new();
    for line in lines {
        let named = id_of(&line.words);
        let id = line.own_id.clone().or(named).unwrap_or_else(|| {
            let words = format!("{}\n{}", line.node, line.words);
            ContentHash::of(words.as_bytes()).to_string()[..10].to_owned()
        });
        let id = id.strip_prefix(prefix).unwrap_or(&id).to_owned();
        let mut unique = id.clone();
        let mut number = 1;
        while !taken.insert(unique.clone()) {
            number += 1;
            unique = format!("{id}_{number}");
        }
        if line.own_id.is_none() {
            text += &source[done..line.place];
            text += &format!(" #{prefix}{unique}");
            done = line.place;
        }
        let is_yarn = prefix == "line:";
        ids.push(if is_yarn {
            format!("{prefix}{unique}")
        } else {
            unique
        });
    }
    text += &source[done..];
    (text, ids)
}

/// The translation of each line: node by node, if both have the same number of lines.
fn aligned(lines: &[ScriptLine], said: Vec<ScriptLine>) -> Vec<Option<ScriptLine>> {
    let nodes = |all: &[ScriptLine]| -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for (at, line) in all.iter().enumerate() {
            match runs.last_mut() {
                Some(run) if all[run.0].node == line.node => run.1 = at + 1,
                _ => runs.push((at, at + 1)),
            }
        }
        runs
    };
    let (ours, theirs) = (nodes(lines), nodes(&said));
    let mut found: Vec<Option<ScriptLine>> = lines.iter().map(|_| None).collect();
    if ours.len() != theirs.len() {
        return found;
    }
    let mut said: Vec<Option<ScriptLine>> = said.into_iter().map(Some).collect();
    for (own, other) in ours.into_iter().zip(theirs) {
        if own.1 - own.0 == other.1 - other.0 {
            for (to, from) in (own.0..own.1).zip(other.0..other.1) {
                found[to] = said[from].take();
            }
        }
    }
    found
}
