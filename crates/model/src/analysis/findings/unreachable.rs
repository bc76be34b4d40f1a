//! No way leads there from the start.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::analysis::adjacency::Number;
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::{Fix, FixAction};

/// For how many unreachable nodes the nearest node is looked up; the others are linked from the
/// first page.
const MAX_NEAREST_LOOKUPS: usize = 100;

/// No way leads there from the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Unreachable {
    /// The node.
    pub title: String,
    /// How many more nodes can be reached only through it.
    pub behind: usize,
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, behind } = self;
        match behind {
            0 => write!(f, "Readers can’t reach “{title}”."),
            1 => write!(f, "Readers can’t reach “{title}” or 1 scene after it."),
            _ => write!(
                f,
                "Readers can’t reach “{title}” or {behind} scenes after it."
            ),
        }
    }
}

impl FindingType for Unreachable {
    const SEVERITY: Severity = Severity::Warning;
    const WHY: &'static str = "No reader will ever see it.";
    const BASIS: Basis = Basis::Graph;

    /// One finding per missing entry point: linking its first node makes everything after it
    /// reachable.
    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let paths = cx.paths();
        let lost = paths.lost();
        if paths.may_show_anything || lost.is_empty() {
            return Vec::new();
        }
        let (adjacency, component) = (&paths.adjacency, &paths.component);
        let mut entered = vec![false; paths.component_count];
        // Includes nodes that are not pages but lead on to some.
        let mut seen = paths.reached.clone();
        for node in adjacency.mark_reachable(lost.iter().copied(), &mut seen) {
            for &to in adjacency.from(node) {
                if component[to] != component[node] {
                    entered[component[to]] = true;
                }
            }
        }
        let mut seen = paths.reached.clone();
        let mut begun = vec![false; paths.component_count];
        let first_page = paths.reached.iter().position(|it| *it);
        let map = NodesByX::of(cx, &paths.reached);
        let mut found = Vec::new();
        for first in lost {
            if entered[component[first]] || std::mem::replace(&mut begun[component[first]], true) {
                continue;
            }
            let behind = adjacency.mark_reachable([first], &mut seen);
            let nodes: Vec<_> = behind.iter().map(|it| cx.node(*it).id).collect();
            let node = cx.node(first);
            let what = Self {
                title: node.title.clone(),
                behind: nodes.len() - 1,
            };
            let near = match found.len() {
                count if count <= MAX_NEAREST_LOOKUPS => {
                    map.nearest((node.layout.x, node.layout.y))
                }
                _ => first_page,
            };
            let fix = near.map(|near| {
                let near = cx.node(near);
                let mends = FixAction::LinkFrom {
                    title: near.title.clone(),
                };
                let ends = json!({ "from": near.id, "to": node.id });
                Fix::new(mends, "link_nodes", ends)
            });
            found.push(FindingOf::new(what, nodes, fix));
        }
        found
    }
}

/// The reachable nodes, from left to right.
struct NodesByX(Vec<(f64, f64, Number)>);

impl NodesByX {
    fn of(cx: &FindingContext<'_>, reached: &[bool]) -> Self {
        let at = |it: &Number| &cx.node(*it).layout;
        let left_to_right = cx.left_to_right.get_or_init(|| {
            let mut all: Vec<Number> = (0..reached.len()).collect();
            all.sort_by(|one, other| at(one).x.total_cmp(&at(other).x));
            all
        });
        let reached = left_to_right.iter().filter(|it| reached[**it]);
        Self(reached.map(|it| (at(it).x, at(it).y, *it)).collect())
    }

    /// The nearest node, the first among equals. Searches in both directions as long as something
    /// may be nearer.
    fn nearest(&self, (x, y): (f64, f64)) -> Option<Number> {
        let middle = self.0.partition_point(|it| it.0 < x);
        let mut best: Option<(f64, Number)> = None;
        let mut is_near = |&(there_x, there_y, number): &(f64, f64, Number)| {
            let aside = (there_x - x).powi(2);
            if best.is_some_and(|it| aside > it.0) {
                return false;
            }
            let found = (aside + (there_y - y).powi(2), number);
            if best.is_none_or(|it| found < it) {
                best = Some(found);
            }
            true
        };
        // Alternates between both directions, so that a near node is found early and bounds the
        // search.
        let mut sides = [
            &mut self.0[..middle].iter().rev() as &mut dyn Iterator<Item = _>,
            &mut self.0[middle..].iter(),
        ];
        let mut open = [true, true];
        while open != [false, false] {
            for (side, open) in sides.iter_mut().zip(&mut open) {
                *open = *open && side.next().is_some_and(&mut is_near);
            }
        }
        best.map(|it| it.1)
    }
}
