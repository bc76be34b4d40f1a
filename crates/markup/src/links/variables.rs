//! Finds variables that macros set and read: `<<set $x to 1>>`, `(set: $x to 1)`, Chapbook's `x: 1`
//! above `--`, Snowman's `s.x = 1`, and scripts that access the state. Nothing is evaluated; only
//! names are collected. Anything that may set a variable counts as setting it, so that a variable
//! reported as never set really is not.

use model::analysis::{Dialect, TextVariables};

use super::harlowe::macro_name;
use super::literal::read_literal;
use super::scan::{ScanResult, scan, scan_long};
use super::unparsed::mask_unparsed;

/// Every variable a text sets or reads, each once.
pub fn find(text: &str) -> TextVariables {
    let text = &*mask_unparsed(text);
    let mut found = VariableUses::default();
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
    found.finish()
}

#[derive(Default)]
struct VariableUses {
    sets: Vec<String>,
    reads: Vec<(String, Dialect)>,
    sets_unknown: bool,
}

impl VariableUses {
    fn set(&mut self, name: &str) {
        self.sets.push(name.to_owned());
    }

    fn read(&mut self, name: &str, dialect: Dialect) {
        self.reads.push((name.to_owned(), dialect));
    }

    fn finish(mut self) -> TextVariables {
        self.sets.sort();
        self.sets.dedup();
        self.reads.sort();
        self.reads.dedup();
        TextVariables {
            sets: self.sets,
            reads: self
                .reads
                .into_iter()
                .map(|(name, it)| (name, Some(it)))
                .collect(),
            invalid: Vec::new(),
            sets_unknown: self.sets_unknown,
        }
    }
}

/// Macros of SugarCube and Yarn that assign to every variable they name.
const ASSIGNING_MACROS: [&str; 5] = ["unset", "capture", "for", "remember", "declare"];
/// Macros of Harlowe that assign to every variable they name.
const HARLOWE_ASSIGNING_MACROS: [&str; 14] = [
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

/// `$x` inside `<<…>>`: a quoted name is passed to a macro that may set it, and an assignment
/// operator sets it in any macro. In prose `$` may be a price, so it is ignored there.
fn sugarcube(text: &str, found: &mut VariableUses) {
    scan_long(text, "<<", |_, rest| {
        let Some(length) = rest.find(">>") else {
            return ScanResult::Unclosed;
        };
        let content = &rest[..length];
        let name = word(content.trim_start_matches('='));
        for (at, variable) in dollars(content) {
            let behind = &content[at + variable.len() + 1..];
            let before = content[..at].trim_end();
            let quoted = before.ends_with(['"', '\'', '`']);
            let counts = before.ends_with("++") || before.ends_with("--");
            if assigns(behind) || quoted || counts || ASSIGNING_MACROS.contains(&name) {
                found.set(variable);
            } else {
                found.read(variable, Dialect::SugarCube);
            }
        }
        ScanResult::Match(length + 2)
    });
}

/// `$x` inside `(name: …)`.
fn harlowe(text: &str, found: &mut VariableUses) {
    scan(text, "(", |_, rest| {
        let name = rest
            .find(|it: char| !(it.is_ascii_alphanumeric() || it == '-' || it == '_'))
            .unwrap_or(rest.len());
        if name == 0 || !rest[name..].starts_with(':') {
            return ScanResult::NoMatch;
        }
        let macro_name = macro_name(&rest[..name]);
        let Some(length) = closing(&rest[name..]) else {
            return ScanResult::Unclosed;
        };
        let content = &rest[name..name + length];
        for (at, variable) in dollars(content) {
            let behind = &content[at + variable.len() + 1..];
            let before = content[..at].trim_end();
            let into = before.ends_with(" into") || before.ends_with("bind");
            // `(set: $a's x to 1)`, and the next of several assignments.
            let depth = |mark: char| before.matches(mark).count();
            let outside = depth('(') == depth(')');
            let first = macro_name == "set" && outside && before.ends_with([':', ',']);
            let given = HARLOWE_ASSIGNING_MACROS.contains(&macro_name.as_str());
            if into || first || given || (macro_name == "set" && assigns(behind)) {
                found.set(variable);
            } else {
                found.read(variable, Dialect::Harlowe);
            }
        }
        // A nested macro is scanned by itself, and its reads have the same names.
        ScanResult::Match(name)
    });
}

/// The setter of a link: `[[Go->Kitchen][$light to 1]]`.
fn link_setters(text: &str, found: &mut VariableUses) {
    scan(text, "][$", |at, rest| {
        let Some(length) = rest.find("]]") else {
            return ScanResult::Unclosed;
        };
        let setter = &text[at + 2..at + 3 + length];
        for (at, variable) in dollars(setter) {
            if at == 0 || assigns(&setter[at + variable.len() + 1..]) {
                found.set(variable);
            }
        }
        ScanResult::Match(length)
    });
}

/// The position of the closing parenthesis.
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

/// Whether the text after a variable assigns to it or to a part of it.
fn assigns(behind: &str) -> bool {
    let behind = after_accessors(behind).trim_start();
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

/// Skips accessors: `.x`, `[0]`, `["a b"]`.
fn after_accessors(mut behind: &str) -> &str {
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

/// Every `$name`, with its position.
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

/// Chapbook inserts that ask the reader for a value: `{text input for: 'x'}`.
const INPUT_INSERTS: [&str; 4] = [
    "text input for:",
    "dropdown menu for:",
    "cycling link for:",
    "input for:",
];

/// Chapbook: assignments `name: value` above a line `--`, and below it `{name}` and input inserts.
fn chapbook(text: &str, found: &mut VariableUses) {
    scan(text, "{", |_, rest| {
        let insert = rest.trim_start();
        let asked = INPUT_INSERTS.iter().find_map(|it| insert.strip_prefix(it));
        if let Some((name, _)) = asked.and_then(|it| read_literal(it.trim_start())) {
            found.set(word(&name));
        }
        ScanResult::NoMatch
    });
    let Some((above, below)) = text.split_once("\n--\n") else {
        return;
    };
    let mut names = Vec::new();
    for line in above.lines().filter(|it| !it.trim().is_empty()) {
        // With any other line above it, `--` is just part of the prose.
        let Some((name, _)) = line.split_once(':') else {
            return;
        };
        let name = name.split('(').next().unwrap_or_default().trim();
        let first = word(name);
        if first.is_empty() || !after_accessors(&name[first.len()..]).is_empty() {
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
        ScanResult::NoMatch
    });
}

/// Snowman: `s.name` between `<%` and `%>`.
fn snowman(text: &str, found: &mut VariableUses) {
    scan(text, "<%", |_, rest| {
        let Some(length) = rest.find("%>") else {
            return ScanResult::Unclosed;
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
        // If the whole state object is passed on, anything may change.
        let hands_on = ["(s,", "(s)", "s[", "s ="];
        found.sets_unknown |= hands_on.iter().any(|it| {
            script.match_indices(it).any(|(at, _)| {
                let before = script[..at].chars().next_back();
                it.starts_with('(')
                    || before.is_none_or(|it| !it.is_alphanumeric() && !"_.$".contains(it))
            })
        });
        ScanResult::Match(length)
    });
}

/// The expressions by which scripts access the story's state.
const STATE_OBJECTS: [&str; 5] = [
    "State.variables",
    "State.active.variables",
    "variables()",
    "story.state",
    "Harlowe.variable",
];

/// Scripts of any format: they set the variables whose names they contain, or possibly any
/// variable.
fn scripts(text: &str, found: &mut VariableUses) {
    let has = |it: &str| memchr::memmem::find(text.as_bytes(), it.as_bytes()).is_some();
    for state in STATE_OBJECTS.into_iter().filter(|it| has(it)) {
        for (at, _) in text.match_indices(state) {
            let behind = &text[at + state.len()..];
            let name = match behind.as_bytes() {
                [b'.', ..] => Some(word(&behind[1..]).to_owned()),
                [b'[', ..] => read_literal(&behind[1..]).map(|it| it.0),
                _ => None,
            };
            match name.filter(|it| !it.is_empty()) {
                // Even if it is only read here, it may be passed to code that changes it.
                Some(name) => found.set(&name),
                None => found.sets_unknown = true,
            }
        }
    }
    for call in ["State.setVar(", "engine.state.set(", "state.set("] {
        for (at, _) in text.match_indices(call) {
            match read_literal(text[at + call.len()..].trim_start()) {
                Some((name, _)) => found.set(word(name.trim_start_matches(['$', '_']))),
                None => found.sets_unknown = true,
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
    fn sugarcube_macros_set_and_read_variables() {
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
    fn harlowe_macros_set_and_read_variables() {
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
    fn chapbook_and_snowman_set_and_read_variables() {
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
    fn yarn_declarations_set_variables() {
        check(
            "<<declare $gold = 5>> <<set $a to $gold>>",
            &["a", "gold"],
            &["gold"],
        );
    }

    #[test]
    fn scripts_set_the_variables_they_name() {
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
            assert!(find(any).sets_unknown, "{any}");
        }
        assert!(!find("<% s.a = 1; is[0] = as %>").sets_unknown);
    }

    #[test]
    fn finds_no_variables_in_prose() {
        check(
            "It cost $5 and $more (so: what), he said. (Aside: no.)",
            &[],
            &[],
        );
    }

    #[test]
    fn gives_up_on_unclosed_macros() {
        for part in ["<<set $x ", "(set: $x ", "<% s.x ", "[[a][$x"] {
            find(&part.repeat(50_000));
        }
    }
}
