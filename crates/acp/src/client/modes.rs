//! The mode of an agent, if the settings name one. Pure.

use agent_client_protocol_schema::v1::{SessionModeId, SessionModeState};
use host::AgentToStart;

/// The mode that the settings name, by its id or name; an error if the agent does not have it.
pub(super) fn wanted(
    agent: &AgentToStart,
    modes: Option<SessionModeState>,
) -> Result<Option<SessionModeId>, String> {
    let wanted = agent.mode.as_str();
    if wanted.is_empty() {
        return Ok(None);
    }
    let modes = modes.map(|it| it.available_modes).unwrap_or_default();
    let is_wanted = |id: &str, name: &str| id == wanted || name.eq_ignore_ascii_case(wanted);
    if let Some(mode) = modes.iter().find(|it| is_wanted(&it.id.0, &it.name)) {
        return Ok(Some(mode.id.clone()));
    }
    let known: Vec<&str> = modes.iter().map(|it| &*it.id.0).collect();
    let (name, known) = (&agent.name, known.join(", "));
    Err(match known.is_empty() {
        true => format!("the agent {name} has no modes; settings.toml names {wanted:?}"),
        false => format!("the agent {name} has no mode {wanted:?}; it has {known}"),
    })
}
