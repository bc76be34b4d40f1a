//! `storyteller watch`: prints the changes that anybody makes to a story, one line each.

use std::collections::HashMap;
use std::sync::Arc;

use clap::ArgMatches;
use model::{NodeId, NodeRecord, Slot, part};
use store::{Store, View};
use tokio::sync::broadcast::error::RecvError;

use super::EXIT_OK;
use super::render::flat;
use super::session::{Session, flag, number};
use super::terminal::{FAINT, note, say};
use host::Failure;
use host::events::{ChangedSlot, DataChanged};
use host::interfaces::wire;
use host::{Event, EventKind};

/// How many changed subjects are named on one line.
const MAX_NAMED: usize = 3;
/// How many past changes are read at once.
const PAGE: usize = 256;

/// Prints changes until the requested number, or Ctrl-C.
pub(super) async fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let studio = session.open_read_only(matches)?;
    let mut events = studio.events();
    let begin = match number(matches, "since") {
        Some(since) => since,
        None => studio.store().number()?,
    };
    let mut watch = Watcher {
        store: studio.store().clone(),
        titles: TitleCache::new(studio.store().view(None)),
        json: flag(matches, "json"),
        left: number(matches, "until"),
        last: begin,
        received: 0,
    };
    note(&format!(
        "{FAINT}watching from change {begin}; Ctrl-C ends{FAINT:#}"
    ));
    watch.catch_up()?;
    // One listener for all of it: one for each turn of the loop would miss a signal in between.
    let mut interrupted = std::pin::pin!(tokio::signal::ctrl_c());
    while watch.left != Some(0) {
        let event = tokio::select! {
            event = events.recv() => event,
            _ = &mut interrupted => return Ok(EXIT_OK),
        };
        match event {
            Ok(event) => watch.on_event(&event)?,
            Err(RecvError::Lagged(_)) => watch.catch_up()?,
            Err(RecvError::Closed) => break,
        }
    }
    Ok(EXIT_OK)
}

struct Watcher {
    store: Store,
    titles: TitleCache,
    json: bool,
    /// How many changes are still to be printed; `None` for no limit.
    left: Option<u64>,
    last: u64,
    /// How many changes were printed.
    received: u64,
}

impl Watcher {
    fn on_event(&mut self, event: &Event) -> Result<(), Failure> {
        let EventKind::DataChanged(changed) = &event.kind else {
            return Ok(());
        };
        if changed.number > self.last + 1 {
            self.catch_up()?;
        }
        if changed.number > self.last && self.left != Some(0) {
            self.print(changed);
        }
        Ok(())
    }

    /// Reads changes from the file that came before the first event or were missed.
    fn catch_up(&mut self) -> Result<(), Failure> {
        loop {
            let changes = self.store.changes_since(self.last, PAGE)?;
            if changes.is_empty() {
                return Ok(());
            }
            for change in &changes {
                if self.left == Some(0) {
                    return Ok(());
                }
                self.print(&change.into());
            }
        }
    }

    fn print(&mut self, changed: &DataChanged) {
        self.last = changed.number;
        self.received += 1;
        if let Some(left) = &mut self.left {
            *left -= 1;
        }
        if self.json {
            let event = Event::new(self.received, EventKind::DataChanged(changed.clone()));
            say(&wire::event(&event).to_string());
        } else {
            say(&line(changed, &mut self.titles));
        }
    }
}

/// A change as one line: number, author, what changed, reason.
pub(super) fn line(changed: &DataChanged, titles: &mut TitleCache) -> String {
    let mut line = format!("#{} {}", changed.number, flat(&changed.author.name));
    if changed.draft.is_some() {
        line.push_str(" (draft)");
    }
    let subjects = by_subject(&changed.changed, titles);
    for (subject, moved) in subjects.iter().take(MAX_NAMED) {
        line.push_str(&format!(" · {subject}: {}", moved.join(", ")));
    }
    if subjects.len() > MAX_NAMED {
        line.push_str(&format!(" · and {} more", subjects.len() - MAX_NAMED));
    }
    if !changed.reason.is_empty() {
        line.push_str(&format!(" {FAINT}· {}{FAINT:#}", flat(&changed.reason)));
    }
    line
}

/// The changed slots grouped by subject, in the order written.
fn by_subject(moves: &[ChangedSlot], titles: &mut TitleCache) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for it in moves {
        let subject = match (it.node, it.edge) {
            (Some(node), _) => flat(&titles.of(node)),
            (None, Some(edge)) => format!("edge {}", edge.short()),
            (None, None) => "story".to_owned(),
        };
        let version = it
            .version
            .map_or("none".to_owned(), |it| format!("v{}", it.number));
        let moved = format!("{} {version}", it.capability);
        match found.iter_mut().find(|(name, _)| *name == subject) {
            Some((_, all)) => all.push(moved),
            None => found.push((subject, vec![moved])),
        }
    }
    found
}

/// Caches titles of nodes, including removed ones.
pub(super) struct TitleCache {
    view: View,
    removed: HashMap<NodeId, Arc<str>>,
}

impl TitleCache {
    /// Of one story.
    pub(super) fn new(view: View) -> Self {
        Self {
            view,
            removed: HashMap::new(),
        }
    }

    /// The node's title; for a removed node, its last one.
    pub(super) fn of(&mut self, node: NodeId) -> String {
        let status_codes = self
            .view
            .graph()
            .ok()
            .and_then(|it| Some(it.nodes.get(&node)?.title.clone()));
        status_codes.unwrap_or_else(|| {
            let last = || {
                self.last_title(node)
                    .unwrap_or_else(|| format!("node {}", node.short()))
            };
            let last = self
                .removed
                .get(&node)
                .cloned()
                .unwrap_or_else(|| last().into());
            self.removed.insert(node, Arc::clone(&last));
            last.to_string()
        })
    }

    fn last_title(&self, node: NodeId) -> Option<String> {
        let history = self
            .view
            .versions(&Slot::node(node, part::NODE), None, 1)
            .ok()?;
        let record: NodeRecord = serde_json::from_str(&history.first()?.version.body).ok()?;
        Some(record.title)
    }
}
