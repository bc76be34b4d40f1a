//! Tests of the server through real sockets.

mod access;
mod calls;
mod questions;
mod test_server;
