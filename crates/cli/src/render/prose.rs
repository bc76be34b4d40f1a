//! Prose for a terminal: paragraphs in lines of its width, with its Markdown as styles.

use anstyle::Style;
use markup::links::links_as_labels;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use unicode_width::UnicodeWidthStr as _;

use crate::terminal::plain;

/// The longest lines that read well.
const MAX_WIDTH: usize = 76;

/// A text of a story, without control characters.
pub(crate) fn prose(text: &str, width: usize) -> String {
    let text = plain(&links_as_labels(text));
    let mut writer = Writer {
        width: width.clamp(20, MAX_WIDTH),
        ..Writer::default()
    };
    for event in Parser::new(&text) {
        match event {
            Event::Start(Tag::Strong | Tag::Heading { .. }) => writer.strong += 1,
            Event::End(TagEnd::Strong) => writer.strong -= 1,
            Event::Start(Tag::Emphasis) => writer.emphasis += 1,
            Event::End(TagEnd::Emphasis) => writer.emphasis -= 1,
            Event::End(TagEnd::Heading(_)) => {
                writer.strong -= 1;
                writer.end_block();
            }
            Event::End(TagEnd::Paragraph | TagEnd::CodeBlock | TagEnd::Item) => writer.end_block(),
            Event::Start(Tag::Item) => writer.add("• "),
            Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) | Event::Html(text) => {
                writer.add(&text);
            }
            Event::SoftBreak => writer.add(" "),
            Event::HardBreak => writer.break_line(),
            Event::Rule => {
                writer.add("* * *");
                writer.end_block();
            }
            _ => {}
        }
    }
    writer.done.trim_end().to_owned()
}

#[derive(Default)]
struct Writer {
    width: usize,
    strong: usize,
    emphasis: usize,
    /// The columns of the line so far.
    used: usize,
    /// Whether a space stands before the next word.
    has_space: bool,
    done: String,
}

impl Writer {
    fn add(&mut self, text: &str) {
        let mut style = Style::new();
        if self.strong > 0 {
            style = style.bold();
        }
        if self.emphasis > 0 {
            style = style.italic();
        }
        for piece in text.split_inclusive(char::is_whitespace) {
            let word = piece.trim_end_matches(char::is_whitespace);
            if !word.is_empty() {
                let needed = word.width() + usize::from(self.has_space);
                // Words in Chinese have no spaces; the terminal breaks them.
                if self.has_space && self.used + needed > self.width {
                    self.break_line();
                } else if self.has_space {
                    self.done.push(' ');
                    self.used += 1;
                }
                self.done.push_str(&format!("{style}{word}{style:#}"));
                self.used += word.width();
                self.has_space = false;
            }
            self.has_space |= word.len() < piece.len() && self.used > 0;
        }
    }

    fn break_line(&mut self) {
        self.done.push('\n');
        self.used = 0;
        self.has_space = false;
    }

    fn end_block(&mut self) {
        self.break_line();
        self.done.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::prose;

    #[test]
    fn paragraphs_are_broken_between_words_and_keep_their_styles() {
        let text =
            "One two three *four five* six.\nSeven\u{1b}[2J\n\n- To [[the hall->Hall]]\n\n**End**";
        let shown = prose(text, 20);
        assert_eq!(
            shown,
            "One two three \u{1b}[3mfour\u{1b}[0m\n\u{1b}[3mfive\u{1b}[0m six. Seven[2J\n\n\
             • To the hall\n\n\u{1b}[1mEnd\u{1b}[0m"
        );
    }
}
