//! The catalog of tools and their names. Enter through [`Catalog::new`], which rejects invalid
//! tools, and [`Catalog::find`]. A catalog never changes: one with a capability more or less is a
//! new one ([`Catalog::with`], [`Catalog::without`]). Not here: `project_cli`, the alternative way to call every tool
//! (`project_cli.rs`), and calling (`dispatch/`).

mod project_cli;

pub use project_cli::retain_described;
pub(crate) use project_cli::{PROJECT_CLI, ProjectCli, describe_tools, unknown};

use std::collections::HashMap;
use std::sync::Arc;

use project_cli::HELP;
use serde_json::Value;

use crate::nearest::{nearest, quoted_list, truncated};
use crate::tool::rules;
use crate::validate::{InputSchema, OutputValidator};
use crate::{
    Audience, Capability, CapabilityInfo, Code, DefinitionError, Target, Tool, ToolError,
    ToolFailure, ToolSpec,
};

/// A tool with its schema compiled.
pub(crate) struct Entry<T: Target> {
    pub(crate) tool: Tool<T>,
    pub(crate) input: InputSchema,
    output: OutputValidator,
}

impl<T: Target> Entry<T> {
    /// Panics if the tool's answer is not what its output schema promises to callers.
    pub(crate) fn assert_output(&self, answer: &Value) {
        let spec = &self.tool.spec;
        let Some(schema) = spec.output_schema else {
            return;
        };
        if let Err(why) = self.output.check(schema, answer) {
            panic!(
                "the answer of {} does not fit its output schema:\n{why}\n{answer}",
                spec.name
            );
        }
    }
}

/// All tools, in order, and the names they are found by.
pub(crate) struct Catalog<T: Target> {
    pub(crate) cards: Vec<CapabilityInfo>,
    pub(crate) entries: Vec<Arc<Entry<T>>>,
    pub(crate) project_cli: ProjectCli,
    spellings: HashMap<String, usize>,
}

/// The specs of all tools of these capabilities, in order, with their module filled in. Help and
/// reference pages use it when no story is open.
pub fn specs_of<T: Target>(capabilities: &[&dyn Capability<T>]) -> Vec<ToolSpec> {
    capabilities
        .iter()
        .flat_map(|it| tools_of(*it))
        .map(|it| Arc::unwrap_or_clone(it.spec))
        .collect()
}

fn tools_of<T: Target>(capability: &dyn Capability<T>) -> impl Iterator<Item = Tool<T>> {
    let module = capability.name().to_owned();
    capability.tools().into_iter().map(move |mut tool| {
        tool.spec_mut().module.clone_from(&module);
        tool
    })
}

impl<T: Target> Catalog<T> {
    /// Checks all tools and compiles their schemas.
    pub(crate) fn new(capabilities: &[&dyn Capability<T>]) -> Result<Self, DefinitionError> {
        let mut catalog = Self::empty();
        for &capability in capabilities {
            catalog.add_capability(capability)?;
        }
        catalog.project_cli = ProjectCli::new(&catalog.cards);
        Ok(catalog)
    }

    /// The same catalog with one capability more, after the others.
    pub(crate) fn with(&self, capability: &dyn Capability<T>) -> Result<Self, DefinitionError> {
        let mut catalog = self.without("");
        catalog.add_capability(capability)?;
        catalog.project_cli = ProjectCli::new(&catalog.cards);
        Ok(catalog)
    }

    /// The same catalog without the capability of this name and its tools.
    pub(crate) fn without(&self, name: &str) -> Self {
        let mut catalog = Self::empty();
        let stays = |it: &&CapabilityInfo| it.name != name;
        catalog.cards = self.cards.iter().filter(stays).cloned().collect();
        for entry in self.entries.iter().filter(|it| it.tool.spec.module != name) {
            let place = catalog.entries.len();
            let spellings = spellings(&entry.tool.spec).into_iter();
            catalog.spellings.extend(spellings.map(|it| (it, place)));
            catalog.entries.push(Arc::clone(entry));
        }
        catalog.project_cli = ProjectCli::new(&catalog.cards);
        catalog
    }

    fn empty() -> Self {
        Self {
            cards: Vec::new(),
            entries: Vec::new(),
            project_cli: ProjectCli::new(&[]),
            spellings: HashMap::new(),
        }
    }

    fn add_capability(&mut self, capability: &dyn Capability<T>) -> Result<(), DefinitionError> {
        let card = CapabilityInfo::of(capability);
        if self.card(&card.name).is_some() {
            return Err(DefinitionError(format!(
                "two capabilities are called {}",
                card.name
            )));
        }
        self.cards.push(card);
        for tool in tools_of(capability) {
            let named = format!("{} of {}", tool.spec.name, tool.spec.module);
            self.add_tool(tool)
                .map_err(|why| DefinitionError(format!("{named}: {why}")))?;
        }
        Ok(())
    }

    fn add_tool(&mut self, tool: Tool<T>) -> Result<(), String> {
        let spec = &tool.spec;
        rules::check_tool(spec)?;
        if spec.method == HELP {
            return Err(format!("the method {HELP:?} belongs to {PROJECT_CLI}"));
        }
        let place = self.entries.len();
        for spelling in spellings(spec) {
            let taken = self
                .spellings
                .insert(spelling.clone(), place)
                .filter(|it| *it != place);
            if let Some(other) = taken.and_then(|it| self.entries.get(it)) {
                let (name, module) = (&other.tool.spec.name, &other.tool.spec.module);
                return Err(format!("{spelling:?} is taken by {name} of {module}"));
            }
            if spelling == PROJECT_CLI {
                return Err(format!(
                    "{PROJECT_CLI} is the second spelling of every tool"
                ));
            }
        }
        let schema = Arc::clone(&spec.schema);
        let input = match spec.output_schema {
            Some(_) => InputSchema::new(schema),
            None => InputSchema::compile(schema)?,
        };
        let input = input.renaming(&spec.former);
        self.entries.push(Arc::new(Entry {
            tool,
            input,
            output: OutputValidator::default(),
        }));
        Ok(())
    }

    /// A tool by its name, its verb, or `module.method`, or a former one of these.
    pub(crate) fn find(&self, spelling: &str) -> Option<&Arc<Entry<T>>> {
        self.entries.get(*self.spellings.get(spelling)?)
    }

    /// A capability by name.
    pub(crate) fn card(&self, name: &str) -> Option<&CapabilityInfo> {
        self.cards.iter().find(|it| it.name == name)
    }

    /// The specs visible to an audience, in order.
    pub(crate) fn specs_for(&self, for_model: bool) -> impl Iterator<Item = &Arc<ToolSpec>> {
        self.entries
            .iter()
            .map(|it| &it.tool.spec)
            .filter(move |it| !for_model || it.audience == Audience::Everyone)
    }

    /// The error for a name that no tool has (OS-9).
    pub(crate) fn unknown(&self, name: &str, for_model: bool) -> ToolError {
        let spelled = |it: &Arc<ToolSpec>| {
            let request = format!("{}.{}", it.module, it.method);
            [Some(it.name.clone()), it.verb.clone(), Some(request)]
        };
        let spellings: Vec<_> = self
            .specs_for(for_model)
            .flat_map(spelled)
            .flatten()
            .collect();
        let near = nearest(name, spellings.iter().map(String::as_str), 3);
        let name = truncated(name, 80);
        ToolError::new(Code::UnknownAction, ToolFailure::NoTool { name }).hint(if near.is_empty() {
            "list the tools to see what there is".to_owned()
        } else {
            format!("did you mean {}?", quoted_list(&near))
        })
    }
}

/// Every name a tool is found by: its name, its verb, `module.method`, and former ones of these.
fn spellings(spec: &ToolSpec) -> Vec<String> {
    let request = |method: &String| format!("{}.{method}", spec.module);
    let present = [
        Some(spec.name.clone()),
        spec.verb.clone(),
        Some(request(&spec.method)),
    ];
    let former = spec.former.methods.iter().map(request);
    let present = present.into_iter().flatten();
    let names = spec.former.names.iter().cloned();
    present.chain(names).chain(former).collect()
}

#[cfg(test)]
mod tests;
