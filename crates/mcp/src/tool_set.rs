//! Which tools a client is shown. This does not affect which ones it may call.

use std::str::FromStr;
use std::sync::Arc;

use capability::{Audience, Registry, ToolSpec};

/// The everyday tools, in the order in which they are shown: reading, writing, linking, finding,
/// checking, and viewing the draft. All others are reached through `project_cli`.
pub(crate) const ESSENTIAL: [&str; 14] = [
    "outline",
    "search_story",
    "show_node",
    "read_text",
    "write_text",
    "replace_text",
    "append_text",
    "update_node_kv",
    "create_node",
    "rename_node",
    "link_nodes",
    "check_story",
    "list_drafts",
    "show_draft",
];

/// A selection of tools, for clients that pay for every token of a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ToolSet {
    /// The everyday tools, and `project_cli` for the rest.
    Essential,
    /// All tools.
    #[default]
    All,
    /// Only `project_cli`, through which every tool can be found and called.
    ProjectCli,
}

impl ToolSet {
    /// The names of all sets.
    pub const NAMES: [&str; 3] = ["essential", "all", "project_cli"];

    /// The tools of the set that this client may call, in order; and whether `project_cli` comes
    /// last.
    pub(crate) fn of(
        self,
        registry: &Registry,
        may_call: impl Fn(&ToolSpec) -> bool,
    ) -> (Vec<Arc<ToolSpec>>, bool) {
        let offered = |it: &Arc<ToolSpec>| it.audience == Audience::Everyone && may_call(it);
        match self {
            Self::All => {
                let all = registry.specs().into_iter();
                (all.filter(offered).collect(), false)
            }
            Self::Essential => {
                let named = ESSENTIAL.iter().filter_map(|it| registry.spec(it));
                (named.filter(offered).collect(), true)
            }
            Self::ProjectCli => (Vec::new(), true),
        }
    }
}

impl FromStr for ToolSet {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "essential" => Ok(Self::Essential),
            "all" => Ok(Self::All),
            "project_cli" => Ok(Self::ProjectCli),
            _ => Err(format!(
                "there is no set of tools {name:?}; there are {}",
                Self::NAMES.join(", ")
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use host::Studio;

    use super::*;

    #[tokio::test]
    async fn the_essential_tools_exist_and_cost_few_tokens() {
        let settings = host::settings::Settings::default();
        let keys = host::settings::Keys::none();
        let model = host::models::language_model("builtin", None, &settings, &keys);
        let studio = Studio::in_memory(model.unwrap()).unwrap();
        let (specs, has_project_cli) = ToolSet::Essential.of(studio.registry(), |_| true);
        assert_eq!(specs.len(), ESSENTIAL.len());
        assert!(has_project_cli && specs.len() < 15);
        // What a client passes on to its model; about four bytes of English and JSON are a token.
        let project_cli = studio.registry().project_cli();
        let definitions = specs.iter().map(|it| it.definition());
        let bytes: usize = definitions
            .chain([project_cli])
            .map(|it| it.name.len() + it.description.len() + it.parameters.to_string().len())
            .sum();
        assert!(bytes / 4 <= 4000, "{bytes} bytes");
    }

    #[test]
    fn parses_the_names_of_tool_sets() {
        for name in ToolSet::NAMES {
            assert!(name.parse::<ToolSet>().is_ok(), "{name}");
        }
        assert!("some".parse::<ToolSet>().is_err());
    }
}
