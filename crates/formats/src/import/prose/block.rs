//! The blocks that prose is read into, and how paragraphs of one list, quotation or table join.

/// A block of prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    /// A heading and its level, from 1.
    Heading(u8, String),
    /// A paragraph, in Markdown.
    Paragraph(String),
    /// A picture, by its address in the file.
    Picture(String),
    /// What the scene that it is in is about, for the author.
    Synopsis(String),
}

/// What a paragraph is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Paragraph {
    /// A paragraph of its own.
    Text,
    /// A paragraph of a quotation.
    Quote,
    /// The first paragraph of a list item: how many lists enclose its list, and its number; none
    /// for a bullet.
    Item {
        /// How many lists enclose this one.
        depth: usize,
        /// Its number, unless it has a bullet.
        number: Option<u64>,
    },
    /// A further paragraph of a list item, and how many lists enclose its list.
    ItemText(usize),
    /// A row of a table.
    Row,
}

impl Paragraph {
    /// A list item instead of a paragraph of its own whose number is typed before a tab, without that.
    pub(crate) fn with_typed_number(self, text: &str) -> (Self, &str) {
        let typed = text.split_once(".\t");
        let typed = typed.and_then(|it| Some((it.0.parse().ok()?, it.1)));
        match (self, typed) {
            (Self::Text, Some((number, text))) => {
                let number = Some(number);
                (Self::Item { depth: 0, number }, text)
            }
            (kind, _) => (kind, text),
        }
    }
}

/// Lists nested deeper than this are written as deep as this.
const MAX_DEPTH: usize = 8;

/// Blocks as they are read, in order.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    all: Vec<Block>,
    /// What the last block is, if it is a paragraph.
    last: Option<Paragraph>,
}

impl Blocks {
    /// Adds a heading.
    pub(crate) fn heading(&mut self, level: u8, text: &str) {
        self.add(Block::Heading(level, text.replace('\n', " ")));
    }

    /// Adds a scene break.
    pub(crate) fn rule(&mut self) {
        self.add(Block::Paragraph("---".to_owned()));
    }

    /// Adds a picture.
    pub(crate) fn picture(&mut self, address: String) {
        self.add(Block::Picture(address));
    }

    /// Adds a paragraph in Markdown; an empty one is none.
    pub(crate) fn paragraph(&mut self, paragraph: Paragraph, text: &str) {
        use Paragraph::{Item, ItemText, Quote, Row};

        let text = text.trim_matches(['\n', ' ', '\t']);
        if text.trim().is_empty() {
            return;
        }
        if is_scene_break(text) {
            return self.rule();
        }
        let lines = |first: &str, next: &str| {
            format!("{first}{}", text.replace('\n', &format!("\n{next}")))
        };
        let indent = |depth: usize| "   ".repeat(depth.min(MAX_DEPTH));
        let text = match &paragraph {
            Paragraph::Text | Row => text.to_owned(),
            Quote => lines("> ", "> "),
            Item { depth, number } => {
                let mark = number.map_or("- ".to_owned(), |it| format!("{it}. "));
                let before = indent(*depth);
                let inner = format!("{before}{}", " ".repeat(mark.len()));
                lines(&format!("{before}{mark}"), &inner)
            }
            ItemText(depth) => {
                let before = indent(depth + 1);
                lines(&before, &before)
            }
        };
        let joint = match (&self.last, &paragraph) {
            (Some(Quote), Quote) => Some("\n>\n"),
            (Some(Row), Row) => Some("\n"),
            // Next to each other, lists of two kinds would read as one in some programs.
            (
                Some(Item { depth, number }),
                Item {
                    depth: next,
                    number: other,
                },
            ) if depth == next && number.is_some() != other.is_some() => None,
            (Some(Item { .. } | ItemText(_)), Item { .. }) => Some("\n"),
            (Some(Item { .. } | ItemText(_)), ItemText(_)) => Some("\n\n"),
            _ => None,
        };
        match (joint, self.all.last_mut()) {
            (Some(joint), Some(Block::Paragraph(before))) => {
                before.push_str(joint);
                before.push_str(&text);
            }
            _ => self.all.push(Block::Paragraph(text)),
        }
        self.last = Some(paragraph);
    }

    /// How many were added.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether nothing was added yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The blocks that were added.
    pub(crate) fn finish(self) -> Vec<Block> {
        self.all
    }

    fn add(&mut self, block: Block) {
        self.all.push(block);
        self.last = None;
    }
}

/// Whether a paragraph is one of the marks that manuscripts have for a scene break: `* * *`, `***`,
/// `#`, `⁂`.
fn is_scene_break(text: &str) -> bool {
    let is_mark = |it: char| matches!(it, '#' | '*' | '⁂');
    let marks = text.chars().filter(|it| is_mark(*it)).count();
    let is_alone = text.chars().all(|it| is_mark(it) || it.is_whitespace());
    is_alone && (marks > 2 || text.contains(['#', '⁂']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_of_a_list_quotation_or_table_join() {
        let mut blocks = Blocks::default();
        let item = |depth, number| Paragraph::Item { depth, number };
        blocks.paragraph(item(0, None), "a\nb");
        blocks.paragraph(item(1, Some(1)), "c");
        blocks.paragraph(Paragraph::ItemText(1), "d");
        blocks.paragraph(Paragraph::Text, " e ");
        blocks.paragraph(Paragraph::Text, "f");
        blocks.paragraph(Paragraph::Quote, "g");
        blocks.paragraph(Paragraph::Quote, "h");
        blocks.paragraph(Paragraph::Text, " # ");
        blocks.paragraph(Paragraph::Row, "i | j");
        blocks.paragraph(Paragraph::Row, "k | l");
        let texts = blocks.finish().into_iter().map(|it| match it {
            Block::Paragraph(text) => text,
            other => format!("{other:?}"),
        });
        assert_eq!(
            texts.collect::<Vec<_>>(),
            [
                "- a\n  b\n   1. c\n\n      d",
                "e",
                "f",
                "> g\n>\n> h",
                "---",
                "i | j\nk | l"
            ]
        );
    }
}
