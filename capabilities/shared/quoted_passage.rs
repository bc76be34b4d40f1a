//! Locates a quoted passage: in its node, or in another node to which its text was moved.

use capability::{Edit, ToolError, View};
use model::contents::QuotedPassage;
use model::{Node, NodeId, Subject};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::NodeRef;

/// How many texts are searched for a passage that left its node.
const MAX_TEXTS: usize = 200;
/// How many words of a passage are searched for.
const WORDS_SEARCHED: usize = 8;

/// A passage and its place.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Located {
    /// The node that has it now; the one it was quoted from where none has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) node: Option<NodeRef>,
    quote: String,
    /// At which character of the text it begins, counting from 1; missing where it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    character: Option<usize>,
}

impl Located {
    /// Whether the passage still reads as quoted.
    pub(crate) fn stands(&self) -> bool {
        self.character.is_some()
    }
}

/// The texts to search.
pub(crate) enum Texts<'a> {
    /// All texts of a view.
    View(&'a View),
    /// The texts of the nodes that passages name, in an edit.
    Edit(&'a Edit<'a>),
}

impl<'a> Texts<'a> {
    pub(crate) fn of_view(view: &'a View) -> Self {
        Self::View(view)
    }

    pub(crate) fn of_edit(edit: &'a Edit<'a>) -> Self {
        Self::Edit(edit)
    }

    fn node(&self, id: NodeId) -> Result<Option<Node>, ToolError> {
        let node = match self {
            Self::View(view) => view.node(id)?,
            Self::Edit(edit) => edit.find_node(id)?,
        };
        Ok(node)
    }

    /// Locates a passage.
    pub(crate) fn locate(&self, passage: &QuotedPassage) -> Result<Located, ToolError> {
        let own = self.node(passage.node)?;
        if let Some(located) = own.as_ref().and_then(|it| Located::find(passage, it)) {
            return Ok(located);
        }
        for id in self.others(passage)? {
            if let Some(node) = self.node(id)?
                && let Some(located) = Located::find(passage, &node)
            {
                return Ok(located);
            }
        }
        Ok(Located {
            node: own.as_ref().map(NodeRef::from),
            quote: passage.quote.clone(),
            character: None,
        })
    }

    /// Quotes the passage from where it is now; returns it unchanged if its text has changed.
    pub(crate) fn quoted_anew(&self, passage: &QuotedPassage) -> Result<QuotedPassage, ToolError> {
        let located = self.locate(passage)?;
        let node = match located.node {
            Some(it) if located.character.is_some() => self.node(it.id)?,
            _ => None,
        };
        let anew = node.and_then(|node| {
            let at = passage.find_in(node.prose())?;
            let range = at..at + passage.quote.len();
            Some(QuotedPassage::of(node.id, node.prose(), range))
        });
        Ok(anew.unwrap_or_else(|| passage.clone()))
    }

    /// Other nodes that contain words of the passage.
    fn others(&self, passage: &QuotedPassage) -> Result<Vec<NodeId>, ToolError> {
        let Self::View(view) = self else {
            return Ok(Vec::new());
        };
        let words = passage.quote.split(|it: char| !it.is_alphanumeric());
        let words: Vec<_> = words
            .filter(|it| !it.is_empty())
            .take(WORDS_SEARCHED)
            .collect();
        let mut nodes = Vec::new();
        for hit in view.search(&words.join(" "), MAX_TEXTS)? {
            if let Subject::Node(id) = hit.slot.subject
                && id != passage.node
                && !nodes.contains(&id)
            {
                nodes.push(id);
            }
        }
        Ok(nodes)
    }
}

impl Located {
    fn find(passage: &QuotedPassage, node: &Node) -> Option<Self> {
        let text = node.prose();
        let at = passage.find_in(text)?;
        Some(Self {
            node: Some(NodeRef::from(node)),
            quote: passage.quote.clone(),
            character: Some(text[..at].chars().count() + 1),
        })
    }
}
