//! Compiled stories, and readings of them.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::engine::{Engine, EngineError, with_engine};

/// How many compiled stories are kept: compiling takes a hundred times longer than a step.
const KEPT: usize = 4;

static COMPILED: Mutex<VecDeque<Arc<CompiledStory>>> = Mutex::new(VecDeque::new());

/// Ink, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InkSource {
    /// The Ink, in one file.
    pub text: String,
    /// The paths of the sections that a reading reports, for instance `knot.stitch`; the beginning of
    /// the file has an empty path.
    pub sections: Vec<String>,
    /// Functions of a game around the Ink. They return 0.
    pub externals: Vec<String>,
}

/// A story that compiled.
#[derive(Debug)]
pub struct CompiledStory {
    source: InkSource,
    json: String,
}

/// Why a story did not compile.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The Ink has errors: for each its line, counted from 1, where it is known, and what it is.
    #[error("the Ink does not compile: {}", first(.0))]
    Ink(Vec<(Option<usize>, String)>),
    /// The compiler gave no answer.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

fn first(errors: &[(Option<usize>, String)]) -> &str {
    errors.first().map_or("", |it| it.1.as_str())
}

/// Compiles Ink. The result is kept, so that it is compiled again only if it changes. `is_stopped` is
/// asked now and then whether to end.
pub fn compile(
    source: InkSource,
    is_stopped: impl Fn() -> bool + Send + 'static,
) -> Result<Arc<CompiledStory>, CompileError> {
    let mut kept = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(at) = kept.iter().position(|it| it.source == source) {
        let found = kept.remove(at).expect("it was found there");
        kept.push_front(Arc::clone(&found));
        return Ok(found);
    }
    drop(kept);
    let answer: CompileAnswer = with_engine(is_stopped, |it| it.call("compile", &source.text))??;
    let json = match answer {
        CompileAnswer::Ink(json) => json,
        CompileAnswer::Errors(errors) => {
            return Err(CompileError::Ink(all_located(&errors)));
        }
    };
    let story = Arc::new(CompiledStory { source, json });
    let mut kept = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    kept.truncate(KEPT - 1);
    kept.push_front(Arc::clone(&story));
    Ok(story)
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum CompileAnswer {
    Ink(String),
    Errors(Vec<String>),
}

/// The errors with their lines: of each line the first, because the others follow from it.
fn all_located(errors: &[String]) -> Vec<(Option<usize>, String)> {
    let mut all: Vec<_> = errors.iter().map(|it| located(it)).collect();
    // What is thrown at the end says only that there were errors.
    if all.iter().any(|it| it.0.is_some()) {
        all.retain(|it| it.0.is_some());
        let mut lines = HashSet::new();
        all.retain(|it| lines.insert(it.0));
    }
    all
}

/// The line of an error, and the error without it: `ERROR: 'a.ink' line 3: Unknown variable`.
fn located(error: &str) -> (Option<usize>, String) {
    let plain = error.strip_prefix("ERROR: ").unwrap_or(error);
    let after = plain.split_once("line ").map(|it| it.1);
    let found = after.and_then(|it| it.split_once(": "));
    let line = found.and_then(|(line, rest)| Some((line.parse().ok()?, rest)));
    match line {
        Some((line, rest)) => (Some(line), rest.trim().to_owned()),
        None => (None, plain.trim().to_owned()),
    }
}

/// How a reading begins.
#[derive(Debug, Clone, Default)]
pub struct Beginning {
    /// The section it begins at, by its place among the sections; none for the beginning of the Ink.
    pub section: Option<usize>,
    /// Variables that differ from what the Ink sets them to.
    pub variables: IndexMap<String, Value>,
    /// The seed of its random numbers.
    pub seed: u32,
}

/// What is read from one choice to the next.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Turn {
    /// The section that was entered last, by its place.
    pub section: usize,
    /// The sections that were entered in this turn, in order; the one it is in where none was.
    pub entered: Vec<usize>,
    /// The lines that are read.
    pub lines: Vec<String>,
    /// The words of the choices at the end of it.
    pub choices: Vec<String>,
    /// The global variables that have a value of one word.
    pub variables: IndexMap<String, Value>,
    /// What Ink could not do since the beginning.
    pub errors: Vec<String>,
}

/// One reading.
pub struct Game<'e> {
    engine: &'e Engine,
    turn: Turn,
}

/// Plays a story: begins a reading and passes it to `work`. `is_stopped` is asked now and then whether
/// to end.
pub fn play<T: Send>(
    story: &CompiledStory,
    beginning: &Beginning,
    is_stopped: impl Fn() -> bool + Send + 'static,
    work: impl FnOnce(Game<'_>) -> Result<T, EngineError> + Send,
) -> Result<T, EngineError> {
    with_engine(is_stopped, |engine| {
        let variables: Vec<_> = beginning.variables.iter().collect();
        let begun = json!({
            "ink": story.json,
            "sections": story.source.sections,
            "externals": story.source.externals,
            "from": beginning.section,
            "variables": variables,
            "seed": beginning.seed,
        });
        let turn = engine.call("begin", &begun)?;
        work(Game { engine, turn })
    })?
}

impl Game<'_> {
    /// The present turn.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Takes one of the choices, by its place.
    pub fn take(&mut self, choice: usize) -> Result<(), EngineError> {
        self.call("take", &choice)
    }

    /// Sets a variable that the Ink declares.
    pub fn set(&mut self, name: &str, value: &Value) -> Result<(), EngineError> {
        self.call("set", &json!([name, value]))
    }

    /// How often each section was entered, by its place.
    pub fn visits(&self) -> Result<Vec<u32>, EngineError> {
        self.engine.call("visits", &())
    }

    fn call(&mut self, function: &str, argument: &impl Serialize) -> Result<(), EngineError> {
        self.turn = self.engine.call(function, argument)?;
        Ok(())
    }
}
