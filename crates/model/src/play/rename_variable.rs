//! Renames a variable in conditions, effects and values.

use super::expression::Expression;
use super::token::{SpannedToken, Token, tokens, with_replaced};

/// Words that have a meaning of their own in a condition or in a text.
const RESERVED: [&str; 6] = ["if", "else", "end", "otherwise", "random", "visits"];

/// Whether a variable can have this name.
pub fn is_variable_name(name: &str) -> bool {
    let reads = name.parse() == Ok(Expression::Variable(name.to_owned()));
    reads && !RESERVED.contains(&name)
}

/// The source with the variable `old` called `new`; `None` if it does not use `old` or has marks
/// that are unknown. A `$` before the name stays.
pub fn with_renamed_variable(source: &str, old: &str, new: &str) -> Option<String> {
    let all = tokens(source, true).ok()?;
    let chars: Vec<char> = source.chars().collect();
    let is_it = |it: &[SpannedToken]| {
        let is_function = it[1].token == Token::Symbol("(");
        matches!(&it[0].token, Token::Name(name) if name == old) && !is_function
    };
    let places = all.windows(2).filter(|it| is_it(it)).map(|it| {
        let begins = it[0].at - 1;
        let begins = begins + usize::from(chars[begins] == '$');
        (begins..begins + old.chars().count(), new.to_owned())
    });
    with_replaced(source, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renames_a_variable_and_nothing_else() {
        for (source, expected) in [
            ("gold > 5 and golden", Some("coins > 5 and golden")),
            (
                "$gold = gold - 1; x = \"gold\"",
                Some("$coins = coins - 1; x = \"gold\""),
            ),
            ("（gold＞1）", Some("（coins＞1）")),
            ("if gold", Some("if coins")),
            ("visited(\"gold\")", None),
            ("gold >", Some("coins >")),
            ("gold \"", None),
        ] {
            let renamed = with_renamed_variable(source, "gold", "coins");
            assert_eq!(renamed.as_deref(), expected, "{source}");
        }
        assert_eq!(
            with_renamed_variable("random(1, random)", "random", "roll").as_deref(),
            Some("random(1, roll)")
        );
        assert_eq!(
            with_renamed_variable("金币 >= 2", "金币", "银币").as_deref(),
            Some("银币 >= 2")
        );
    }

    #[test]
    fn names_of_variables_are_words_without_a_meaning() {
        for (name, can_be) in [
            ("gold", true),
            ("金币", true),
            ("met_neo", true),
            ("$gold", false),
            ("gold coins", false),
            ("2nd", false),
            ("end", false),
            ("true", false),
            ("visited", false),
            ("", false),
        ] {
            assert_eq!(is_variable_name(name), can_be, "{name}");
        }
    }
}
