//! What is heard where a reader stands: the sound of the node, and music that goes on from earlier ones.
//! The page of a story (`formats::play`) follows the same rules.

use std::collections::HashSet;

use capability::{ToolError, View};
use model::contents::{Plays, SOUND, Sound};
use model::{NodeId, Slot};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::NodeRef;

/// What is heard.
#[derive(Serialize, JsonSchema)]
pub(super) struct Heard {
    /// What is played again and again: the node's own, or music of an earlier one.
    #[serde(skip_serializing_if = "Option::is_none")]
    music: Option<HeardSound>,
    /// What is played once when the node is entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<HeardSound>,
}

/// A sound, and the node that has it.
#[derive(Serialize, JsonSchema)]
struct HeardSound {
    node: NodeRef,
    #[serde(flatten)]
    sound: Sound,
}

/// What is heard at the last node of a path; `None` if nothing is.
pub(super) fn heard(view: &View, path: &[NodeRef]) -> Result<Option<Heard>, ToolError> {
    let with_sound: HashSet<NodeId> = view.nodes_with(SOUND)?.into_iter().collect();
    let sound_of = |node: NodeId| -> Result<Option<Sound>, ToolError> {
        let version = view.adopted(&Slot::node(node, SOUND))?;
        Ok(version.and_then(|it| Sound::of(&it.data())))
    };
    let mut heard = Heard {
        music: None,
        effect: None,
    };
    for (back, node) in path.iter().rev().enumerate() {
        if !with_sound.contains(&node.id) {
            continue;
        }
        let Some(sound) = sound_of(node.id)? else {
            continue;
        };
        let plays = sound.plays;
        let sound = HeardSound {
            node: node.clone(),
            sound,
        };
        match (plays, back) {
            (Plays::Once, 0) => heard.effect = Some(sound),
            (Plays::Loop, 0) | (Plays::Music, _) => {
                heard.music = Some(sound);
                break;
            }
            (Plays::Silence, _) => break,
            (Plays::Once | Plays::Loop, _) => {}
        }
    }
    let is_any = heard.music.is_some() || heard.effect.is_some();
    Ok(is_any.then_some(heard))
}
