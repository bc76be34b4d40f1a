//! String assignments to story variables, such as `$next to "Cellar"` and `_n = 'x'`. They show
//! where a link with a computed target may lead.

use super::literal::read_literal;

/// Each variable with a string given to it, in the order of the text.
pub fn assigned(text: &str) -> impl Iterator<Item = (&str, String)> {
    memchr::memchr2_iter(b'$', b'_', text.as_bytes()).filter_map(|at| {
        let starts = text[..at]
            .chars()
            .next_back()
            .is_none_or(|it| !it.is_alphanumeric() && it != '_' && it != '$');
        let name = starts.then(|| variable_at(&text[at..])).flatten()?;
        let rest = text[at + name.len()..].trim_start_matches([' ', '\t']);
        let value = rest
            .strip_prefix("to ")
            .or_else(|| rest.strip_prefix('=').filter(|it| !it.starts_with('=')))?;
        let (value, _) = read_literal(value.trim_start_matches([' ', '\t']))?;
        Some((name, value.trim().to_owned()))
    })
}

/// The variables and the strings of an expression.
pub fn variables_and_strings(expression: &str) -> (Vec<&str>, Vec<String>) {
    let (mut variables, mut strings) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(c) = expression[at..].chars().next() {
        let rest = &expression[at..];
        at += match c {
            '"' | '\'' => match read_literal(rest) {
                Some((text, length)) => {
                    strings.push(text.trim().to_owned());
                    length
                }
                None => 1,
            },
            '$' | '_' => match variable_at(rest) {
                Some(name) => {
                    variables.push(name);
                    name.len()
                }
                None => 1,
            },
            c if c.is_alphanumeric() => rest
                .find(|it: char| !it.is_alphanumeric() && it != '_')
                .unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
    }
    (variables, strings)
}

/// The variable, with its sigil, at the beginning of the text.
fn variable_at(text: &str) -> Option<&str> {
    let name = &text[1..];
    let end = name
        .find(|it: char| !it.is_alphanumeric() && it != '_')
        .unwrap_or(name.len());
    (end > 0).then(|| &text[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_string_assignments() {
        let text = "<<set $next to \"The Cellar\">> (set: _n to 'b') $x = \"c\" $y == \"d\" a$z to \"e\" $w to 5";
        let found: Vec<_> = assigned(text).collect();
        let expected = [("$next", "The Cellar"), ("_n", "b"), ("$x", "c")];
        assert_eq!(found, expected.map(|(name, it)| (name, it.to_owned())));
    }

    #[test]
    fn splits_an_expression() {
        let (variables, strings) = variables_and_strings("either($a, \"b\", my_name) + _c");
        assert_eq!(
            (variables, strings),
            (vec!["$a", "_c"], vec!["b".to_owned()])
        );
    }
}
