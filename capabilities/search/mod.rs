//! Search: finds words anywhere in the story, in titles, labels and the adopted data of every
//! capability; in English, and in Chinese of any length, simplified or traditional. The index
//! belongs to the store.

#[cfg(test)]
mod tests;

use capability::{Capability, Hit, Impact, Tool, ToolContext, ToolError, UiHints};
use model::{Story, Subject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::{NodeRef, hints};
use crate::error::CapabilityError;
use crate::validate;

/// How many hits are examined when filtering by kind.
const MAX_CANDIDATES: usize = 2000;

pub(crate) struct Search;

impl Capability for Search {
    fn name(&self) -> &'static str {
        "search"
    }

    fn title(&self) -> &'static str {
        "Search"
    }

    fn summary(&self) -> &'static str {
        "Finds words anywhere in the story."
    }

    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("find", "search_story", Impact::Read, find)
                .everyday()
                .formerly_parameter("words", "query")
                .verb("search")
                .hints(show_finds),
        ]
    }
}

/// Find words anywhere in the story: in titles, texts, attributes, image prompts and link labels.
/// All words must occur in the same place. Ignores letter case and the difference between
/// simplified and traditional Chinese.
#[derive(Deserialize, JsonSchema)]
struct Find {
    /// The words to look for, in any language.
    query: String,
    /// Only in nodes of this kind, for instance `character`.
    kind: Option<String>,
    /// How many results to list at most. Defaults to 20.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct SearchResults {
    words: String,
    count: usize,
    /// Best first.
    hits: Vec<SearchHit>,
}

#[derive(Serialize, JsonSchema)]
struct SearchHit {
    /// The node it stands in; none for a link or the story itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<NodeRef>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    /// The node's title, the link's ends, or the story's title.
    title: String,
    capability: String,
    excerpt: String,
    /// The words as they are in the excerpt.
    found: String,
}

async fn find(cx: ToolContext, input: Find) -> Result<SearchResults, ToolError> {
    let words = validate::line("/query", "the search", &input.query)?;
    let graph = cx.story().graph()?;
    if let Some(kind) = &input.kind {
        let known = graph.kinds.keys().map(String::as_str);
        if validate::position(known.clone(), kind.trim()).is_none() {
            let kind = validate::shorten_for_message(kind);
            return Err(
                ToolError::invalid("/kind", CapabilityError::NoKind { kind })
                    .hint(format!("the kinds are {}", validate::join_names(known))),
            );
        }
    }
    let limit = input.limit.unwrap_or(20);
    let looked_at = if input.kind.is_some() {
        MAX_CANDIDATES
    } else {
        limit
    };
    let hits = cx.story().search(&words, looked_at)?;
    let hits = hits.into_iter().map(|it| SearchHit::of(&graph, it));
    let hits: Vec<_> = hits
        .filter(|it| it.has_kind(input.kind.as_deref()))
        .take(limit)
        .collect();
    Ok(SearchResults {
        words,
        count: hits.len(),
        hits,
    })
}

impl SearchHit {
    fn of(graph: &Story, hit: Hit) -> Self {
        let found = hit
            .excerpt
            .get(hit.found.clone())
            .unwrap_or_default()
            .to_owned();
        let node = hit.slot.subject.node().map(|it| NodeRef::find(graph, it));
        let kind = node
            .as_ref()
            .and_then(|it| Some(graph.nodes.get(&it.id)?.kind.clone()));
        let title = match (&node, hit.slot.subject) {
            (Some(node), _) => node.title.clone(),
            (None, Subject::Edge(id)) => match graph.edges.get(&id) {
                Some(edge) => {
                    let end = |it| NodeRef::find(graph, it).title;
                    format!("{} → {}", end(edge.record.from), end(edge.record.to))
                }
                None => format!("(removed link {})", id.short()),
            },
            (None, _) => graph.record.title.clone(),
        };
        let capability = hit.slot.capability.to_string();
        Self {
            node,
            kind,
            title,
            capability,
            excerpt: hit.excerpt,
            found,
        }
    }

    fn has_kind(&self, wanted: Option<&str>) -> bool {
        let Some(wanted) = wanted else { return true };
        self.kind
            .as_ref()
            .is_some_and(|it| it.to_lowercase() == wanted.trim().to_lowercase())
    }
}

fn show_finds(answer: &Value) -> Option<UiHints> {
    let title = format!("{} found", answer["count"]);
    hints("nodes", title, json!({ "nodes": answer["hits"] }))
}
