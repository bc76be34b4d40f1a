//! Finds links as authors of Twine stories write them: `[[…]]` in all its forms, and passages named
//! in macros of SugarCube, Harlowe, Chapbook and Snowman. Enter through [`find`]. Callers check
//! whether a passage with that name exists. `scan` keeps every search linear in the length of the
//! text.

mod arcscript;
mod assignments;
mod brackets;
mod chapbook;
mod code;
mod dialogue;
mod harlowe;
mod literal;
mod marks;
mod markup_flags;
mod prose_notation;
mod reader;
mod scan;
mod script;
mod sugarcube;
mod temporary;
#[cfg(test)]
mod tests;
mod unparsed;
mod variables;
mod verbatim;
mod visible;
mod visit_names;

use std::borrow::Cow;

use markup_flags::MarkupFlags;

pub(crate) use chapbook::{CODE, NEVER_SHOWN, modifiers, revealed_text};
pub(crate) use dialogue::{only_diverts, without_choice_conditions, without_ink_comments};
pub(crate) use harlowe::{VALUES, hook_name_after, hook_name_before, macro_name};
pub(crate) use literal::{read_literal, split_arguments};
pub(crate) use reader::VALUE;
pub(crate) use sugarcube::LINK_MACROS;
pub(crate) use temporary::TemporaryVariables;
pub(crate) use verbatim::protect_verbatim;

pub use arcscript::{arcscript_line, arcscript_shown};
pub use assignments::{assigned, variables_and_strings};
pub use brackets::links_as_labels;
pub(crate) use brackets::setter_at;
pub use code::{CodeFacts, code_facts};
pub use dialogue::{only_leads_on, replace_ink_comments};
pub use marks::{MARK_EDGE, add_marks, is_mark};
pub use prose_notation::ProseNotation;
pub use reader::{ReaderProse, html_as_markdown, reader_prose};
pub use variables::find as variables;
pub use visible::visible_text;
pub use visit_names::{VisitName, visit_names};

/// A link in prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Where it begins, in bytes.
    pub at: usize,
    /// Where it ends, in bytes, without the content that a macro may enclose.
    pub end: usize,
    /// The words that the reader sees; empty if they are the target's own name.
    pub label: String,
    /// The target.
    pub target: Target,
    /// What following it does.
    pub kind: LinkKind,
}

/// The effect of following a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// The reader goes there.
    Goto,
    /// The passage is included in this one.
    Include,
}

impl Link {
    /// A link that a reader follows.
    fn to((at, end): (usize, usize), label: String, target: Target) -> Self {
        let kind = LinkKind::Goto;
        Self {
            at,
            end,
            label,
            target,
            kind,
        }
    }
}

/// The target of a link.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// To the passage of this name.
    Named(String),
    /// A passage known only at run time: the expression that names it.
    Computed(String),
    /// A passage that was read before.
    Earlier(Earlier),
}

/// Which of the passages read before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Earlier {
    /// The one before; the variables stay as they are.
    Previous,
    /// The one before; the variables are again as they were there.
    Undone,
    /// The first one; the story begins anew.
    Start,
}

/// All links of a text, in order. Excludes links to other web sites, and what a story format does
/// not parse: comments and verbatim text.
pub fn find(text: &str) -> Vec<Link> {
    let marks = MarkupFlags::of(text);
    let plain = if marks.hidden {
        unparsed::mask_unparsed(text)
    } else {
        text.into()
    };
    let text = &*plain;
    let mut links = Vec::new();
    if marks.link {
        let read = if marks.script {
            unparsed::mask_scripts(text)
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
    for link in &mut links {
        if matches!(&link.target, Target::Named(name) if names_previous_passage(name)) {
            link.target = Target::Earlier(Earlier::Previous);
        }
    }
    links.sort_by_key(|it| it.at);
    links
}

/// Whether a target is SugarCube's function that names an earlier passage: `previous()`.
fn names_previous_passage(target: &str) -> bool {
    let Some(arguments) = target.strip_prefix("previous(") else {
        return false;
    };
    arguments.ends_with(')')
}

/// The passages that a script leads to.
pub fn find_calls(script: &str) -> Vec<Link> {
    let mut links = Vec::new();
    let script = unparsed::mask_unparsed(script);
    script::find_calls(&script, &mut links);
    script::find_attributes(&script, &mut links);
    links
}

/// Whether a text contains macros of one of Twine's story formats: `<<…>>`, `(name: …)` or `<% …
/// %>`.
pub fn has_macros(text: &str) -> bool {
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

/// Whether a passage contains a script.
pub(crate) fn has_scripts(text: &str) -> bool {
    let plain = unparsed::mask_unparsed(text);
    matches!(unparsed::mask_scripts(&plain), Cow::Owned(_))
}

/// The text with everything replaced by spaces that a story format does not show as prose: comments,
/// verbatim text, scripts.
pub(crate) fn without_hidden(text: &str) -> String {
    let plain = unparsed::mask_unparsed(text);
    unparsed::mask_scripts(&plain).into_owned()
}

/// Whether a name that no passage has is an expression evaluated by the running story.
pub fn is_expression(name: &str) -> bool {
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
        || is_call(name)
}

/// Whether a name is the call of a function: `passage()`, `either("a", "b")`, `State.peek(1).title`.
/// “Kitchen (night)” is none, nor is “Act(II)”.
fn is_call(name: &str) -> bool {
    let Some((function, rest)) = name.split_once('(') else {
        return false;
    };
    let is_name = |it: &str| {
        it.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
            && it
                .bytes()
                .all(|it| it.is_ascii_alphanumeric() || it == b'_')
    };
    let Some((arguments, after)) = rest.rsplit_once(')') else {
        return false;
    };
    let is_expression = arguments.is_empty() || arguments.starts_with(['"', '\'', '$', '_', '[']);
    let is_member = function.contains('.');
    function.split('.').all(is_name)
        && (is_expression || is_member)
        && (after.is_empty() || after.starts_with(['.', '[']))
}
