//! The program's log, for debugging. Enter through [`log`].

use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, fmt};

use crate::settings::Environment;

/// This transport logs what an MCP server sent back, which may contain our key.
const REPEATS_ANSWERS: &str = "rmcp::transport";

/// Writes the log to standard error, filtered by `STORYTELLER_LOG`: `info`, `runner=debug`, … It
/// never contains keys.
pub fn log(environment: &Environment) {
    let Some(filter_text) = environment.get("STORYTELLER_LOG") else {
        return;
    };
    let filter = EnvFilter::try_new(filter_text).unwrap_or_else(|_| EnvFilter::new("info"));
    let tells = filter_fn(|it| !it.target().starts_with(REPEATS_ANSWERS));
    let started = tracing_subscriber::registry()
        .with(filter)
        .with(tells)
        .with(fmt::layer().with_writer(std::io::stderr))
        .try_init();
    // This fails only for a second subscriber in one process, and the first continues.
    drop(started);
}
