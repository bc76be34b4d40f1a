//! A story shared by several machines: one owns it, the others follow it and take over when the
//! owner is gone.

use std::path::Path;
use std::time::Duration;

use async_nats::jetstream::{self, Context};
use store::{OpenOptions, Store};

use crate::copy::Replica;
use crate::lease::{Lease, Owners};
use crate::log::{End, Log, NotAdded, State};
use crate::{ClusterError, Nats, Owner};

/// How often a program that follows looks whether the owner is gone: its end is not announced.
const LOOK: Duration = Duration::from_millis(500);

/// A story under the id of its environment.
pub struct SharedStory {
    log: Log,
    owners: Owners,
    environment: String,
}

/// What happens while a program follows a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// Another program owns the story; this one follows it.
    Following,
    /// The copy now has the change of this number.
    Copied(u64),
}

/// The ownership of a story whose file is up to date and closed.
pub struct Claim {
    end: End,
    lease: Lease,
    state: Option<State>,
}

impl SharedStory {
    /// Opens the story of an environment.
    ///
    /// # Errors
    /// The server has no JetStream, or refuses.
    pub async fn open(nats: &Nats, environment: &str) -> Result<Self, ClusterError> {
        let context: Context = jetstream::new(nats.client.clone());
        Ok(Self {
            log: Log::open(&context, environment).await?,
            owners: Owners::open(&context).await?,
            environment: environment.to_owned(),
        })
    }

    /// Follows the story with the file at `path`, until this program owns it. `me` is an id that is
    /// used nowhere else. A file that is not
    /// there is fetched; one with another past is kept beside it under another name.
    ///
    /// # Errors
    /// Nobody has the story, or the file cannot be written.
    pub async fn take(
        &self,
        (path, me): (&Path, &str),
        options: OpenOptions,
        mut tell: impl FnMut(Progress),
    ) -> Result<Claim, ClusterError> {
        let mut copy = loop {
            match Replica::open(self.log.clone(), path, options.clone()).await {
                // The server was there before, and will be again.
                Err(error @ ClusterError::Refused { .. }) => {
                    tracing::warn!(%error, "the story is followed in a moment");
                    tokio::time::sleep(LOOK).await;
                }
                opened => break opened?,
            }
        };
        if !copy.exists() {
            return Err(ClusterError::NoStory(path.to_owned()));
        }
        let mut is_following = false;
        loop {
            let caught_up = copy.catch_up().await;
            if let Err(error @ ClusterError::Refused { .. }) = &caught_up {
                tracing::warn!(%error, "the story is followed again in a moment");
                tokio::time::sleep(LOOK).await;
                continue;
            }
            caught_up?;
            if copy.is_whole()
                && let Some(claim) = self.claim(&mut copy, me).await?
            {
                copy.close()?;
                return Ok(claim);
            }
            if !is_following {
                is_following = true;
                tell(Progress::Following);
            }
            let before = copy.last;
            if let Err(error) = copy.next(LOOK).await {
                tracing::warn!(%error, "the story is followed again in a moment");
                tokio::time::sleep(LOOK).await;
            }
            if copy.last != before
                && let Some(shared) = &copy.shared
            {
                tell(Progress::Copied(shared.number));
            }
        }
    }

    /// Takes the ownership, and with it the end of the log: whatever the former owner adds from now
    /// on is refused.
    async fn claim(&self, copy: &mut Replica, me: &str) -> Result<Option<Claim>, ClusterError> {
        let lease = match self.owners.take(&self.environment, me).await {
            Ok(Some(lease)) => lease,
            Ok(None) => return Ok(None),
            Err(error) => {
                tracing::warn!(%error, "the ownership is not decided yet");
                return Ok(None);
            }
        };
        loop {
            copy.catch_up().await?;
            let mut end = End {
                log: self.log.clone(),
                last: copy.last,
                epoch: lease.epoch,
            };
            let Some(state) = copy.shared.clone() else {
                // Nobody has shared the story; its first entry will be a snapshot.
                return Ok(Some(Claim {
                    end,
                    lease,
                    state: None,
                }));
            };
            match end.add_owner(&state).await {
                Ok(()) => {
                    copy.last = end.last;
                    let state = Some(state);
                    return Ok(Some(Claim { end, lease, state }));
                }
                // The former owner was faster once more.
                Err(NotAdded::Fenced) => {}
                Err(NotAdded::Failed(error)) => return Err(error),
            }
        }
    }

    /// A text that an owner kept beside the story.
    pub async fn note(&self, name: &str) -> Option<String> {
        self.log.note(name).await
    }

    /// The id of the program that owns the story now.
    pub async fn owner(&self) -> Option<String> {
        self.owners.of(&self.environment).await
    }
}

impl Claim {
    /// Begins to share what is written to the story's file, which is open again.
    ///
    /// # Errors
    /// The story cannot be read, or another program has taken it meanwhile.
    pub async fn own(self, store: Store) -> Result<Owner, ClusterError> {
        Owner::begin(self.end, self.lease, store, self.state).await
    }
}
