//! Completion at the prompt: commands after `/`, by name or alias; titles of nodes everywhere else.

use capability::ToolSpec;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use store::View;

use host::interfaces::slash;

/// How many titles are offered.
const MAX_COMPLETIONS: usize = 40;

/// What can be completed.
pub(super) struct Completion {
    commands: Vec<String>,
    /// Aliases of tools, normalized for comparison, with their commands.
    aliases: Vec<(String, String)>,
    view: View,
}

impl Completion {
    /// The commands of the prompt and of every tool, and the titles of one story.
    pub(super) fn new<'a>(
        own: impl Iterator<Item = &'a str>,
        specs: &[ToolSpec],
        view: View,
    ) -> Self {
        let tools = specs.iter().flat_map(|it| it.verb.iter().chain([&it.name]));
        let mut commands: Vec<String> = own.map(str::to_owned).chain(tools.cloned()).collect();
        commands.sort();
        commands.dedup();
        let aliases = specs.iter().flat_map(|it| {
            let command = it.verb.as_ref().unwrap_or(&it.name);
            let normalized_name = it.aliases.all().map(slash::normalized_name);
            normalized_name.map(|alias| (alias, command.clone()))
        });
        Self {
            commands,
            aliases: aliases.collect(),
            view,
        }
    }

    /// Commands that start with the typed text; otherwise tools with a matching alias, each by its
    /// first.
    fn commands(&self, typed: &str) -> Vec<Pair> {
        let fitting = self.commands.iter().filter(|it| it.starts_with(typed));
        let named: Vec<_> = fitting.map(|it| pair(it, None)).collect();
        if !named.is_empty() {
            return named;
        }
        let typed = slash::normalized_name(typed);
        let fitting = self.aliases.iter().filter(|it| it.0.starts_with(&typed));
        let mut offered: Vec<&str> = Vec::new();
        let mut pairs = Vec::new();
        for (alias, command) in fitting {
            if !offered.contains(&command.as_str()) {
                offered.push(command);
                pairs.push(pair(command, Some(alias)));
            }
        }
        pairs
    }

    fn titles(&self, typed: &str, quoted: bool) -> Vec<Pair> {
        let Ok(story) = self.view.graph() else {
            return Vec::new();
        };
        let typed = typed.to_lowercase();
        let titles = story.nodes.values().map(|it| &it.title);
        let fitting = titles
            .filter(|it| it.to_lowercase().starts_with(&typed))
            .take(MAX_COMPLETIONS);
        let pair = |title: &String| {
            let quote = quoted || title.contains(char::is_whitespace);
            let replacement = if quote {
                format!("\"{title}\" ")
            } else {
                format!("{title} ")
            };
            Pair {
                display: title.clone(),
                replacement,
            }
        };
        fitting.map(pair).collect()
    }
}

fn pair(command: &str, called: Option<&str>) -> Pair {
    Pair {
        display: match called {
            Some(alias) => format!("/{command} ({alias})"),
            None => format!("/{command}"),
        },
        replacement: format!("/{command} "),
    }
}

/// Where the word under the cursor starts, and whether it is quoted.
pub(super) fn word_under_cursor(line: &str) -> (usize, bool) {
    let mut begin = 0;
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' if quoted => (begin, quoted) = (at + 1, false),
            '"' => (begin, quoted) = (at, true),
            c if c.is_whitespace() && !quoted => begin = at + c.len_utf8(),
            _ => {}
        }
    }
    (begin, quoted)
}

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let line = &line[..cursor];
        if let Some(typed) = line.strip_prefix('/')
            && !typed.contains(char::is_whitespace)
        {
            return Ok((0, self.commands(typed)));
        }
        // `/node` takes the rest of the line as one title.
        if let Some(typed) = line.strip_prefix("/node ")
            && !typed.starts_with('"')
        {
            return Ok(("/node ".len(), self.titles(typed, false)));
        }
        let (begin, quoted) = word_under_cursor(line);
        let typed = line[begin..].trim_start_matches('"');
        if typed.is_empty() && !quoted {
            return Ok((begin, Vec::new()));
        }
        Ok((begin, self.titles(typed, quoted)))
    }
}

impl Hinter for Completion {
    type Hint = String;
}
impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn completes_a_command_by_name_or_alias() {
        let model = llm::providers::scripted::ScriptedModel::new();
        let studio = host::Studio::in_memory(std::sync::Arc::new(model)).unwrap();
        let specs = host::Studio::specs();
        let completion = Completion::new(["quit"].into_iter(), &specs, studio.store().view(None));
        let offered = |typed| {
            let pairs = completion.commands(typed).into_iter();
            pairs.map(|it| it.display).collect::<Vec<_>>()
        };
        assert_eq!(offered("qui"), ["/quit"]);
        assert_eq!(offered("rename_n"), ["/rename_node"]);
        assert_eq!(offered("draw_a_p"), ["/generate_image (draw a portrait)"]);
        assert_eq!(offered("画像"), ["/generate_image (画像)"]);
        assert_eq!(offered("xyzzy"), [""; 0]);
    }

    #[test]
    fn the_word_under_the_cursor_may_be_an_open_quotation() {
        assert_eq!(word_under_cursor("link Tho"), (5, false));
        assert_eq!(word_under_cursor("link \"Thomas An"), (5, true));
        assert_eq!(word_under_cursor("link \"Thomas\" Ne"), (14, false));
        assert_eq!(word_under_cursor("连接 尼"), ("连接 ".len(), false));
    }
}
