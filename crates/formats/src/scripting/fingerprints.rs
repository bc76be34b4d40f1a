//! Fingerprints of the links in an imported text, to distinguish later between imported links and
//! links the author has typed since.

use std::collections::HashMap;

use crate::import::OutgoingLink;

/// The fingerprint of a link. It stays valid because only authors change a text.
pub(crate) fn fingerprint_of(lead: &OutgoingLink, path: &str) -> u32 {
    fingerprint(lead, path, lead.once)
}

fn fingerprint(lead: &OutgoingLink, path: &str, once: bool) -> u32 {
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

fn entry_fingerprint(enter: &str) -> u32 {
    crc32fast::hash(format!("{enter}\n\n\n").as_bytes())
}

/// The fingerprints of an imported text: first that of the entry effect, then those of the links.
pub(crate) struct Fingerprints(Vec<u32>);

impl Fingerprints {
    /// The key under which they are kept.
    pub(crate) const KEPT: &'static str = "said";

    /// The value to keep; `None` if there was nothing to remember.
    pub(crate) fn keep(enter: &str, ways: impl Iterator<Item = u32>) -> Option<serde_json::Value> {
        let (enter, none) = (entry_fingerprint(enter), entry_fingerprint(""));
        let all: Vec<u32> = std::iter::once(enter).chain(ways).collect();
        (all.len() > 1 || enter != none).then(|| all.into())
    }

    /// Reads the kept value.
    pub(crate) fn of(kept: Option<&serde_json::Value>) -> Self {
        let all = kept.and_then(|it| it.as_array()).into_iter().flatten();
        let all = all.filter_map(|it| u32::try_from(it.as_u64()?).ok());
        Self(all.collect())
    }

    /// Whether the text's current entry effect is the imported one, or empty.
    pub(crate) fn has_entry_effect(&self, enter: &str) -> bool {
        enter.is_empty() || self.0.first() == Some(&entry_fingerprint(enter))
    }

    /// The positions of the links, by fingerprint.
    pub(crate) fn positions(&self) -> Positions {
        let all = self.0.iter().skip(1).enumerate().rev();
        Positions(all.map(|(place, mark)| (*mark, place)).collect())
    }
}

/// The positions of links in the imported text.
pub(crate) struct Positions(HashMap<u32, usize>);

impl Positions {
    /// The position of a link, and whether its once-only flag was imported with it: earlier
    /// versions of this program did not record it, and an author may have changed it since.
    pub(crate) fn of(&self, lead: &OutgoingLink, path: &str) -> (Option<usize>, bool) {
        let place = self.0.get(&fingerprint_of(lead, path)).copied();
        if place.is_some() || !lead.once {
            return (place, true);
        }
        (self.0.get(&fingerprint(lead, path, false)).copied(), false)
    }
}
