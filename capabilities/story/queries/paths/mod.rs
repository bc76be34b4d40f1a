//! Paths from one node to another, shortest first: by the links alone, or as a reader can take
//! them. The algorithm is in `search`.

mod search;

use std::collections::HashSet;

use capability::{ToolContext, ToolError};
use model::play::{PlayableStory, Variables};
use model::{NodeId, Story};
use schemars::JsonSchema;
use script_player::Language;
use serde::{Deserialize, Serialize};

use crate::answer::NodeRef;
use crate::shared::play_records::PlayRecordReader;
use crate::shared::script_language::script_language;
use crate::validate;
use search::{Found, FoundPath, Query, by_links, by_reading};

/// Find the paths from one node to another, shortest first. By the links alone, no path visits a
/// node twice. With `state`, only paths that a reader can take are found: their conditions hold
/// and their effects happen on the way.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct FindPaths {
    /// Where the path begins: a node's title, or the first or last characters of its id. Defaults
    /// to the node being edited.
    from: Option<String>,
    /// Where it ends: a node's title, or the first or last characters of its id.
    to: String,
    /// Nodes that no path may visit: their titles, or the first or last characters of their ids.
    avoid: Option<Vec<String>>,
    /// Nodes that every path must visit, in any order: their titles, or the first or last
    /// characters of their ids.
    through: Option<Vec<String>>,
    /// The variables at the beginning, for instance `gold = 5; has_key = true`, or empty for none.
    /// Conditions are not considered when left out.
    state: Option<String>,
    /// How many paths to list at most. Defaults to 5.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Paths {
    from: NodeRef,
    to: NodeRef,
    count: usize,
    /// Whether these are all the ways there are.
    complete: bool,
    paths: Vec<Path>,
    /// Where no path can be taken from this state: the shortest by the links alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    closed: Option<Path>,
    /// The language of the script that plays the story, as Ink. The paths follow the links alone,
    /// not the script.
    #[serde(skip_serializing_if = "Option::is_none")]
    script: Option<&'static str>,
}

#[derive(Serialize, JsonSchema)]
struct Path {
    nodes: Vec<NodeRef>,
    /// The way in one line, with the labels and conditions of its links.
    text: String,
    /// The variables at its end; only where `state` was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    variables: Option<Variables>,
}

pub(in crate::story) async fn find(cx: ToolContext, input: FindPaths) -> Result<Paths, ToolError> {
    let from = validate::node(&cx, "/from", input.from.as_deref())?;
    let to = validate::node(&cx, "/to", Some(&input.to))?;
    let query = Query {
        from: from.id,
        to: to.id,
        avoid: node_ids(&cx, "/avoid", input.avoid.as_deref())?
            .into_iter()
            .collect::<HashSet<_>>(),
        through: node_ids(&cx, "/through", input.through.as_deref())?,
        limit: input.limit.unwrap_or(5),
    };
    if let Some(both) = query.through.iter().find(|it| query.avoid.contains(it)) {
        let title = NodeRef::find(&*cx.story().graph()?, *both).title;
        return Err(ToolError::invalid(
            "/avoid",
            format!("{title:?} cannot be both visited and avoided"),
        )
        .hint("name it in through or in avoid"));
    }
    let graph = cx.story().graph()?;
    let (found, complete): Found<'_>;
    let records = PlayRecordReader::new(cx.story());
    let read = |node| records.of(node);
    let book;
    match &input.state {
        None => (found, complete) = by_links(&graph, &query),
        Some(state) => {
            let variables = validate::effect("/state", state)?.initial_variables(0);
            book = PlayableStory::new(&graph, &read);
            (found, complete) = by_reading(&book, &records, &query, variables);
            records.finish()?;
        }
    }
    let script = script_language(cx.story(), &graph, from.id)?;
    let closed = match input.state.is_some() && found.is_empty() && complete {
        true => by_links(&graph, &Query { limit: 1, ..query }).0,
        false => Vec::new(),
    };
    let path = |it: FoundPath<'_>| Path::of(&graph, from.id, it);
    let paths: Vec<_> = found.into_iter().map(path).collect();
    Ok(Paths {
        from: NodeRef::from(&from),
        to: NodeRef::from(&to),
        count: paths.len(),
        complete,
        paths,
        closed: closed.into_iter().next().map(path),
        script: script.map(Language::name),
    })
}

fn node_ids(
    cx: &ToolContext,
    path: &str,
    references: Option<&[String]>,
) -> Result<Vec<NodeId>, ToolError> {
    match references {
        None | Some([]) => Ok(Vec::new()),
        Some(given) => Ok(validate::nodes(cx, path, given)?
            .iter()
            .map(|it| it.id)
            .collect()),
    }
}

impl Path {
    fn of(graph: &Story, from: NodeId, way: FoundPath<'_>) -> Self {
        let mut nodes = vec![NodeRef::find(graph, from)];
        let mut text = nodes[0].title.clone();
        for edge in way.edges {
            let node = NodeRef::find(graph, edge.record.to);
            text.push_str(" → ");
            if let Some(condition) = &edge.record.condition {
                text.push_str(&format!("if {condition}: "));
            }
            if !edge.record.label.is_empty() {
                text.push_str(&format!("{:?} → ", edge.record.label));
            }
            text.push_str(&node.title);
            nodes.push(node);
        }
        Self {
            nodes,
            text,
            variables: way.variables,
        }
    }
}
