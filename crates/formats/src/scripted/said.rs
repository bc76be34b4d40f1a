//! What is kept of a text to know later which of its ways it had when it was read, and which a writer
//! has put there since.

use std::collections::HashMap;

/// What is kept of a way to know it again: nobody but a writer changes the text.
pub(crate) fn mark_of(
    label: &str,
    path: &str,
    condition: Option<&str>,
    effect: Option<&str>,
) -> u32 {
    let parts = [
        label,
        path,
        condition.unwrap_or_default(),
        effect.unwrap_or_default(),
    ];
    crc32fast::hash(parts.join("\n").as_bytes())
}

/// The marks of all that a text said when it was read: first of what entering does, then the ways.
pub(crate) struct Said(Vec<u32>);

impl Said {
    /// Under which name they are kept.
    pub(crate) const KEPT: &'static str = "said";

    /// What is kept of them; nothing where nothing was said.
    pub(crate) fn keep(enter: &str, ways: impl Iterator<Item = u32>) -> Option<serde_json::Value> {
        let enter = mark_of(enter, "", None, None);
        let all: Vec<u32> = std::iter::once(enter).chain(ways).collect();
        (all.len() > 1 || enter != mark_of("", "", None, None)).then(|| all.into())
    }

    /// What was kept.
    pub(crate) fn of(kept: Option<&serde_json::Value>) -> Self {
        let all = kept.and_then(|it| it.as_array()).into_iter().flatten();
        let all = all.filter_map(|it| u32::try_from(it.as_u64()?).ok());
        Self(all.collect())
    }

    /// Whether a text still says this of what entering does.
    pub(crate) fn says_enter(&self, enter: &str) -> bool {
        enter.is_empty() || self.0.first() == Some(&mark_of(enter, "", None, None))
    }

    /// The places of the ways.
    pub(crate) fn places(&self) -> HashMap<u32, usize> {
        let all = self.0.iter().skip(1).enumerate().rev();
        all.map(|(place, mark)| (*mark, place)).collect()
    }
}
