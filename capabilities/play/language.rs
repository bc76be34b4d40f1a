//! A node as readers of another language see it, one node at a time: reading the whole story for
//! each step would be slow.

use capability::{ToolError, View};
use markup::translation::NodeSource;
use markup::{ProseChoice, change_choice, choices_of};
use model::contents::{
    Content as _, LANGUAGES, Prose, StoryLanguages, Translation, translation_slot,
};
use model::{EdgeId, Node, NodeId, Slot, Story};

use crate::answer::stored;
use crate::shared::story_languages::chosen_of;

/// The language that a story is played in.
pub(super) struct PlayLanguage<'a> {
    view: &'a View,
    graph: &'a Story,
    /// `None` for the language that the story is written in.
    code: Option<String>,
}

impl<'a> PlayLanguage<'a> {
    /// The language that an argument names.
    pub(super) fn of(
        view: &'a View,
        graph: &'a Story,
        given: Option<&str>,
    ) -> Result<Self, ToolError> {
        let code = match given {
            None => None,
            Some(_) => {
                let kept = view.adopted(&Slot::story(LANGUAGES))?;
                let languages: StoryLanguages = stored(kept.as_ref())?;
                chosen_of(&languages, given)?
            }
        };
        Ok(Self { view, graph, code })
    }

    /// The language code, unless it is the story's own.
    pub(super) fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// The title of a node.
    pub(super) fn title(&self, id: NodeId) -> String {
        let own = self.graph.nodes.get(&id).map(|it| it.title.clone());
        self.translation(id)
            .and_then(|it| it.title)
            .map(|it| it.text)
            .or(own)
            .unwrap_or_default()
    }

    /// The translated labels of a node's choices.
    pub(super) fn labels(&self, node: &Node) -> Vec<(EdgeId, String)> {
        self.said(node).map(|it| it.labels).unwrap_or_default()
    }

    /// The same by the node's id.
    pub(super) fn labels_at(&self, id: NodeId) -> Vec<(EdgeId, String)> {
        if self.code.is_none() {
            return Vec::new();
        }
        let node = self.view.node(id).ok().flatten();
        node.map(|it| self.labels(&it)).unwrap_or_default()
    }

    /// The node with its translated title and text.
    pub(super) fn node(&self, mut node: Node) -> Node {
        let Some(said) = self.said(&node) else {
            return node;
        };
        node.title = said.title;
        Prose::from(said.text).store_in(&mut node.data);
        // A link without its own text shows the title it leads to.
        for choice in choices_of(&node, node.prose()) {
            let to = self.graph.titled(&choice.title).first().map(|it| it.id);
            let title = to.map(|it| self.title(it)).unwrap_or_default();
            if !choice.label.is_empty() || title.is_empty() || title == choice.title {
                continue;
            }
            let labeled = ProseChoice {
                label: title,
                title: choice.title.clone(),
            };
            if let Some(changed) = change_choice(&node, &choice, Some(&labeled)) {
                Prose::from(changed.text).store_in(&mut node.data);
            }
        }
        node
    }

    fn said(&self, node: &Node) -> Option<markup::translation::TranslatedNode> {
        let kept = self.translation(node.id)?;
        let edges = self.graph.edges.values().map(|it| &**it);
        let edges = edges.filter(|it| it.record.from == node.id);
        let title_of = |id| self.graph.nodes.get(&id).map(|it| it.title.clone());
        Some(NodeSource::of(node, edges, &title_of, &[]).translated(&kept))
    }

    /// A translation that cannot be read counts as missing.
    fn translation(&self, id: NodeId) -> Option<Translation> {
        let slot = Slot::node(id, &translation_slot(self.code.as_deref()?));
        let kept = self.view.adopted(&slot).ok().flatten()?;
        stored(Some(&kept)).ok()
    }
}
