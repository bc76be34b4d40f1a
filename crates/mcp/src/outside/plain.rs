//! Removes from untrusted text what controls a terminal or is hidden from readers: escape
//! sequences, characters that change the text direction, invisible ones that only a model would
//! read.

use serde_json::Value;

/// The text in a form that is safe to show; line breaks are kept.
pub(super) fn text(words: &str) -> String {
    words
        .replace("\r\n", "\n")
        .chars()
        .filter(is_plain)
        .collect()
}

/// The same on one line.
pub(super) fn line(words: &str) -> String {
    let spaced = words
        .chars()
        .map(|it| if it.is_control() { ' ' } else { it });
    spaced.filter(is_plain).collect()
}

/// A value with sanitized texts and names.
pub(super) fn value(given: Value) -> Value {
    match given {
        Value::String(words) => Value::String(text(&words)),
        Value::Array(items) => items.into_iter().map(value).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            Value::Object(fields.map(|(name, it)| (text(&name), value(it))).collect())
        }
        other => other,
    }
}

fn is_plain(it: &char) -> bool {
    let is_line = matches!(it, '\n' | '\t');
    let turns_or_hides = matches!(
        it,
        '\u{200b}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    );
    is_line || !(it.is_control() || turns_or_hides)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn removes_control_sequences_and_invisible_characters() {
        assert_eq!(text("a\u{1b}[2J\r\nb\tc\u{9b}"), "a[2J\nb\tc");
        assert_eq!(text("safe\u{202e}lave\u{2066}x\u{200b}"), "safelavex");
        let hidden: String = "run"
            .chars()
            .map(|it| char::from_u32(0xe0000 + it as u32).unwrap())
            .collect();
        assert_eq!(text(&format!("a{hidden}b")), "ab");
        assert_eq!(line("one\ntwo"), "one two");
    }

    #[test]
    fn keeps_joiners_and_marks_of_scripts_and_emoji() {
        let words = "\u{5e9}\u{5dc}\u{5d5}\u{5dd}\u{200f}, \u{646}\u{645}\u{6cc}\u{200c}\u{62e}, \u{1f469}\u{200d}\u{1f680}, 字";
        assert_eq!(text(words), words);
    }

    #[test]
    fn cleans_names_and_values_of_data() {
        let given = json!({ "a\u{202e}": ["b\u{1b}", 1, { "c": "d\u{feff}" }] });
        assert_eq!(value(given), json!({ "a": ["b", 1, { "c": "d" }] }));
    }
}
