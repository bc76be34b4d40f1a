//! The names of agents and people, and the ids of these and of stories on a hub.

use model::StoryId;
use star::{BadId, Id};

use crate::WorkspaceError;

/// What stands for a space in the id of a person.
const SPACE: &str = "_";

/// Why a client cannot have this name, for a person who chose it.
pub(super) fn misnamed(name: &str, bad: &BadId) -> WorkspaceError {
    let name = name.to_owned();
    match bad {
        BadId::Length(_) => WorkspaceError::AgentNameLength {
            name,
            least: *Id::LENGTH.start(),
            most: *Id::LENGTH.end(),
        },
        BadId::Character(character) => WorkspaceError::AgentNameCharacter {
            name,
            character: character.to_string(),
        },
    }
}

/// The id of a person of this name. Unlike names, ids have no spaces and at least three characters.
pub(super) fn person_id(name: &str) -> String {
    let mut id = name.split_whitespace().collect::<Vec<_>>().join(SPACE);
    let count = id.chars().count();
    if count > 0 {
        id += &SPACE.repeat(Id::LENGTH.start().saturating_sub(count));
    }
    id
}

/// The name of a person with this id.
pub(super) fn person_name(id: &str) -> String {
    id.replace(SPACE, " ").trim().to_owned()
}

/// An id from a title: its letters and digits, with `-` for anything else.
pub(super) fn environment_id(title: &str, story: StoryId) -> String {
    let mut id = String::new();
    for word in title.split(|it: char| !it.is_alphanumeric()) {
        if !word.is_empty() {
            if !id.is_empty() {
                id.push('-');
            }
            id.extend(word.chars().flat_map(char::to_lowercase));
        }
    }
    let id: String = id.chars().take(40).collect();
    if Id::check(&id).is_ok() {
        return id;
    }
    let whole = story.0.simple().to_string();
    format!("story-{}", &whole[whole.len() - 12..])
}
