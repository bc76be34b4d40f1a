//! Finds similar names for suggestions, independent of script and letter case. Not here: the
//! messages that show them.

/// Longer names are compared by their beginning: nobody misspells a name of that length, and the
/// cost grows quadratically.
const MAX_COMPARED_CHARS: usize = 80;

/// Below this, two names are too different to be mistaken for one another.
const MIN_SIMILARITY: f64 = 0.5;

/// The candidates most similar to a query, best first, at most `limit`.
pub(crate) fn nearest<'a>(
    query: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    limit: usize,
) -> Vec<&'a str> {
    let query = comparable(query);
    let mut scored: Vec<_> = candidates
        .into_iter()
        .map(|it| (similarity(&query, &comparable(it)), it))
        .filter(|(score, _)| *score >= MIN_SIMILARITY)
        .collect();
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut names: Vec<&str> = Vec::new();
    for (_, name) in scored {
        if names.len() == limit {
            break;
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn comparable(name: &str) -> String {
    name.trim()
        .chars()
        .take(MAX_COMPARED_CHARS)
        .flat_map(char::to_lowercase)
        .collect()
}

/// From 0 to 1. A name that contains the other is similar however long it is.
fn similarity(a: &str, b: &str) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let distance = strsim::normalized_damerau_levenshtein(a, b);
    if a.contains(b) || b.contains(a) {
        distance.max(0.7)
    } else {
        distance
    }
}

/// Names as shown in a sentence: `"a", "b" or "c"`.
pub(crate) fn quoted_list(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|it| format!("\"{it}\"")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Text for a message: at most `limit` characters, with an ellipsis if it was truncated.
pub(crate) fn truncated(text: &str, limit: usize) -> String {
    if text.chars().nth(limit).is_none() {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(limit - 1).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(query: &str, candidates: &[&str], expected: &[&str]) {
        assert_eq!(nearest(query, candidates.iter().copied(), 2), expected);
    }

    #[test]
    fn suggests_names_for_misspellings() {
        check(
            "update_kv",
            &["generate_image", "update_node_kv"],
            &["update_node_kv"],
        );
        check(
            "anderson",
            &["Trinity", "Thomas Anderson"],
            &["Thomas Anderson"],
        );
        check(
            "Tomas Andersen",
            &["Trinity", "Thomas Anderson"],
            &["Thomas Anderson"],
        );
    }

    #[test]
    fn suggests_chinese_names() {
        check("林晓雨", &["张三", "林小雨"], &["林小雨"]);
        check("尼奥", &["主角尼奥", "张三"], &["主角尼奥"]);
    }

    #[test]
    fn dissimilar_names_are_not_suggested() {
        check("xyzzy", &["Trinity", "张三", ""], &[]);
        check("", &["Trinity"], &[]);
    }

    #[test]
    fn suggestions_are_unique_and_limited() {
        check(
            "Neo",
            &["Neo 1", "Neo 2", "Neo 1", "Neo 3"],
            &["Neo 1", "Neo 2"],
        );
    }

    #[test]
    fn truncation_respects_character_boundaries() {
        assert_eq!(truncated("把主角名字", 5), "把主角名字");
        assert_eq!(truncated("把主角名字改", 5), "把主角名…");
    }
}
