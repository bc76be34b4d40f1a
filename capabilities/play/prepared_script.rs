//! The script of a story, compiled to be played.

use std::sync::Arc;

use capability::{Code, ToolError, View};
use formats::PlayableScript;
use markup::translation::translated_story;
use model::play::{Value, Variables};
use model::{NodeId, Story};
use script_player::{Beginning, CompiledScript, EngineError, Language};

use super::play_state::NotCompiled;
use crate::answer::NodeRef;
use crate::error::CapabilityError;

/// The script of a story, compiled.
#[derive(Clone)]
pub(super) struct Prepared {
    pub(super) story: Arc<Story>,
    pub(super) language: Language,
    /// The nodes of its sections, in the same order.
    pub(super) nodes: Arc<[NodeId]>,
    pub(super) compiled: Arc<CompiledScript>,
}

/// The last script that was played: steps of one reading need it to be read only once.
#[derive(Default)]
struct LastPlayed(Option<(u64, Option<String>, Prepared)>);

impl Prepared {
    /// The beginning of a reading: that of the script, or a node.
    ///
    /// # Errors
    /// The node is no section of the script.
    pub(super) fn beginning(
        &self,
        from: Option<NodeId>,
        variables: &Variables,
        seed: u32,
    ) -> Result<Beginning, ToolError> {
        let place = |id: NodeId| self.nodes.iter().position(|it| *it == id);
        let section = match from {
            None => None,
            Some(from) => Some(place(from).ok_or_else(|| {
                let title = NodeRef::find(&self.story, from).title;
                ToolError::invalid("/from", CapabilityError::NoScriptSection { title })
                    .hint("begin at a knot or stitch of Ink, or at a node of Yarn")
            })?),
        };
        let variables = variables.iter();
        Ok(Beginning {
            section,
            variables: variables
                .map(|(name, value)| (name.clone(), as_json(value)))
                .collect(),
            seed,
        })
    }
}

/// A value as the script has it.
pub(super) fn as_json(value: &Value) -> serde_json::Value {
    match value {
        // Ink has numbers of two kinds, and whole ones are written without a point.
        Value::Number(it) if it.fract() == 0.0 => serde_json::json!(*it as i64),
        other => serde_json::json!(other),
    }
}

/// Compiles the script of a story; if it does not compile, returns why.
pub(super) fn prepared(
    view: &View,
    language: Option<&str>,
    is_stopped: impl Fn() -> bool + Send + 'static,
) -> Result<Result<Prepared, NotCompiled>, ToolError> {
    let number = view.graph()?.number;
    // A draft changes without a new number.
    let is_kept = view.draft_id().is_none();
    let last = view.with_extension(|it: &mut LastPlayed| {
        let (at, said, prepared) = it.0.as_ref()?;
        (is_kept && *at == number && said.as_deref() == language).then(|| prepared.clone())
    });
    if let Some(last) = last {
        return Ok(Ok(last));
    }
    let mut story = view.story()?;
    if let Some(language) = language {
        story = translated_story(&story, language);
    }
    let Some(script) = PlayableScript::of(&story) else {
        let why = EngineError::Script("the story has no script".to_owned());
        return Err(engine_failed(&why));
    };
    let compiled = match script
        .compile(is_stopped)
        .map_err(|it| engine_failed(&it))?
    {
        Ok(compiled) => compiled,
        Err(errors) => {
            let first = errors.into_iter().next();
            let (message, node) = first.map(|it| (it.message, it.node)).unwrap_or_default();
            let node = node.map(|it| NodeRef::find(&story, it));
            let language = script.language.name();
            return Ok(Err(NotCompiled {
                language,
                message,
                node,
            }));
        }
    };
    let prepared = Prepared {
        story: Arc::new(story),
        language: script.language,
        nodes: script.nodes().collect(),
        compiled,
    };
    if is_kept {
        let kept = (number, language.map(str::to_owned), prepared.clone());
        view.with_extension(|it: &mut LastPlayed| it.0 = Some(kept));
    }
    Ok(Ok(prepared))
}

/// Why the script could not be compiled or played.
pub(super) fn engine_failed(error: &EngineError) -> ToolError {
    match error {
        EngineError::Stopped => ToolError::cancelled(),
        error => {
            let why = error.to_string();
            ToolError::new(Code::Unavailable, CapabilityError::ScriptNotPlayed { why })
                .hint("look for a loop without a choice in the script, or play from another scene")
        }
    }
}
