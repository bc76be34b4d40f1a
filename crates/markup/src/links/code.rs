//! The program code of SugarCube, Snowman and Harlowe in a passage: which passages it opens, whether
//! it leads back, and which macros and functions it calls and defines. Nothing is run; what cannot
//! be told from the code counts as possible.

use memchr::memmem;

use super::literal::{Argument, read_literal, split_arguments};
use super::scan::{ScanResult, scan};
use super::{Target, unparsed};

/// What the code of a passage does, as far as it can be told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodeFacts {
    /// The passages it opens without a link, as in a dialog; `None` for one that is computed.
    pub opens: Vec<Option<String>>,
    /// Whether it leads back to an earlier passage or to the start.
    pub returns: bool,
    /// The macros and functions it calls that no story format has: `<<name`, `setup.name`.
    pub calls: Vec<String>,
    /// The macros and functions it defines, written alike; `<<` and `setup.` stand for any.
    pub defines: Vec<String>,
}

/// Calls whose first argument names a passage.
const OPENING: [&str; 6] = [
    "Story.get(",
    "Dialog.wikiPassage(",
    "wikiPassage(",
    "story.passage(",
    "Engine.goTo(",
    "Engine.play(",
];
/// Calls that choose among all passages.
const CHOOSING: [&str; 6] = [
    "Story.lookup(",
    "Story.lookupWith(",
    "Story.filter(",
    "Story.find(",
    "Story.getAllRegular(",
    "story.passages",
];
/// Calls that lead back or begin again.
const RETURNING: [&str; 9] = [
    "Engine.backward(",
    "Engine.forward(",
    "Engine.go(",
    "Engine.restart(",
    "UI.restart(",
    "history.back(",
    "history.go(",
    "story.restart(",
    "location.reload(",
];

/// The macros of SugarCube, in alphabetical order.
const BUILT_IN: [&str; 89] = [
    "actions",
    "addclass",
    "append",
    "audio",
    "back",
    "bookmark",
    "break",
    "button",
    "cacheaudio",
    "capture",
    "case",
    "checkbox",
    "choice",
    "click",
    "continue",
    "copy",
    "createaudiogroup",
    "createplaylist",
    "cycle",
    "default",
    "display",
    "do",
    "done",
    "else",
    "elseif",
    "endbutton",
    "endclick",
    "endfor",
    "endif",
    "endlink",
    "endnobr",
    "endscript",
    "endsilently",
    "endswitch",
    "endtimed",
    "endwidget",
    "fadein",
    "fadeout",
    "for",
    "forget",
    "goto",
    "if",
    "include",
    "link",
    "linkappend",
    "linkprepend",
    "linkreplace",
    "listbox",
    "masteraudio",
    "next",
    "nobr",
    "numberbox",
    "option",
    "optionlink",
    "options",
    "optionsfrom",
    "playlist",
    "prepend",
    "print",
    "radiobutton",
    "redo",
    "remember",
    "remove",
    "removeaudiogroup",
    "removeclass",
    "removeplaylist",
    "repeat",
    "replace",
    "return",
    "run",
    "script",
    "set",
    "setcss",
    "setplaylist",
    "silent",
    "silently",
    "stop",
    "stopallaudio",
    "stylesheet",
    "switch",
    "textarea",
    "textbox",
    "timed",
    "toggleclass",
    "track",
    "type",
    "unset",
    "waitforaudio",
    "widget",
];

/// Reads the code in a passage of a Twine story.
pub fn code_facts(text: &str) -> CodeFacts {
    let mut facts = CodeFacts::default();
    let has = |it: &str| memmem::find(text.as_bytes(), it.as_bytes()).is_some();
    if !(has("<<") || has("(")) {
        return facts;
    }
    let plain = unparsed::mask_unparsed(text);
    let text = &*plain;
    facts.returns = RETURNING.iter().any(|it| has(it));
    for call in OPENING.into_iter().filter(|it| has(it)) {
        scan(text, call, |_, rest| {
            let Some((arguments, length)) = split_arguments(rest, ')') else {
                facts.opens.push(None);
                return ScanResult::Unclosed;
            };
            let target = arguments.first().and_then(|it| Argument::of(it).target());
            match target {
                Some(Target::Named(name)) => facts.opens.push(Some(name)),
                Some(_) => facts.opens.push(None),
                None => {}
            }
            ScanResult::Match(length)
        });
    }
    if CHOOSING.iter().any(|it| has(it)) {
        facts.opens.push(None);
    }
    macros(text, &mut facts);
    definitions(text, &mut facts);
    functions(text, &mut facts);
    for all in [&mut facts.calls, &mut facts.defines] {
        all.sort();
        all.dedup();
    }
    facts.opens.sort();
    facts.opens.dedup();
    facts
}

/// Macros that are called, and widgets.
fn macros(text: &str, facts: &mut CodeFacts) {
    scan(text, "<<", |_, rest| {
        let name = identifier(rest);
        // A name must be followed by something that ends it; `<<-` and `<<=` print.
        if name.is_empty() || !rest[name.len()..].starts_with([' ', '\t', '\n', '\r', '>']) {
            return ScanResult::NoMatch;
        }
        if name == "widget" {
            let argument = rest[name.len()..].trim_start();
            let given = read_literal(argument).map(|it| it.0);
            let given = given.unwrap_or_else(|| identifier(argument).to_owned());
            facts.defines.push(format!("<<{given}"));
        } else if BUILT_IN.binary_search(&name).is_err() {
            facts.calls.push(format!("<<{name}"));
        }
        ScanResult::NoMatch
    });
}

/// Macros that scripts define.
fn definitions(text: &str, facts: &mut CodeFacts) {
    for call in ["Macro.add(", "Macro.addAlias("] {
        for (at, _) in text.match_indices(call) {
            let argument = text[at + call.len()..].trim_start();
            let mut names = Vec::new();
            let mut rest = argument.strip_prefix('[').unwrap_or(argument).trim_start();
            while let Some((name, length)) = read_literal(rest) {
                names.push(format!("<<{name}"));
                rest = rest[length..].trim_start();
                rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
            }
            if names.is_empty() {
                names.push("<<".to_owned());
            }
            facts.defines.extend(names);
        }
    }
    // The ways of older versions, which name macros as fields.
    if text.contains("macros.") || text.contains("macros[") {
        facts.defines.push("<<".to_owned());
    }
}

/// Functions of `setup` that are called or defined.
fn functions(text: &str, facts: &mut CodeFacts) {
    for (at, _) in text.match_indices("setup") {
        let behind = &text[at + "setup".len()..];
        let before = text[..at].chars().next_back();
        if before.is_some_and(|it| it.is_alphanumeric() || it == '_') {
            continue;
        }
        let Some(member) = behind.strip_prefix('.') else {
            let handed_on = behind.trim_start();
            let is_made = ["=", "[", ",", ")"]
                .iter()
                .any(|it| handed_on.starts_with(it));
            if is_made && !handed_on.starts_with("==") {
                facts.defines.push("setup.".to_owned());
            }
            continue;
        };
        let name = identifier(member);
        let after = member[name.len()..].trim_start();
        let is_assigned = after.starts_with('=') && !after.starts_with("==")
            || after.starts_with("to ")
            || after.starts_with("??=")
            || after.starts_with("||=");
        if is_assigned {
            facts.defines.push(format!("setup.{name}"));
        } else if after.starts_with('(') {
            facts.calls.push(format!("setup.{name}"));
        }
    }
}

/// The letters, digits, hyphens and underscores at the beginning, if a letter comes first.
fn identifier(text: &str) -> &str {
    if !text.starts_with(|it: char| it.is_alphabetic() || it == '_') {
        return "";
    }
    let end = text.find(|it: char| !(it.is_alphanumeric() || it == '_' || it == '-'));
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(all: &[&str]) -> Vec<String> {
        all.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn finds_passages_opened_by_scripts() {
        let opened = |text: &str| code_facts(text).opens;
        assert_eq!(
            opened("Dialog.wiki(Story.get(\"Book\").processText())"),
            [Some("Book".to_owned())]
        );
        assert_eq!(opened("Story.get(passage + '_en')"), [None]);
        assert_eq!(opened("Story.lookup('tags', 'room')"), [None]);
        assert_eq!(opened("He said (so)."), []);
        assert_eq!(opened("/* Story.get(x) */"), []);
    }

    #[test]
    fn detects_back_navigation() {
        assert!(code_facts("<<link \"x\">><<run Engine.backward()>><</link>>").returns);
        assert!(code_facts("<a onclick=\"history.back()\">x</a>").returns);
        assert!(!code_facts("<<run Engine.play('x')>>").returns);
    }

    #[test]
    fn distinguishes_custom_calls_from_built_in_macros() {
        assert!(BUILT_IN.is_sorted());
        let facts = code_facts(
            "<<set $a to 1>><<go \"Hall\">><</go>> <<if $a>>x<</if>> <<= $a>> << 3 <<setup.hit(2)>> \
             <<run setup.hit(2)>>",
        );
        assert_eq!(facts.calls, strings(&["<<go", "setup.hit"]));
        let facts = code_facts(
            "<<widget \"go\">>x<</widget>> Macro.add(['a', \"b\"], {}); setup.hit = function () {};",
        );
        assert_eq!(facts.defines, strings(&["<<a", "<<b", "<<go", "setup.hit"]));
        assert_eq!(
            code_facts("Object.assign(setup, {})").defines,
            strings(&["setup."])
        );
        assert_eq!(code_facts("Macro.add(name, {})").defines, strings(&["<<"]));
    }
}
