//! Conditions and effects that ask for a node by its title, asking for another title.

use super::token::{Token, closing_quote, text, tokens};
use super::value::Value;

/// The source with `visited("Old")` and `visits("Old")` asking for `new`; nothing where it does not
/// ask for `old` or cannot be read. Letter case is of no account, as where a title is looked up.
pub fn retitled(source: &str, old: &str, new: &str) -> Option<String> {
    let all = tokens(source, true).ok()?;
    let chars: Vec<char> = source.chars().collect();
    let old = old.to_lowercase();
    let (mut written, mut done) = (String::new(), 0);
    for it in all.windows(3) {
        let [function, open, title] = it else {
            continue;
        };
        let asks = matches!(&function.token, Token::Name(it) if it == "visited" || it == "visits")
            && open.token == Token::Mark("(")
            && matches!(&title.token, Token::Literal(Value::Text(it)) if it.to_lowercase() == old);
        if !asks {
            continue;
        }
        let begins = title.at - 1;
        let mut ends = begins;
        text(&chars, &mut ends, closing_quote(chars[begins])?).ok()?;
        written.extend(&chars[done..begins]);
        let escaped = new.replace('\\', "\\\\").replace('"', "\\\"");
        written.push_str(&format!("\"{escaped}\""));
        done = ends;
    }
    (done > 0).then(|| {
        written.extend(&chars[done..]);
        written
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Expression;

    #[test]
    fn what_asks_for_a_title_asks_for_another() {
        for (source, expected) in [
            (
                "visited(\"Hall\") and gold > 2",
                "visited(\"Great \\\"Hall\\\"\") and gold > 2",
            ),
            (
                "visits(“hall”) == 2 or name == \"Hall\"",
                "visits(\"Great \\\"Hall\\\"\") == 2 or name == \"Hall\"",
            ),
        ] {
            let written = retitled(source, "Hall", "Great \"Hall\"").unwrap();
            assert_eq!(written, expected);
            let read: Expression = written.parse().unwrap();
            assert_eq!(read.titles(), ["Great \"Hall\""]);
        }
        assert_eq!(
            retitled("n = visits('大厅') + 1", "大厅", "大殿").as_deref(),
            Some("n = visits(\"大殿\") + 1")
        );
        assert_eq!(retitled("visited() and Hall", "Hall", "x"), None);
        assert_eq!(retitled("visited(\"Hall", "Hall", "x"), None);
    }
}
