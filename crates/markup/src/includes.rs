//! The text of a node with included passages expanded in place, as a reader sees it. Only passages
//! named in macros are recognized; see `links`.

use model::Node;

use crate::kept_data::text_of;
use crate::links::{self, LinkKind, Target};

/// The maximum number of inclusions in one text, and the length in bytes beyond which nothing more is
/// expanded.
const MAX_INCLUDES: usize = 100;
const MAX_BYTES: usize = 1_000_000;

/// A node's text with inclusions expanded. `part` looks up the node with a title; if it finds none,
/// or the inclusion is recursive, the macro is left as it is.
pub fn expand_includes(node: &Node, part: &mut dyn FnMut(&str) -> Option<Node>) -> String {
    let mut all = Expander {
        part,
        left: MAX_INCLUDES,
    };
    let mut text = String::new();
    all.add(&mut text, text_of(node), &mut vec![node.title.clone()]);
    text
}

struct Expander<'a> {
    part: &'a mut dyn FnMut(&str) -> Option<Node>,
    left: usize,
}

impl Expander<'_> {
    fn add(&mut self, text: &mut String, own: &str, within: &mut Vec<String>) {
        let mut at = 0;
        let included = links::find(own).into_iter();
        for link in included.filter(|it| it.kind == LinkKind::Include) {
            let Target::Named(name) = link.target else {
                continue;
            };
            // A call inside a script does more than include a passage, so it is not expanded.
            let is_macro = own[link.at..].starts_with(['<', '(', '{']);
            let room = self.left > 0 && text.len() < MAX_BYTES && !within.contains(&name);
            if link.at < at || !is_macro || !room {
                continue;
            }
            let Some(part) = (self.part)(&name) else {
                continue;
            };
            self.left -= 1;
            text.push_str(&own[at..link.at]);
            within.push(name);
            self.add(text, text_of(&part), within);
            within.pop();
            at = link.end;
        }
        text.push_str(&own[at..]);
    }
}
