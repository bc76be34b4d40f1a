//! The page of a story in Ink: inkjs compiles and plays the output of the Ink exporter in the page.
//! If it does not compile, the page plays the story's links and choices.

use model::{Node, NodeId};

use super::IMAGE;
use crate::export::{Losses, Pages, picture_of};
use crate::ink::PlayableInk;
use crate::{Bundle, Loss, LossKind};

/// What of the Ink the page does not run; `None` if the page does not play it.
pub(super) fn losses(
    bundle: &Bundle,
    pages: &Pages<'_>,
    ink: &PlayableInk,
    mut losses: Losses<'_>,
) -> Vec<Loss> {
    let node = |id: &NodeId| bundle.story.nodes.get(id).map(|it| &**it);
    let nodes = |ids: &[NodeId]| -> Vec<&Node> { ids.iter().filter_map(node).collect() };
    losses.add_nodes(LossKind::InkFunctions, nodes(&ink.calling));
    losses.add_nodes(LossKind::InkTags, nodes(&ink.tagged));
    let pictured = bundle.story.nodes.values().map(|it| &**it);
    let pictured = pictured.filter(|it| it.data.contains_key(IMAGE));
    // The picture of a node is shown when Ink reaches its section.
    let is_shown = |it: &Node| {
        ink.paths.contains_key(&it.id)
            && pages.numbers.contains_key(&it.id)
            && picture_of(bundle, it).is_some()
    };
    losses.add_nodes(
        LossKind::PicturesNotShown,
        pictured.filter(|it| !is_shown(it)),
    );
    let mut losses = losses.finish();
    losses.extend(PlayableInk::losses(bundle));
    losses
}
