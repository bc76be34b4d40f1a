//! Plays the story: every answer contains the whole playthrough, so no state is kept between calls.

use std::sync::Arc;

use capability::{ToolContext, ToolError, UiHints, View};
use formats::{LeftOut, ReaderState, ReaderTexts};
use model::play::{
    Availability, Choice, PlaySession, PlayableStory, ReplayStopped, Step, Variables,
};
use model::{Edge, Node, NodeId, Story};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::language::PlayLanguage;
use super::play_state::{
    ChoiceState, FailedStep, LeftOutPart, NotCompiled, PlayState, VisitCount, WayBack,
};
use super::script::{self, ScriptReading};
use super::sounds;
use crate::answer::{NodeRef, hints};
use crate::error::CapabilityError;
use crate::shared::play_records::PlayRecordReader;
use crate::shared::script_language::script_language;
use crate::shared::story_without_nodes::story_without_nodes;
use crate::validate;

/// Play the story from a node, step by step: shows the passage, which choices are open, why others
/// are closed, and the variables. The story is not changed. To continue, pass back the `steps` of
/// the answer and one more choice; to go back, drop the last step.
#[derive(Deserialize, JsonSchema)]
pub(super) struct PlayStory {
    /// Where the reading begins: a node's title, or the first or last characters of its id.
    /// Defaults to the story's start.
    from: Option<String>,
    /// The variables it begins with, as assignments: `gold = 5; met_neo = true`. No variables are
    /// set when left out.
    state: Option<String>,
    /// What was done since, in order: choices, each by its edge id, its label, the title it leads
    /// to or its number in the list of choices, the step of a way back, and assignments made by hand.
    steps: Option<Vec<String>>,
    /// One more choice to take, named like those in `steps`.
    choose: Option<String>,
    /// The seed of the random numbers: the same seed gives the same numbers. Defaults to 0.
    seed: Option<u32>,
    /// The language to play in, by its code, for instance `de`: one that the story is translated
    /// into. Defaults to the one it is written in.
    language: Option<String>,
}

fn no_start() -> ToolError {
    ToolError::invalid("/from", CapabilityError::NoStart {})
        .hint("choose one with set_start, or name the scene to begin at as `from`")
}

/// The node where a reading begins: the named one, or the story's start.
pub(super) fn beginning(
    cx: &ToolContext,
    graph: &Story,
    from: Option<&str>,
) -> Result<NodeId, ToolError> {
    match (from, graph.record.start) {
        (None, Some(start)) => Ok(start),
        (from, _) => {
            let node = validate::node(cx, "/from", from);
            let node = node.map_err(|error| if from.is_none() { no_start() } else { error })?;
            Ok(node.id)
        }
    }
}

pub(super) async fn play(cx: ToolContext, input: PlayStory) -> Result<PlayState, ToolError> {
    let mut state = played(&cx, input).await?;
    state.sounds = sounds::heard(cx.story(), &state.path)?;
    Ok(state)
}

async fn played(cx: &ToolContext, input: PlayStory) -> Result<PlayState, ToolError> {
    let view = cx.story();
    let graph = view.graph()?;
    let from = beginning(cx, &graph, input.from.as_deref())?;
    let seed = input.seed.unwrap_or_default();
    let given = match &input.state {
        Some(state) => validate::effect("/state", state)?.initial_variables(seed),
        None => Variables::new(),
    };
    let said = PlayLanguage::of(view, &graph, input.language.as_deref())?;
    let mut not_compiled = None;
    if script_language(view, &graph, from)?.is_some() {
        let asked = ScriptReading {
            from: input.from.is_some().then_some(from),
            start: from,
            variables: given.clone(),
            seed,
            steps: input
                .steps
                .iter()
                .flatten()
                .chain(&input.choose)
                .cloned()
                .collect(),
            language: said.code().map(str::to_owned),
        };
        match script::play(cx, asked).await? {
            Ok(state) => return Ok(state),
            Err(why) => not_compiled = Some(why),
        }
    }
    playthrough(cx, input, from, given, (&said, not_compiled))
}

/// Follows the links and choices of the story.
fn playthrough(
    cx: &ToolContext,
    input: PlayStory,
    from: NodeId,
    given: Variables,
    (said, not_compiled): (&PlayLanguage<'_>, Option<NotCompiled>),
) -> Result<PlayState, ToolError> {
    let view = cx.story();
    let graph = view.graph()?;
    let seed = input.seed.unwrap_or_default();
    let kept = PlayRecordReader::new(view);
    let records = |node| kept.of(node);
    let book = PlayableStory::new(&graph, &records);
    let mut play = PlaySession::begin_with_seed(&book, from, given, seed);
    let mut stopped = None;
    let steps = input.steps.into_iter().flatten().chain(input.choose);
    for (at, written) in steps.enumerate() {
        let made = step(&play, &book, said, &written)
            .or_else(|why| step_back(view, &play, &written).ok_or(why))
            .and_then(|it| play.make(&book, &it));
        if let Err(why) = made {
            stopped = Some(ReplayStopped { step: at, why });
            break;
        }
    }
    kept.finish()?;
    let node = view.node(play.node)?;
    let node = node.ok_or_else(|| ToolError::not_found("the node is gone").hint("play again"))?;
    let labels = said.labels(&node);
    let node = said.node(node);
    let mut included = |title: &str| Some(said.node(node_titled(view, &graph, title)?));
    let text = markup::expand_includes(&node, &mut included);
    let state = ReaderState {
        before: &play.variables_before,
        after: &play.variables,
        visits: &|title| play.visits_to(&book, title),
        dice: play.dice(),
    };
    let way_back = way_back(&book, &play, &node, &text);
    let has_code = markup::notation::is_foreign(&node) || markup::may_have_code(&text);
    let passage = match has_code {
        true => {
            let mut texts = reader_texts(view, &graph)?;
            if markup::notation::ink::is_from(&node) {
                texts = texts.with_titles(graph.nodes.values().map(|it| it.title.as_str()));
            }
            let left_out = texts.left_out(&node, &text);
            (texts.shown(&node, &text, &state), left_out)
        }
        false => (text, Vec::new()),
    };
    let mut reading = reading(&book, &play, (node, passage), stopped);
    reading.over &= way_back.is_none();
    reading.way_back = way_back;
    if let Some(code) = said.code() {
        reading.language = Some(code.to_owned());
        for choice in &mut reading.choices {
            if let Some(to) = &mut choice.to {
                to.title = said.title(to.id);
            }
            if let Some((_, label)) = labels.iter().find(|it| Some(it.0) == choice.edge) {
                choice.label.clone_from(label);
            }
        }
    }
    reading.not_compiled = not_compiled;
    Ok(reading)
}

/// The texts shown to readers. Reads only the nodes that run before all others.
fn reader_texts(view: &View, graph: &Story) -> Result<ReaderTexts, ToolError> {
    let mut story = story_without_nodes(view, graph)?;
    let is_first = |it: &&Arc<Node>| it.title == "StoryInit" || Some(it.id) == graph.record.start;
    for first in graph.nodes.values().filter(is_first) {
        if let Some(node) = view.node(first.id)? {
            story.nodes.insert(node.id, Arc::new(node));
        }
    }
    Ok(ReaderTexts::of(&story))
}

/// The node with a title, with its text; a node that cannot be read counts as missing.
fn node_titled(view: &View, graph: &Story, title: &str) -> Option<Node> {
    let part = graph.nodes.values().find(|it| it.title == title)?;
    view.node(part.id).ok().flatten()
}

/// A step as written: an edge's id, the text or number of a choice offered here, or assignments.
fn step(
    play: &PlaySession,
    book: &PlayableStory<'_>,
    language: &PlayLanguage<'_>,
    written: &str,
) -> Result<Step, String> {
    let wanted = written.trim();
    let choices = play.choices(book);
    // A choice may be named in either language.
    let labels = language.labels_at(play.node);
    let names = |it: &Choice<'_>| -> Vec<String> {
        let to = book.story().nodes.get(&it.edge.record.to);
        let title = to.map(|it| it.title.clone()).unwrap_or_default();
        let mut names = vec![it.edge.record.label.clone(), title];
        let label = labels.iter().find(|label| label.0 == it.edge.id);
        names.extend(label.map(|it| it.1.clone()));
        if language.code().is_some() {
            names.push(language.title(it.edge.record.to));
        }
        names
    };
    let wanted_low = wanted.to_lowercase();
    let same = |words: &str| !words.is_empty() && words.to_lowercase() == wanted_low;
    // Open choices before closed ones with the same text, labels before titles.
    let mut found: Vec<_> = choices
        .iter()
        .filter_map(|it| {
            let place = names(it).iter().position(|it| same(it))?;
            Some((!it.offer.is_open(), place, it.edge.id))
        })
        .collect();
    found.sort_by_key(|it| (it.0, it.1));
    if let Some((_, _, edge)) = found.first() {
        return Ok(Step::Take(*edge));
    }
    let number = wanted.parse::<usize>().ok();
    let numbered = number.and_then(|it| choices.get(it.checked_sub(1)?));
    if let Some(choice) = numbered {
        return Ok(Step::Take(choice.edge.id));
    }
    match wanted.parse().unwrap_or_else(|never| match never {}) {
        Step::Set(words) if !words.contains('=') => {
            let here: Vec<_> = choices.iter().flat_map(names).collect();
            let here =
                validate::join_names(here.iter().map(String::as_str).filter(|it| !it.is_empty()));
            Err(format!(
                "no choice here is called {words:?}; there are: {here}"
            ))
        }
        step => Ok(step),
    }
}

fn reading(
    book: &PlayableStory<'_>,
    play: &PlaySession,
    (node, (text, left_out)): (Node, (String, Vec<LeftOut>)),
    stopped: Option<ReplayStopped>,
) -> PlayState {
    let left_out = left_out.into_iter().map(|what| LeftOutPart {
        what,
        message: what.message(),
    });
    let story = book.story();
    let choices: Vec<_> = play
        .choices(book)
        .into_iter()
        .map(|it| offered(story, it))
        .collect();
    PlayState {
        from: NodeRef::find(story, play.from),
        over: !choices.iter().any(|it| it.open),
        choices,
        way_back: None,
        kind: node.kind.clone(),
        text,
        left_out: left_out.collect(),
        language: None,
        image: node.picture_asset(),
        sounds: None,
        ending: node.play().ending,
        variables: play.variables.clone(),
        seed: play.seed,
        steps: play.steps.iter().map(Step::to_string).collect(),
        path: path(book, play),
        visited: play
            .visits
            .iter()
            .map(|(&node, &count)| VisitCount {
                node,
                title: NodeRef::find(book.story(), node).title,
                count,
            })
            .collect(),
        stopped: stopped.map(|it| FailedStep {
            step: it.step + 1,
            why: it.why,
        }),
        not_compiled: None,
        errors: Vec::new(),
        node: NodeRef::from(&node),
    }
}

fn offered(story: &Story, choice: Choice<'_>) -> ChoiceState {
    let Edge { id, record, .. } = choice.edge;
    let open = choice.offer.is_open();
    let taken = choice.offer == Availability::Taken;
    let (why, needs) = match choice.offer {
        Availability::Open => (None, None),
        Availability::Taken => (
            Some("it may be taken only once, and was taken".to_owned()),
            None,
        ),
        Availability::Closed(closed) => (Some(closed.to_string()), Some(closed.into())),
        Availability::InvalidCondition(why) => {
            (Some(format!("its condition cannot be read: {why}")), None)
        }
    };
    ChoiceState {
        step: id.to_string(),
        edge: Some(*id),
        label: record.label.clone(),
        to: Some(NodeRef::find(story, record.to)),
        open,
        taken,
        why,
        needs,
    }
}

/// The way back that a passage with this text offers, if another node was read before it.
fn way_back(
    book: &PlayableStory<'_>,
    play: &PlaySession,
    node: &Node,
    text: &str,
) -> Option<WayBack> {
    let (label, step) = ReaderTexts::way_back(node, text)?;
    let to = play.way_back(book, &step)?;
    Some(WayBack {
        label,
        to: NodeRef::find(book.story(), to),
        step: step.to_string(),
    })
}

/// The step of the present passage's way back, if these are its words.
fn step_back(view: &View, play: &PlaySession, written: &str) -> Option<Step> {
    let node = view.node(play.node).ok().flatten()?;
    let (label, step) = ReaderTexts::way_back(&node, markup::kept_data::text_of(&node))?;
    (label.to_lowercase() == written.trim().to_lowercase()).then_some(step)
}

fn path(book: &PlayableStory<'_>, play: &PlaySession) -> Vec<NodeRef> {
    let path = play.path.iter();
    path.map(|it| NodeRef::find(book.story(), *it)).collect()
}

/// Whether a playthrough stopped early.
pub(super) fn is_partial(answer: &Value) -> bool {
    answer.get("stopped").is_some()
}

pub(super) fn show(answer: &Value) -> Option<UiHints> {
    let title = answer["node"]["title"].as_str().unwrap_or_default();
    let fields = json!({ "nodes": answer["path"], "node": answer["node"] });
    hints("nodes", title.to_owned(), fields)
}
