//! Temporary variables of SugarCube and Harlowe, `_item`. In prose a word may begin like one, so only
//! names that a macro of the same text mentions count.

use std::collections::HashSet;

use super::scan::{ScanResult, scan, scan_long};

/// The temporary variables that the macros of a text mention.
#[derive(Debug, Clone, Default)]
pub(crate) struct TemporaryVariables<'t>(HashSet<&'t str>);

impl<'t> TemporaryVariables<'t> {
    /// Those of `<<for _item range $bag>>`, `(for: each _item, …)` and any other macro.
    pub(crate) fn of(text: &'t str) -> Self {
        let mut names = HashSet::new();
        if !text.contains('_') {
            return Self(names);
        }
        let mut add = |from: usize, to: usize| {
            for (at, _) in text[from..to].match_indices('_') {
                names.extend(name_at(text, from + at));
            }
        };
        scan_long(text, "<<", |at, rest| match rest.find(">>") {
            Some(length) => {
                add(at + 2, at + 2 + length);
                ScanResult::Match(length + 2)
            }
            None => ScanResult::Unclosed,
        });
        scan(text, "(", |at, rest| {
            let is_name = |it: char| it.is_ascii_alphanumeric() || "-_".contains(it);
            let name = rest.find(|it| !is_name(it)).unwrap_or(rest.len());
            if name == 0 || !rest[name..].starts_with(':') {
                return ScanResult::NoMatch;
            }
            // What is behind a macro within this one is found when that one is.
            let length = rest[name..].find(['(', ')']).map(|it| name + it);
            let Some(length) = length else {
                return ScanResult::Unclosed;
            };
            add(at + 1 + name, at + 1 + length);
            ScanResult::Match(length)
        });
        Self(names)
    }

    /// The length of the temporary variable that begins at this position, if there is one.
    pub(crate) fn length_at(&self, text: &str, at: usize) -> Option<usize> {
        let name = name_at(text, at).filter(|it| self.0.contains(it))?;
        Some(name.len())
    }
}

/// The name that begins at this position: `_`, a letter, and more letters, digits and underscores.
fn name_at(text: &str, at: usize) -> Option<&str> {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    if text[..at].ends_with(is_part) {
        return None;
    }
    let name = text[at..].strip_prefix('_')?;
    let length = name.find(|it| !is_part(it)).unwrap_or(name.len());
    let begins = name.starts_with(char::is_alphabetic);
    begins.then(|| &text[at..at + 1 + length])
}

#[cfg(test)]
mod tests {
    use super::TemporaryVariables;

    #[test]
    fn a_temporary_variable_is_one_that_a_macro_mentions() {
        for (text, expected) in [
            ("<<for _it range $bag>>_it, <</for>>", true),
            ("(for: each _it, ...$bag)[_it]", true),
            ("(set: _it to (a: 1))_it", true),
            ("_it is set in type, (not: $a)", false),
            ("snake_it and (print: snake_it)", false),
        ] {
            let found = TemporaryVariables::of(text);
            let last = text.rfind("_it").unwrap();
            assert_eq!(found.length_at(text, last).is_some(), expected, "{text}");
        }
    }
}
