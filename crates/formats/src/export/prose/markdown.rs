//! Parses Markdown into blocks. Line breaks are kept, and indented lines are prose rather than
//! code, because authors break and indent lines on purpose. Links between passages (`[[…]]`) are
//! replaced by their labels, and removed where they stand alone on a line, since every exporter
//! lists the choices below the text.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::{Block, BlockKind, ListMarker, Run, Style};
use markup::links;

/// Lists and quotations nested deeper than this are flattened.
const MAX_DEPTH: usize = 8;

/// Parses a text into blocks.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let text = links::links_as_labels(text);
    let mut making = BlockBuilder::default();
    for event in Parser::new_ext(&text, Options::ENABLE_STRIKETHROUGH) {
        making.take(event);
    }
    making.close();
    making.blocks
}

#[derive(Default)]
struct BlockBuilder {
    blocks: Vec<Block>,
    runs: Vec<Run>,
    style: OpenStyles,
    link: Option<String>,
    heading: Option<u8>,
    is_code: bool,
    is_indented: bool,
    quoted: usize,
    /// The next number of each open list, if it is ordered.
    lists: Vec<Option<u64>>,
    mark: Option<ListMarker>,
}

/// How many marks of each style are open.
#[derive(Default)]
struct OpenStyles {
    italic: usize,
    bold: usize,
    struck: usize,
}

impl BlockBuilder {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.is_indented => self.push_indented(&text),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.push_text(&text, false);
            }
            Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.push_text(&text, true);
            }
            Event::SoftBreak | Event::HardBreak => self.push_text("\n", false),
            Event::Rule => {
                self.close();
                self.push(BlockKind::Rule, Vec::new());
            }
            Event::FootnoteReference(text) => self.push_text(&text, false),
            Event::TaskListMarker(_) => {}
        }
    }

    fn open(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Emphasis => self.style.italic += 1,
            Tag::Strong => self.style.bold += 1,
            Tag::Strikethrough => self.style.struck += 1,
            Tag::Link { dest_url, .. } => self.link = Some(dest_url.into_string()).filter(is_web),
            Tag::Heading { level, .. } => {
                self.close();
                self.heading = Some(number(level));
            }
            Tag::BlockQuote(_) => {
                self.close();
                self.quoted += 1;
            }
            Tag::CodeBlock(kind) => {
                self.close();
                self.is_code = matches!(kind, CodeBlockKind::Fenced(_));
                self.is_indented = !self.is_code;
            }
            Tag::List(first) => {
                self.close();
                self.lists.push(first);
            }
            Tag::Item => {
                self.close();
                let next = self.lists.last_mut().and_then(Option::as_mut);
                self.mark = Some(next.map_or(ListMarker::Bullet, |it| {
                    *it = it.saturating_add(1);
                    ListMarker::Number(*it - 1)
                }));
            }
            _ => self.close_unless_inline(&tag),
        }
    }

    fn close_unless_inline(&mut self, tag: &Tag<'_>) {
        if !matches!(tag, Tag::Image { .. }) {
            self.close();
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis => self.style.italic -= 1,
            TagEnd::Strong => self.style.bold -= 1,
            TagEnd::Strikethrough => self.style.struck -= 1,
            TagEnd::Link => self.link = None,
            TagEnd::Image => {}
            TagEnd::CodeBlock => {
                self.is_indented = false;
                self.close();
            }
            TagEnd::BlockQuote(_) => {
                self.close();
                self.quoted -= 1;
            }
            TagEnd::List(_) => {
                self.close();
                self.lists.pop();
                self.mark = None;
            }
            TagEnd::Item => {
                self.close();
                self.mark = None;
            }
            _ => self.close(),
        }
    }

    /// Indented lines arrive as one text; a blank line in them ends a paragraph as usual.
    fn push_indented(&mut self, text: &str) {
        for line in text.split_inclusive('\n') {
            if line.trim().is_empty() {
                self.close();
            } else {
                self.push_text(line.trim_start(), false);
            }
        }
    }

    fn push_text(&mut self, text: &str, code: bool) {
        let style = Style {
            italic: self.style.italic > 0,
            bold: self.style.bold > 0,
            strikethrough: self.style.struck > 0,
            code,
        };
        match self.runs.last_mut() {
            Some(last) if last.style == style && last.link == self.link => last.text += text,
            _ => self.runs.push(Run {
                text: text.to_owned(),
                style,
                link: self.link.clone(),
            }),
        }
    }

    /// Ends the current block, if there is one.
    fn close(&mut self) {
        let heading = self.heading.take();
        let is_code = std::mem::take(&mut self.is_code);
        let mut runs = std::mem::take(&mut self.runs);
        if let Some(last) = runs.last_mut() {
            last.text.truncate(last.text.trim_end().len());
        }
        runs.retain(|it| !it.text.is_empty());
        if runs.is_empty() {
            return;
        }
        let shape = match (heading, is_code, self.lists.len()) {
            (Some(level), ..) => BlockKind::Heading(level),
            (_, true, _) => BlockKind::Code,
            (_, _, 0) => BlockKind::Paragraph,
            (_, _, depth) => BlockKind::Item {
                depth: depth.min(MAX_DEPTH),
                mark: self
                    .mark
                    .replace(ListMarker::None)
                    .unwrap_or(ListMarker::None),
            },
        };
        self.push(shape, runs);
    }

    fn push(&mut self, shape: BlockKind, runs: Vec<Run>) {
        let quoted = self.quoted.min(MAX_DEPTH);
        self.blocks.push(Block {
            kind: shape,
            quote_depth: quoted,
            runs,
        });
    }
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// Whether an address is safe to link to; scripts and local files are not.
#[expect(clippy::ptr_arg, reason = "a filter of an Option<String> passes this")]
fn is_web(address: &String) -> bool {
    let address = address.to_ascii_lowercase();
    let known = ["https://", "http://", "mailto:"];
    known.iter().any(|it| address.starts_with(it))
        && !address
            .contains(|c: char| c.is_whitespace() || c.is_control() || "\"<>\\^`{|}".contains(c))
}
