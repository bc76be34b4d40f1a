//! Signals to stop: Ctrl-C, and SIGTERM where it exists.

use host::Failure;

/// Receives requests to stop, starting when it is created.
pub(super) struct StopSignal {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl StopSignal {
    /// Starts listening, so that a request right after the start is not missed.
    pub(super) fn listen() -> Result<Self, Failure> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let failure = |error| Failure::io("cannot listen for signals", &error);
            Ok(Self {
                interrupt: signal(SignalKind::interrupt()).map_err(failure)?,
                terminate: signal(SignalKind::terminate()).map_err(failure)?,
            })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Waits for the request.
    pub(super) async fn wait(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
