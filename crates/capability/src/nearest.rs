//! Nearest names: what somebody may have meant. Works alike for scripts without spaces or letter
//! case. Not here: what is said about them.

/// Longer wishes are compared by their beginning: nobody misspells a name of that length, and the
/// cost grows with the square.
const COMPARED: usize = 80;

/// Below this, two names have too little in common to be mistaken for one another.
const ALIKE: f64 = 0.5;

/// The candidates nearest to a wish, best first, at most `limit`.
pub(crate) fn nearest<'a>(
    wish: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    limit: usize,
) -> Vec<&'a str> {
    let wish = comparable(wish);
    let mut scored: Vec<_> = candidates
        .into_iter()
        .map(|it| (likeness(&wish, &comparable(it)), it))
        .filter(|(score, _)| *score >= ALIKE)
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
        .take(COMPARED)
        .flat_map(char::to_lowercase)
        .collect()
}

/// From 0 to 1. A name that holds the other whole is near however long it is.
fn likeness(a: &str, b: &str) -> f64 {
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

/// Names as a sentence shows them: `"a", "b" or "c"`.
pub(crate) fn listed(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|it| format!("\"{it}\"")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Some text for a message: at most `limit` characters, with a sign where it was cut.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
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
    fn check(wish: &str, candidates: &[&str], expected: &[&str]) {
        assert_eq!(nearest(wish, candidates.iter().copied(), 2), expected);
    }

    #[test]
    fn misspelled_names_are_found() {
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
    fn chinese_names_are_found() {
        check("林晓雨", &["张三", "林小雨"], &["林小雨"]);
        check("尼奥", &["主角尼奥", "张三"], &["主角尼奥"]);
    }

    #[test]
    fn what_is_not_alike_is_not_offered() {
        check("xyzzy", &["Trinity", "张三", ""], &[]);
        check("", &["Trinity"], &[]);
    }

    #[test]
    fn each_name_is_offered_once_and_no_more_than_asked_for() {
        check(
            "Neo",
            &["Neo 1", "Neo 2", "Neo 1", "Neo 3"],
            &["Neo 1", "Neo 2"],
        );
    }

    #[test]
    fn text_is_cut_between_characters() {
        assert_eq!(shortened("把主角名字", 5), "把主角名字");
        assert_eq!(shortened("把主角名字改", 5), "把主角名…");
    }
}
