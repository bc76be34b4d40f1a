//! The Star Protocol's requirements, each through a real socket. `support` starts hubs and clients;
//! the other files are one requirement or one concern each.

mod access;
mod addresses;
mod client;
mod conformance;
mod dialect;
mod errors;
mod guide;
mod heartbeats;
mod in_process;
mod limits;
mod messages;
mod raw;
mod repeats;
mod routing;
mod slow;
mod support;
mod types;
