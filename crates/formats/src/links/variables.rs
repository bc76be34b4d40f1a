//! Variables that macros set and read: `<<set $x to 1>>`, `(set: $x to 1)`, Chapbook's `x: 1`
//! above `--`, Snowman's `s.x = 1`. Nothing is worked out; only names are found.

use model::examine::{Dialect, TextVariables};

use super::scan::{Found, scan};

/// Every variable a text sets or reads, each once.
pub(crate) fn find(text: &str) -> TextVariables {
    let mut found = Names::default();
    if text.contains('$') {
        sigils(text, &mut found);
    }
    chapbook(text, &mut found);
    snowman(text, &mut found);
    found.done()
}

#[derive(Default)]
struct Names {
    sets: Vec<String>,
    reads: Vec<(String, Dialect)>,
}

impl Names {
    fn set(&mut self, name: &str) {
        self.sets.push(name.to_owned());
    }

    fn read(&mut self, name: &str, dialect: Dialect) {
        self.reads.push((name.to_owned(), dialect));
    }

    fn done(mut self) -> TextVariables {
        self.sets.sort();
        self.sets.dedup();
        self.reads.sort();
        self.reads.dedup();
        TextVariables {
            sets: self.sets,
            reads: self.reads,
        }
    }
}

/// Macros of SugarCube that give a variable a value, and of Harlowe.
const SETTERS: [&str; 11] = [
    "set",
    "unset",
    "capture",
    "for",
    "textbox",
    "numberbox",
    "textarea",
    "checkbox",
    "radiobutton",
    "listbox",
    "cycle",
];
const HARLOWE_SETTERS: [&str; 8] = [
    "set",
    "put",
    "move",
    "unpack",
    "input-box",
    "force-input-box",
    "dropdown",
    "cycling-link",
];

/// `$x` within `<<…>>` is SugarCube's, within `(name: …)` Harlowe's. One that stands in prose may
/// be either's or a price, and says nothing.
fn sigils(text: &str, found: &mut Names) {
    scan(text, "<<", |_, rest| {
        let Some(length) = rest.find(">>") else {
            return Found::Unclosed;
        };
        let content = &rest[..length];
        let name = word(content.trim_start_matches('='));
        let sets = SETTERS.contains(&name);
        for (at, variable) in dollars(content) {
            let behind = &content[at + variable.len() + 1..];
            let quoted = content[..at].trim_end().ends_with(['"', '\'']);
            if sets && (assigns(behind) || quoted || matches!(name, "unset" | "capture" | "for")) {
                found.set(variable);
            } else {
                found.read(variable, Dialect::SugarCube);
            }
            if sets && !matches!(name, "set" | "for") {
                found.set(variable);
            }
        }
        Found::Something(length + 2)
    });
    scan(text, "(", |_, rest| {
        let name = rest
            .find(|it: char| !(it.is_ascii_alphanumeric() || it == '-' || it == '_'))
            .unwrap_or(rest.len());
        if name == 0 || !rest[name..].starts_with(':') {
            return Found::Nothing;
        }
        let macro_name = rest[..name].to_ascii_lowercase();
        let sets = HARLOWE_SETTERS.contains(&macro_name.as_str());
        let Some(length) = closing(&rest[name..]) else {
            return Found::Unclosed;
        };
        let content = &rest[name..name + length];
        for (at, variable) in dollars(content) {
            let behind = &content[at + variable.len() + 1..];
            let into = content[..at].trim_end();
            let into = into.ends_with(" into") || into.ends_with("bind") || into.ends_with("2bind");
            let bound = sets && (assigns(behind) || into || macro_name != "set");
            if bound || into {
                found.set(variable);
            } else {
                found.read(variable, Dialect::Harlowe);
            }
        }
        // A macro inside this one is looked at by itself, and its reads are the same names.
        Found::Something(name)
    });
    // The setter of a link: `[[Go->Kitchen][$light to 1]]`.
    scan(text, "][$", |_, rest| {
        let Some(length) = rest.find("]]") else {
            return Found::Unclosed;
        };
        found.set(word(&rest[..length]));
        Found::Something(length)
    });
}

/// Where the parenthesis that is open ends.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Whether what stands behind a variable gives it a value.
fn assigns(behind: &str) -> bool {
    let behind = behind.trim_start();
    let behind = behind.trim_start_matches(['.', '[', ']', '"', '\'']);
    behind.starts_with("to ")
        || behind.starts_with("++")
        || behind.starts_with("--")
        || ["=", "+=", "-=", "*=", "/=", "%="]
            .iter()
            .any(|it| behind.starts_with(it) && !behind.starts_with("=="))
}

/// Every `$name` and where it begins.
fn dollars(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices('$').filter_map(|(at, _)| {
        let name = word(&text[at + 1..]);
        let first = name.chars().next()?;
        (first.is_alphabetic() || first == '_').then_some((at, name))
    })
}

/// The letters, digits and underscores at the beginning.
fn word(text: &str) -> &str {
    let end = text.find(|it: char| !(it.is_alphanumeric() || it == '_'));
    &text[..end.unwrap_or(text.len())]
}

/// Lines `name: value` above a line `--`, and `{name}` below.
fn chapbook(text: &str, found: &mut Names) {
    let Some((above, below)) = text.split_once("\n--\n") else {
        return;
    };
    for line in above.lines() {
        if let Some((name, _)) = line.split_once(':') {
            let name = name.split('(').next().unwrap_or_default().trim();
            if !name.is_empty() && word(name) == name {
                found.set(name);
            }
        }
    }
    scan(below, "{", |_, rest| {
        let name = word(rest);
        let named = !name.is_empty() && rest[name.len()..].starts_with('}');
        if named && name.starts_with(char::is_alphabetic) {
            found.read(name, Dialect::Chapbook);
        }
        Found::Nothing
    });
}

/// `s.name` between `<%` and `%>`.
fn snowman(text: &str, found: &mut Names) {
    scan(text, "<%", |_, rest| {
        let Some(length) = rest.find("%>") else {
            return Found::Unclosed;
        };
        let script = &rest[..length];
        for (at, _) in script.match_indices("s.") {
            let before = script[..at].chars().next_back();
            if before.is_some_and(|it| it.is_alphanumeric() || matches!(it, '_' | '.' | '$')) {
                continue;
            }
            let name = word(&script[at + 2..]);
            let behind = &script[at + 2 + name.len()..];
            if name.is_empty() || behind.starts_with('(') {
                continue;
            }
            if assigns(behind) {
                found.set(name);
            } else {
                found.read(name, Dialect::Snowman);
            }
        }
        Found::Something(length)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, sets: &[&str], reads: &[&str]) {
        let found = find(text);
        let read: Vec<_> = found.reads.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(
            (&found.sets[..], &read[..]),
            (
                &sets.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()[..],
                reads
            ),
            "{text}"
        );
    }

    #[test]
    fn macros_of_sugarcube_set_and_read() {
        check("<<set $gold to 5>>", &["gold"], &[]);
        check("<<set $gold += $price>>", &["gold"], &["price"]);
        check("<<if $gold gte 5 and $key>>…<</if>>", &[], &["gold", "key"]);
        check("<<print $名字>> costs $5", &[], &["名字"]);
        check("<<textbox \"$name\" \"Neo\">>", &["name"], &[]);
        check("[[Go->Kitchen][$light to 1]]", &["light"], &[]);
    }

    #[test]
    fn macros_of_harlowe_set_and_read() {
        check("(set: $gold to 5)", &["gold"], &[]);
        check(
            "(set: $gold to $gold + (random: 1, $dice))",
            &["gold"],
            &["dice", "gold"],
        );
        check(
            "(put: 5 into $gold) (if: $gold > 3)[rich]",
            &["gold"],
            &["gold"],
        );
    }

    #[test]
    fn chapbook_and_snowman_set_and_read() {
        check(
            "gold: 5\nkey (gold > 3): true\n--\nYou have {gold} and {rope}.",
            &["gold", "key"],
            &["gold", "rope"],
        );
        check(
            "<% s.gold = 5; if (s.key) { %>open<% } %>",
            &["gold"],
            &["key"],
        );
        check("<%= s.name %> has.been s.elsewhere", &[], &["name"]);
    }

    #[test]
    fn prose_sets_and_reads_nothing() {
        check(
            "It cost $5 and $more (so: what), he said. (Aside: no.)",
            &[],
            &[],
        );
    }

    #[test]
    fn what_has_no_end_is_given_up_on() {
        for part in ["<<set $x ", "(set: $x ", "<% s.x ", "[[a][$x"] {
            find(&part.repeat(50_000));
        }
    }
}
