//! The program's log, for debugging. Enter through [`log`].

use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, fmt};

use crate::settings::Environment;

/// These parts of a library log what an MCP server sent back, which may contain our key or token.
const REPEATS_ANSWERS: [&str; 2] = ["rmcp::service", "rmcp::transport"];

/// Writes the log to standard error, filtered by `STORYTELLER_LOG`: `info`, `runner=debug`, … It
/// never contains keys.
pub fn log(environment: &Environment) {
    let Some(filter_text) = environment.get("STORYTELLER_LOG") else {
        return;
    };
    let filter = EnvFilter::try_new(filter_text).unwrap_or_else(|_| EnvFilter::new("info"));
    let repeats = |target: &str| REPEATS_ANSWERS.iter().any(|it| target.starts_with(it));
    let tells = filter_fn(move |it| !repeats(it.target()));
    let started = tracing_subscriber::registry()
        .with(filter)
        .with(tells)
        .with(fmt::layer().with_writer(std::io::stderr))
        .try_init();
    // This fails only for a second subscriber in one process, and the first continues.
    drop(started);
}
