//! The types that the tools of a story and those of the workspace have in common: written once, in a
//! file of their own that both name them from.

use std::collections::BTreeSet;

use serde_json::Value;

use super::named_types::NamedTypes;
use super::types::{HEADER, declaration, references};

/// Where they are written, beside the files of the tools.
pub(super) const MODULE: &str = "sharedTypes";

/// The shared types.
pub(super) struct SharedTypes {
    names: BTreeSet<String>,
    /// The file that declares them.
    pub(super) file: String,
}

impl SharedTypes {
    /// The types that are declared alike for both sets of tools, and refer to no others.
    pub(super) fn of(one: &[Value], other: &[Value]) -> Self {
        let (one, other) = (NamedTypes::of(one), NamedTypes::of(other));
        let declared = |named: &NamedTypes<'_>| -> BTreeSet<String> {
            let all = named.all();
            all.map(|it| declaration(named, it)).collect()
        };
        let in_other = declared(&other);
        let is_alike = |it: &(&str, &Value, &str)| in_other.contains(&declaration(&one, *it));
        let mut alike: Vec<_> = one.all().filter(is_alike).collect();
        loop {
            let names: BTreeSet<_> = alike.iter().map(|it| it.0.to_owned()).collect();
            let count = alike.len();
            alike.retain(|it| {
                references(&one, it.1, it.2)
                    .iter()
                    .all(|it| names.contains(it))
            });
            if alike.len() == count {
                let declarations = alike.iter().map(|it| declaration(&one, *it));
                let declarations: Vec<_> = declarations.collect();
                let file = format!("{HEADER}{}", declarations.join("\n"));
                return Self { names, file };
            }
        }
    }

    /// Whether a type is one of them.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// What makes them known in a file, given which of them are its own, and what else it says.
    pub(super) fn import(&self, own: &BTreeSet<&str>, rest: &str) -> String {
        let shared = |it: &&&str| self.has(it);
        let own: Vec<_> = own.iter().filter(shared).copied().collect();
        if own.is_empty() {
            return String::new();
        }
        let words: BTreeSet<_> = rest.split(|it: char| !it.is_alphanumeric()).collect();
        let used: Vec<_> = own
            .iter()
            .filter(|it| words.contains(**it))
            .copied()
            .collect();
        let exported = format!("export type {{ {} }} from './{MODULE}'\n\n", own.join(", "));
        match used.is_empty() {
            true => exported,
            false => format!(
                "import type {{ {} }} from './{MODULE}'\n\n{exported}",
                used.join(", ")
            ),
        }
    }
}
