//! Variables that macros set and read: `<<set $x to 1>>`, `(set: $x to 1)`, Chapbook's `x: 1`
//! above `--`, Snowman's `s.x = 1`, and scripts that reach into the state. Nothing is worked out;
//! only names are found. What may set a variable counts as setting it, so that one said never to be
//! set is not.

use model::examine::{Dialect, TextVariables};

use super::hidden::without_hidden;
use super::literal::read_literal;
use super::scan::{Found, scan};

/// Every variable a text sets or reads, each once.
pub(crate) fn find(text: &str) -> TextVariables {
    let text = &*without_hidden(text);
    let mut found = Names::default();
    if text.contains('$') {
        sugarcube(text, &mut found);
        harlowe(text, &mut found);
        link_setters(text, &mut found);
    }
    if text.contains("<<widget") {
        found.set("args");
    }
    chapbook(text, &mut found);
    snowman(text, &mut found);
    scripts(text, &mut found);
    found.done()
}

#[derive(Default)]
struct Names {
    sets: Vec<String>,
    reads: Vec<(String, Dialect)>,
    sets_others: bool,
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
            sets_others: self.sets_others,
        }
    }
}

/// Macros of SugarCube and Yarn that give a value to every variable they name.
const GIVERS: [&str; 5] = ["unset", "capture", "for", "remember", "declare"];
/// Macros of Harlowe that give a value to every variable they name.
const HARLOWE_GIVERS: [&str; 14] = [
    "put",
    "move",
    "unpack",
    "inputbox",
    "forceinputbox",
    "input",
    "forceinput",
    "dropdown",
    "checkbox",
    "checkboxfullscreen",
    "forcecheckbox",
    "cyclinglink",
    "seqlink",
    "meter",
];

/// `$x` within `<<…>>`: a name in quotes is given to a macro that may set it, an operator that
/// assigns sets it whatever the macro. One that stands in prose may be a price, and says nothing.
fn sugarcube(text: &str, found: &mut Names) {
    scan(text, "<<", |_, rest| {
        let Some(length) = rest.find(">>") else {
            return Found::Unclosed;
        };
        let content = &rest[..length];
        let name = word(content.trim_start_matches('='));
        for (at, variable) in dollars(content) {
            let behind = &content[at + variable.len() + 1..];
            let before = content[..at].trim_end();
            let quoted = before.ends_with(['"', '\'', '`']);
            let counts = before.ends_with("++") || before.ends_with("--");
            if assigns(behind) || quoted || counts || GIVERS.contains(&name) {
                found.set(variable);
            } else {
                found.read(variable, Dialect::SugarCube);
            }
        }
        Found::Something(length + 2)
    });
}

/// `$x` within `(name: …)`.
fn harlowe(text: &str, found: &mut Names) {
    scan(text, "(", |_, rest| {
        let name = rest
            .find(|it: char| !(it.is_ascii_alphanumeric() || it == '-' || it == '_'))
            .unwrap_or(rest.len());
        if name == 0 || !rest[name..].starts_with(':') {
            return Found::Nothing;
        }
        let macro_name = rest[..name].to_ascii_lowercase().replace(['-', '_'], "");
        let Some(length) = closing(&rest[name..]) else {
            return Found::Unclosed;
        };
        let content = &rest[name..name + length];
        for (at, variable) in dollars(content) {
            let behind = &content[at + variable.len() + 1..];
            let before = content[..at].trim_end();
            let into = before.ends_with(" into") || before.ends_with("bind");
            // `(set: $a's x to 1)`, and the next of several.
            let depth = |mark: char| before.matches(mark).count();
            let outside = depth('(') == depth(')');
            let first = macro_name == "set" && outside && before.ends_with([':', ',']);
            let given = HARLOWE_GIVERS.contains(&macro_name.as_str());
            if into || first || given || (macro_name == "set" && assigns(behind)) {
                found.set(variable);
            } else {
                found.read(variable, Dialect::Harlowe);
            }
        }
        // A macro inside this one is looked at by itself, and its reads are the same names.
        Found::Something(name)
    });
}

/// The setter of a link: `[[Go->Kitchen][$light to 1]]`.
fn link_setters(text: &str, found: &mut Names) {
    scan(text, "][$", |at, rest| {
        let Some(length) = rest.find("]]") else {
            return Found::Unclosed;
        };
        let setter = &text[at + 2..at + 3 + length];
        for (at, variable) in dollars(setter) {
            if at == 0 || assigns(&setter[at + variable.len() + 1..]) {
                found.set(variable);
            }
        }
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

/// Whether what stands behind a variable gives it, or a part of it, a value.
fn assigns(behind: &str) -> bool {
    let behind = behind_parts(behind).trim_start();
    behind.starts_with("to ")
        || behind.starts_with("++")
        || behind.starts_with("--")
        || [
            "=", "+=", "-=", "*=", "/=", "%=", "**=", "??=", "||=", "&&=",
        ]
        .iter()
        .any(|it| behind.starts_with(it))
            && !["==", "=>"].iter().any(|it| behind.starts_with(it))
}

/// What follows the parts of a value: `.x`, `[0]`, `["a b"]`.
fn behind_parts(mut behind: &str) -> &str {
    loop {
        let next = match behind.chars().next() {
            Some('.') => Some(1 + word(&behind[1..]).len()).filter(|it| *it > 1),
            Some('[') => behind.find(']').map(|it| it + 1),
            _ => None,
        };
        match next {
            Some(next) => behind = &behind[next..],
            None => return behind,
        }
    }
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

/// Inserts of Chapbook that ask the reader for a value: `{text input for: 'x'}`.
const INPUTS: [&str; 4] = [
    "text input for:",
    "dropdown menu for:",
    "cycling link for:",
    "input for:",
];

/// Lines `name: value` above a line `--`, and below `{name}` and what asks for a value.
fn chapbook(text: &str, found: &mut Names) {
    scan(text, "{", |_, rest| {
        let insert = rest.trim_start();
        let asked = INPUTS.iter().find_map(|it| insert.strip_prefix(it));
        if let Some((name, _)) = asked.and_then(|it| read_literal(it.trim_start())) {
            found.set(word(&name));
        }
        Found::Nothing
    });
    let Some((above, below)) = text.split_once("\n--\n") else {
        return;
    };
    let mut names = Vec::new();
    for line in above.lines().filter(|it| !it.trim().is_empty()) {
        // Any other line, and the two dashes part prose from prose.
        let Some((name, _)) = line.split_once(':') else {
            return;
        };
        let name = name.split('(').next().unwrap_or_default().trim();
        let first = word(name);
        if first.is_empty() || !behind_parts(&name[first.len()..]).is_empty() {
            return;
        }
        names.push(first);
    }
    names.into_iter().for_each(|it| found.set(it));
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
        // The whole state handed on may be changed in any way.
        let hands_on = ["(s,", "(s)", "s[", "s ="];
        found.sets_others |= hands_on.iter().any(|it| {
            script.match_indices(it).any(|(at, _)| {
                let before = script[..at].chars().next_back();
                it.starts_with('(')
                    || before.is_none_or(|it| !it.is_alphanumeric() && !"_.$".contains(it))
            })
        });
        Found::Something(length)
    });
}

/// What a script calls the state of the story.
const STATES: [&str; 5] = [
    "State.variables",
    "State.active.variables",
    "variables()",
    "story.state",
    "Harlowe.variable",
];

/// Scripts of any format that set variables: those whose name they write, or any.
fn scripts(text: &str, found: &mut Names) {
    let has = |it: &str| memchr::memmem::find(text.as_bytes(), it.as_bytes()).is_some();
    for state in STATES.into_iter().filter(|it| has(it)) {
        for (at, _) in text.match_indices(state) {
            let behind = &text[at + state.len()..];
            let name = match behind.as_bytes() {
                [b'.', ..] => Some(word(&behind[1..]).to_owned()),
                [b'[', ..] => read_literal(&behind[1..]).map(|it| it.0),
                _ => None,
            };
            match name.filter(|it| !it.is_empty()) {
                // Even read, it may be handed on to what changes it.
                Some(name) => found.set(&name),
                None => found.sets_others = true,
            }
        }
    }
    for call in ["State.setVar(", "engine.state.set(", "state.set("] {
        for (at, _) in text.match_indices(call) {
            match read_literal(text[at + call.len()..].trim_start()) {
                Some((name, _)) => found.set(word(name.trim_start_matches(['$', '_']))),
                None => found.sets_others = true,
            }
        }
    }
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
        check("[[Go->Kitchen][$a to 1; $b to 2]]", &["a", "b"], &[]);
        check("<<run $gold = 5>> <<= $a++>>", &["a", "gold"], &[]);
        check(
            "<<set $a.x.y to 1>> <<set $b[0] = $c>>",
            &["a", "b"],
            &["c"],
        );
        check("<<capture $it>>…<</capture>>", &["it"], &[]);
        check(
            "<<my-box \"$answer\">> <<for $i range $all>>",
            &["all", "answer", "i"],
            &[],
        );
        check(
            "<<if $a == 1>> <<if $b === 1>> <<if $c <= 1>>",
            &[],
            &["a", "b", "c"],
        );
        check(
            "<<widget \"x\">><<print $args[0]>><</widget>>",
            &["args"],
            &["args"],
        );
        check("<!-- <<set $a to 1>> --> /* <<print $b>> */", &[], &[]);
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
        check("(set: $a's x to 2, $b's (1) to $c)", &["a", "b"], &["c"]);
        check(
            "(move: $a into $b) (input-box: 2bind $name)",
            &["a", "b", "name"],
            &[],
        );
        check("(Cycling-Link: bind $x, \"a\", \"b\")", &["x"], &[]);
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
        check("<% s.a.b = 1; s.c += s.d %>", &["a", "c"], &["d"]);
        check(
            "{text input for: 'name'} {dropdown menu for: 'mood', choices: ['a']}",
            &["mood", "name"],
            &[],
        );
        check("gold.count: 5\n--\n{gold}", &["gold"], &["gold"]);
        check("He said: no.\nThen left\n--\nShe {stayed}.", &[], &[]);
    }

    #[test]
    fn yarn_declares_what_it_sets() {
        check(
            "<<declare $gold = 5>> <<set $a to $gold>>",
            &["a", "gold"],
            &["gold"],
        );
    }

    #[test]
    fn scripts_set_what_they_name() {
        check(
            "State.variables.a = 1; State.variables['b'] = 2",
            &["a", "b"],
            &[],
        );
        check(
            "State.setVar('$a', 1); engine.state.set('b', 2)",
            &["a", "b"],
            &[],
        );
        for any in [
            "const v = State.variables;",
            "Object.assign(variables(), x)",
            "engine.state.set(name, 1)",
            "story.state[name] = 1",
            "<% _.extend(s, {a: 1}) %>",
            "<% s[name] = 1 %>",
        ] {
            assert!(find(any).sets_others, "{any}");
        }
        assert!(!find("<% s.a = 1; is[0] = as %>").sets_others);
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
