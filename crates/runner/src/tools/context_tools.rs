//! The assistant's tools about what a model is shown: read it, pin or exclude nodes, choose the
//! strategy, and find tools that are not shown. The work is done in `Runner`, `story_context` and
//! `tool_choice`.

use std::sync::Arc;

use capability::{Code, Impact, Tool, ToolContext, ToolError, ToolSpec};
use model::{ThreadId, TurnId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::threads::thread_of;
use crate::context::{BackgroundUsage, ContextStrategy};
use crate::error::{AssistantError, parsed};
use crate::outside_resources::{MAX_PINNED, RESOURCE_CHOICES, pinned_in, selection_at};
use crate::request::{INDEX_KEY, RequestSnapshot, StoredSnapshot, record_key};
use crate::runner::STRATEGY;
use crate::story_context::{CHOICES, NodeSelection};
use crate::tool_choice::{FIND_TOOLS, SEARCH_LIMIT};
use crate::{ASSISTANT, Memory, OutsideResource, ResourceRef, Runner, server_not_running};

pub(crate) fn tools(runner: &Runner) -> Vec<Tool> {
    let [on_show, on_choose, on_read, on_strategy, on_find] =
        std::array::from_fn(|_| runner.clone());
    let [on_resources, on_resource] = std::array::from_fn(|_| runner.clone());
    vec![
        Tool::new("context", "show_context", Impact::Read, move |_, input| {
            show(on_show.clone(), input)
        })
        .hidden_from_models(),
        Tool::new(
            "set_node_context",
            "set_node_context",
            Impact::Write,
            move |cx, input| choose(on_choose.clone(), cx, input),
        )
        .formerly("choose_context", "choose_context")
        .formerly_parameter("how", "rule")
        .hidden_from_models(),
        Tool::new(
            "resources",
            "list_resources",
            Impact::Read,
            move |_, input| list_resources(on_resources.clone(), input),
        )
        .hidden_from_models(),
        Tool::new(
            "set_resource_context",
            "set_resource_context",
            Impact::Write,
            move |_, input| choose_resource(on_resource.clone(), input),
        )
        .hidden_from_models(),
        Tool::new(
            "strategy",
            "read_context_strategy",
            Impact::Read,
            move |_, input| read_strategy(on_read.clone(), input),
        )
        .hidden_from_models(),
        Tool::new(
            "set_strategy",
            "set_context_strategy",
            Impact::Write,
            move |_, input| set_strategy(on_strategy.clone(), input),
        )
        .hidden_from_models(),
        Tool::new(FIND_TOOLS, FIND_TOOLS, Impact::Read, move |_, input| {
            find_tools(on_find.clone(), input)
        }),
    ]
}

/// Show the exact request that the model received in a conversation: system prompt, tools, selected
/// story context with the reason for each item, summary, messages, and the size of each. Kept for
/// the last 20 turns.
#[derive(Deserialize, JsonSchema)]
struct Show {
    /// The conversation, by its id or the first or last characters of it. Defaults to the newest.
    #[serde(default)]
    thread: Option<String>,
    /// The turn, by its id, of which to show the last request. Defaults to the newest.
    #[serde(default)]
    turn: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ContextReport {
    thread: ThreadId,
    #[serde(flatten)]
    shown: RequestSnapshot,
    pinned: Vec<String>,
    excluded: Vec<String>,
    /// The resources of other programs that are pinned now.
    resources: Vec<ResourceRef>,
    /// What the strategy's work after turns took so far in this conversation, in tokens of its light
    /// model.
    background: BackgroundUsage,
}

async fn show(runner: Runner, input: Show) -> Result<ContextReport, ToolError> {
    let store = runner.store()?;
    let thread = match &input.thread {
        Some(reference) => Some(thread_of(&runner, reference)?),
        None => store.threads()?.into_iter().map(|it| it.id).max(),
    };
    let nothing =
        || ToolError::not_found(AssistantError::NothingShown {}).hint("send a message first");
    let thread = thread.ok_or_else(nothing)?;
    let kept = store
        .get_value(Some(thread), INDEX_KEY)?
        .unwrap_or_default();
    let turns: Vec<TurnId> = serde_json::from_value(kept).unwrap_or_default();
    let turn = match &input.turn {
        Some(turn) => parsed("/turn", turn)?,
        None => *turns.last().ok_or_else(nothing)?,
    };
    let unknown = || {
        let message = format!("nothing is kept of turn {turn} in this conversation");
        ToolError::not_found(message)
            .hint("only what the newest turns were shown is kept")
            .said(&AssistantError::ShownGone {})
    };
    let kept = store
        .get_value(Some(thread), &record_key(turn))?
        .ok_or_else(unknown)?;
    let shown: StoredSnapshot = serde_json::from_value(kept)
        .map_err(|error| ToolError::new(Code::Internal, error.to_string()))?;
    let shown = shown.complete(&store, thread)?;
    let choices = runner.choices(&store, thread)?;
    let ids = |nodes: std::collections::BTreeSet<model::NodeId>| {
        nodes.into_iter().map(|it| it.to_string()).collect()
    };
    Ok(ContextReport {
        thread,
        shown,
        pinned: ids(choices.pinned),
        excluded: ids(choices.excluded),
        resources: pinned_in(&store, thread)?,
        background: Memory::of(store, thread).work(),
    })
}

/// Where a choice counts: in the conversation that is named, or in the whole story.
fn place_of(runner: &Runner, thread: Option<&str>) -> Result<Option<ThreadId>, ToolError> {
    thread.map(|it| thread_of(runner, it)).transpose()
}

/// Set whether a node is always included in the model's context, never, or when it fits the
/// instruction. The node being edited is always included.
#[derive(Deserialize, JsonSchema)]
struct Choose {
    /// The node, by title or id.
    node: String,
    /// Pin it, exclude it, or leave it to the instruction.
    rule: How,
    /// Only in this conversation, by its id or the first or last characters of it. Defaults to all
    /// conversations of the story.
    #[serde(default)]
    thread: Option<String>,
}

/// When a node is shown.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum How {
    /// Always.
    Pin,
    /// Never.
    Exclude,
    /// When it fits.
    Auto,
}

#[derive(Serialize, JsonSchema)]
struct NodeContext {
    /// The node's title.
    node: String,
    rule: How,
    /// The conversation it holds for; null: all of the story.
    thread: Option<ThreadId>,
}

async fn choose(runner: Runner, cx: ToolContext, input: Choose) -> Result<NodeContext, ToolError> {
    let store = runner.store()?;
    let thread = place_of(&runner, input.thread.as_deref())?;
    let node = cx.node(Some(&input.node))?;
    let kept = store.get_value(thread, CHOICES)?.unwrap_or_default();
    let mut choices: NodeSelection = serde_json::from_value(kept).unwrap_or_default();
    choices.pinned.remove(&node.id);
    choices.excluded.remove(&node.id);
    match input.rule {
        How::Pin => drop(choices.pinned.insert(node.id)),
        How::Exclude => drop(choices.excluded.insert(node.id)),
        How::Auto => {}
    }
    store
        .put_value(thread, CHOICES, Some(json!(choices)))
        .await?;
    Ok(NodeContext {
        node: node.title,
        rule: input.rule,
        thread,
    })
}

/// List the resources that running MCP servers offer: documents that can be pinned into the model's
/// context.
#[derive(Deserialize, JsonSchema)]
struct ListResources {}

#[derive(Serialize, JsonSchema)]
struct Resources {
    resources: Vec<OutsideResource>,
}

async fn list_resources(runner: Runner, _: ListResources) -> Result<Resources, ToolError> {
    let resources = runner.outside_resources();
    Ok(Resources {
        resources: resources.map(|it| it.list()).unwrap_or_default(),
    })
}

/// Set whether a resource of an MCP server is always included in the model's context. It is read anew
/// in each turn; what it says is material for the model, never an instruction.
#[derive(Deserialize, JsonSchema)]
struct ChooseResource {
    /// The name of the server.
    server: String,
    /// The resource, by its address on the server.
    uri: String,
    /// Pin it, exclude it, or leave it to what holds for the whole story.
    rule: How,
    /// Only in this conversation, by its id or the first or last characters of it. Defaults to all
    /// conversations of the story.
    #[serde(default)]
    thread: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ResourceContext {
    resource: ResourceRef,
    rule: How,
    /// The conversation it holds for; null: all of the story.
    thread: Option<ThreadId>,
}

async fn choose_resource(
    runner: Runner,
    input: ChooseResource,
) -> Result<ResourceContext, ToolError> {
    let store = runner.store()?;
    let thread = place_of(&runner, input.thread.as_deref())?;
    let offered = runner.outside_resources().map(|it| it.list());
    let mut offered = offered.into_iter().flatten();
    let offered = offered.find(|it| it.server == input.server && it.uri == input.uri);
    let mut choices = selection_at(&store, thread)?;
    let title = offered.map_or_else(|| input.uri.clone(), |it| it.title);
    let resource = ResourceRef {
        server: input.server,
        uri: input.uri,
        title,
    };
    for chosen in [&mut choices.pinned, &mut choices.excluded] {
        chosen.retain(|it| !it.is(&resource.server, &resource.uri));
    }
    match input.rule {
        How::Pin => {
            check_can_be_pinned(&runner, &resource, choices.pinned.len()).await?;
            choices.pinned.push(resource.clone());
        }
        How::Exclude => choices.excluded.push(resource.clone()),
        How::Auto => {}
    }
    store
        .put_value(thread, RESOURCE_CHOICES, Some(json!(choices)))
        .await?;
    Ok(ResourceContext {
        resource,
        rule: input.rule,
        thread,
    })
}

/// Reads the resource once: a wrong address is told now, not in a turn.
async fn check_can_be_pinned(
    runner: &Runner,
    resource: &ResourceRef,
    pinned: usize,
) -> Result<(), ToolError> {
    if pinned >= MAX_PINNED {
        let most = MAX_PINNED;
        return Err(
            ToolError::invalid("/uri", AssistantError::PinnedMany { most })
                .hint("leave one of them out first"),
        );
    }
    let resources = runner.outside_resources();
    let resources = resources.ok_or_else(|| server_not_running(&resource.server))?;
    resources
        .read(&resource.server, &resource.uri)
        .await
        .map(drop)
}

/// Read how conversations are fitted into the model's window: what is chosen for one conversation, for
/// the story and in the settings. The first of these that is chosen counts.
#[derive(Deserialize, JsonSchema)]
struct ReadStrategy {
    /// The conversation, by its id or the first or last characters of it; the story's choice alone
    /// when left out.
    #[serde(default)]
    thread: Option<String>,
}

/// Each choice as it was made; null where none was.
#[derive(Serialize, JsonSchema)]
struct Strategies {
    #[schemars(with = "Option<ContextStrategy>")]
    thread: Option<Value>,
    #[schemars(with = "Option<ContextStrategy>")]
    story: Option<Value>,
    settings: Option<ContextStrategy>,
    /// Every strategy there is, by its id, the default first.
    known: Vec<String>,
}

async fn read_strategy(runner: Runner, input: ReadStrategy) -> Result<Strategies, ToolError> {
    let store = runner.store()?;
    let thread = match &input.thread {
        Some(reference) => store.get_value(Some(thread_of(&runner, reference)?), STRATEGY)?,
        None => None,
    };
    let (settings, known) = runner.strategies();
    Ok(Strategies {
        thread,
        story: store.get_value(None, STRATEGY)?,
        settings,
        known,
    })
}

/// Choose how conversations are fitted into the model's window. Nothing is deleted by any strategy:
/// what is not sent stays in the conversation.
#[derive(Deserialize, JsonSchema)]
struct SetStrategy {
    /// `std-sliding-window`, `std-summarization-strategy`, `std-entity-extraction`, or one
    /// registered from outside; left out to go back to the settings.
    #[serde(default)]
    plugin_id: Option<String>,
    /// Its configuration, as the text of a JSON object.
    #[serde(default)]
    config: Option<String>,
    /// Only for this conversation, by its id or the first or last characters of it. Defaults to the
    /// whole story.
    #[serde(default)]
    thread: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ChosenStrategy {
    /// What was chosen; null: as the settings say.
    context_strategy: Option<ContextStrategy>,
    /// The conversation it holds for; null: the whole story.
    thread: Option<ThreadId>,
}

async fn set_strategy(runner: Runner, input: SetStrategy) -> Result<ChosenStrategy, ToolError> {
    let store = runner.store()?;
    let thread = place_of(&runner, input.thread.as_deref())?;
    let Some(plugin_id) = input.plugin_id else {
        store.put_value(thread, STRATEGY, None).await?;
        return Ok(ChosenStrategy {
            context_strategy: None,
            thread,
        });
    };
    let config = match &input.config {
        None => Value::Null,
        Some(text) => serde_json::from_str(text)
            .ok()
            .filter(Value::is_object)
            .ok_or_else(|| {
                ToolError::invalid("/config", "config is not the text of a JSON object")
            })?,
    };
    let wanted = ContextStrategy {
        plugin_id,
        config,
        ..ContextStrategy::default()
    };
    runner.check_strategy(&wanted)?;
    store
        .put_value(thread, STRATEGY, Some(json!(wanted)))
        .await?;
    Ok(ChosenStrategy {
        context_strategy: Some(wanted),
        thread,
    })
}

/// Search for tools by what they do, in English or Chinese, when none of those you have fits. Found
/// tools can be called at once and stay available in this conversation.
#[derive(Deserialize, JsonSchema)]
struct FindTools {
    /// What you want to do, in a few words.
    query: String,
}

#[derive(Serialize, JsonSchema)]
struct FoundTools {
    /// The best first.
    tools: Vec<FoundTool>,
    /// What to do with them.
    how: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct FoundTool {
    name: String,
    capability: String,
    impact: Impact,
    description: String,
    /// The JSON Schema of its arguments.
    parameters: Value,
}

async fn find_tools(runner: Runner, input: FindTools) -> Result<FoundTools, ToolError> {
    let registry = runner.registry()?;
    let found = runner.finder().find(&registry, &input.query, SEARCH_LIMIT);
    if found.is_empty() {
        let cards = registry.capabilities();
        let cards = cards.iter().filter(|it| it.name != ASSISTANT);
        let cards: Vec<_> = cards
            .map(|it| format!("{} ({})", it.name, it.summary.trim_end_matches('.')))
            .collect();
        let message = format!("no tool matches {:?}", input.query);
        return Err(ToolError::not_found(message).hint(format!(
            "say in other words, English or Chinese, what is to be done: a verb and what it is done \
             to, such as \"rename a character\" or 改名. There are tools for {}. If none of these can \
             do it, tell the person so",
            cards.join(", ")
        )));
    }
    let found_tool = |it: Arc<ToolSpec>| FoundTool {
        name: it.name.clone(),
        capability: it.module.clone(),
        impact: it.impact,
        description: it.description.clone(),
        parameters: it.parameters(),
    };
    Ok(FoundTools {
        tools: found.into_iter().map(found_tool).collect(),
        how: "Call one by its name, like any tool you have, with arguments that fit its \
              parameters. All of these stay available in this conversation.",
    })
}
