//! Tests through the interfaces, and of the architecture: one package, one binary.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod acp;
mod acp_agents;
mod agui;
mod architecture;
mod ask;
mod at;
mod bad_input;
mod cm;
mod context_words;
mod cost_limits;
mod crash;
mod earlier_files;
mod encrypted;
mod environment;
mod examples;
mod exchange;
mod feed;
mod full_disk;
mod hand_work;
mod injection;
mod instructions;
mod jobs;
mod machines;
mod mcp;
mod open_to_agents;
mod os;
mod outside_http;
mod outside_servers;
mod pictures;
mod plugins;
mod providers;
mod restricted;
#[path = "../soak/mod.rs"]
mod soak;
mod st;
mod support;
mod survive;
mod tool_search;
mod turns;
mod two_processes;
mod walkthrough;
mod wires;
mod writing_tools;
