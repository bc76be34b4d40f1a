//! Who owns a story: a key that one program creates, renews, and loses when it stops renewing. The
//! key's revision at its creation is the epoch: each owner has a higher one than earlier owners.
//!
//! A lease alone does not exclude two writers, because a program can be suspended for longer than
//! the lease lives; the log rejects what a former owner writes.

use std::time::Duration;

use async_nats::jetstream::kv::{CreateErrorKind, Store, UpdateErrorKind};
use async_nats::jetstream::{Context, stream};
use bytes::Bytes;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::{ClusterError, names};

/// How long a lease lives without being renewed.
pub(crate) const LEASE: Duration = Duration::from_secs(4);
/// How often it is renewed.
const RENEWAL: Duration = Duration::from_secs(1);

/// The owners of all stories.
#[derive(Clone)]
pub(crate) struct Owners(Store);

/// The ownership of one story, until it is released, lost or dropped.
pub(crate) struct Lease {
    owners: Store,
    key: String,
    /// Higher than that of every owner before.
    pub(crate) epoch: u64,
    lost: CancellationToken,
    renewing: tokio::task::JoinHandle<u64>,
    stop: CancellationToken,
}

impl Owners {
    pub(crate) async fn open(context: &Context) -> Result<Self, ClusterError> {
        // `create_key_value` asks for the account first, whose answer by servers before 2.10 the
        // library cannot read; this makes the same stream.
        let config = stream::Config {
            name: format!("KV_{}", names::OWNERS),
            description: Some("who owns which story".to_owned()),
            subjects: vec![format!("$KV.{}.>", names::OWNERS)],
            max_messages_per_subject: 1,
            max_age: LEASE,
            num_replicas: 1,
            discard: stream::DiscardPolicy::New,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            ..stream::Config::default()
        };
        let made = context.get_or_create_stream(config).await;
        made.map_err(ClusterError::refused("keep the owners of stories"))?;
        let store = context.get_key_value(names::OWNERS).await;
        let store = store.map_err(ClusterError::refused("keep the owners of stories"))?;
        Ok(Self(store))
    }

    /// Takes the ownership of a story, if nobody has it.
    pub(crate) async fn take(
        &self,
        environment: &str,
        who: &str,
    ) -> Result<Option<Lease>, ClusterError> {
        let (key, value) = (names::token(environment), Bytes::from(who.to_owned()));
        let created = self.0.create(&key, value.clone()).await;
        let epoch = match created {
            Ok(revision) => revision,
            Err(error) if error.kind() == CreateErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(ClusterError::refused("note an owner")(error)),
        };
        let (lost, stop) = (CancellationToken::new(), CancellationToken::new());
        let renewal = Renewal {
            owners: self.0.clone(),
            key: key.clone(),
            value,
            revision: epoch,
        };
        let renewing = tokio::spawn(renewal.run(lost.clone(), stop.clone()));
        Ok(Some(Lease {
            owners: self.0.clone(),
            key,
            epoch,
            lost,
            renewing,
            stop,
        }))
    }

    /// Who owns a story now.
    pub(crate) async fn of(&self, environment: &str) -> Option<String> {
        let value = self.0.get(names::token(environment)).await.ok()??;
        String::from_utf8(value.to_vec()).ok()
    }
}

impl Lease {
    /// Cancelled when the lease is lost.
    pub(crate) fn lost(&self) -> &CancellationToken {
        &self.lost
    }

    /// Gives the ownership back, so that another program need not wait for its end.
    pub(crate) async fn release(mut self) {
        self.stop.cancel();
        let Ok(revision) = (&mut self.renewing).await else {
            return;
        };
        let released = self
            .owners
            .delete_expect_revision(&self.key, Some(revision))
            .await;
        if let Err(error) = released {
            tracing::debug!(%error, "the ownership ends by itself");
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

struct Renewal {
    owners: Store,
    key: String,
    value: Bytes,
    revision: u64,
}

impl Renewal {
    /// Renews until it is stopped or lost; the last revision.
    async fn run(mut self, lost: CancellationToken, stop: CancellationToken) -> u64 {
        let mut renewed = Instant::now();
        loop {
            tokio::select! {
                () = stop.cancelled() => return self.revision,
                () = tokio::time::sleep(RENEWAL) => {}
            }
            let begun = Instant::now();
            let update = self
                .owners
                .update(&self.key, self.value.clone(), self.revision);
            match tokio::time::timeout(RENEWAL, update).await {
                Ok(Ok(revision)) => (self.revision, renewed) = (revision, begun),
                Ok(Err(error)) if error.kind() == UpdateErrorKind::WrongLastRevision => {
                    // The answer to the renewal before may have been lost; then it is still ours.
                    match self.owners.entry(&self.key).await {
                        Ok(Some(entry)) if entry.value == self.value => {
                            (self.revision, renewed) = (entry.revision, begun);
                        }
                        _ => break,
                    }
                }
                Ok(Err(error)) => tracing::warn!(%error, "the ownership was not renewed yet"),
                Err(_) => tracing::warn!("the NATS server does not answer"),
            }
            if renewed.elapsed() > LEASE {
                break;
            }
        }
        tracing::warn!("the ownership of the story is lost");
        lost.cancel();
        self.revision
    }
}
