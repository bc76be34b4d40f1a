//! The page of a story in Ink or Yarn: the player of its language compiles and plays the output of the
//! exporter in the page. If it does not compile, the page plays the story's links and choices.

use model::{Node, NodeId};

use super::IMAGE;
use crate::export::{Losses, Pages, picture_of};
use crate::ink::PlayableInk;
use crate::playable_script::PlayableScript;
use crate::yarn::PlayableYarn;
use crate::{Bundle, Loss, LossKind};

/// What of the script the page does not run; `None` if the story has no script that it plays.
pub(super) fn losses(
    bundle: &Bundle,
    pages: &Pages<'_>,
    losses: &mut Losses<'_>,
) -> Option<Vec<Loss>> {
    let node = |id: &NodeId| bundle.story.nodes.get(id).map(|it| &**it);
    let nodes = |ids: &[NodeId]| -> Vec<&Node> { ids.iter().filter_map(node).collect() };
    if let Some(ink) = PlayableInk::of(&bundle.story) {
        if ink.script.has_broken_links {
            losses.add_nodes(LossKind::InkNotCompiled, nodes(&ink.broken));
            return None;
        }
        losses.add_nodes(LossKind::InkFunctions, nodes(&ink.calling));
        losses.add_nodes(LossKind::InkTags, nodes(&ink.tagged));
        add_pictures(bundle, pages, &ink.script, losses);
        return Some(PlayableInk::losses(bundle));
    }
    let yarn = PlayableYarn::of(&bundle.story)?;
    losses.add_nodes(LossKind::YarnCommands, nodes(&yarn.commanding));
    add_pictures(bundle, pages, &yarn.script, losses);
    Some(PlayableYarn::losses(bundle))
}

/// The picture of a node is shown when the script reaches its section.
fn add_pictures(
    bundle: &Bundle,
    pages: &Pages<'_>,
    script: &PlayableScript,
    losses: &mut Losses<'_>,
) {
    let pictured = bundle.story.nodes.values().map(|it| &**it);
    let pictured = pictured.filter(|it| it.data.contains_key(IMAGE));
    let is_shown = |it: &Node| {
        script.paths.contains_key(&it.id)
            && pages.numbers.contains_key(&it.id)
            && picture_of(bundle, it).is_some()
    };
    losses.add_nodes(
        LossKind::PicturesNotShown,
        pictured.filter(|it| !is_shown(it)),
    );
}
