//! Converts HTML to blocks of Markdown: headings, paragraphs, emphasis, lists, quotations, tables,
//! notes. Scripts, styles and invisible content are dropped.

use quick_xml::events::BytesStart;

use super::{Block, Blocks, Paragraph, StyledText, TextStyle};
use crate::import::markup::{Token, attribute, walk};

/// The blocks of a page, and the line of the first malformed markup, if any.
pub(crate) fn blocks(html: &str) -> (Vec<Block>, Option<usize>) {
    let mut reader = Reader::default();
    let broken = walk(html, |token| reader.take(token)).err();
    reader.end();
    (reader.blocks.finish(), broken)
}

/// HTML as Markdown, with a blank line between blocks.
pub(crate) fn markdown(html: &str) -> String {
    let (blocks, _) = blocks(html);
    let lines = blocks.into_iter().filter_map(|it| match it {
        Block::Heading(level, text) => Some(format!("{} {text}", "#".repeat(usize::from(level)))),
        Block::Paragraph(text) => Some(text),
        Block::Picture(_) | Block::Synopsis(_) => None,
    });
    lines.collect::<Vec<_>>().join("\n\n")
}

#[derive(Default)]
struct Reader {
    blocks: Blocks,
    text: StyledText,
    heading: Option<u8>,
    /// How many elements of each style are open: bold, italic, struck through.
    styles: [usize; 3],
    quotes: usize,
    /// The next number of each open list, if its items are numbered.
    lists: Vec<Option<u64>>,
    /// Whether the next paragraph is the first of its list item, with its number.
    item: Option<Option<u64>>,
    in_item: bool,
    in_row: bool,
    preformatted: usize,
    hidden: usize,
    link: Option<Link>,
    /// Where the mark of a note began, and the element that it is.
    mark: Option<(usize, String)>,
    /// The element that holds notes, and how many of its name are open.
    notes: Option<(String, usize)>,
    /// How many raised texts are open.
    raised: usize,
}

/// An open link.
struct Link {
    /// Where it began in the text.
    begin: usize,
    /// Where it leads.
    address: String,
}

impl Reader {
    fn take(&mut self, token: Token<'_>) {
        match token {
            Token::Open(name, tag) => {
                if is_hidden(&name) || is_back_link(&name, tag) {
                    self.hidden += 1;
                } else if self.hidden > 0 {
                    // Only links count, because all of them close alike.
                    self.hidden += usize::from(name == "a");
                } else {
                    self.open(&name, tag);
                }
            }
            Token::Close(name) => {
                if is_hidden(&name) || (name == "a" && self.hidden > 0) {
                    self.hidden = self.hidden.saturating_sub(1);
                } else if self.hidden == 0 {
                    self.close(&name);
                }
            }
            Token::Words(words) if self.hidden == 0 => self.words(words),
            Token::Words(_) => {}
        }
    }

    fn open(&mut self, name: &str, tag: &BytesStart<'_>) {
        if let Some((holder, open)) = &mut self.notes {
            *open += usize::from(holder == name);
        } else if says(
            tag,
            &["footnote", "footnotes", "endnote", "endnotes", "rearnotes"],
        ) {
            self.end();
            self.notes = Some((name.to_owned(), 1));
        }
        match name {
            "br" => self.push(if self.in_row { " " } else { "\n" }),
            "hr" => {
                self.end();
                // The rule above notes separates them from the text, which they stand below anyway.
                if self.notes.is_none() {
                    self.blocks.rule();
                }
            }
            "a" => {
                self.end_link();
                if self.mark.is_none() && (says(tag, &["noteref"]) || self.raised > 0) {
                    self.mark = Some((self.text.len(), "a".to_owned()));
                }
                self.link = Some(Link {
                    begin: self.text.len(),
                    address: attribute(tag, "href").unwrap_or_default(),
                });
            }
            "sup" => {
                self.raised += 1;
                if self.mark.is_none() && self.link.is_some() {
                    self.mark = Some((self.text.len(), "sup".to_owned()));
                }
            }
            "rt" => self.push("（"),
            "img" | "image" => {
                let source = attribute(tag, if name == "img" { "src" } else { "href" });
                if let Some(source) = source {
                    self.end();
                    self.blocks.picture(source);
                }
            }
            "blockquote" => {
                self.end();
                self.quotes += 1;
            }
            "ul" | "ol" => {
                self.end();
                let first = attribute(tag, "start").and_then(|it| it.parse().ok());
                self.lists.push((name == "ol").then(|| first.unwrap_or(1)));
            }
            "li" => {
                self.end();
                let number = self.lists.last_mut().and_then(|it| {
                    let number = *it.as_ref()?;
                    *it = Some(number.saturating_add(1));
                    Some(number)
                });
                self.item = Some(number);
                self.in_item = true;
            }
            "tr" => {
                self.end();
                self.in_row = true;
            }
            "td" | "th" if self.in_row => self.text.next_cell(),
            "pre" => {
                self.end();
                self.preformatted += 1;
            }
            _ => {
                if let Some(mark) = mark_of(name) {
                    self.styles[mark] += 1;
                } else if is_block(name) {
                    self.divide();
                    self.heading = level(name).filter(|_| !self.in_row);
                }
            }
        }
    }

    fn close(&mut self, name: &str) {
        if self.mark.as_ref().is_some_and(|it| it.1 == name) {
            self.end_mark();
        }
        match name {
            "a" => self.end_link(),
            "sup" => self.raised = self.raised.saturating_sub(1),
            "rt" => self.push("）"),
            "blockquote" => {
                self.end();
                self.quotes = self.quotes.saturating_sub(1);
            }
            "ul" | "ol" => {
                self.end();
                self.lists.pop();
                self.in_item = !self.lists.is_empty();
            }
            "li" => {
                self.end();
                self.item = None;
                self.in_item = self.lists.len() > 1;
            }
            "tr" | "table" => {
                self.end();
                self.in_row = false;
            }
            "pre" => {
                self.end();
                self.preformatted = self.preformatted.saturating_sub(1);
            }
            _ => {
                if let Some(mark) = mark_of(name) {
                    self.styles[mark] = self.styles[mark].saturating_sub(1);
                } else if is_block(name) {
                    self.divide();
                }
            }
        }
        if let Some((holder, open)) = &mut self.notes
            && holder == name
        {
            *open -= 1;
            if *open == 0 {
                self.end();
                self.notes = None;
            }
        }
    }

    /// Ends a paragraph, or a line in a cell of a table: a row is one paragraph.
    fn divide(&mut self) {
        if !self.in_row {
            self.end();
        } else if self.text.last().is_some_and(|it| it != ' ') {
            self.push(" ");
        }
    }

    fn push(&mut self, words: &str) {
        let style = self.style();
        self.text.push(words, style);
    }

    fn words(&mut self, words: &str) {
        let style = self.style();
        match self.preformatted {
            0 => self.text.push_collapsed(words, style),
            _ => self.text.push(words, style),
        }
    }

    fn style(&self) -> TextStyle {
        match self.heading {
            Some(_) => [false; 3],
            None => self.styles.map(|it| it > 0),
        }
    }

    /// Puts the mark of a note in brackets, as it is not a word of the text.
    fn end_mark(&mut self) {
        let Some((begin, _)) = self.mark.take() else {
            return;
        };
        let mark = self.text.split_off(begin);
        let mark = mark.trim_matches(['[', ']', '(', ')', ' ']);
        if !mark.is_empty() {
            self.push(&format!("[{mark}]"));
        }
    }

    fn end_link(&mut self) {
        let Some(link) = self.link.take() else {
            return;
        };
        if self.heading.is_none() {
            self.text.link(link.begin, &link.address);
        }
    }

    fn end(&mut self) {
        self.end_mark();
        self.end_link();
        let heading = self.heading.take();
        if let Some(level) = heading {
            let text = self.text.take_plain();
            if !text.trim().is_empty() {
                self.blocks.heading(level, text.trim());
            }
            return;
        }
        let text = self.text.take_markdown();
        if text.trim().is_empty() {
            return;
        }
        let text = text.replace(" \n", "\n");
        match self.paragraph() {
            Paragraph::Item {
                number: Some(number),
                ..
            } if self.notes.is_some() => {
                let note = format!("[{number}] {text}");
                self.blocks.paragraph(Paragraph::Text, &note);
            }
            _ if self.notes.is_some() => self.blocks.paragraph(Paragraph::Text, &text),
            paragraph => self.blocks.paragraph(paragraph, &text),
        }
        self.item = None;
    }

    fn paragraph(&self) -> Paragraph {
        let depth = self.lists.len().saturating_sub(1);
        match self.item {
            _ if self.in_row => Paragraph::Row,
            Some(number) => Paragraph::Item { depth, number },
            None if self.in_item => Paragraph::ItemText(depth),
            None if self.quotes > 0 => Paragraph::Quote,
            None => Paragraph::Text,
        }
    }
}

fn is_hidden(name: &str) -> bool {
    matches!(name, "script" | "style" | "head" | "template" | "rp")
}

/// Whether this is the link from a note back to its mark.
fn is_back_link(name: &str, tag: &BytesStart<'_>) -> bool {
    name == "a" && says(tag, &["backlink"])
}

/// Whether an element says that it is one of these, as EPUB or ARIA have it.
fn says(tag: &BytesStart<'_>, sorts: &[&str]) -> bool {
    ["type", "role"].iter().any(|it| {
        let said = attribute(tag, it).unwrap_or_default();
        let mut said = said.split_whitespace();
        said.any(|it| sorts.contains(&it.strip_prefix("doc-").unwrap_or(it)))
    })
}

/// The position in a style of text of what an element means.
fn mark_of(name: &str) -> Option<usize> {
    match name {
        "strong" | "b" => Some(0),
        "em" | "i" | "cite" | "dfn" | "var" => Some(1),
        "s" | "strike" | "del" => Some(2),
        _ => None,
    }
}

fn level(name: &str) -> Option<u8> {
    let digit = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&digit).then_some(digit)
}

fn is_block(name: &str) -> bool {
    const BLOCKS: [&str; 18] = [
        "p",
        "div",
        "section",
        "article",
        "nav",
        "table",
        "caption",
        "td",
        "th",
        "body",
        "figure",
        "figcaption",
        "aside",
        "header",
        "footer",
        "main",
        "dt",
        "dd",
    ];
    level(name).is_some() || BLOCKS.contains(&name)
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
            "## Rain & wind\n\nHe *ran*, **fast**—and\nfell.\n\n- one\n- two\n\n> said\n\n&unknown; tail"
        );
    }

    #[test]
    fn reads_lists_tables_verse_and_readings() {
        let html = "<ol start=\"3\"><li><p>c</p><p>more</p></li><li>d<ul><li>e</li></ul></li></ol>\
            <table><tr><th>Day</th><th>Miles</th></tr><tr><td><p>1</p></td><td>12<br/>ok</td></tr></table>\
            <pre>a\n  b</pre><p><s>gone</s> <ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p><p>&nbsp;</p>\
            <p>Go to <a href=\"https://example.com/a\">the <i>site</i></a> or <a href=\"b.xhtml\">there</a>.</p>";
        assert_eq!(
            markdown(html),
            "3. c\n\n   more\n4. d\n   - e\n\nDay | Miles\n1 | 12 ok\n\na\n  b\n\n~~gone~~ 漢字（かんじ）\n\n\
             Go to [the site](https://example.com/a) or there."
        );
    }

    #[test]
    fn the_marks_of_notes_stand_in_brackets() {
        let html = "<p>Gold<a epub:type=\"noteref\" href=\"#n\">1</a> and\
            <a href=\"#m\"><sup>[2]</sup></a> lead<sup><a href=\"#o\">3</a></sup>, m<sup>2</sup>.</p>\
            <section epub:type=\"endnotes\"><hr/><ol><li id=\"n\"><p>Of fools. <a role=\"doc-backlink\" href=\"#x\">↩</a></p></li>\
            <li><p>Or not.</p></li></ol></section><aside epub:type=\"footnote\"><p>3 Heavy.</p></aside><ol><li>x</li></ol>";
        assert_eq!(
            markdown(html),
            "Gold[1] and[2] lead[3], m2.\n\n[1] Of fools.\n\n[2] Or not.\n\n3 Heavy.\n\n1. x"
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
