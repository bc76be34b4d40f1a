//! A story in the script of another program, for the player of that program: what the exporter of its
//! format writes, and the section of each node.

use std::sync::Arc;

use indexmap::IndexMap;
use model::analysis::CompilerError;
use model::{NodeId, Story};
use script_player::{CompileError, CompiledScript, EngineError, Language, Script};

use crate::LossKind;
use crate::ink::PlayableInk;
use crate::yarn::PlayableYarn;

/// Losses of a file in the language only: they do not concern readers, or every export has them.
const NOT_FOR_READERS: [LossKind; 15] = [
    LossKind::Positions,
    LossKind::Sizes,
    LossKind::Colors,
    LossKind::Groups,
    LossKind::Titles,
    LossKind::StoryUntitled,
    LossKind::Data,
    LossKind::EdgeData,
    LossKind::StoryData,
    LossKind::Assets,
    LossKind::Kinds,
    LossKind::CustomKinds,
    LossKind::ForeignNodeData,
    LossKind::ForeignEdgeData,
    LossKind::ForeignStoryData,
];

/// Whether a loss of a file in the language is one for those who read its page as well.
pub(crate) fn concerns_readers(loss: LossKind) -> bool {
    !NOT_FOR_READERS.contains(&loss)
}

/// A story as a script.
pub struct PlayableScript {
    /// Its language.
    pub language: Language,
    /// The output of the exporter as a single file.
    pub(crate) text: String,
    /// The path of each node's section.
    pub(crate) paths: IndexMap<NodeId, String>,
    /// The line on which a node begins, counted from 1, in the order of the file.
    pub(crate) lines: Vec<(usize, NodeId)>,
    /// Functions of the game around the script.
    pub(crate) externals: Vec<String>,
    /// Whether something leads nowhere, so that the script does not compile.
    pub has_broken_links: bool,
    /// Where the story begins.
    pub(crate) start: Option<NodeId>,
}

impl PlayableScript {
    /// The script of a story with a part in Ink or Yarn; `None` for any other.
    pub fn of(story: &Story) -> Option<Self> {
        let ink = PlayableInk::of(story).map(|it| it.script);
        ink.or_else(|| PlayableYarn::of(story).map(|it| it.script))
    }

    /// The nodes that have a section.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> {
        self.paths.keys().copied()
    }

    /// Compiles it; the sections of the result are [`Self::nodes`], in the same order. The inner error
    /// is what is wrong with the script. `is_stopped` is asked now and then whether to end.
    pub fn compile(
        &self,
        is_stopped: impl Fn() -> bool + Send + 'static,
    ) -> Result<Result<Arc<CompiledScript>, Vec<CompilerError>>, EngineError> {
        let start = self.start.and_then(|it| self.paths.get_index_of(&it));
        let script = Script {
            language: self.language,
            text: self.text.clone(),
            sections: self.paths.values().cloned().collect(),
            start: start.unwrap_or(0),
            externals: self.externals.clone(),
        };
        match script_player::compile(script, is_stopped) {
            Ok(compiled) => Ok(Ok(compiled)),
            Err(CompileError::Engine(error)) => Err(error),
            Err(CompileError::Errors(errors)) => {
                let errors = errors.into_iter().map(|(line, message)| CompilerError {
                    language: self.language.name(),
                    message,
                    node: line.and_then(|it| self.node_at_line(it)),
                });
                Ok(Err(errors.collect()))
            }
        }
    }

    fn node_at_line(&self, line: usize) -> Option<NodeId> {
        let before = self.lines.iter().take_while(|it| it.0 <= line);
        before.last().map(|it| it.1)
    }
}
