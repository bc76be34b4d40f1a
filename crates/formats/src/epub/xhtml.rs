//! Prose as XHTML. Every tag written here is closed here.

use crate::writing::prose::{Block, Mark, Run, Shape};
use crate::writing::xml::escaped;

/// The blocks of a chapter, below a heading of the first level.
pub(super) fn prose(blocks: &[Block]) -> String {
    let mut text = String::new();
    let mut open = Open::default();
    for block in blocks {
        let lists = match block.shape {
            Shape::Item { depth, .. } => depth,
            _ => 0,
        };
        open.until(&mut text, block.quoted, lists);
        let words = runs(&block.runs, block.shape == Shape::Code);
        match block.shape {
            Shape::Paragraph => text.push_str(&format!("<p>{words}</p>\n")),
            Shape::Heading(level) => {
                let level = (level + 1).min(6);
                text.push_str(&format!("<h{level}>{words}</h{level}>\n"));
            }
            Shape::Code => text.push_str(&format!("<pre>{words}</pre>\n")),
            Shape::Rule => text.push_str("<hr/>\n"),
            Shape::Item { depth, mark } => {
                open.item(&mut text, depth, mark);
                text.push_str(&format!("<p>{words}</p>"));
            }
        }
    }
    open.until(&mut text, 0, 0);
    text
}

/// The quotations and lists that are open; each list with an item in it.
#[derive(Default)]
struct Open {
    quoted: usize,
    lists: Vec<&'static str>,
}

impl Open {
    /// Closes what does not go on, and opens what begins.
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

    fn item(&mut self, text: &mut String, depth: usize, mark: Mark) {
        let begins = self.lists.len() < depth;
        if !begins && mark != Mark::None {
            text.push_str("</li>\n<li>");
        }
        while self.lists.len() < depth {
            let (tag, start) = match mark {
                Mark::Number(number) => ("ol", format!(" start=\"{}\"", number.min(999_999))),
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
            (style.struck, "s"),
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
