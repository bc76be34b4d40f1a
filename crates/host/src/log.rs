//! The program's log, for debugging. Enter through [`log`].

use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, fmt};

use crate::settings::Environment;

/// Whose transport repeats what a server of another program sent back, and so a key of ours.
const REPEATS_ANSWERS: &str = "rmcp::transport";

/// Writes what happens inside to standard error, as `STORYTELLER_LOG` asks: `info`,
/// `runner=debug`, … Keys never reach it.
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
    // Only a second subscriber in one process fails here, and the first continues.
    drop(started);
}
