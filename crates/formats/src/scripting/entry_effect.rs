//! The effect of entering a section: which lines of its text it is, and how it is written there.

use std::collections::HashSet;
use std::ops::Range;

/// Replaces the effect lines at `old` with `lines` at the beginning of the text.
pub(crate) fn with_entry_effect(text: &str, old: &[Range<usize>], lines: &[String]) -> String {
    let mut rest = text.to_owned();
    for it in old.iter().rev() {
        rest.replace_range(it.clone(), "");
    }
    let lines = lines.join("\n");
    let between = if lines.is_empty() || rest.is_empty() {
        ""
    } else {
        "\n"
    };
    [&lines, between, rest.trim_end_matches(['\n', '\r'])].concat()
}

/// The lines of a text without those at these places, which are in order.
pub(crate) fn lines_outside<'t>(text: &'t str, places: &[Range<usize>]) -> Vec<&'t str> {
    let mut lines = Vec::new();
    let mut at = 0;
    for it in places {
        lines.extend(text[at..it.start].split_inclusive('\n'));
        at = it.end;
    }
    lines.extend(text[at..].split_inclusive('\n'));
    lines
}

/// Finds the assignments of a body that are the effect of entering it: they happen at every visit, and
/// nothing before them reads what they change, so that the order makes no difference to a reader.
#[derive(Debug, Default)]
pub(crate) struct EntryScan<'t> {
    is_over: bool,
    read: HashSet<&'t str>,
}

impl<'t> EntryScan<'t> {
    /// Whether all so far happens at every visit.
    pub(crate) fn is_open(&self) -> bool {
        !self.is_over
    }

    /// Ends the scan: what follows may not happen, or depends on what happened elsewhere.
    pub(crate) fn end(&mut self) {
        self.is_over = true;
    }

    /// Remembers the variables that a text reads.
    pub(crate) fn reads(&mut self, names: impl Iterator<Item = &'t str>) {
        if self.is_open() {
            self.read.extend(names);
        }
    }

    /// Whether assignments to these variables under conditions that read others are part of the effect.
    pub(crate) fn takes_block(
        &mut self,
        mut changed: impl Iterator<Item = &'t str>,
        read: impl Iterator<Item = &'t str>,
    ) -> bool {
        let is_taken = changed.all(|it| !self.read.contains(it)) && self.is_open();
        self.reads(read);
        is_taken
    }

    /// Whether an assignment to this variable is part of the effect; if not, none after it is.
    pub(crate) fn takes(&mut self, name: &str) -> bool {
        self.is_over |= self.read.contains(name);
        self.is_open()
    }
}
