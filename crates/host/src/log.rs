//! The log of what happens inside, for whoever looks for a fault. Enter through [`log`].

use tracing_subscriber::EnvFilter;

use crate::settings::Environment;

/// Writes what happens inside to standard error, as `STORYTELLER_LOG` asks: `info`,
/// `runner=debug`, … Keys never reach it.
pub fn log(environment: &Environment) {
    let Some(wish) = environment.get("STORYTELLER_LOG") else {
        return;
    };
    let filter = EnvFilter::try_new(wish).unwrap_or_else(|_| EnvFilter::new("info"));
    let started = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .try_init();
    // Only a second subscriber in one process fails here, and the first goes on.
    drop(started);
}
