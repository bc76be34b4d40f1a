//! Prose as a reader sees it: Markdown parsed into blocks and styled runs, for all formats that are
//! read rather than edited. Raw HTML is treated as text, so nothing in a story can become markup of
//! the exported file. Enter through [`blocks`].

mod markdown;
#[cfg(test)]
mod tests;

pub(crate) use markdown::blocks;

/// A block of prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// The kind of block.
    pub(crate) kind: BlockKind,
    /// The number of quotations that enclose it.
    pub(crate) quote_depth: usize,
    /// The text, in styled runs.
    pub(crate) runs: Vec<Run>,
}

/// The kinds of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// A paragraph.
    Paragraph,
    /// A heading inside the text, with its level from 1.
    Heading(u8),
    /// A paragraph of a list.
    Item {
        /// The number of lists that enclose it, from 1.
        depth: usize,
        /// The marker in front of it.
        mark: ListMarker,
    },
    /// Lines whose spaces are significant.
    Code,
    /// A horizontal rule.
    Rule,
}

/// The marker in front of a list paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListMarker {
    /// A bullet.
    Bullet,
    /// A number.
    Number(u64),
    /// None: the paragraph continues the item before it.
    None,
}

/// Text in one style. A line break is a `\n`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Run {
    /// The text.
    pub(crate) text: String,
    /// The style.
    pub(crate) style: Style,
    /// The web address it links to.
    pub(crate) link: Option<String>,
}

impl Run {
    /// Text without a style.
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

/// A text style.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Style {
    /// Emphasized.
    pub(crate) italic: bool,
    /// Strongly emphasized.
    pub(crate) bold: bool,
    /// Crossed out.
    pub(crate) strikethrough: bool,
    /// Monospaced.
    pub(crate) code: bool,
}
