//! The log of a story: what its owners wrote, in order. Only the owner that knows the last entry
//! can append one, so that a former owner is rejected.

use std::path::Path;
use std::time::Duration;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::{Ordered, OrderedConfig};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, Stream};
use async_nats::jetstream::{Context, Message};
use async_nats::{HeaderMap, header};
use bytes::Bytes;
use store::{Fingerprint, RowBatch};
use tokio::io::AsyncReadExt as _;
use tokio::time::timeout;

use crate::{ClusterError, names};

/// Bytes above which the rows of an entry are kept beside the log; a server takes 1 MiB at once.
const INLINE: usize = 512 << 10;
/// The pause before something that failed is tried again.
const PAUSE: Duration = Duration::from_millis(200);
/// How long the server remembers ids of entries, so that one that is sent again is kept once.
const REMEMBERED: Duration = Duration::from_secs(120);

/// How the names of notes begin.
const NOTE: &str = "note-";

const KIND: &str = "Star-Kind";
const NUMBER: &str = "Star-Number";
const COMMIT: &str = "Star-Commit";
const AFTER: &str = "Star-After";
const EPOCH: &str = "Star-Epoch";
const OBJECT: &str = "Star-Object";

/// A state of a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct State {
    /// The number of its newest change.
    pub(crate) number: u64,
    /// The id of that change.
    pub(crate) commit: String,
    pub(crate) fingerprint: Fingerprint,
}

/// An entry of the log.
pub(crate) struct Entry {
    pub(crate) sequence: u64,
    /// The story afterwards.
    pub(crate) state: State,
    pub(crate) content: Content,
}

pub(crate) enum Content {
    /// What transactions wrote.
    Rows(Vec<RowBatch>),
    /// The whole story, as an object of this name.
    Snapshot(String),
    /// A new owner; the story is as before.
    Owner,
}

/// Why an entry was not added.
pub(crate) enum NotAdded {
    /// Another owner has added one.
    Fenced,
    Failed(ClusterError),
}

/// The log of one story.
#[derive(Clone)]
pub(crate) struct Log {
    context: Context,
    stream: Stream,
    objects: ObjectStore,
    subject: String,
    snapshots: String,
}

impl Log {
    pub(crate) async fn open(context: &Context, environment: &str) -> Result<Self, ClusterError> {
        let name = names::stream(environment);
        let (subject, snapshots) = (names::log(environment), names::snapshots(environment));
        let config = stream::Config {
            name: name.clone(),
            description: Some(format!("the story {environment}")),
            subjects: vec![subject.clone(), snapshots.clone()],
            duplicate_window: REMEMBERED,
            ..stream::Config::default()
        };
        let what = "keep the log of a story";
        let stream = context.get_or_create_stream(config).await;
        let stream = stream.map_err(ClusterError::refused(what))?;
        let objects = match context.get_object_store(&name).await {
            Ok(objects) => Ok(objects),
            Err(_) => {
                let config = object_store::Config {
                    bucket: name,
                    ..object_store::Config::default()
                };
                context.create_object_store(config).await
            }
        };
        Ok(Self {
            context: context.clone(),
            stream,
            objects: objects.map_err(ClusterError::refused(what))?,
            subject,
            snapshots,
        })
    }

    /// The sequence of the last entry; 0 if there is none.
    pub(crate) async fn last(&self) -> Result<u64, ClusterError> {
        let info = self.stream.get_info().await;
        let info = info.map_err(ClusterError::refused("tell how long a log is"))?;
        Ok(info.state.last_sequence)
    }

    /// The newest snapshot, if there is one.
    pub(crate) async fn newest_snapshot(&self) -> Result<Option<Entry>, ClusterError> {
        let found = self.stream.get_last_raw_message_by_subject(&self.snapshots);
        match found.await {
            Ok(found) => {
                let entry = self
                    .entry(found.sequence, &found.headers, Bytes::new())
                    .await;
                entry.map(Some)
            }
            Err(error)
                if matches!(
                    error.kind(),
                    stream::LastRawMessageErrorKind::NoMessageFound
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(ClusterError::refused("find a snapshot")(error)),
        }
    }

    /// The entries from a sequence on, as they come.
    pub(crate) async fn entries_from(&self, sequence: u64) -> Result<Entries, ClusterError> {
        let config = OrderedConfig {
            deliver_policy: DeliverPolicy::ByStartSequence {
                start_sequence: sequence.max(1),
            },
            ..OrderedConfig::default()
        };
        let what = "read a log";
        let consumer = self.stream.create_consumer(config).await;
        let consumer = consumer.map_err(ClusterError::refused(what))?;
        let messages = consumer.messages().await;
        Ok(Entries {
            log: self.clone(),
            messages: messages.map_err(ClusterError::refused(what))?,
        })
    }

    async fn entry(
        &self,
        sequence: u64,
        headers: &HeaderMap,
        body: Bytes,
    ) -> Result<Entry, ClusterError> {
        let damaged = || ClusterError::Damaged(format!("entry {sequence} is unreadable"));
        let text = |name: &str| headers.get(name).map(|it| it.as_str().to_owned());
        let number = text(NUMBER).and_then(|it| it.parse().ok());
        let after = text(AFTER).and_then(|it| unhex(&it));
        let state = State {
            number: number.ok_or_else(damaged)?,
            commit: text(COMMIT).ok_or_else(damaged)?,
            fingerprint: after
                .and_then(|it| Fingerprint::from_bytes(&it))
                .ok_or_else(damaged)?,
        };
        let object = text(OBJECT);
        let content = match (text(KIND).as_deref(), object) {
            (Some("owner"), _) => Content::Owner,
            (Some("snapshot"), Some(object)) => Content::Snapshot(object),
            (Some("rows"), None) => Content::Rows(decode(&body).ok_or_else(damaged)?),
            (Some("rows"), Some(object)) => {
                let body = self.object(&object).await?;
                Content::Rows(decode(&body).ok_or_else(damaged)?)
            }
            _ => return Err(damaged()),
        };
        Ok(Entry {
            sequence,
            state,
            content,
        })
    }

    async fn object(&self, name: &str) -> Result<Vec<u8>, ClusterError> {
        let mut bytes = Vec::new();
        let found = self.objects.get(name).await;
        let mut found = found.map_err(ClusterError::refused("fetch a part of a story"))?;
        let read = found.read_to_end(&mut bytes).await;
        read.map_err(ClusterError::refused("fetch a part of a story"))?;
        Ok(bytes)
    }

    /// Writes a snapshot to a file; its hash was verified.
    pub(crate) async fn fetch(&self, object: &str, to: &Path) -> Result<(), ClusterError> {
        let bytes = self.object(object).await?;
        tokio::fs::write(to, bytes)
            .await
            .map_err(ClusterError::io(to))
    }

    /// Keeps a text beside the story.
    pub(crate) async fn put_note(&self, name: &str, text: &str) -> Result<(), ClusterError> {
        let mut reader = text.as_bytes();
        let name = format!("{NOTE}{name}");
        let kept = self.objects.put(name.as_str(), &mut reader).await;
        kept.map(drop).map_err(ClusterError::refused("keep a note"))
    }

    /// A text that was kept beside the story.
    pub(crate) async fn note(&self, name: &str) -> Option<String> {
        let bytes = self.object(&format!("{NOTE}{name}")).await.ok()?;
        String::from_utf8(bytes).ok()
    }

    /// Whether the entry after `last` is one's own, added by an attempt whose answer was lost.
    async fn is_added(&self, last: u64, id: &str) -> bool {
        let found = self.stream.get_raw_message(last + 1).await;
        found.is_ok_and(|it| {
            let own = it.headers.get(header::NATS_MESSAGE_ID);
            own.is_some_and(|it| it.as_str() == id)
        })
    }

    /// Forgets everything before a snapshot, objects too.
    pub(crate) async fn forget_before(&self, sequence: u64, object: &str) {
        use futures_util::StreamExt as _;
        // Nothing is before the first entry, and servers before 2.10 take a purge of what is before
        // it for a purge of everything.
        if sequence > 1
            && let Err(error) = self.stream.purge().sequence(sequence).await
        {
            tracing::warn!(%error, "the log could not be shortened");
        }
        let Ok(mut all) = self.objects.list().await else {
            return;
        };
        let mut old = Vec::new();
        while let Some(Ok(found)) = all.next().await {
            if found.name != object && !found.name.starts_with(NOTE) {
                old.push(found.name);
            }
        }
        for name in old {
            if let Err(error) = self.objects.delete(&name).await {
                tracing::warn!(%error, name, "an older part could not be removed");
            }
        }
    }
}

/// Entries as they come.
pub(crate) struct Entries {
    log: Log,
    messages: Ordered,
}

impl Entries {
    /// The next one; `None` if none comes within `patience`.
    pub(crate) async fn next(&mut self, patience: Duration) -> Result<Option<Entry>, ClusterError> {
        use futures_util::StreamExt as _;
        let failed = ClusterError::refused("read a log");
        // Only waiting may be given up: what was taken from the server must be used.
        let message: Message = match timeout(patience, self.messages.next()).await {
            Err(_) => return Ok(None),
            Ok(Some(Ok(message))) => message,
            Ok(Some(Err(error))) => return Err(failed(error.to_string())),
            Ok(None) => return Err(failed("it ended".to_owned())),
        };
        let sequence = message.info().map(|it| it.stream_sequence);
        let sequence = sequence.map_err(|error| ClusterError::Damaged(error.to_string()))?;
        let headers = message.headers.clone().unwrap_or_default();
        let entry = self.log.entry(sequence, &headers, message.payload.clone());
        entry.await.map(Some)
    }
}

/// The end of a log, for its owner to add to.
pub(crate) struct End {
    pub(crate) log: Log,
    /// The last entry.
    pub(crate) last: u64,
    /// The owner's epoch.
    pub(crate) epoch: u64,
}

impl End {
    /// Adds a new owner.
    pub(crate) async fn add_owner(&mut self, state: &State) -> Result<(), NotAdded> {
        let subject = self.log.subject.clone();
        self.add(subject, "owner", state, Bytes::new(), None).await
    }

    /// Adds what transactions wrote.
    pub(crate) async fn add_rows(
        &mut self,
        state: &State,
        batches: &[RowBatch],
    ) -> Result<(), NotAdded> {
        let (subject, body) = (self.log.subject.clone(), encode(batches));
        if body.len() <= INLINE {
            return self.add(subject, "rows", state, body.into(), None).await;
        }
        let object = format!("rows-{}-{}", self.epoch, self.last + 1);
        let mut reader = body.as_slice();
        let kept = self.log.objects.put(object.as_str(), &mut reader).await;
        kept.map_err(|it| NotAdded::Failed(ClusterError::refused("keep a part of a story")(it)))?;
        self.add(subject, "rows", state, Bytes::new(), Some(&object))
            .await
    }

    /// Adds a snapshot, and forgets what was before.
    pub(crate) async fn add_snapshot(
        &mut self,
        state: &State,
        file: &Path,
    ) -> Result<(), NotAdded> {
        let failed = |it| NotAdded::Failed(it);
        let object = format!("story-{}-{}", self.epoch, self.last + 1);
        let opened = tokio::fs::File::open(file).await;
        let mut opened = opened.map_err(|it| failed(ClusterError::io(file)(it)))?;
        let kept = self.log.objects.put(object.as_str(), &mut opened).await;
        kept.map_err(|it| failed(ClusterError::refused("keep a snapshot")(it)))?;
        let subject = self.log.snapshots.clone();
        self.add(subject, "snapshot", state, Bytes::new(), Some(&object))
            .await?;
        self.log.forget_before(self.last, &object).await;
        Ok(())
    }

    /// Tries until the server has answered. An attempt whose answer was lost counts once.
    async fn add(
        &mut self,
        subject: String,
        kind: &str,
        state: &State,
        body: Bytes,
        object: Option<&str>,
    ) -> Result<(), NotAdded> {
        let id = format!("{}-{}", self.epoch, self.last + 1);
        let mut headers = HeaderMap::new();
        headers.insert(KIND, kind);
        headers.insert(NUMBER, state.number.to_string());
        headers.insert(COMMIT, state.commit.as_str());
        headers.insert(AFTER, hex(state.fingerprint.as_bytes()));
        headers.insert(EPOCH, self.epoch.to_string());
        if let Some(object) = object {
            headers.insert(OBJECT, object);
        }
        loop {
            let entry = PublishMessage::build()
                .payload(body.clone())
                .headers(headers.clone())
                .message_id(&id)
                .expected_last_sequence(self.last);
            let sent = self.log.context.send_publish(subject.clone(), entry).await;
            let answer = match sent {
                Ok(sent) => sent.await,
                Err(error) => Err(error),
            };
            match answer {
                Ok(answer) => {
                    self.last = answer.sequence;
                    return Ok(());
                }
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => {
                    if self.log.is_added(self.last, &id).await {
                        self.last += 1;
                        return Ok(());
                    }
                    return Err(NotAdded::Fenced);
                }
                Err(error) => {
                    tracing::warn!(%error, "the log of the story was not answered yet");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|it| u8::from_str_radix(std::str::from_utf8(it).ok()?, 16).ok())
        .collect()
}

/// Batches as bytes: the number, both fingerprints, the length of the rows, and the rows.
fn encode(batches: &[RowBatch]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for batch in batches {
        bytes.extend(batch.number.to_le_bytes());
        bytes.extend(batch.before.as_bytes());
        bytes.extend(batch.after.as_bytes());
        bytes.extend((batch.rows.len() as u64).to_le_bytes());
        bytes.extend(&batch.rows);
    }
    bytes
}

fn decode(mut bytes: &[u8]) -> Option<Vec<RowBatch>> {
    let mut batches = Vec::new();
    while !bytes.is_empty() {
        let mut take = |length: usize| {
            let (taken, rest) = bytes.split_at_checked(length)?;
            bytes = rest;
            Some(taken)
        };
        let number = u64::from_le_bytes(take(8)?.try_into().ok()?);
        let before = Fingerprint::from_bytes(take(Fingerprint::BYTES)?)?;
        let after = Fingerprint::from_bytes(take(Fingerprint::BYTES)?)?;
        let length = u64::from_le_bytes(take(8)?.try_into().ok()?);
        let rows = take(usize::try_from(length).ok()?)?.to_vec();
        batches.push(RowBatch {
            number,
            before,
            after,
            rows,
        });
    }
    Some(batches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_round_trip_and_truncated_ones_are_rejected() {
        let print = |it: u8| Fingerprint::from_bytes(&[it; Fingerprint::BYTES]).unwrap();
        let batch = |number, rows: &[u8]| RowBatch {
            number,
            before: print(1),
            after: print(2),
            rows: rows.to_vec(),
        };
        let batches = vec![batch(7, b"rows"), batch(8, b"")];
        let bytes = encode(&batches);
        assert_eq!(decode(&bytes), Some(batches));
        let whole = encode(&[batch(7, b"rows")]).len();
        for length in (1..bytes.len()).filter(|it| *it != whole) {
            assert_eq!(decode(&bytes[..length]), None, "{length}");
        }
        assert_eq!(unhex(&hex(&[0, 255, 16])), Some(vec![0, 255, 16]));
        assert_eq!(unhex("zz"), None);
    }
}
