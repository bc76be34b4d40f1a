//! Text search. The index gives candidates and the text itself decides, so that nothing is missed
//! and no result lacks the words.

use std::collections::HashSet;
use std::ops::Range;

use rusqlite::Connection;

use super::version_view::{VersionView, version_at};
use super::{Hit, history, snapshot};
use crate::StoreError;
use crate::rules::Rules;

/// Characters shown on each side of a match.
const EXCERPT_CONTEXT: usize = 50;

/// Finds text that contains every word, best match first.
pub(super) fn search(
    version_view: &VersionView<'_>,
    rules: &Rules,
    words: &str,
    limit: usize,
) -> Result<Vec<Hit>, StoreError> {
    let words: Vec<String> = words.split_whitespace().map(folded).collect();
    let mut hits = Vec::new();
    if words.is_empty() || limit == 0 {
        return Ok(hits);
    }
    let over = snapshot::draft_overrides(version_view)?;
    let drafted: HashSet<i64> = over.values().flatten().copied().collect();
    for row in candidates(version_view, &words, &drafted)? {
        if hits.len() == limit {
            break;
        }
        let hit = match_row(version_view, rules, &words, row)?;
        hits.extend(hit.filter(|it| drafted.contains(&row) || !over.contains_key(&it.slot)));
    }
    Ok(hits)
}

/// Rows that may contain the words, titles first: those of the draft and those adopted since the
/// index was last updated, then the index's own results.
fn candidates(
    version_view: &VersionView<'_>,
    words: &[String],
    drafted: &HashSet<i64>,
) -> Result<Vec<i64>, StoreError> {
    let mut rows: Vec<(i64, bool)> = Vec::new();
    let mut seen = HashSet::new();
    let mut statement = version_view
        .conn
        .prepare_cached("SELECT capability = 'node' FROM version WHERE row = ?1")?;
    let recent = history::adopted_since(version_view.conn, history::indexed(version_view.conn)?)?;
    for row in drafted.iter().copied().chain(recent) {
        if seen.insert(row) {
            rows.push((row, statement.query_row([row], |it| it.get(0))?));
        }
    }
    rows.extend(
        indexed(version_view.conn, words)?
            .into_iter()
            .filter(|it| !seen.contains(&it.0)),
    );
    rows.sort_by_key(|(_, is_title)| !is_title);
    Ok(rows.into_iter().map(|it| it.0).collect())
}

/// Rows of adopted versions, best match first: the index's results, or all rows if the index cannot
/// answer for these words. With each, whether it is a node's title.
fn indexed(conn: &Connection, words: &[String]) -> Result<Vec<(i64, bool)>, StoreError> {
    let phrases: Vec<String> = words.iter().filter_map(|it| phrase(it)).collect();
    let mut statement = conn.prepare_cached(if phrases.is_empty() {
        "SELECT version, capability = 'node' FROM adopted WHERE ?1 = ''"
    } else {
        // The index may still contain versions that are no longer adopted.
        "SELECT a.version, a.capability = 'node' FROM search \
         JOIN adopted a ON a.version = search.rowid WHERE search MATCH ?1 ORDER BY rank"
    })?;
    let query = phrases.join(" AND ");
    let rows = statement.query_map([query], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A word in the index's query syntax: quoted, so that nothing in it is an operator. `None` if the
/// index does not contain the whole word.
fn phrase(word: &str) -> Option<String> {
    if !word.chars().any(char::is_alphanumeric) || !word.chars().all(is_indexed) {
        return None;
    }
    let split = model::split_for_search(&word.replace('"', " "));
    let split = split.split_whitespace().collect::<Vec<_>>().join(" ");
    // A word in a spaced script may be typed without its last letters.
    let last = word.chars().next_back().filter(|it| it.is_alphanumeric());
    let is_open = last.is_some_and(is_spaced);
    Some(format!("\"{split}\"{}", if is_open { "*" } else { "" }))
}

/// Whether the index's tokenizer, which knows Unicode 6.1, classifies a character as Rust does.
fn is_indexed(c: char) -> bool {
    !matches!(c,
        '\u{4db6}'..='\u{4dbf}' | '\u{9fcd}'..='\u{9fff}' | '\u{2b81e}'..='\u{3ffff}')
}

fn match_row(
    version_view: &VersionView<'_>,
    rules: &Rules,
    words: &[String],
    row: i64,
) -> Result<Option<Hit>, StoreError> {
    let held = version_at(version_view.conn, row)?;
    let slot = held.version.slot;
    let text = rules.text(&slot.capability, &held.version.body);
    let folded = folded(&text);
    let mut starts = words.iter().map(|it| beginning(&folded, it));
    let Some(Some(start)) = starts.next() else {
        return Ok(None);
    };
    if !starts.all(|it| it.is_some()) {
        return Ok(None);
    }
    let length = words.first().map_or(0, String::len);
    let found = original(&text, start..start + length);
    let (excerpt, found) = excerpt(&text, found);
    Ok(Some(Hit {
        slot,
        excerpt,
        found,
    }))
}

/// A text folded for comparison: lower case, traditional Chinese as simplified.
pub(crate) fn folded(text: &str) -> String {
    let small = text.chars().flat_map(char::to_lowercase);
    small.map(model::to_simplified_char).collect()
}

/// Where a word occurs in a folded text: at the start of a word, or anywhere in a script without
/// spaces. This matches the index exactly, so text that is not indexed yet gives the same results.
fn beginning(folded: &str, word: &str) -> Option<usize> {
    let first = word.chars().next()?;
    let inside = |at: usize| {
        let before = folded[..at].chars().next_back();
        before.is_some_and(|it| continues_words(it) && continues_words(first))
    };
    folded
        .match_indices(word)
        .map(|it| it.0)
        .find(|&at| !inside(at))
}

/// Whether a character is part of a word of several characters.
fn continues_words(c: char) -> bool {
    c.is_alphanumeric() && c < '\u{20000}' && is_spaced(c)
}

/// Whether a character belongs to a script with spaces between words.
fn is_spaced(c: char) -> bool {
    model::split_for_search(c.encode_utf8(&mut [0; 4])).len() == c.len_utf8()
}

/// The range of the original text that a range of its folded form came from.
fn original(text: &str, folded: Range<usize>) -> Range<usize> {
    let mut at = 0;
    let mut part: Option<Range<usize>> = None;
    for (offset, c) in text.char_indices() {
        // Folding Chinese does not change lengths.
        let next = at + c.to_lowercase().map(char::len_utf8).sum::<usize>();
        if next > folded.start && at < folded.end {
            let from = part.map_or(offset, |it| it.start);
            part = Some(from..offset + c.len_utf8());
        }
        at = next;
        if at >= folded.end {
            break;
        }
    }
    part.unwrap_or_default()
}

/// The text around a match on one line, and the range of the match in it.
fn excerpt(text: &str, found: Range<usize>) -> (String, Range<usize>) {
    let start = text[..found.start]
        .char_indices()
        .rev()
        .take(EXCERPT_CONTEXT)
        .last()
        .map_or(found.start, |it| it.0);
    let shown = text[found.clone()]
        .chars()
        .take(EXCERPT_CONTEXT)
        .map(char::len_utf8)
        .sum::<usize>();
    let end = found.start + shown;
    let after = text[end..]
        .char_indices()
        .nth(EXCERPT_CONTEXT)
        .map_or(text.len(), |(at, _)| end + at);
    let line = text[start..after].replace(['\n', '\r', '\t'], " ");
    (line, found.start - start..end - start)
}
