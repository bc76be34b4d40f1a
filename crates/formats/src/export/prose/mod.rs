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

/// The language most of these texts are written in, guessed by script: `zh`, `ja`, `ko`, `he`, `ar` or
/// `en`.
pub(crate) fn language<'a>(texts: impl IntoIterator<Item = &'a str>) -> &'static str {
    let (mut han, mut kana, mut hangul, mut latin) = (0_usize, 0_usize, 0_usize, 0_usize);
    let (mut hebrew, mut arabic) = (0_usize, 0_usize);
    for c in texts.into_iter().flat_map(str::chars) {
        match c {
            '\u{3040}'..='\u{30ff}' => kana += 1,
            '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => han += 1,
            '\u{ac00}'..='\u{d7af}' => hangul += 1,
            '\u{5d0}'..='\u{5ea}' => hebrew += 1,
            '\u{620}'..='\u{6d3}' => arabic += 1,
            _ if c.is_alphabetic() => latin += 1,
            _ => {}
        }
    }
    // A word in an alphabetic script carries about as much as two CJK characters.
    let words = latin / 3;
    match (kana, hangul, han) {
        (kana, _, han) if kana * 8 > han && kana + han > words => "ja",
        (_, hangul, _) if hangul > words => "ko",
        (_, _, han) if han > words => "zh",
        _ if hebrew > latin.max(arabic) => "he",
        _ if arabic > latin => "ar",
        _ => "en",
    }
}
