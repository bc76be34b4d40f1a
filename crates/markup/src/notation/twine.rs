//! Twine: the name and tags of a passage, and which passages are not pages but have an effect of
//! their own.

use model::Node;
use serde_json::Value;

use crate::kept_data;

/// The names under which the forms of a Twine story keep their data.
pub const FORMS: [&str; 4] = ["twee", "twine-html", "twine-archive", "twine-json"];

/// Passages with a special meaning to Twine 1, compilers or story formats.
const SPECIAL_PASSAGES: [&str; 19] = [
    "StoryAuthor",
    "StoryBanner",
    "StoryCaption",
    "StoryData",
    "StoryDisplayTitle",
    "StoryIncludes",
    "StoryInit",
    "StoryInterface",
    "StoryMenu",
    "StorySettings",
    "StoryShare",
    "StorySubtitle",
    "StoryTitle",
    "StoryWidgets",
    "PassageDone",
    "PassageFooter",
    "PassageHeader",
    "PassageReady",
    "MenuOptions",
];

/// Passages that some compilers take for a script or style sheet by their name alone.
const CODE_PASSAGES: [&str; 4] = [
    "StoryStylesheet",
    "StoryScript",
    "StoryJavaScript",
    "UserScript",
];

/// Kinds of nodes that a tag of the same name stands for; a passage without one is a scene.
pub const KIND_TAGS: [&str; 4] = ["note", "character", "place", "group"];

/// Tags with a special meaning to story formats: SugarCube's `widget` and `init`, Harlowe's
/// `header` and similar. `Twine.image` and similar tags are recognised by their prefix.
const NON_PAGE_TAGS: [&str; 8] = [
    "widget",
    "init",
    "header",
    "footer",
    "startup",
    "debug-header",
    "debug-footer",
    "debug-startup",
];

/// The effect of a passage that does not depend on being visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassageRole {
    /// It is shown on every page, or run before any.
    AlwaysShown,
    /// It is a script or style sheet.
    Script,
}

/// Whether a node came from a Twine story, in any of its forms.
pub fn is_from(node: &Node) -> bool {
    FORMS
        .iter()
        .any(|it| kept_data::get(&node.data, it).is_some())
}

/// The effect of the passage that a node came from, if it has one.
pub fn role_of(node: &Node) -> Option<PassageRole> {
    let (name, tags) = kept_name_and_tags(node)?;
    duty(&name, &tags)
}

/// The tags that the passage of a node was imported with, as far as they are the writer's own.
pub fn imported_tags(node: &Node) -> Vec<String> {
    let (_, mut tags) = kept_name_and_tags(node).unwrap_or_default();
    tags.retain(|it| !is_reserved_tag(it));
    tags
}

/// Whether a tag says what a passage is rather than what it is about.
pub fn is_reserved_tag(tag: &str) -> bool {
    KIND_TAGS.contains(&tag)
        || NON_PAGE_TAGS.contains(&tag)
        || matches!(tag, "script" | "stylesheet")
        || tag.starts_with("Twine.")
}

/// The name and the tags of the passage that a node came from.
fn kept_name_and_tags(node: &Node) -> Option<(String, Vec<String>)> {
    let header = |form: &&str| match kept_data::get(&node.data, form)?.get("header")? {
        Value::String(raw) => {
            let heading = read_heading(as_header(raw)?);
            Some((heading.name, heading.tags))
        }
        Value::Object(fields) => {
            let tags = fields.get("tags").and_then(Value::as_array);
            let tags = tags.into_iter().flatten().filter_map(Value::as_str);
            let tags: Vec<String> = tags.map(str::to_owned).collect();
            Some((fields.get("name")?.as_str()?.to_owned(), tags))
        }
        _ => None,
    };
    FORMS.iter().find_map(header)
}

/// The effect of a passage with this name and these tags, if it has one.
pub fn duty(name: &str, tags: &[String]) -> Option<PassageRole> {
    let is_special = |it: &String| NON_PAGE_TAGS.contains(&it.as_str()) || it.starts_with("Twine.");
    if is_code(tags) || CODE_PASSAGES.contains(&name) {
        Some(PassageRole::Script)
    } else if SPECIAL_PASSAGES.contains(&name) || tags.iter().any(is_special) {
        Some(PassageRole::AlwaysShown)
    } else {
        None
    }
}

/// Whether these tags mark a script or style sheet, in which nothing is a link.
pub fn is_code(tags: &[String]) -> bool {
    tags.iter().any(|it| it == "script" || it == "stylesheet")
}

/// The beginning of a passage's header: `:: Name [tag tag]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading<'a> {
    /// The passage's name, unescaped.
    pub name: String,
    /// Its tags, unescaped.
    pub tags: Vec<String>,
    /// The metadata as written, trimmed; `None` if the list of tags is not closed.
    pub rest: Option<&'a str>,
}

/// Reads the name and the tags of a header's line.
pub fn read_heading(line: &str) -> Heading<'_> {
    let line = line.strip_prefix("::").unwrap_or(line);
    let name_end = find_unescaped(line, &['[', '{']).unwrap_or(line.len());
    let name = unescape(line[..name_end].trim());
    let rest = &line[name_end..];
    let Some(block) = rest.strip_prefix('[') else {
        let (tags, rest) = (Vec::new(), Some(rest.trim()));
        return Heading { name, tags, rest };
    };
    let end = find_unescaped(block, &[']']);
    let tags = end.map(|it| block[..it].split_whitespace().map(unescape));
    Heading {
        name,
        tags: tags.into_iter().flatten().collect(),
        rest: end.map(|it| block[it + 1..].trim()),
    }
}

/// The text, if it is one line that begins like a header; anything else would swallow or split the
/// passage.
pub fn as_header(raw: &str) -> Option<&str> {
    (raw.starts_with("::") && !raw.contains('\n')).then_some(raw)
}

/// The position of the first of these characters that is not escaped by a backslash.
fn find_unescaped(text: &str, wanted: &[char]) -> Option<usize> {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if wanted.contains(&c) {
            return Some(at);
        }
    }
    None
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        // A backslash at the very end has nothing to escape and is literal.
        plain.push(if c == '\\' {
            chars.next().unwrap_or('\\')
        } else {
            c
        });
    }
    plain
}

/// A text without the lines at its end that are nothing but links, perhaps under a condition.
pub fn without_link_lines(text: &str) -> &str {
    let mut text = text.trim_end();
    while let Some(line) = text.lines().last().filter(|it| is_link_line(it)) {
        text = text[..text.len() - line.len()].trim_end();
    }
    text
}

fn is_link_line(line: &str) -> bool {
    let Some((before, rest)) = line.split_once("[[") else {
        return false;
    };
    let Some((_, after)) = rest.rsplit_once("]]") else {
        return false;
    };
    // Macros are all that may stand around it.
    let is_macro = |it: &str| {
        let it = it.trim();
        it.is_empty() || it.starts_with(['<', '(', '[', ']', '{']) || it.ends_with(['>', ')', '['])
    };
    is_macro(before) && is_macro(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_a_name_and_tags() {
        for (line, name, tags, rest) in [
            (":: Hall", "Hall", &[][..], Some("")),
            (
                ":: Hall [a b] {\"size\":\"1,2\"}",
                "Hall",
                &["a", "b"],
                Some("{\"size\":\"1,2\"}"),
            ),
            (":: A \\[b\\] [c\\]d]", "A [b]", &["c]d"], Some("")),
            (":: Hall {}", "Hall", &[], Some("{}")),
            (":: Hall [a b", "Hall", &[], None),
        ] {
            let heading = read_heading(line);
            assert_eq!(
                (heading.name.as_str(), heading.rest),
                (name, rest),
                "{line}"
            );
            assert_eq!(heading.tags, tags, "{line}");
        }
    }

    #[test]
    fn scripts_and_special_passages_are_not_pages() {
        let tags = |it: &str| [it.to_owned()];
        assert_eq!(duty("Code", &tags("script")), Some(PassageRole::Script));
        assert_eq!(duty("StoryMenu", &[]), Some(PassageRole::AlwaysShown));
        assert_eq!(
            duty("Face", &tags("Twine.image")),
            Some(PassageRole::AlwaysShown)
        );
        assert_eq!(duty("Hall", &tags("widgets")), None);
    }
}
