//! Links as authors of Twine stories write them: `[[…]]` in all its forms, and the passages named
//! in macros of SugarCube, Harlowe, Chapbook and Snowman. Enter through [`find`]. Whether a passage
//! of that name exists is for the caller to say. `scan` keeps every search linear in the text.

mod assigned;
mod brackets;
mod chapbook;
mod harlowe;
mod hidden;
mod literal;
mod marks;
mod read;
mod scan;
mod script;
mod sugarcube;
#[cfg(test)]
mod tests;
mod variables;

use marks::Marks;

pub(crate) use assigned::{assigned, parts_of};
pub(crate) use brackets::as_words;
pub(crate) use read::as_read;
pub(crate) use variables::find as variables;

/// A link found in prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// Where it begins, in bytes.
    pub(crate) at: usize,
    /// Where it ends, in bytes, without the content that a macro may enclose.
    pub(crate) end: usize,
    /// What the reader is shown; empty where that is the target's own name.
    pub(crate) label: String,
    /// Where it leads.
    pub(crate) target: Target,
    /// What following it does.
    pub(crate) manner: Manner,
}

/// What following a link does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Manner {
    /// The reader goes there.
    Goes,
    /// The passage is shown as a part of this one.
    Includes,
}

impl Link {
    /// A link that a reader follows.
    fn to((at, end): (usize, usize), label: String, target: Target) -> Self {
        let manner = Manner::Goes;
        Self {
            at,
            end,
            label,
            target,
            manner,
        }
    }
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// To the passage of this name.
    Named(String),
    /// To a passage that only the running story knows: the expression that names it.
    Computed(String),
    /// To where the reader came from, or began.
    Back,
}

/// All links of a text, in order. Those to other web sites are left out, and what a story format
/// does not read: comments, and text shown as it is.
pub(crate) fn find(text: &str) -> Vec<Link> {
    let marks = Marks::of(text);
    let plain = if marks.hidden {
        hidden::without_hidden(text)
    } else {
        text.into()
    };
    let text = &*plain;
    let mut links = Vec::new();
    if marks.link {
        let read = if marks.script {
            hidden::without_scripts(text)
        } else {
            text.into()
        };
        brackets::find(&read, &mut links);
    }
    if marks.double {
        sugarcube::find(text, &mut links);
    }
    if marks.picture {
        sugarcube::find_pictures(text, &mut links);
    }
    if marks.named {
        harlowe::find(text, &mut links);
    }
    if marks.brace {
        chapbook::find(text, &mut links);
    }
    if marks.call {
        script::find_calls(text, &mut links);
    }
    if marks.attribute {
        script::find_attributes(text, &mut links);
    }
    links.sort_by_key(|it| it.at);
    links
}

/// The passages that a script leads to.
pub(crate) fn find_calls(script: &str) -> Vec<Link> {
    let mut links = Vec::new();
    let script = hidden::without_hidden(script);
    script::find_calls(&script, &mut links);
    script::find_attributes(&script, &mut links);
    links
}

/// Whether a text has macros of a story format of Twine: `<<…>>`, `(name: …)` or `<% … %>`.
pub(crate) fn has_macros(text: &str) -> bool {
    let named = |open: char, ends: &[char]| {
        text.split(open).skip(1).any(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
            end.is_some_and(|it| it > 1 && rest[it..].starts_with(ends))
        })
    };
    let closes =
        |open: &str, close: &str| text.find(open).is_some_and(|it| text[it..].contains(close));
    closes("<<", ">>") || closes("<%", "%>") || named('(', &[':'])
}

/// Whether a name that no passage has is an expression that the running story turns into one.
pub(crate) fn looks_computed(name: &str) -> bool {
    let mut chars = name.chars();
    let sigil = matches!(chars.next(), Some('$' | '_'));
    (sigil
        && chars
            .next()
            .is_some_and(|it| it.is_alphabetic() || it == '_'))
        || name.starts_with(['`', '"', '\''])
        || name.starts_with("setup.")
        || name.contains("<%")
        || (name.starts_with('(') && name.ends_with(')') && name.contains(':'))
        || name.split_whitespace().any(|it| it == "+")
}
