//! Names of variables that story formats cannot hold: those with letters outside of ASCII, and words
//! of their languages. They are written as code points, `u_9047_89c1`, and read back.

/// Words that the story formats use themselves.
const RESERVED: [&str; 36] = [
    "and",
    "or",
    "not",
    "is",
    "isnot",
    "to",
    "eq",
    "neq",
    "gt",
    "gte",
    "lt",
    "lte",
    "def",
    "ndef",
    "it",
    "visits",
    "visit",
    "time",
    "true",
    "false",
    "null",
    "undefined",
    "new",
    "config",
    "engine",
    "passage",
    "story",
    "random",
    "sound",
    "if",
    "in",
    "var",
    "let",
    "for",
    "do",
    "this",
];

/// The name as it is written; `None` if it stays as it is.
pub fn encoded_name(name: &str) -> Option<String> {
    (!name.is_ascii() || RESERVED.contains(&name)).then(|| {
        let points = name.chars().map(|it| format!("_{:x}", u32::from(it)));
        points.fold("u".to_owned(), |name, point| name + &point)
    })
}

/// The name that was written so.
pub fn decoded_name(written: &str) -> Option<String> {
    let points = written.strip_prefix("u_")?.split('_');
    let name: Option<String> = points
        .map(|it| u32::from_str_radix(it, 16).ok().and_then(char::from_u32))
        .collect();
    name.filter(|it| encoded_name(it).as_deref() == Some(written))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_names_round_trip() {
        for name in ["遇见", "é1", "not", "𝔸"] {
            let written = encoded_name(name).unwrap();
            assert!(written.is_ascii(), "{written}");
            assert_eq!(decoded_name(&written).as_deref(), Some(name));
        }
        assert_eq!(encoded_name("gold"), None);
        for name in ["u", "u_", "u_zz", "u_67", "gold", "u_110000"] {
            assert_eq!(decoded_name(name), None, "{name}");
        }
    }
}
