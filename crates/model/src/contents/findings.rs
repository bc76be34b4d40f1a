//! Findings at passages of a node: what somebody noticed in reading, such as a contradiction or an
//! open promise.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Content, DataMap};
use crate::{ContentHash, NodeId};

/// The name of the capability that stores [`Findings`].
pub const FINDINGS: &str = "findings";

/// The findings at a node, in the order they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Findings {
    /// The findings.
    #[serde(default)]
    pub items: Vec<PassageFinding>,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PassageFinding {
    /// Its id, unique in the story.
    pub id: String,
    /// What sort of finding it is: `contradiction`, `promise` or `comment`.
    #[serde(deserialize_with = "kind_from")]
    pub kind: String,
    /// What was noticed.
    pub says: String,
    /// Who noticed it, where that is somebody else than whose version it is, such as an editor who
    /// commented on a manuscript.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The passage it is about.
    pub passage: QuotedPassage,
    /// The passage that it contradicts, or that keeps the promise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<QuotedPassage>,
    /// For a promise: the passages that lead on from it without keeping it yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advanced: Vec<QuotedPassage>,
    /// Why it may stay as it is, where somebody decided so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waived: Option<String>,
    /// Whether it was dealt with.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// What was answered to it, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<Reply>,
}

/// What somebody answered to a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// The words.
    pub says: String,
    /// Who answered, where that is somebody else than the person who runs the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
}

/// A passage as it stood when it was quoted, with what stood around it, so that it is found again
/// when the text moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuotedPassage {
    /// The node whose text it was quoted from.
    pub node: NodeId,
    /// The quotation.
    pub quote: String,
    /// The characters before it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// The characters behind it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub after: String,
}

/// The kind of a finding that is neither a contradiction nor a promise.
pub const COMMENT: &str = "comment";

/// Earlier versions called comments notes.
fn kind_from<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    let kind = String::deserialize(source)?;
    Ok(match kind.as_str() {
        "note" => COMMENT.to_owned(),
        _ => kind,
    })
}

impl PassageFinding {
    /// An open comment on a passage.
    pub fn comment(passage: QuotedPassage, says: String) -> Self {
        Self {
            id: Self::id_of(&passage, &says),
            kind: COMMENT.to_owned(),
            says,
            author: None,
            passage,
            other: None,
            advanced: Vec::new(),
            waived: None,
            closed: false,
            replies: Vec::new(),
        }
    }

    /// An id derived from the passage and the text, so that the same finding has the same id.
    pub fn id_of(passage: &QuotedPassage, says: &str) -> String {
        let words = format!(
            "{}\0{}\0{}\0{says}",
            passage.node, passage.before, passage.quote
        );
        ContentHash::of(words.as_bytes()).to_string()[..8].to_owned()
    }

    /// All its passages.
    pub fn passages_mut(&mut self) -> impl Iterator<Item = &mut QuotedPassage> {
        let first = std::iter::once(&mut self.passage);
        first.chain(&mut self.other).chain(&mut self.advanced)
    }
}

impl Findings {
    /// The findings among the data of a node.
    pub fn in_data(data: &DataMap) -> Self {
        let kept = data.get(FINDINGS);
        let kept = kept.and_then(|it| Self::deserialize(&**it).ok());
        kept.unwrap_or_default()
    }
}

impl Content for Findings {
    const CAPABILITY: &'static str = FINDINGS;
}

/// How many characters around a quotation are kept.
const AROUND: usize = 40;

impl QuotedPassage {
    /// The passage of a text at these bytes, quoted.
    pub fn of(node: NodeId, text: &str, range: std::ops::Range<usize>) -> Self {
        let before = text[..range.start].chars().rev().take(AROUND);
        let before: Vec<char> = before.collect();
        Self {
            node,
            quote: text[range.clone()].to_owned(),
            before: before.into_iter().rev().collect(),
            after: text[range.end..].chars().take(AROUND).collect(),
        }
    }

    /// Where the passage is in a text now, in bytes: of several places of these words, the one
    /// with the most of what stood around them.
    pub fn find_in(&self, text: &str) -> Option<usize> {
        let likeness = |at: usize| {
            let (head, tail) = (&text[..at], &text[at + self.quote.len()..]);
            let behind = tail.chars().zip(self.after.chars());
            let ahead = head.chars().rev().zip(self.before.chars().rev());
            let same = |it: &(char, char)| it.0 == it.1;
            behind.take_while(same).count() + ahead.take_while(same).count()
        };
        if self.quote.is_empty() {
            return None;
        }
        let places = text.rmatch_indices(&self.quote).map(|it| it.0);
        // From the end, so that the first of equals wins.
        places.max_by_key(|at| likeness(*at))
    }
}

/// Where words occur in a text, in bytes: of several places, the one nearest to a character, counting
/// from 1.
pub fn nearest_occurrence(text: &str, words: &str, character: usize) -> Option<usize> {
    let wanted = text.char_indices().nth(character.saturating_sub(1));
    let wanted = wanted.map_or(text.len(), |it| it.0);
    let places = text.match_indices(words).map(|it| it.0);
    places.min_by_key(|it| it.abs_diff(wanted))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn finds_a_passage_by_its_context() {
        let text = "Her eyes were blue. He left. Her eyes were blue, he thought.";
        let second = text.rfind("Her eyes").unwrap();
        let passage = QuotedPassage::of(NodeId(Uuid::nil()), text, second..second + 18);
        assert_eq!(passage.find_in(text), Some(second));
        let moved = format!("雨。{text} And so on.");
        assert_eq!(passage.find_in(&moved), Some(second + "雨。".len()));
        assert_eq!(passage.find_in("Her eyes were blue."), Some(0));
        assert_eq!(passage.find_in("Her eyes were green."), None);
    }
}
