//! Shared by the interfaces: calls, answers and events as JSON, the calls of a window, slash
//! commands, attached pictures. An interface adds its own syntax and the grant of its user, and
//! nothing else; every call goes through the registry.
//!
//! The table that maps a failure's code to other protocols (7.2) is here. Not here: transport.

pub mod attachments;
pub mod slash;
pub mod window;
pub mod wire;

use capability::Code;

/// What a code maps to in other protocols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatusCodes {
    /// The HTTP status; `None` if nobody waits for one any more.
    pub http: Option<u16>,
    /// The exit status of a command.
    pub exit: u8,
}

/// The table, one row per code.
pub const fn status_codes(code: Code) -> StatusCodes {
    let (http, exit) = match code {
        Code::InvalidActionInput => (Some(422), 2),
        Code::UnknownAction => (Some(404), 3),
        Code::NotFound => (Some(404), 3),
        Code::Conflict => (Some(409), 4),
        Code::PermissionDenied | Code::RepeatedCall | Code::ToolDisabled => (Some(403), 5),
        Code::Unavailable => (Some(503), 6),
        Code::Cancelled => (None, 130),
        Code::Internal => (Some(500), 1),
    };
    StatusCodes { http, exit }
}
