//! Finds in the history of the story what somebody started from who changed a copy of it. The copy says
//! nothing about that: it may come from another program or from version control. Data that equals an older
//! version was not changed there, nor was data whose parts all occurred, though never together: these
//! changes were brought in before. Other data was made from the version that is most like it.

use std::collections::{HashMap, HashSet};

use capability::{SlotChanges, ToolError, View};
use model::contents::{Attributes, Prose};
use model::{Slot, Subject, json_text, part, sentences, split_for_search};
use serde_json::Value;

/// How many older versions of a slot are compared.
pub(super) const MAX_VERSIONS: usize = 1_000;

/// What became of data in a copy.
pub(super) enum Origin {
    /// It is as a version that this change wrote.
    Version { change: u64 },
    /// It was made from this data; `None` if there is none.
    ChangedFrom(Option<Value>),
}

/// The origin of data of a copy that is not the present data here.
pub(super) fn origin_of(view: &View, slot: &Slot, data: &Value) -> Result<Origin, ToolError> {
    let versions = view.story_versions(slot, MAX_VERSIONS)?;
    let versions: Vec<_> = versions.iter().map(|it| (it.commit, it.data())).collect();
    if let Some((change, _)) = versions.iter().rfind(|it| it.1 == *data) {
        return Ok(Origin::Version { change: *change });
    }
    if was_brought_in(data, versions.iter().map(|it| &it.1)) {
        return Ok(Origin::Version { change: 0 });
    }
    let words = WordCounts::of(data);
    let nearest = versions
        .into_iter()
        .min_by_key(|it| words.distance(&WordCounts::of(&it.1)));
    Ok(Origin::ChangedFrom(nearest.map(|it| it.1)))
}

/// Whether every part of some data occurred in a version, though no version has all of them.
fn was_brought_in<'a>(data: &Value, versions: impl Iterator<Item = &'a Value>) -> bool {
    let parts = parts(data);
    let mut unseen = parts.clone();
    for version in versions.map(self::parts) {
        if parts.is_subset(&version) {
            return false;
        }
        unseen.retain(|it| !version.contains(it));
    }
    unseen.is_empty() && !parts.is_empty()
}

/// What data is merged by: the sentences of prose, the pairs of attributes, the fields of other data.
fn parts(data: &Value) -> HashSet<String> {
    if let Some(text) = Prose::only_text_in(data) {
        return sentences(text).map(str::to_owned).collect();
    }
    if data.get("items").is_some() {
        let pairs = Attributes::unchecked_in(data);
        return pairs.map(|(k, v)| format!("{k}={v}")).collect();
    }
    let fields = data.as_object().into_iter().flatten();
    fields.map(|(k, v)| format!("{k}={v}")).collect()
}

/// How often each word occurs in the texts of some data.
struct WordCounts(HashMap<String, usize>);

impl WordCounts {
    fn of(data: &Value) -> Self {
        let mut counts = HashMap::new();
        for word in split_for_search(&json_text(data)).split_whitespace() {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
        Self(counts)
    }

    /// How many words one has more than the other.
    fn distance(&self, other: &Self) -> usize {
        let more = |one: &Self, other: &Self| -> usize {
            let words = one.0.iter();
            words
                .map(|(word, count)| count.saturating_sub(other.0.get(word).copied().unwrap_or(0)))
                .sum()
        };
        more(self, other) + more(other, self)
    }
}

/// When the data of the story was written, and how much of it a copy has seen.
pub(super) struct Ages {
    changes: HashMap<Slot, SlotChanges>,
    /// The newest change whose result is in the copy. What was made before it and is not in the copy was
    /// removed there.
    seen: u64,
}

impl Ages {
    pub(super) fn of(view: &View) -> Result<Self, ToolError> {
        Ok(Self {
            changes: view.slot_changes()?,
            seen: 0,
        })
    }

    /// Notes that the copy has the present data of a slot.
    pub(super) fn see(&mut self, slot: &Slot) {
        let written = self.changes.get(slot).and_then(|it| it.written);
        self.see_change(written.unwrap_or(0));
    }

    pub(super) fn see_change(&mut self, change: u64) {
        self.seen = self.seen.max(change);
    }

    /// Whether the story has, or had, this node or link.
    pub(super) fn knows(&self, subject: Subject) -> bool {
        let name = match subject {
            Subject::Edge(_) => part::EDGE,
            _ => part::NODE,
        };
        self.changes.contains_key(&Slot::new(subject, name))
    }

    /// Whether the copy was made after a slot got its first data.
    pub(super) fn is_older_than_copy(&self, slot: &Slot) -> bool {
        let first = self.changes.get(slot).map(|it| it.first);
        first.is_some_and(|it| it <= self.seen)
    }

    /// Whether a slot was written after the last change that the copy has seen.
    pub(super) fn is_written_since(&self, slot: &Slot) -> bool {
        let written = self.changes.get(slot).and_then(|it| it.written);
        written.is_some_and(|it| it > self.seen)
    }
}
