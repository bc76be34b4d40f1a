//! Sound: what a reader hears in a scene. `file` looks at sound files. Not here: playing them.

mod file;
#[cfg(test)]
mod tests;

use std::time::Duration;

use capability::{
    Capability, DataSpec, Impact, InvalidArgument, Tool, ToolContext, ToolError, UiHints,
};
use model::contents::{Content as _, Plays, SOUND, Sound};
use model::{LocalizedMessage, Slot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::file::SoundFile;
use crate::answer::{NodeRef, message, node_title};
use crate::background::run_in_background;
use crate::error::CapabilityError;
use crate::shared::media;
use crate::validate;

/// The longest name, in characters.
const MAX_NAME_CHARS: usize = 200;
/// A file of up to this length is played once where nobody says how it is played, for instance a bell.
const LONGEST_EFFECT: Duration = Duration::from_secs(15);
/// The time limit for inspecting a large file.
const INSPECTION_TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct SoundCapability;

impl Capability for SoundCapability {
    fn name(&self) -> &'static str {
        SOUND
    }

    fn title(&self) -> &'static str {
        "Sound"
    }

    fn summary(&self) -> &'static str {
        "Keeps sounds and music of scenes."
    }

    fn data(&self) -> Option<DataSpec> {
        let name = |data: &Value| Sound::name_in(data).unwrap_or_default().to_owned();
        let outline = "{ asset?, mime?, name?, milliseconds, plays }";
        Some(DataSpec::of::<Sound>(outline).text(name))
    }

    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("set", "set_sound", Impact::Write, set)
                .hide_from_models(&["content", "file_name"])
                .time_limit(INSPECTION_TIMEOUT)
                .hints(show_sound),
            Tool::new("remove", "remove_sound", Impact::Write, remove).hints(show_removed),
        ]
    }
}

/// Set what a reader hears in a scene: a sound, music, or silence. With neither `content` nor `sound`, how
/// the scene's sound is played or what it is called is changed. Earlier sounds are kept as versions.
#[derive(Deserialize, JsonSchema)]
struct SetSound {
    /// The bytes of an MP3, Ogg, M4A, FLAC or WAV file as base64, at most 12 MB of file. At a terminal
    /// `@rain.ogg` reads the file.
    content: Option<String>,
    /// The file's name, after which the sound is called if nobody names it.
    file_name: Option<String>,
    /// A sound that is in the story already, by its hash or at least the first 8 characters of it.
    sound: Option<String>,
    /// How it is played: `once`, over the music; `loop`, again and again while the scene is open;
    /// `music`, also in the scenes that follow until another scene has music or silence;
    /// `silence`, without a file, stops music. Defaults to `once` for files of up to 15 seconds and to
    /// `loop` for longer ones.
    plays: Option<Plays>,
    /// What is heard, for instance `Rain on a roof`.
    name: Option<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct SoundSet {
    node: NodeRef,
    version: u32,
    #[serde(flatten)]
    sound: Sound,
}

async fn set(cx: ToolContext, input: SetSound) -> Result<SoundSet, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let name = input.name.as_deref().map(checked_name).transpose()?;
    let is_silence = input.plays == Some(Plays::Silence);
    let file = match (input.content, input.sound.as_deref()) {
        (None, None) => None,
        (Some(content), None) if !is_silence => {
            let file_name = input.file_name;
            let read = move || {
                let bytes = media::decoded(&content)?.ok_or_else(too_large)?;
                let mut file = SoundFile::read(bytes).map_err(unread)?;
                file.name_after(file_name.as_deref());
                Ok(file)
            };
            Some(run_in_background(read).await?)
        }
        (None, Some(hash)) if !is_silence => {
            let hash = media::trimmed_hash(hash);
            let bytes = media::stored(&cx, hash)?.ok_or_else(|| unknown(hash))?;
            let read = move || SoundFile::read(bytes).map_err(unread);
            Some(run_in_background(read).await?)
        }
        _ => {
            return Err(ToolError::invalid(
                "/content",
                CapabilityError::SoundUnclear {},
            ));
        }
    };
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, SOUND);
        let here = edit.adopted(&slot)?.and_then(|it| Sound::of(&it.data()));
        let mut sound = match file {
            Some(file) => Sound {
                asset: Some(edit.attach(&file.bytes, file.mime)?),
                mime: file.mime.to_owned(),
                milliseconds: u32::try_from(file.length.as_millis()).unwrap_or(u32::MAX),
                plays: match file.length <= LONGEST_EFFECT {
                    true => Plays::Once,
                    false => Plays::Loop,
                },
                name: match here {
                    Some(here) if here.asset.is_some() && file.name.is_empty() => here.name,
                    _ => file.name,
                },
            },
            None if is_silence => Sound {
                plays: Plays::Silence,
                ..Sound::default()
            },
            None if input.plays.is_none() && name.is_none() => {
                return Err(ToolError::invalid("", CapabilityError::NothingToChange {})
                    .hint("give content, sound, plays or name"));
            }
            None => match here.filter(|it| it.asset.is_some()) {
                Some(here) => here,
                None => return Err(no_sound(&node.title)),
            },
        };
        sound.plays = input.plays.unwrap_or(sound.plays);
        sound.name = name.unwrap_or(sound.name);
        let version = edit.write(&slot, &sound.to_data())?.number;
        Ok(SoundSet {
            node: NodeRef::from(&node),
            version,
            sound,
        })
    })
    .await
}

fn checked_name(given: &str) -> Result<String, ToolError> {
    let name = given.trim();
    validate::prose("/name", "the name", name)?;
    let length = name.chars().count();
    if length > MAX_NAME_CHARS {
        let message =
            format!("the name is {length} characters long; at most {MAX_NAME_CHARS} are allowed");
        let most = MAX_NAME_CHARS as u64;
        return Err(ToolError::invalid("/name", message).said(&InvalidArgument::FieldLong { most }));
    }
    Ok(name.to_owned())
}

fn too_large() -> ToolError {
    let megabytes = media::MAX_FILE_BYTES >> 20;
    ToolError::invalid("/content", CapabilityError::SoundLarge { megabytes })
        .hint("save the sound as MP3 or Ogg, or shorter")
}

fn unread(why: impl Into<LocalizedMessage>) -> ToolError {
    ToolError::invalid("/content", why).hint("save it as MP3, Ogg, M4A, FLAC or WAV")
}

fn unknown(hash: &str) -> ToolError {
    let hash = validate::shorten_for_message(hash);
    let mut error = ToolError::not_found(CapabilityError::SoundUnknown { hash });
    error.path = Some("/sound".to_owned());
    error.hint("the data of a node names its sound as `asset`")
}

fn no_sound(title: &str) -> ToolError {
    let title = validate::shorten_for_message(title);
    ToolError::not_found(CapabilityError::SoundNone { title })
}

fn show_sound(answer: &Value) -> Option<UiHints> {
    message(match answer["plays"].as_str() {
        Some("silence") => format!("Music stops in {}", node_title(answer)),
        _ => format!("Sound of {}", node_title(answer)),
    })
}

/// Remove the sound of a node. It is kept as a version: list_versions shows it, and adopt_version restores
/// it.
#[derive(Deserialize, JsonSchema)]
struct RemoveSound {
    /// The node's title, or the first or last characters of its id. Defaults to the node being edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct SoundRemoved {
    node: NodeRef,
    /// The version that was adopted.
    was: u32,
}

async fn remove(cx: ToolContext, input: RemoveSound) -> Result<SoundRemoved, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, SOUND);
        let adopted = edit.adopted(&slot)?.ok_or_else(|| no_sound(&node.title))?;
        edit.clear(&slot)?;
        Ok(SoundRemoved {
            node: NodeRef::from(&node),
            was: adopted.number,
        })
    })
    .await
}

fn show_removed(answer: &Value) -> Option<UiHints> {
    message(format!("{} has no sound now", node_title(answer)))
}
