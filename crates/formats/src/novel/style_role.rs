//! What the named styles of word processors make of paragraphs.

/// What a style makes of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The document's title.
    Title,
    /// A line of the title page below the title.
    TitlePage,
    /// A heading, with its level from 1.
    Heading(u8),
    /// A quotation.
    Quote,
    /// A line of a table of contents, which is not text.
    Contents,
}

/// The role of a style by its name; the names of built-in styles are English in every language.
pub(super) fn role_of(style: &str) -> Option<Role> {
    let style = style.to_lowercase();
    match style.as_str() {
        "title" => return Some(Role::Title),
        "subtitle" | "author" | "date" => return Some(Role::TitlePage),
        "quote" | "intense quote" | "block text" | "quotations" => return Some(Role::Quote),
        _ if style.starts_with("toc ") => return Some(Role::Contents),
        _ => {}
    }
    let digit = style
        .strip_prefix("heading")
        .or_else(|| style.strip_prefix("标题"))?;
    let level = digit.trim().parse().ok().filter(|it| (1..=9).contains(it));
    level.map(Role::Heading)
}
