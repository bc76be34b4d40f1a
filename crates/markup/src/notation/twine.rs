//! Twine: the name and tags of a passage, and which passages are no pages but do something by
//! themselves.

use model::Node;
use serde_json::Value;

use crate::kept_data;

/// The names under which the forms of a Twine story keep their data.
pub const FORMS: [&str; 4] = ["twee", "twine-html", "twine-archive", "twine-json"];

/// Passages with a meaning to Twine 1, to compilers or to story formats.
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

/// Tags with a meaning to story formats: SugarCube's `widget` and `init`, Harlowe's `header` and its
/// kin. `Twine.image` and its kin are told by their beginning.
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

/// What a passage does by itself, whatever is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassageRole {
    /// It is shown beside every page, or run before any.
    AlwaysShown,
    /// It is a script or style sheet.
    Script,
}

/// What the passage that a node came from does by itself, if anything.
pub fn role_of(node: &Node) -> Option<PassageRole> {
    let header = |form: &&str| match kept_data::get(&node.data, form)?.get("header")? {
        Value::String(raw) => {
            let heading = read_heading(as_header(raw)?);
            Some(duty(&heading.name, &heading.tags))
        }
        Value::Object(fields) => {
            let tags = fields.get("tags").and_then(Value::as_array);
            let tags = tags.into_iter().flatten().filter_map(Value::as_str);
            let tags: Vec<String> = tags.map(str::to_owned).collect();
            Some(duty(fields.get("name")?.as_str()?, &tags))
        }
        _ => None,
    };
    FORMS.iter().find_map(header)?
}

/// What a passage of this name and these tags does by itself, if anything.
pub fn duty(name: &str, tags: &[String]) -> Option<PassageRole> {
    let is_special = |it: &String| NON_PAGE_TAGS.contains(&it.as_str()) || it.starts_with("Twine.");
    if is_code(tags) {
        Some(PassageRole::Script)
    } else if SPECIAL_PASSAGES.contains(&name) || tags.iter().any(is_special) {
        Some(PassageRole::AlwaysShown)
    } else {
        None
    }
}

/// Whether these tags mark a script or style sheet, where nothing that looks like a link is one.
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
    /// The metadata as written, trimmed; `None` where the list of tags is not closed.
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

/// The text, if it is one line that begins as a header does: anything else would swallow the passage
/// or split it.
pub fn as_header(raw: &str) -> Option<&str> {
    (raw.starts_with("::") && !raw.contains('\n')).then_some(raw)
}

/// Where one of these characters is_unmoved without a backslash before it.
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
        // A backslash at the very end has nothing to escape and is_unmoved for itself.
        plain.push(if c == '\\' {
            chars.next().unwrap_or('\\')
        } else {
            c
        });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_a_name_and_tags() {
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
    fn scripts_and_special_passages_are_no_pages() {
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
