//! Tests through the faces, and of the building itself: one package, one binary.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod agui;
mod architecture;
mod at;
mod bad_input;
mod cm;
mod crash;
mod exchange;
mod feed;
mod finding;
mod full_disk;
mod injection;
mod money;
mod os;
mod pictures;
mod providers;
mod restricted;
mod st;
mod support;
mod turns;
mod two_processes;
mod walk;
mod wires;
