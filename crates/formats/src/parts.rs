//! The text of a node with the passages that it shows as parts of itself in their places, as a
//! reader sees it. Only parts that a macro names are known; see `links`.

use model::Node;

use crate::kept::text_of;
use crate::links::{self, Manner, Target};

/// How many parts one text is made of at most, and how long it becomes, in bytes.
const MOST_PARTS: usize = 100;
const LONGEST: usize = 1_000_000;

/// A node's text with its parts. `part` finds the node of a title; what it does not find stays a
/// macro, as does a node that is a part of itself.
pub fn text_with_parts(node: &Node, part: &mut dyn FnMut(&str) -> Option<Node>) -> String {
    let mut all = Parts {
        part,
        left: MOST_PARTS,
    };
    let mut text = String::new();
    all.add(&mut text, text_of(node), &mut vec![node.title.clone()]);
    text
}

struct Parts<'a> {
    part: &'a mut dyn FnMut(&str) -> Option<Node>,
    left: usize,
}

impl Parts<'_> {
    fn add(&mut self, text: &mut String, own: &str, within: &mut Vec<String>) {
        let mut at = 0;
        let included = links::find(own).into_iter();
        for link in included.filter(|it| it.manner == Manner::Includes) {
            let Target::Named(name) = link.target else {
                continue;
            };
            // A call within a script is more than the part it shows.
            let is_macro = own[link.at..].starts_with(['<', '(', '{']);
            let room = self.left > 0 && text.len() < LONGEST && !within.contains(&name);
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
