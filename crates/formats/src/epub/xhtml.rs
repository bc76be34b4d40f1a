//! Prose as XHTML. Every tag opened here is closed here.

use crate::export::are_right_to_left;
use crate::export::prose::{Block, BlockKind, ListMarker, Run};
use crate::export::xml::escaped;

/// The blocks of a chapter, below its heading of this level.
pub(super) fn prose(blocks: &[Block], chapter: u8) -> String {
    let mut text = String::new();
    let mut open = OpenElements::default();
    for block in blocks {
        let lists = match block.kind {
            BlockKind::Item { depth, .. } => depth,
            _ => 0,
        };
        open.until(&mut text, block.quote_depth, lists);
        let words = runs(&block.runs, block.kind == BlockKind::Code);
        let dir = direction(are_right_to_left(&block.runs));
        match block.kind {
            BlockKind::Paragraph => text.push_str(&format!("<p{dir}>{words}</p>\n")),
            BlockKind::Heading(level) => {
                let level = (level + chapter).min(6);
                text.push_str(&format!("<h{level}{dir}>{words}</h{level}>\n"));
            }
            BlockKind::Code => text.push_str(&format!("<pre{dir}>{words}</pre>\n")),
            BlockKind::Rule => text.push_str("<hr/>\n"),
            BlockKind::Item { depth, mark } => {
                open.item(&mut text, depth, mark);
                text.push_str(&format!("<p{dir}>{words}</p>"));
            }
        }
    }
    open.until(&mut text, 0, 0);
    text
}

/// The attribute of an element with right-to-left text.
pub(super) fn direction(is_right_to_left: bool) -> &'static str {
    if is_right_to_left { " dir=\"rtl\"" } else { "" }
}

/// The open quotations and lists; each list has an open item.
#[derive(Default)]
struct OpenElements {
    quoted: usize,
    lists: Vec<&'static str>,
}

impl OpenElements {
    /// Closes and opens elements until the nesting matches the next block.
    fn until(&mut self, text: &mut String, quoted: usize, lists: usize) {
        let keep = if quoted == self.quoted { lists } else { 0 };
        self.close_lists(text, keep);
        while self.quoted > quoted {
            text.push_str("</blockquote>\n");
            self.quoted -= 1;
        }
        while self.quoted < quoted {
            text.push_str("<blockquote>\n");
            self.quoted += 1;
        }
    }

    fn close_lists(&mut self, text: &mut String, keep: usize) {
        while self.lists.len() > keep {
            let tag = self.lists.pop().unwrap_or("ul");
            text.push_str(&format!("</li></{tag}>\n"));
        }
    }

    fn item(&mut self, text: &mut String, depth: usize, mark: ListMarker) {
        let tag = match mark {
            ListMarker::Bullet => Some("ul"),
            ListMarker::Number(_) => Some("ol"),
            ListMarker::None => None,
        };
        // A list of the other kind may follow without anything between them.
        let open = self.lists.get(depth - 1).copied();
        if open.is_some() && tag.is_some() && open != tag {
            self.close_lists(text, depth - 1);
        }
        let begins = self.lists.len() < depth;
        if !begins && mark != ListMarker::None {
            text.push_str("</li>\n<li>");
        }
        while self.lists.len() < depth {
            let (tag, start) = match mark {
                ListMarker::Number(number) => ("ol", format!(" start=\"{}\"", number.min(999_999))),
                _ => ("ul", String::new()),
            };
            text.push_str(&format!("<{tag}{start}><li>"));
            self.lists.push(tag);
        }
    }
}

fn runs(runs: &[Run], is_code: bool) -> String {
    let mut text = String::new();
    for run in runs {
        let mut words = escaped(&run.text);
        if !is_code {
            words = words.replace('\n', "<br/>");
        }
        let style = run.style;
        for (on, tag) in [
            (style.code, "code"),
            (style.strikethrough, "s"),
            (style.italic, "em"),
            (style.bold, "strong"),
        ] {
            if on {
                words = format!("<{tag}>{words}</{tag}>");
            }
        }
        if let Some(link) = &run.link {
            words = format!("<a href=\"{}\">{words}</a>", escaped(link));
        }
        text.push_str(&words);
    }
    text
}
