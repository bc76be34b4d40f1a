//! Finds and renames titles in conditions and effects that refer to a node by title.

use super::token::{SpannedToken, Token, closing_quote, text, tokens, with_replaced};
use super::value::Value;

/// The title that three successive tokens ask for: `visited("Hall")` or `visits("Hall")`.
fn title_asked_for(tokens: &[SpannedToken]) -> Option<&str> {
    let [function, open, title] = tokens else {
        return None;
    };
    let asks = matches!(&function.token, Token::Name(it) if it == "visited" || it == "visits")
        && open.token == Token::Symbol("(");
    match &title.token {
        Token::Literal(Value::Text(title)) if asks => Some(title),
        _ => None,
    }
}

/// The titles in `visited("Hall")` and `visits("Hall")`; none if the source cannot be parsed.
pub fn titles_in(source: &str) -> Vec<String> {
    let all = tokens(source, true).unwrap_or_default();
    let titles = all.windows(3).filter_map(title_asked_for);
    titles.map(str::to_owned).collect()
}

/// The source with `old` replaced by `new` in `visited("Old")` and `visits("Old")`; `None` if it
/// does not refer to `old` or cannot be parsed. Letter case is ignored, as in title lookup.
pub fn with_renamed_title(source: &str, old: &str, new: &str) -> Option<String> {
    let all = tokens(source, true).ok()?;
    let chars: Vec<char> = source.chars().collect();
    let old = old.to_lowercase();
    let escaped = new.replace('\\', "\\\\").replace('"', "\\\"");
    let is_it =
        |it: &&[SpannedToken]| title_asked_for(it).is_some_and(|title| title.to_lowercase() == old);
    let places = all.windows(3).filter(is_it).map(|it| {
        let begins = it[2].at - 1;
        let mut ends = begins;
        text(&chars, &mut ends, closing_quote(chars[begins])?).ok()?;
        Some((begins..ends, format!("\"{escaped}\"")))
    });
    with_replaced(source, places.collect::<Option<Vec<_>>>()?.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Expression;

    #[test]
    fn renames_titles_in_visited_and_visits() {
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
            let written = with_renamed_title(source, "Hall", "Great \"Hall\"").unwrap();
            assert_eq!(written, expected);
            let read: Expression = written.parse().unwrap();
            assert_eq!(read.titles(), ["Great \"Hall\""]);
        }
        assert_eq!(
            with_renamed_title("n = visits('大厅') + 1", "大厅", "大殿").as_deref(),
            Some("n = visits(\"大殿\") + 1")
        );
        assert_eq!(with_renamed_title("visited() and Hall", "Hall", "x"), None);
        assert_eq!(with_renamed_title("visited(\"Hall", "Hall", "x"), None);
    }
}
