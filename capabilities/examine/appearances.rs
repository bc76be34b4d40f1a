//! list_appearances: which scenes name which characters, places and other things of the story.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use capability::{NodeSelection, ToolContext, ToolError};
use formats::Notations;
use markup::links::visible_text;
use markup::{NameCounter, parallel_map};
use model::analysis::is_page_kind;
use model::{Node, NodeId, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::NodeRef;
use crate::background::{run_in_background, with_progress};
use crate::validate;

/// How many scenes are listed by default.
const DEFAULT_LIMIT: usize = 100;

/// Show where characters, places and other things appear: which scenes name them, by title or
/// alias, in text or attributes; for each of them the first and last scene and the longest absence.
/// Scenes are in reading order.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ListAppearances {
    /// Whose appearances: titles of nodes, or the first or last characters of their ids. Defaults
    /// to all characters, places, and nodes of the story's own kinds that no link leads to.
    of: Option<Vec<String>>,
    #[serde(flatten)]
    selection: NodeSelection,
    /// How many scenes to list at most. Defaults to 100.
    #[schemars(range(min = 1, max = 20000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Appearances {
    /// Those who were looked for, by kind; of each kind those in most scenes first.
    of: Vec<NamedNode>,
    /// How many scenes were read.
    count: usize,
    scenes: Vec<Scene>,
}

/// A node that scenes name.
#[derive(Serialize, JsonSchema)]
struct NamedNode {
    #[serde(flatten)]
    node: NodeRef,
    kind: String,
    /// How many scenes name it.
    scenes: usize,
    /// How often their texts name it.
    times: usize,
    /// The first scene that names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<NodeRef>,
    /// The last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<NodeRef>,
    /// The most scenes in a row between these two that do not name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    absence: Option<Absence>,
}

/// Scenes in a row that do not name a node.
#[derive(Serialize, JsonSchema)]
struct Absence {
    scenes: usize,
    /// The last scene before them.
    after: NodeRef,
    /// The scene in which it appears again.
    until: NodeRef,
}

/// A scene, and whom it names.
#[derive(Serialize, JsonSchema)]
struct Scene {
    node: NodeRef,
    named: Vec<Appearance>,
}

/// A node that a scene names.
#[derive(Serialize, JsonSchema)]
struct Appearance {
    #[serde(flatten)]
    node: NodeRef,
    /// How often the text names it.
    times: usize,
    /// What the text calls it first, as it is written there.
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<String>,
    /// The attributes of the scene that name it, such as its point of view.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<String>,
}

pub(super) async fn list(
    cx: ToolContext,
    input: ListAppearances,
) -> Result<Appearances, ToolError> {
    let of = match &input.of {
        Some(of) => Some(validate::nodes(&cx, "/of", of)?),
        None => None,
    };
    run_in_background(move || {
        let view = cx.story();
        let story = view.story()?;
        let of: Vec<&Node> = match &of {
            Some(of) => of.iter().collect(),
            None => subjects(&story),
        };
        let looked_for: HashSet<NodeId> = of.iter().map(|it| it.id).collect();
        let chosen = input.selection.resolve(view)?;
        let scenes: Vec<&Node> = chosen
            .iter()
            .map(|it| &*story.nodes[it])
            .filter(|it| is_page_kind(&it.kind) && !looked_for.contains(&it.id))
            .collect();
        let names = of.iter().enumerate();
        let counter = NameCounter::new(
            names.flat_map(|(owner, node)| node.names().map(move |it| (owner, it))),
        );
        let counter = counter.ok_or_else(|| {
            ToolError::invalid("/of", "there are too many names to look for at once")
                .hint("name those to look for")
        })?;
        let notations = Notations::of(&story);
        let named = with_progress(&cx, || {
            parallel_map("reading passages", &scenes, |scene| {
                appearances(scene, &of, &counter, notations)
            })
        })?;
        let mut listed: Vec<NamedNode> = of
            .iter()
            .map(|it| NamedNode::of(it, &scenes, &named))
            .collect();
        listed.sort_by_cached_key(|it| {
            let kind = of.iter().position(|other| other.kind == it.kind);
            (kind, Reverse(it.scenes))
        });
        let count = scenes.len();
        let limit = input.limit.unwrap_or(DEFAULT_LIMIT);
        let scenes = scenes.into_iter().zip(named).take(limit);
        Ok(Appearances {
            of: listed,
            count,
            scenes: scenes
                .map(|(node, named)| Scene {
                    node: node.into(),
                    named,
                })
                .collect(),
        })
    })
    .await
}

/// Characters and places, and what has another kind of the story's own and is no page: no link
/// touches it.
fn subjects(story: &Story) -> Vec<&Node> {
    let edges = story.edges.values();
    let linked: HashSet<NodeId> = edges
        .flat_map(|it| [it.record.from, it.record.to])
        .collect();
    let rank = |node: &Node| match &*node.kind {
        "character" => Some(0),
        "place" => Some(1),
        "scene" | "note" | "group" => None,
        _ => (!linked.contains(&node.id)).then_some(2),
    };
    let nodes = story.nodes.values().map(|it| &**it);
    let mut found: Vec<(usize, &Node)> = nodes.filter_map(|it| Some((rank(it)?, it))).collect();
    found.sort_by_key(|it| it.0);
    found.into_iter().map(|it| it.1).collect()
}

/// Whom a scene names, in the order in which they were looked for.
fn appearances(
    scene: &Node,
    of: &[&Node],
    counter: &NameCounter,
    notations: Notations,
) -> Vec<Appearance> {
    let read = notations.read(scene, scene.prose());
    let seen = visible_text(&read);
    let mut found: HashMap<usize, Appearance> = HashMap::new();
    for named in counter.count(&seen) {
        let appearance = Appearance {
            node: of[named.owner].into(),
            times: named.times,
            quote: Some(seen[named.first].to_owned()),
            attributes: Vec::new(),
        };
        found.insert(named.owner, appearance);
    }
    for (key, value) in scene.attributes() {
        for named in counter.count(value) {
            let appearance = found.entry(named.owner).or_insert_with(|| Appearance {
                node: of[named.owner].into(),
                times: 0,
                quote: None,
                attributes: Vec::new(),
            });
            appearance.attributes.push(key.to_owned());
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|it| it.0);
    found.into_iter().map(|it| it.1).collect()
}

impl NamedNode {
    /// What all scenes together say of a node; `named` has the appearances of each scene.
    fn of(node: &Node, scenes: &[&Node], named: &[Vec<Appearance>]) -> Self {
        let mut times = 0;
        let mut at = Vec::new();
        for (number, named) in named.iter().enumerate() {
            if let Some(found) = named.iter().find(|it| it.node.id == node.id) {
                times += found.times;
                at.push(number);
            }
        }
        let scene = |number: usize| NodeRef::from(scenes[number]);
        let gaps = at.windows(2).map(|it| (it[1] - it[0] - 1, it));
        let longest = gaps.rev().max_by_key(|it| it.0).filter(|it| it.0 > 0);
        Self {
            node: node.into(),
            kind: node.kind.to_string(),
            scenes: at.len(),
            times,
            first: at.first().map(|it| scene(*it)),
            last: at.last().map(|it| scene(*it)),
            absence: longest.map(|(scenes, ends)| Absence {
                scenes,
                after: scene(ends[0]),
                until: scene(ends[1]),
            }),
        }
    }
}
