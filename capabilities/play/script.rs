//! Plays a story in Ink or Yarn as its own program does. That program knows what the links alone do
//! not: choices below choices, alternatives, functions, and all that runs in a text.

use std::collections::HashMap;

use capability::{ToolContext, ToolError};
use markup::links::html_as_markdown;
use model::play::{Effect, EvalContext, Value, Variables};
use model::{Edge, EdgeId, Node, NodeId, Story};
use script_player::{EngineError, Game, Language, Turn};

use super::play_state::{ChoiceState, FailedStep, NotCompiled, PlayState, VisitCount};
use super::prepared_script::{Prepared, as_json, engine_failed, prepared};
use crate::answer::NodeRef;
use crate::background::run_in_background;

/// How a story is read.
pub(super) struct ScriptReading {
    /// Where the reading begins, if not at the beginning of the script.
    pub(super) from: Option<NodeId>,
    /// Where the story begins.
    pub(super) start: NodeId,
    pub(super) variables: Variables,
    pub(super) seed: u32,
    pub(super) steps: Vec<String>,
    pub(super) language: Option<String>,
}

/// Plays; if the script does not compile, returns why.
pub(super) async fn play(
    cx: &ToolContext,
    asked: ScriptReading,
) -> Result<Result<PlayState, NotCompiled>, ToolError> {
    let (view, cancelled) = (cx.story().clone(), cx.cancelled().clone());
    run_in_background(move || {
        let is_stopped = move || cancelled.is_cancelled();
        let prepared = match prepared(&view, asked.language.as_deref(), is_stopped.clone())? {
            Ok(it) => it,
            Err(why) => return Ok(Err(why)),
        };
        read(&prepared, &asked, is_stopped).map(Ok)
    })
    .await
}

fn read(
    prepared: &Prepared,
    asked: &ScriptReading,
    is_stopped: impl Fn() -> bool + Send + 'static,
) -> Result<PlayState, ToolError> {
    let nodes = &*prepared.nodes;
    let beginning = prepared.beginning(asked.from, &asked.variables, asked.seed)?;
    let mut stopped = None;
    let state = script_player::play(&prepared.compiled, is_stopped, |mut player| {
        let game = player.begin(&beginning)?;
        let mut reading = Reading {
            story: &prepared.story,
            nodes,
            language: prepared.language,
            path: vec![game.turn().section],
            steps: Vec::new(),
            game,
        };
        for (at, written) in without_undone(&asked.steps) {
            if let Err(why) = reading.make(written)? {
                stopped = Some(FailedStep { step: at + 1, why });
                break;
            }
        }
        reading.state(asked)
    });
    let mut state = state.map_err(|it| engine_failed(&it))?;
    state.stopped = stopped;
    Ok(state)
}

/// The steps without choices that were taken back, and what was set by hand after them; each with its
/// place.
fn without_undone(steps: &[String]) -> Vec<(usize, &str)> {
    let mut kept: Vec<(usize, &str)> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        if step.trim() == "undo" {
            let last = kept.iter().rposition(|it| is_choice(it.1));
            kept.truncate(last.unwrap_or(0));
        } else {
            kept.push((at, step));
        }
    }
    kept
}

/// Whether a step takes a choice; any other sets variables.
fn is_choice(step: &str) -> bool {
    numbered(step).is_some() || !step.contains('=')
}

/// The number of a choice, and the words it had.
fn numbered(step: &str) -> Option<(usize, &str)> {
    let (number, words) = step.split_once('.').unwrap_or((step, ""));
    Some((number.trim().parse().ok()?, words.trim()))
}

/// A reading under way.
struct Reading<'a> {
    story: &'a Story,
    nodes: &'a [NodeId],
    language: Language,
    game: Game<'a>,
    /// The section at the end of each turn.
    path: Vec<usize>,
    steps: Vec<String>,
}

/// What a step does.
enum Move {
    /// Takes a choice, by its place.
    Take(usize),
    /// Sets variables.
    Set(Effect),
    /// Nothing: the script has followed this link by itself.
    Pass,
}

impl Reading<'_> {
    /// Makes a step; the inner error is why it cannot be made.
    fn make(&mut self, written: &str) -> Result<Result<(), String>, EngineError> {
        let turn = self.game.turn();
        match self.step(turn, written.trim()) {
            Err(why) => return Ok(Err(why)),
            Ok(Move::Pass) => {}
            Ok(Move::Take(choice)) => {
                self.steps.push(step_of(choice, &turn.choices[choice]));
                self.game.take(choice)?;
                self.path.push(self.game.turn().section);
            }
            Ok(Move::Set(effect)) => {
                let mut variables = variables(turn);
                let before = variables.clone();
                let visits = self.visits_by_title()?;
                effect.apply(
                    &mut variables,
                    &AtTurn {
                        before: &before,
                        visits: &visits,
                    },
                );
                // Yarn needs no declarations.
                let unknown = variables.keys().find(|it| !before.contains_key(*it));
                if let Some(name) = unknown.filter(|_| self.language == Language::Ink) {
                    return Ok(Err(format!("the Ink declares no variable {name}")));
                }
                for (name, value) in &variables {
                    if before.get(name) != Some(value) {
                        self.game.set(name, &as_json(value))?;
                    }
                }
                self.steps.push(written.to_owned());
            }
        }
        Ok(Ok(()))
    }

    fn step(&self, turn: &Turn, written: &str) -> Result<Move, String> {
        let lowercase = written.to_lowercase();
        let named = |words: &str| turn.choices.iter().position(|it| it.trim() == words.trim());
        let found = named(written).or_else(|| {
            let mut choices = turn.choices.iter();
            choices.position(|it| it.trim().to_lowercase() == lowercase)
        });
        if let Some(choice) = found {
            return Ok(Move::Take(choice));
        }
        if let Ok(edge) = written.parse::<EdgeId>() {
            return self.step_along(turn, edge);
        }
        // A number, with the words that the choice had: the words count where they are still there.
        if let Some((number, words)) = numbered(written) {
            let at = number.checked_sub(1).filter(|it| *it < turn.choices.len());
            let has_words = |it: &usize| turn.choices[*it].trim() == words;
            let found = at.filter(has_words).or_else(|| named(words)).or(at);
            return found
                .map(Move::Take)
                .ok_or_else(|| no_choice(turn, written));
        }
        if !written.contains('=') {
            return Err(no_choice(turn, written));
        }
        let effect = written.parse();
        effect
            .map(Move::Set)
            .map_err(|error| format!("{written:?} cannot be read: {error}"))
    }

    /// A step that is written as an edge, as the check gives ways.
    fn step_along(&self, turn: &Turn, id: EdgeId) -> Result<Move, String> {
        let Some(edge) = self.story.edges.get(&id) else {
            return Err(format!("the choice {} is no longer there", id.short()));
        };
        if edge.record.label.is_empty() {
            return Ok(Move::Pass);
        }
        let is_it = |words: &String| is_label(edge, words);
        let found = turn.choices.iter().position(is_it);
        found
            .map(Move::Take)
            .ok_or_else(|| no_choice(turn, &edge.record.label))
    }

    fn visits_by_title(&self) -> Result<HashMap<&str, u32>, EngineError> {
        let counts = self.game.visits()?;
        let titled = self.nodes.iter().zip(counts).filter_map(|(id, count)| {
            let node = self.story.nodes.get(id)?;
            Some((node.title.as_str(), count))
        });
        Ok(titled.collect())
    }

    fn state(self, asked: &ScriptReading) -> Result<PlayState, EngineError> {
        let (story, nodes) = (self.story, self.nodes);
        let turn = self.game.turn();
        let name = |place: usize| NodeRef::find(story, nodes[place]);
        let here: Option<&Node> = story.nodes.get(&nodes[turn.section]).map(|it| &**it);
        let visited = self.game.visits()?.into_iter().enumerate();
        let over = turn.choices.is_empty();
        let lines = turn.lines.iter().map(|it| html_as_markdown(it.trim_end()));
        Ok(PlayState {
            from: NodeRef::find(story, asked.from.unwrap_or(asked.start)),
            node: name(turn.section),
            kind: here.map(|it| it.kind.clone()).unwrap_or_default(),
            text: lines.collect::<Vec<_>>().join("\n\n"),
            left_out: Vec::new(),
            language: asked.language.clone(),
            image: here.and_then(Node::picture_asset),
            sounds: None,
            ending: over && turn.errors.is_empty(),
            over,
            choices: self.choices(),
            way_back: None,
            variables: variables(turn),
            seed: asked.seed,
            path: self.path.iter().map(|it| name(*it)).collect(),
            visited: visited
                .filter(|it| it.1 > 0)
                .map(|(place, count)| VisitCount {
                    node: nodes[place],
                    title: name(place).title,
                    count,
                })
                .collect(),
            stopped: None,
            not_compiled: None,
            errors: turn.errors.clone(),
            steps: self.steps,
        })
    }

    fn choices(&self) -> Vec<ChoiceState> {
        let turn = self.game.turn();
        let here = self.nodes[turn.section];
        let edges = self
            .story
            .edges
            .values()
            .filter(|it| it.record.from == here);
        let edges: Vec<&Edge> = edges.map(|it| &**it).collect();
        let choices = turn.choices.iter().enumerate();
        choices
            .map(|(place, words)| {
                let edge = edges.iter().find(|it| is_label(it, words));
                ChoiceState {
                    step: step_of(place, words),
                    edge: edge.map(|it| it.id),
                    label: words.trim().to_owned(),
                    to: edge.map(|it| NodeRef::find(self.story, it.record.to)),
                    open: true,
                    taken: false,
                    why: None,
                    needs: None,
                }
            })
            .collect()
    }
}

/// Whether the words of a choice are the label of an edge.
fn is_label(edge: &Edge, words: &str) -> bool {
    !edge.record.label.is_empty() && edge.record.label.trim() == words.trim()
}

pub(super) fn step_of(place: usize, words: &str) -> String {
    format!("{}. {}", place + 1, words.trim())
}

fn no_choice(turn: &Turn, written: &str) -> String {
    if turn.choices.is_empty() {
        return format!("no choice here is called {written:?}; there are none");
    }
    let here: Vec<String> = turn
        .choices
        .iter()
        .map(|it| format!("{:?}", it.trim()))
        .collect();
    format!(
        "no choice here is called {written:?}; there are: {}",
        here.join(", ")
    )
}

fn variables(turn: &Turn) -> Variables {
    let known = turn.variables.iter().filter_map(|(name, value)| {
        let value: Value = serde_json::from_value(value.clone()).ok()?;
        Some((name.clone(), value.bounded()))
    });
    known.collect()
}

/// What an assignment by hand sees.
struct AtTurn<'a> {
    before: &'a Variables,
    visits: &'a HashMap<&'a str, u32>,
}

impl EvalContext for AtTurn<'_> {
    fn variables(&self) -> &Variables {
        self.before
    }

    fn visits(&self, title: Option<&str>) -> u32 {
        title
            .and_then(|it| self.visits.get(it))
            .copied()
            .unwrap_or(0)
    }
}
