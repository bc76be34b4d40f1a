//! What the interfaces share: the form of calls, answers and events as JSON, the call of a window,
//! lines that begin with a slash, pictures that come with an instruction. An interface adds its own
//! syntax and the grant of whoever uses it, and nothing else; every call goes through the registry.
//!
//! Here stands the one table of what a failure's code becomes outside (7.2). Not here: transport.

pub mod attachments;
pub mod slash;
pub mod window;
pub mod wire;

use capability::Code;

/// What a code becomes outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatusCodes {
    /// The HTTP status; `None` where nobody waits for one any more.
    pub http: Option<u16>,
    /// The exit status of a command.
    pub exit: u8,
}

/// The table, one row a code.
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
