//! A replica of a story on this machine, which follows the log.

use std::path::{Path, PathBuf};
use std::time::Duration;

use store::{OpenOptions, Store, StoreError};

use crate::ClusterError;
use crate::log::{Content, Entries, Entry, Log, State};

/// How long an entry that exists may take to come.
const ANSWER: Duration = Duration::from_secs(5);

/// A story's file that follows the log.
pub(crate) struct Replica {
    path: PathBuf,
    options: OpenOptions,
    log: Log,
    store: Option<Store>,
    entries: Option<Entries>,
    /// The last entry that was read.
    pub(crate) last: u64,
    /// The story after that entry, as its owner has it; missing while the log is empty.
    pub(crate) shared: Option<State>,
    fit: Fit,
}

/// How the file compares with the log so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// It is the same.
    Same,
    /// It may be a state between the snapshot and the end of the log.
    Unknown,
    /// It continues what the log holds; nobody else has continued it.
    Ahead,
}

impl Replica {
    /// Opens the file if there is one, and begins to read the log.
    pub(crate) async fn open(
        log: Log,
        path: &Path,
        options: OpenOptions,
    ) -> Result<Self, ClusterError> {
        let store = match path.exists() {
            true => Some(Store::open(path, options.clone())?),
            false => None,
        };
        let mut copy = Self {
            path: path.to_owned(),
            options,
            log,
            store,
            entries: None,
            last: 0,
            shared: None,
            fit: Fit::Unknown,
        };
        copy.begin().await?;
        Ok(copy)
    }

    /// Goes to the newest snapshot.
    async fn begin(&mut self) -> Result<(), ClusterError> {
        let snapshot = self.log.newest_snapshot().await?;
        self.entries = None;
        self.fit = Fit::Unknown;
        (self.last, self.shared) = (0, None);
        if let Some(snapshot) = snapshot {
            self.last = snapshot.sequence;
            if self.fingerprint()? == Some(snapshot.state.fingerprint) {
                self.fit = Fit::Same;
            }
            self.shared = Some(snapshot.state);
        }
        Ok(())
    }

    fn fingerprint(&self) -> Result<Option<store::Fingerprint>, StoreError> {
        self.store.as_ref().map(Store::fingerprint).transpose()
    }

    /// Whether there is a story, here or in the log.
    pub(crate) fn exists(&self) -> bool {
        self.store.is_some() || self.shared.is_some()
    }

    /// Whether the file has everything that the log has.
    pub(crate) fn is_whole(&self) -> bool {
        match self.fit {
            Fit::Same | Fit::Ahead => true,
            Fit::Unknown => self.shared.is_none() && self.store.is_some(),
        }
    }

    /// Reads the log as far as it goes now, and writes what it holds to the file.
    pub(crate) async fn catch_up(&mut self) -> Result<(), ClusterError> {
        let last = self.log.last().await?;
        while self.last < last {
            self.next(ANSWER).await?;
        }
        if self.fit == Fit::Unknown && self.shared.is_some() {
            self.settle().await?;
        }
        Ok(())
    }

    /// Waits for the next entry for some time, and writes what it holds to the file.
    pub(crate) async fn next(&mut self, patience: Duration) -> Result<(), ClusterError> {
        if self.entries.is_none() {
            self.entries = Some(self.log.entries_from(self.last + 1).await?);
        }
        let Some(entries) = &mut self.entries else {
            return Ok(());
        };
        let entry = match entries.next(patience).await {
            Ok(Some(entry)) => entry,
            Ok(None) => return Ok(()),
            Err(error) => {
                // It is read again from here on.
                self.entries = None;
                return Err(error);
            }
        };
        self.take(entry).await
    }

    async fn take(&mut self, entry: Entry) -> Result<(), ClusterError> {
        let Entry {
            sequence,
            state,
            content,
        } = entry;
        match content {
            Content::Owner => {}
            Content::Snapshot(object) => {
                if self.fit != Fit::Same || self.fingerprint()? != Some(state.fingerprint) {
                    self.replace(&object, &state).await?;
                }
            }
            Content::Rows(batches) => {
                if self.fit == Fit::Ahead {
                    // Somebody else has continued the story from an earlier state.
                    self.fit = Fit::Unknown;
                }
                for batch in batches {
                    let Some(store) = &self.store else { continue };
                    let is_next = match self.fit {
                        Fit::Same => true,
                        _ => store.fingerprint()? == batch.before,
                    };
                    if !is_next {
                        continue;
                    }
                    self.fit = match store.apply(batch).await {
                        Ok(()) => Fit::Same,
                        Err(error) => {
                            tracing::warn!(%error, "the copy is fetched anew");
                            Fit::Unknown
                        }
                    };
                }
            }
        }
        self.last = sequence;
        self.shared = Some(state);
        Ok(())
    }

    /// Decides at the end of the log what to do with a file that did not occur in it.
    async fn settle(&mut self) -> Result<(), ClusterError> {
        let Some(shared) = self.shared.clone() else {
            return Ok(());
        };
        if self.fingerprint()? == Some(shared.fingerprint) {
            self.fit = Fit::Same;
            return Ok(());
        }
        if let Some(store) = &self.store
            && contains(store, &shared)?
        {
            self.fit = Fit::Ahead;
            return Ok(());
        }
        let snapshot = self.log.newest_snapshot().await?;
        let Some(Entry {
            sequence,
            state,
            content: Content::Snapshot(object),
        }) = snapshot
        else {
            return Err(ClusterError::Damaged("it has no snapshot".to_owned()));
        };
        self.replace(&object, &state).await?;
        (self.last, self.shared, self.entries) = (sequence, Some(state), None);
        let last = self.log.last().await?;
        while self.last < last {
            self.next(ANSWER).await?;
        }
        Ok(())
    }

    /// Replaces the file by a snapshot. What was there is kept beside it if the story does not
    /// contain it.
    async fn replace(&mut self, object: &str, state: &State) -> Result<(), ClusterError> {
        let folder = self.path.parent();
        let folder = folder.filter(|it| !it.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let unfinished = tempfile::Builder::new()
            .suffix(".story")
            .tempfile_in(folder);
        let unfinished = unfinished.map_err(ClusterError::io(&self.path))?;
        self.log.fetch(object, unfinished.path()).await?;
        if let Some(store) = &self.store {
            let reading = OpenOptions {
                read_only: true,
                ..self.options.clone()
            };
            let fetched = Store::open(unfinished.path(), reading)?;
            let is_other = fetched.story_id() != store.story_id();
            fetched.close()?;
            if is_other {
                return Err(ClusterError::OtherStory(self.path.clone()));
            }
        }
        let before = match self.store.take() {
            Some(store) => {
                let newest = newest(&store)?;
                store.close()?;
                Some(newest)
            }
            None => None,
        };
        let aside = self.aside();
        if before.is_some() {
            std::fs::rename(&self.path, &aside).map_err(ClusterError::io(&aside))?;
        }
        let persisted = unfinished.persist(&self.path).map_err(|it| it.error);
        persisted.map_err(ClusterError::io(&self.path))?;
        let store = Store::open(&self.path, self.options.clone())?;
        if store.fingerprint()? != state.fingerprint {
            let why = "a snapshot is not the story that it is said to be";
            return Err(ClusterError::Damaged(why.to_owned()));
        }
        if let Some(before) = before {
            if contains(&store, &before)? {
                std::fs::remove_file(&aside).map_err(ClusterError::io(&aside))?;
            } else {
                tracing::warn!(
                    path = %aside.display(),
                    "changes of this machine that no other one has are kept in a file of their own"
                );
            }
        }
        (self.store, self.fit) = (Some(store), Fit::Same);
        Ok(())
    }

    /// A free name for a file that is not the shared story.
    fn aside(&self) -> PathBuf {
        let name = |number: u32| match number {
            0 => self.path.with_extension("other.story"),
            number => self.path.with_extension(format!("other-{number}.story")),
        };
        let mut names = (0..).map(name);
        names.find(|it| !it.exists()).unwrap_or_default()
    }

    /// Closes the file; whether it is exactly what the log has.
    pub(crate) fn close(self) -> Result<bool, ClusterError> {
        if let Some(store) = self.store {
            store.close()?;
        }
        Ok(self.fit == Fit::Same)
    }
}

/// A story's state as others are told of it.
pub(crate) fn state_at(
    store: &Store,
    number: u64,
    fingerprint: store::Fingerprint,
) -> Result<State, StoreError> {
    let commit = match number.checked_sub(1) {
        // A new story has no change but its creation.
        None => store.story_id().0,
        Some(before) => {
            let changes = store.changes_since(before, 1)?;
            changes.first().map(|it| it.commit.0).unwrap_or_default()
        }
    };
    Ok(State {
        number,
        commit: commit.to_string(),
        fingerprint,
    })
}

fn newest(store: &Store) -> Result<State, StoreError> {
    state_at(store, store.number()?, store.fingerprint()?)
}

/// Whether a story's history contains a state.
fn contains(store: &Store, state: &State) -> Result<bool, StoreError> {
    if store.number()? < state.number {
        return Ok(false);
    }
    let there = state_at(store, state.number, state.fingerprint)?;
    Ok(there.commit == state.commit)
}
