//! What is kept of a text to know later which of its ways it had when it was read, and which a writer
//! has put there since.

use std::collections::HashMap;

use crate::reading::Lead;

/// What is kept of a way to know it again: nobody but a writer changes the text.
pub(crate) fn mark_of(lead: &Lead, path: &str) -> u32 {
    mark(lead, path, lead.once)
}

fn mark(lead: &Lead, path: &str, once: bool) -> u32 {
    let parts = [
        &lead.label,
        path,
        lead.condition.as_deref().unwrap_or_default(),
        lead.effect.as_deref().unwrap_or_default(),
        "*",
    ];
    let parts = if once { &parts[..] } else { &parts[..4] };
    crc32fast::hash(parts.join("\n").as_bytes())
}

fn mark_of_enter(enter: &str) -> u32 {
    crc32fast::hash(format!("{enter}\n\n\n").as_bytes())
}

/// The marks of all that a text said when it was read: first of what entering does, then the ways.
pub(crate) struct Said(Vec<u32>);

impl Said {
    /// Under which name they are kept.
    pub(crate) const KEPT: &'static str = "said";

    /// What is kept of them; nothing where nothing was said.
    pub(crate) fn keep(enter: &str, ways: impl Iterator<Item = u32>) -> Option<serde_json::Value> {
        let (enter, none) = (mark_of_enter(enter), mark_of_enter(""));
        let all: Vec<u32> = std::iter::once(enter).chain(ways).collect();
        (all.len() > 1 || enter != none).then(|| all.into())
    }

    /// What was kept.
    pub(crate) fn of(kept: Option<&serde_json::Value>) -> Self {
        let all = kept.and_then(|it| it.as_array()).into_iter().flatten();
        let all = all.filter_map(|it| u32::try_from(it.as_u64()?).ok());
        Self(all.collect())
    }

    /// Whether a text still says this of what entering does.
    pub(crate) fn says_enter(&self, enter: &str) -> bool {
        enter.is_empty() || self.0.first() == Some(&mark_of_enter(enter))
    }

    /// The places of the ways.
    pub(crate) fn places(&self) -> Places {
        let all = self.0.iter().skip(1).enumerate().rev();
        Places(all.map(|(place, mark)| (*mark, place)).collect())
    }
}

/// The places that ways had among those of a text when it was read.
pub(crate) struct Places(HashMap<u32, usize>);

impl Places {
    /// That of a way, and whether how often it may be taken was read with it: earlier versions of
    /// this program did not ask, and a writer may have changed it since.
    pub(crate) fn of(&self, lead: &Lead, path: &str) -> (Option<usize>, bool) {
        let place = self.0.get(&mark_of(lead, path)).copied();
        if place.is_some() || !lead.once {
            return (place, true);
        }
        (self.0.get(&mark(lead, path, false)).copied(), false)
    }
}
