//! Converts HTML to blocks of Markdown: headings, paragraphs, emphasis, lists, quotations. Scripts,
//! styles and invisible content are dropped.

use super::markup::{Token, walk};

/// A block of prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    /// A heading and its level, from 1.
    Heading(u8, String),
    /// A paragraph, in Markdown.
    Paragraph(String),
}

/// The blocks of a page, and the line of the first malformed markup, if any.
pub(crate) fn blocks(html: &str) -> (Vec<Block>, Option<usize>) {
    let mut reader = Reader::default();
    let broken = walk(html, |token| reader.take(token)).err();
    reader.end();
    (reader.blocks, broken)
}

/// HTML as Markdown, with a blank line between blocks.
pub(crate) fn markdown(html: &str) -> String {
    let (blocks, _) = blocks(html);
    let lines: Vec<_> = blocks
        .into_iter()
        .map(|it| match it {
            Block::Heading(level, text) => format!("{} {text}", "#".repeat(usize::from(level))),
            Block::Paragraph(text) => text,
        })
        .collect();
    lines.join("\n\n")
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    text: String,
    heading: Option<u8>,
    /// The prefix of a paragraph: quotation or list marker.
    mark: &'static str,
    hidden: usize,
}

impl Reader {
    fn take(&mut self, token: Token<'_>) {
        match token {
            Token::Open(name, _) => match name.as_str() {
                "script" | "style" | "head" | "template" => self.hidden += 1,
                "br" => self.text.push('\n'),
                "hr" => {
                    self.end();
                    self.blocks.push(Block::Paragraph("---".to_owned()));
                }
                _ => self.open(&name),
            },
            Token::Close(name) => match name.as_str() {
                "script" | "style" | "head" | "template" => {
                    self.hidden = self.hidden.saturating_sub(1)
                }
                "br" | "hr" => {}
                _ => self.close(&name),
            },
            Token::Words(words) if self.hidden == 0 => self.words(words),
            Token::Words(_) => {}
        }
    }

    fn open(&mut self, name: &str) {
        match name {
            "em" | "i" | "cite" => self.emphasis("*"),
            "strong" | "b" => self.emphasis("**"),
            "blockquote" => {
                self.end();
                self.mark = "> ";
            }
            "li" => {
                self.end();
                self.mark = "- ";
            }
            _ if is_block(name) => {
                let mark = self.mark;
                self.end();
                self.mark = mark;
                self.heading = level(name);
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "em" | "i" | "cite" => self.emphasis("*"),
            "strong" | "b" => self.emphasis("**"),
            "blockquote" | "li" => {
                self.end();
                self.mark = "";
            }
            _ if is_block(name) => {
                let mark = self.mark;
                self.end();
                self.mark = mark;
            }
            _ => {}
        }
    }

    /// Emphasis marks are placed next to text: next to a space they would have no effect.
    fn emphasis(&mut self, mark: &str) {
        if self.hidden == 0 && self.heading.is_none() {
            self.text.push_str(mark);
        }
    }

    fn words(&mut self, words: &str) {
        for letter in words.chars() {
            // Line breaks in the source are not line breaks in the prose; a non-breaking space
            // counts as a space.
            if matches!(letter, ' ' | '\n' | '\r' | '\t') {
                if !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
                    self.text.push(' ');
                }
            } else {
                self.text.push(letter);
            }
        }
    }

    fn end(&mut self) {
        let text = std::mem::take(&mut self.text);
        let text = text.trim_matches([' ', '\n', '\t']);
        let text = text.replace("****", "").replace(" \n", "\n");
        let heading = self.heading.take();
        if text.is_empty() || matches!(text.as_str(), "**" | "*") {
            return;
        }
        self.blocks.push(match heading {
            Some(level) => Block::Heading(level, text.replace('\n', " ")),
            None => Block::Paragraph(format!("{}{}", self.mark, text.replace('\n', "  \n"))),
        });
    }
}

fn level(name: &str) -> Option<u8> {
    let digit = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&digit).then_some(digit)
}

fn is_block(name: &str) -> bool {
    level(name).is_some()
        || matches!(
            name,
            "p" | "div"
                | "section"
                | "article"
                | "ul"
                | "ol"
                | "table"
                | "tr"
                | "td"
                | "body"
                | "pre"
                | "figure"
                | "figcaption"
                | "aside"
                | "header"
                | "footer"
                | "main"
                | "dt"
                | "dd"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_html_to_markdown_without_scripts() {
        let html = "<html><head><title>no</title></head><body><h2>Rain &amp; <i>wind</i></h2>\
            <p>He <em>ran</em>,\n  <b>fast</b>&mdash;and<br>fell.</p><script>alert(1)</script>\
            <ul><li>one</li><li>two</li></ul><blockquote><p>said</p></blockquote>&unknown; tail";
        assert_eq!(
            markdown(html),
            "## Rain & wind\n\nHe *ran*, **fast**—and  \nfell.\n\n- one\n\n- two\n\n> said\n\n&unknown; tail"
        );
    }

    #[test]
    fn rejects_custom_entities_and_locates_broken_markup() {
        let bomb =
            "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n<p>&b;</p>\n<p>ok</p>";
        assert_eq!(markdown(bomb), "&b;\n\nok");
        assert_eq!(blocks("<p>a</p>\n<p>b <!-- never closed").1, Some(2));
        assert_eq!(markdown(&"<div>".repeat(200_000)), "");
    }
}
