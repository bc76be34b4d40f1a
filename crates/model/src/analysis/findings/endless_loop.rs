//! Once in, a reader never gets out, and no ending is inside.

use std::fmt;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::analysis::adjacency::Number;
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::{Fix, FixAction};

/// Once in, a reader never gets out, and no ending is inside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct EndlessLoop {
    /// The first node of it.
    pub title: String,
    /// How many nodes it has.
    pub count: usize,
}

impl fmt::Display for EndlessLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, count } = self;
        match count {
            1 => write!(f, "There’s no way out of “{title}”."),
            _ => write!(f, "There’s no way out of {count} scenes around “{title}”."),
        }
    }
}

impl FindingType for EndlessLoop {
    const SEVERITY: Severity = Severity::Warning;
    const WHY: &'static str = "Readers who get in can never finish the story.";
    const BREAKS_READING: bool = true;
    const BASIS: Basis = Basis::Graph;

    /// Components that can be entered but not left and contain no ending or computed link. The one
    /// of the start is none: its pages end the story and offer to begin again.
    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let paths = cx.paths();
        if !paths.is_certain {
            return Vec::new();
        }
        let (adjacency, component, reached) = (&paths.adjacency, &paths.component, &paths.reached);
        let mut left = vec![false; paths.component_count];
        let mut turns = vec![false; paths.component_count];
        let mut entered = vec![false; paths.component_count];
        for node in (0..adjacency.len()).filter(|it| reached[*it]) {
            let mine = component[node];
            let marks = cx.story_facts.marks[node];
            left[mine] |= marks.ending || marks.returns_to_earlier_page;
            left[mine] |= paths.dynamic[node] || marks.runs_code;
            turns[mine] |= std::mem::replace(&mut entered[mine], true);
            for &to in adjacency.from(node) {
                left[mine] |= component[to] != mine;
                turns[mine] |= to == node;
            }
        }
        // A start that only leads to itself can end in nothing.
        let begins_again = paths.start.map(|it| component[it]);
        let is_alone = |it: usize| {
            let members = component.iter().filter(|of| **of == it);
            members.count() < 2
        };
        let begins_again = begins_again.filter(|it| !is_alone(*it));
        let endless = |it: usize| turns[it] && !left[it] && begins_again != Some(it);
        // By component, in the order of their first nodes.
        let mut found: IndexMap<usize, Vec<Number>> = IndexMap::new();
        for node in (0..adjacency.len()).filter(|it| reached[*it] && endless(component[*it])) {
            found.entry(component[node]).or_default().push(node);
        }
        let found = found.values().filter_map(|members| {
            let nodes: Vec<_> = members.iter().map(|it| cx.node(*it).id).collect();
            let what = Self {
                title: cx.node(*members.first()?).title.clone(),
                count: nodes.len(),
            };
            let last = cx.node(*members.last()?);
            let mends = FixAction::MarkEnding {
                title: last.title.clone(),
            };
            let fix = Fix::on_node(mends, "set_ending", last.id, json!({}));
            Some(FindingOf::new(what, nodes, Some(fix)))
        });
        found.collect()
    }
}
