//! The connection to a NATS server, which reconnects by itself.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event};
use tokio::sync::watch;

use crate::ClusterError;

/// The pause between attempts to reconnect.
const PAUSE: Duration = Duration::from_millis(100);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// What a server asks for. `Debug` is not implemented, because it would show secrets.
#[derive(Clone, Default)]
pub struct NatsAccess {
    /// A token.
    pub token: Option<String>,
    /// A file with a JWT and a key, as `nsc` writes it.
    pub credentials: Option<PathBuf>,
}

/// A connection to a NATS server or cluster.
#[derive(Clone)]
pub struct Nats {
    pub(crate) client: Client,
    /// How often messages may have been lost: after a reconnection, or when too many came at once.
    pub(crate) breaks: watch::Receiver<u64>,
}

impl Nats {
    /// Connects to an address such as `nats://127.0.0.1:4222`, or several with commas between them.
    ///
    /// # Errors
    /// No server answers, or it refuses the credentials.
    pub async fn connect(address: &str, access: &NatsAccess) -> Result<Self, ClusterError> {
        let (tell, breaks) = watch::channel(0);
        let mut options = ConnectOptions::new()
            .name("storyteller")
            .no_echo()
            .reconnect_delay_callback(|attempts| {
                let doubled = PAUSE.saturating_mul(1 << attempts.min(10));
                doubled.min(LONGEST_PAUSE)
            })
            .event_callback(move |event| {
                match &event {
                    Event::Disconnected => tracing::warn!("the NATS server is gone"),
                    Event::Connected | Event::SlowConsumer(_) => tell.send_modify(|it| *it += 1),
                    other => tracing::info!(%other, "NATS"),
                }
                async {}
            });
        if let Some(token) = &access.token {
            options = options.token(token.clone());
        }
        if let Some(path) = &access.credentials {
            let unreadable = |source| ClusterError::Credentials {
                path: path.clone(),
                source,
            };
            let read = options.credentials_file(path).await;
            options = read.map_err(unreadable)?;
        }
        let servers: Vec<&str> = address.split(',').map(str::trim).collect();
        let connected = options.connect(servers.as_slice()).await;
        let client = connected.map_err(|error| ClusterError::Unreachable {
            address: without_secret(address),
            why: error.to_string(),
        })?;
        Ok(Self { client, breaks })
    }
}

/// An address without the user's name and password.
fn without_secret(address: &str) -> String {
    let one = |it: &str| match (it.split_once("://"), it.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.to_owned(),
        _ => it.to_owned(),
    };
    let all: Vec<_> = address.split(',').map(|it| one(it.trim())).collect();
    all.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hides_the_password_of_an_address() {
        let shown = without_secret("nats://ann:secret@a:4222, nats://b:4222");
        assert_eq!(shown, "nats://a:4222,nats://b:4222");
    }
}
