//! story_statistics: the length of the story, its paths and its endings.

use capability::{ToolContext, ToolError};
use model::analysis::{Check, Ending, Playthrough};
use model::play::OutgoingLinks;
use model::{EdgeId, NodeId, Story, WordCount};
use schemars::JsonSchema;
use script_player::Language;
use serde::{Deserialize, Serialize};

use super::cached_check::with_check;
use crate::answer::NodeRef;
use crate::shared::script_language::script_language;
use crate::validate;

/// The default number of longest nodes listed.
const DEFAULT_LIMIT: usize = 20;

/// Measure the story: words per node, branch, path and in all (Chinese counted by characters), the
/// shortest and the longest path, reading time, and every ending with the choices that lead there.
/// Pass the `steps` of a path to play_story to read it.
#[derive(Deserialize, JsonSchema)]
pub(super) struct StoryStatistics {
    /// Where reading begins: a node's title, or the first or last characters of its id. Defaults to
    /// the story's start.
    from: Option<String>,
    /// How many nodes and endings to list at most, the longest nodes first. Defaults to 20.
    #[schemars(range(min = 1, max = 10000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Statistics {
    number: u64,
    /// How many nodes there are.
    nodes: usize,
    links: usize,
    #[serde(flatten)]
    total: WordCount,
    /// How long reading every text once takes.
    reading_seconds: u64,
    /// The pages with the most words.
    longest_nodes: Vec<NodeLength>,
    /// The nodes whose text is not counted, because nobody reads it on the way: people, places,
    /// notes.
    beside: Vec<NodeId>,
    /// What lies behind each choice of the node reading begins at.
    branches: Vec<Branch>,
    /// The reading with the fewest words that comes to an ending.
    shortest: Option<PathSummary>,
    longest: LongestPath,
    endings: Vec<EndingSummary>,
    /// How many endings there are.
    ending_count: usize,
    /// Whether every state a reader can come to was looked at; otherwise an ending without a way
    /// may have one.
    complete: bool,
    /// The language of the script that plays the story, as Ink. What is told of ways then follows
    /// the links alone, not the script; playtest_story plays it.
    #[serde(skip_serializing_if = "Option::is_none")]
    script: Option<&'static str>,
}

#[derive(Serialize, JsonSchema)]
struct NodeLength {
    node: NodeRef,
    #[serde(flatten)]
    count: WordCount,
}

#[derive(Serialize, JsonSchema)]
struct Branch {
    edge: EdgeId,
    label: String,
    to: NodeRef,
    /// Nodes that can be reached from there.
    pages: usize,
    words: usize,
}

#[derive(Serialize, JsonSchema)]
struct PathSummary {
    words: usize,
    pages: usize,
    /// The choices to take, for play_story, with the random numbers set by hand that they need.
    steps: Vec<String>,
    path: Vec<NodeRef>,
}

#[derive(Serialize, JsonSchema)]
struct LongestPath {
    /// No reader meets more words than this, pages that are passed again counted once.
    words: usize,
    /// Whether a reader can really meet so many, by `way`. Otherwise there are too many ways to try
    /// them all, and `way` is the longest that was found.
    exact: bool,
    /// The longest way to an ending that takes no choice twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    way: Option<PathSummary>,
}

#[derive(Serialize, JsonSchema)]
struct EndingSummary {
    node: NodeRef,
    /// Whether it is marked as an ending; otherwise nothing leads on from it.
    marked: bool,
    /// The way there with the fewest words; none if it cannot be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    way: Option<PathSummary>,
}

impl PathSummary {
    fn of(story: &Story, way: Playthrough) -> Self {
        Self {
            words: way.words,
            pages: way.nodes.len(),
            steps: way.steps.iter().map(ToString::to_string).collect(),
            path: way
                .nodes
                .iter()
                .map(|it| NodeRef::find(story, *it))
                .collect(),
        }
    }
}

pub(super) async fn measure(
    cx: ToolContext,
    input: StoryStatistics,
) -> Result<Statistics, ToolError> {
    let from = match &input.from {
        Some(from) => Some(validate::node(&cx, "/from", Some(from))?.id),
        None => None,
    };
    let limit = input.limit.unwrap_or(DEFAULT_LIMIT);
    let graph = cx.story().graph()?;
    let script = match from.or(graph.record.start) {
        Some(start) => script_language(cx.story(), &graph, start)?.map(Language::name),
        None => None,
    };
    with_check(&cx, move |check, story| {
        let measures = check.metrics(story, from);
        let mut lengths: Vec<_> = measures
            .nodes
            .iter()
            .map(|it| NodeLength {
                node: NodeRef::find(story, it.node),
                count: it.count,
            })
            .collect();
        lengths.sort_by_key(|it| std::cmp::Reverse(it.count.words));
        lengths.truncate(limit);
        let branches = from.or(story.record.start);
        let branches = branches.map(|it| branches_of(check, story, it, limit));
        let ending = |it: Ending| EndingSummary {
            node: NodeRef::find(story, it.node),
            marked: it.marked,
            way: it.way.map(|it| PathSummary::of(story, it)),
        };
        Statistics {
            number: story.number,
            nodes: story.nodes.len(),
            links: story.edges.len(),
            total: measures.total,
            reading_seconds: measures.seconds.round() as u64,
            longest_nodes: lengths,
            beside: measures.uncounted,
            branches: branches.unwrap_or_default(),
            shortest: measures.shortest.map(|it| PathSummary::of(story, it)),
            longest: LongestPath {
                words: measures.longest.words,
                exact: measures.longest.is_exact,
                way: measures.longest.way.map(|it| PathSummary::of(story, it)),
            },
            ending_count: measures.endings.len(),
            endings: measures
                .endings
                .into_iter()
                .take(limit)
                .map(ending)
                .collect(),
            complete: measures.complete,
            script,
        }
    })
    .await
}

fn branches_of(check: &mut Check, story: &Story, from: NodeId, limit: usize) -> Vec<Branch> {
    let exits = OutgoingLinks::of(story);
    let edges = exits.from(from).iter().take(limit);
    edges
        .map(|edge| {
            let (pages, words) = check.behind(story, edge.record.to);
            Branch {
                edge: edge.id,
                label: edge.record.label.clone(),
                to: NodeRef::find(story, edge.record.to),
                pages,
                words,
            }
        })
        .collect()
}
