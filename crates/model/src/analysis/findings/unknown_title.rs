//! A condition asks for a node that does not exist.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::analysis::details::LinkNames;
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::{Fix, FixAction};
use crate::analysis::parse_cache::Source;

/// A condition asks for a node that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct UnknownTitle {
    /// The link with the condition.
    #[serde(flatten)]
    pub link: LinkNames,
    /// The title that the condition refers to.
    pub asked: String,
}

impl fmt::Display for UnknownTitle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { link, asked } = self;
        write!(f, "{link} refers to “{asked}”, which doesn’t exist.")
    }
}

impl FindingType for UnknownTitle {
    const SEVERITY: Severity = Severity::Warning;
    const WHY: &'static str = "A scene that doesn’t exist is never visited.";
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let used = cx.used.conditions.iter().enumerate();
        let asked: Vec<_> = used
            .map(|(it, used)| used.then(|| unknown_title(cx, it)).flatten())
            .collect();
        let links = cx.links.iter().enumerate();
        let found = links.filter_map(|(at, link)| {
            let asked = asked[link.condition?]?;
            let edge = &cx.story.edges[at];
            let mends = FixAction::MakeNode {
                title: asked.to_owned(),
            };
            let fix = Fix::new(mends, "create_node", json!({ "title": asked }));
            let what = Self {
                link: cx.link(edge),
                asked: asked.to_owned(),
            };
            Some(FindingOf::on_edge(what, edge, fix))
        });
        found.collect()
    }
}

/// The first title that a condition refers to and that no node has.
fn unknown_title<'a>(cx: &FindingContext<'a>, condition: Source) -> Option<&'a str> {
    let condition = cx.sources.conditions.get(condition).ok()?;
    let titles = condition.titles().into_iter();
    let mut unknown = titles.filter(|it| !cx.known.titles.contains(&it.to_lowercase()));
    unknown.next()
}
