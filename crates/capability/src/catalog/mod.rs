//! The catalog of tools and their names. Enter through [`Catalog::new`], which rejects invalid
//! tools, and [`Catalog::find`]. Not here: `project_cli`, the alternative way to call every tool
//! (`project_cli.rs`), and calling (`dispatch/`).

mod project_cli;

pub(crate) use project_cli::{PROJECT_CLI, ProjectCli, describe_tools, unknown};

use std::collections::HashMap;

use project_cli::HELP;

use crate::nearest::{nearest, quoted_list, truncated};
use crate::tool::rules;
use crate::validate::InputSchema;
use crate::{
    Audience, Capability, CapabilityInfo, Code, DefinitionError, Tool, ToolError, ToolFailure,
    ToolSpec,
};

/// A tool with its schema compiled.
pub(crate) struct Entry {
    pub(crate) tool: Tool,
    pub(crate) input: InputSchema,
}

/// All tools, in order, and the names they are found by.
pub(crate) struct Catalog {
    pub(crate) cards: Vec<CapabilityInfo>,
    pub(crate) entries: Vec<Entry>,
    spellings: HashMap<String, usize>,
}

/// The specs of all tools of these capabilities, in order, with their module filled in. Help and
/// reference pages use it when no story is open.
pub fn specs_of(capabilities: &[&dyn Capability]) -> Vec<ToolSpec> {
    capabilities
        .iter()
        .flat_map(|it| tools_of(*it))
        .map(|it| it.spec)
        .collect()
}

fn tools_of(capability: &dyn Capability) -> impl Iterator<Item = Tool> {
    let module = capability.name();
    capability.tools().into_iter().map(move |mut tool| {
        tool.spec.module = module.to_owned();
        tool
    })
}

impl Catalog {
    /// Checks all tools and compiles their schemas.
    pub(crate) fn new(capabilities: &[&dyn Capability]) -> Result<Self, DefinitionError> {
        let mut catalog = Self {
            cards: Vec::new(),
            entries: Vec::new(),
            spellings: HashMap::new(),
        };
        for &capability in capabilities {
            let card = CapabilityInfo::of(capability);
            if catalog.card(card.name).is_some() {
                return Err(DefinitionError(format!(
                    "two capabilities are called {}",
                    card.name
                )));
            }
            catalog.cards.push(card);
            for tool in tools_of(capability) {
                let named = format!("{} of {}", tool.spec.name, tool.spec.module);
                catalog
                    .add(tool)
                    .map_err(|why| DefinitionError(format!("{named}: {why}")))?;
            }
        }
        Ok(catalog)
    }

    fn add(&mut self, tool: Tool) -> Result<(), String> {
        let spec = &tool.spec;
        rules::check_tool(spec)?;
        if spec.method == HELP {
            return Err(format!("the method {HELP:?} belongs to {PROJECT_CLI}"));
        }
        let place = self.entries.len();
        let request = format!("{}.{}", spec.module, spec.method);
        let former_requests = spec.former.methods.iter();
        let former_requests: Vec<_> = former_requests
            .map(|it| format!("{}.{it}", spec.module))
            .collect();
        for spelling in [Some(&spec.name), spec.verb.as_ref(), Some(&request)]
            .into_iter()
            .flatten()
            .chain(&spec.former.names)
            .chain(&former_requests)
        {
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
        let input = InputSchema::compile(&spec.schema)?;
        let input = input.renaming(&spec.former.parameters);
        self.entries.push(Entry { tool, input });
        Ok(())
    }

    /// A tool by its name, its verb, or `module.method`, or a former one of these.
    pub(crate) fn find(&self, spelling: &str) -> Option<&Entry> {
        self.entries.get(*self.spellings.get(spelling)?)
    }

    /// A capability by name.
    pub(crate) fn card(&self, name: &str) -> Option<&CapabilityInfo> {
        self.cards.iter().find(|it| it.name == name)
    }

    /// The specs visible to an audience, in order.
    pub(crate) fn specs_for(&self, for_model: bool) -> impl Iterator<Item = &ToolSpec> {
        self.entries
            .iter()
            .map(|it| &it.tool.spec)
            .filter(move |it| !for_model || it.audience == Audience::Everyone)
    }

    /// The error for a name that no tool has (OS-9).
    pub(crate) fn unknown(&self, name: &str, for_model: bool) -> ToolError {
        let spelled = |it: &ToolSpec| {
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

#[cfg(test)]
mod tests;
