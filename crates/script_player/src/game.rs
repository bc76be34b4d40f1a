//! Compiled scripts, and readings of them.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Language;
use crate::engine::{Engine, EngineError, with_engine};

/// How many compiled scripts are kept: compiling takes a hundred times longer than a step.
const KEPT: usize = 4;

static COMPILED: Mutex<VecDeque<Arc<CompiledScript>>> = Mutex::new(VecDeque::new());

/// A script, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The language.
    pub language: Language,
    /// The script, in one file.
    pub text: String,
    /// The paths of the sections that a reading reports. In Ink `knot.stitch`, and nothing for the
    /// beginning of the file; in Yarn a title, and for the nodes after the first with this title
    /// `Title:1` and so on.
    pub sections: Vec<String>,
    /// The section where Yarn begins, by its place; Ink begins by itself.
    pub start: usize,
    /// Functions of a game around the Ink. They return 0.
    pub externals: Vec<String>,
}

/// A script that compiled.
#[derive(Debug)]
pub struct CompiledScript {
    source: Script,
    compiled: String,
}

/// Why a script did not compile.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The script has errors: for each its line, counted from 1, where it is known, and what it is.
    #[error("the script does not compile: {}", first(.0))]
    Errors(Vec<(Option<usize>, String)>),
    /// The compiler gave no answer.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

fn first(errors: &[(Option<usize>, String)]) -> &str {
    errors.first().map_or("", |it| it.1.as_str())
}

/// Compiles a script. The result is kept, so that it is compiled again only if it changes. `is_stopped` is
/// asked now and then whether to end.
pub fn compile(
    source: Script,
    is_stopped: impl Fn() -> bool + Send + 'static,
) -> Result<Arc<CompiledScript>, CompileError> {
    let mut kept = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(at) = kept.iter().position(|it| it.source == source) {
        let found = kept.remove(at).expect("it was found there");
        kept.push_front(Arc::clone(&found));
        return Ok(found);
    }
    drop(kept);
    let asked = json!({ "language": source.language, "text": source.text });
    let answer: CompileAnswer =
        with_engine(source.language, is_stopped, |it| it.call("compile", &asked))??;
    let compiled = match answer {
        CompileAnswer::Compiled(compiled) => compiled,
        CompileAnswer::Errors(errors) => return Err(CompileError::Errors(first_of_lines(errors))),
    };
    let story = Arc::new(CompiledScript { source, compiled });
    let mut kept = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    kept.truncate(KEPT - 1);
    kept.push_front(Arc::clone(&story));
    Ok(story)
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum CompileAnswer {
    Compiled(String),
    Errors(Vec<(Option<usize>, String)>),
}

/// Of each line the first error, because the others follow from it.
fn first_of_lines(mut all: Vec<(Option<usize>, String)>) -> Vec<(Option<usize>, String)> {
    // What is thrown at the end says only that there were errors.
    if all.iter().any(|it| it.0.is_some()) {
        all.retain(|it| it.0.is_some());
        let mut lines = HashSet::new();
        all.retain(|it| lines.insert(it.0));
    }
    all
}

/// How a reading begins.
#[derive(Debug, Clone, Default)]
pub struct Beginning {
    /// The section it begins at, by its place among the sections; none for the beginning of the script.
    pub section: Option<usize>,
    /// Variables that differ from what the script sets them to.
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
    /// What the script could not do since the beginning.
    pub errors: Vec<String>,
}

/// A player of one script.
pub struct Player<'e> {
    engine: &'e Engine,
    source: &'e Script,
}

/// One reading.
pub struct Game<'e> {
    engine: &'e Engine,
    turn: Turn,
}

/// Plays a script: `work` gets a player of it. `is_stopped` is asked now and then whether to end.
pub fn play<T: Send>(
    story: &CompiledScript,
    is_stopped: impl Fn() -> bool + Send + 'static,
    work: impl FnOnce(Player<'_>) -> Result<T, EngineError> + Send,
) -> Result<T, EngineError> {
    let source = &story.source;
    with_engine(source.language, is_stopped, |engine| {
        let loaded = json!({
            "language": source.language,
            "compiled": story.compiled,
            "sections": source.sections,
            "externals": source.externals,
        });
        engine.call::<()>("load", &loaded)?;
        work(Player { engine, source })
    })?
}

impl Player<'_> {
    /// Begins a reading, which ends the one before.
    pub fn begin(&mut self, beginning: &Beginning) -> Result<Game<'_>, EngineError> {
        self.engine.renew_time();
        let variables: Vec<_> = beginning.variables.iter().collect();
        let begun = json!({
            "start": self.source.start,
            "from": beginning.section,
            "variables": variables,
            "seed": beginning.seed,
        });
        let engine = self.engine;
        let turn = engine.call("begin", &begun)?;
        Ok(Game { engine, turn })
    }
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

    /// Sets a variable, in Ink one that it declares.
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
