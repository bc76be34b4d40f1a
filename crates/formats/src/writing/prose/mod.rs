//! Prose as a reader sees it: Markdown taken apart into blocks and runs of words, for every format
//! that is read rather than edited. Raw HTML stays what it is, words; nothing in a story can become
//! markup of the file it is written into. Enter through [`blocks`].

mod markdown;
#[cfg(test)]
mod tests;

pub(crate) use markdown::blocks;

/// A paragraph or the like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// What it is.
    pub(crate) shape: Shape,
    /// How many quotations it stands in.
    pub(crate) quoted: usize,
    /// Its words.
    pub(crate) runs: Vec<Run>,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A paragraph.
    Paragraph,
    /// A heading inside the text, from 1.
    Heading(u8),
    /// A paragraph of a list.
    Item {
        /// In how many lists it stands, from 1.
        depth: usize,
        /// What stands before it.
        mark: Mark,
    },
    /// Lines whose spaces count.
    Code,
    /// A line across the page.
    Rule,
}

/// What stands before a paragraph of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A dot.
    Bullet,
    /// A number.
    Number(u64),
    /// Nothing: it goes on with the item before.
    None,
}

/// Words in one style. A line break is a `\n`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Run {
    /// The words.
    pub(crate) text: String,
    /// How they are set.
    pub(crate) style: Style,
    /// The page of the web they lead to.
    pub(crate) link: Option<String>,
}

/// How words are set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Style {
    /// Emphasized.
    pub(crate) italic: bool,
    /// Strongly emphasized.
    pub(crate) bold: bool,
    /// Crossed out.
    pub(crate) struck: bool,
    /// As typed by a machine.
    pub(crate) code: bool,
}

/// The language most of these words are written in, as far as their letters tell: `zh`, `ja`, `ko`
/// or `en`.
pub(crate) fn language<'a>(texts: impl IntoIterator<Item = &'a str>) -> &'static str {
    let (mut han, mut kana, mut hangul, mut latin) = (0_usize, 0_usize, 0_usize, 0_usize);
    for c in texts.into_iter().flat_map(str::chars) {
        match c {
            '\u{3040}'..='\u{30ff}' => kana += 1,
            '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => han += 1,
            '\u{ac00}'..='\u{d7af}' => hangul += 1,
            _ if c.is_alphabetic() => latin += 1,
            _ => {}
        }
    }
    // One word of a script with letters takes about as much to say as two characters.
    let words = latin / 3;
    match (kana, hangul, han) {
        (kana, _, han) if kana * 8 > han && kana + han > words => "ja",
        (_, hangul, _) if hangul > words => "ko",
        (_, _, han) if han > words => "zh",
        _ => "en",
    }
}
