//! Links as authors of Twine stories write them: `[[…]]` in all its forms, and the passages named
//! in macros of SugarCube, Harlowe, Chapbook and Snowman. Enter through [`find`]. Whether a passage
//! of that name exists is for the caller to say. `scan` keeps every search linear in the text.

mod assigned;
mod brackets;
mod chapbook;
mod harlowe;
mod literal;
mod scan;
mod script;
mod sugarcube;
#[cfg(test)]
mod tests;
mod variables;

pub(crate) use assigned::{assigned, parts_of};
pub(crate) use brackets::as_words;
pub(crate) use variables::find as variables;

/// A link found in prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// Where it begins, in bytes.
    pub(crate) at: usize,
    /// What the reader is shown; empty where that is the target's own name.
    pub(crate) label: String,
    /// Where it leads.
    pub(crate) target: Target,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// To the passage of this name.
    Named(String),
    /// To a passage that only the running story knows: the expression that names it.
    Computed(String),
}

/// All links of a text, in order. Those to other web sites are left out.
pub(crate) fn find(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    brackets::find(text, &mut links);
    sugarcube::find(text, &mut links);
    harlowe::find(text, &mut links);
    chapbook::find(text, &mut links);
    script::find(text, &mut links);
    links.sort_by_key(|it| it.at);
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
