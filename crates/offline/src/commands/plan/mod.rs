//! From commands to tool calls: who is meant, which key, which tool. A pure function of what is
//! known; what it must know first it requests as lookups, and plans again once they are answered.
//! Enter through [`Plan::make`]. The texts are in `report`.

mod graph;
mod naming;
mod picture;
mod resolve;

use std::collections::BTreeMap;

use model::conversation::{ToolCall, ToolDefinition};
use model::is_han;
use serde_json::{Map, Value, json};

use super::clauses::{Clause, understand};
use super::command::{Command, NodeRef};
use super::prompt_context::{Answered, PromptContext};
use crate::commands::tools;

/// How often undo is called for one instruction: the same call a third time looks like a model
/// stuck in a loop.
const MAX_UNDO_CALLS: u64 = 2;

/// Something to report in addition to what the calls did.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Notice {
    Help,
    Thanks,
    ImportExport,
    Empty,
    TooLong,
    NotUnderstood(String),
    CreativeWriting(String),
    /// Several nodes could be the hero.
    WhichHero(Vec<String>),
    NoHero,
    NoNode,
    NoTool(String),
    WhichCapability,
    UndoBound(u64),
    /// There is no node of the kind that is to be removed.
    NoneOfKind,
    /// More nodes than are removed at once.
    TooManyNodes(u64),
}

/// What to call and what to report.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Plan {
    /// What must be looked up first; while there are lookups, nothing else is called.
    pub(super) lookups: Vec<ToolCall>,
    /// The calls, in order.
    pub(super) calls: Vec<ToolCall>,
    /// What to report.
    pub(super) notices: Vec<Notice>,
    /// Whether the person speaks Chinese.
    pub(super) chinese: bool,
    /// Whether only dead ends are to be told of what the check finds.
    pub(super) dead_ends_only: bool,
    /// Every lookup ever needed, including answered ones; they are not reported as work done.
    asked: Vec<ToolCall>,
}

/// The node that a command is about.
#[derive(Debug, Clone, PartialEq)]
enum Target {
    /// The one being edited.
    Current,
    /// Another, by title.
    Other(String),
}

/// Why a command produced no call: a note was left or a lookup requested.
struct Skipped;
/// What was found, or that the command produced no call.
type Resolved<T> = Result<T, Skipped>;

/// A plan under construction.
struct Planner<'a> {
    known: &'a PromptContext,
    tools: &'a BTreeMap<String, ToolDefinition>,
    plan: Plan,
    /// The person mentioned last in the instruction.
    last: Option<Target>,
    /// Whether somebody was mentioned who could not be identified: then *him* means nobody.
    unresolved: bool,
    /// The node that this instruction has just created.
    created: Option<Target>,
    /// Names given in this instruction.
    renamed: Vec<(Target, String)>,
}

impl Plan {
    /// Plans an instruction.
    pub(super) fn make(known: &PromptContext, tools: &BTreeMap<String, ToolDefinition>) -> Self {
        let understanding = understand(&known.instruction);
        let clauses = &understanding.clauses;
        let mut planner = Planner {
            known,
            tools,
            plan: Self::default(),
            last: None,
            unresolved: false,
            created: None,
            renamed: Vec::new(),
        };
        planner.plan.chinese = is_chinese_instruction(&known.instruction, clauses);
        if understanding.too_long {
            planner.notice(Notice::TooLong);
        } else if clauses.is_empty() {
            planner.notice(Notice::Empty);
        }
        for clause in clauses {
            match &clause.parsed {
                Some(parsed) => {
                    // A dropped command leaves its note or lookup.
                    let _ = planner.command(&parsed.command, clause);
                }
                None => planner.notice(Notice::NotUnderstood(clause.source.clone())),
            }
        }
        planner.plan
    }

    /// What to call now; nothing when it is time to report. That is once anything but a lookup has
    /// been answered: nothing is done twice, whatever the answers changed.
    pub(super) fn next(&self, answered: &[Answered]) -> Vec<ToolCall> {
        if answered.iter().any(|it| !self.asked(&it.call)) {
            return Vec::new();
        }
        if !self.lookups.is_empty() {
            return self.lookups.clone();
        }
        let is_open = |call: &&ToolCall| !answered.iter().any(|it| is_same(&it.call, call));
        self.calls.iter().filter(is_open).cloned().collect()
    }

    /// Whether a call was ever needed as a lookup.
    pub(super) fn asked(&self, call: &ToolCall) -> bool {
        self.asked.iter().any(|it| is_same(it, call))
    }

    /// Whether the person asked for this call.
    pub(super) fn calls(&self, call: &ToolCall) -> bool {
        self.calls.iter().any(|it| is_same(it, call))
    }
}

/// Calls are compared without their ids.
fn is_same(one: &ToolCall, other: &ToolCall) -> bool {
    one.name == other.name && one.args == other.args
}

/// The language of the command words, or if there are none, of most of the text.
fn is_chinese_instruction(instruction: &str, clauses: &[Clause]) -> bool {
    if let Some(parsed) = clauses.iter().find_map(|it| it.parsed.as_ref()) {
        return parsed.chinese;
    }
    let start: String = instruction.chars().take(500).collect();
    let han = start.chars().filter(|it| is_han(*it)).count();
    let latin = start
        .split(|c: char| !c.is_ascii_alphabetic())
        .filter(|it| !it.is_empty())
        .count();
    han > 0 && han >= latin
}

impl Planner<'_> {
    fn notice(&mut self, notice: Notice) {
        if !self.plan.notices.contains(&notice) {
            self.plan.notices.push(notice);
        }
    }

    fn skip_with<T>(&mut self, notice: Notice) -> Resolved<T> {
        self.notice(notice);
        Err(Skipped)
    }

    fn command(&mut self, command: &Command, clause: &Clause) -> Resolved<()> {
        match command {
            Command::Rename { who, name, person } => self.rename(who.as_ref(), name, *person),
            Command::Retitle { who, title } => {
                self.about(tools::RENAME_NODE, who, [("title", json!(title))])
            }
            Command::RenameStory { title } => {
                self.call(tools::RENAME_STORY, vec![("title", json!(title))])
            }
            Command::SetEnding { who, ending } => {
                let unmarked = (!ending).then(|| ("ending", json!(false)));
                self.about(tools::SET_ENDING, who, unmarked)
            }
            Command::SetStart { who } => self.about(tools::SET_START, who, []),
            Command::Set { who, key, value } => {
                let target = self.resolve_or_default(who.as_ref())?;
                self.set(target, key, value)
            }
            Command::Unset { who, key } => {
                let target = self.resolve_or_default(who.as_ref())?;
                self.unset(target, key)
            }
            Command::Paint(request) => picture::plan(self, request),
            Command::Create(node) => self.create(node),
            Command::Link { .. } | Command::Relabel { .. } | Command::Unlink { .. } => {
                self.edge(command)
            }
            Command::Remove { who, node_only } => self.remove(who, *node_only, clause),
            Command::Move { who, x, y } => {
                self.about(tools::MOVE_NODE, who, [("x", json!(x)), ("y", json!(y))])
            }
            Command::Write { who, text } => {
                self.about(tools::WRITE_TEXT, who, [("text", json!(text))])
            }
            Command::Append { who, text } => {
                self.about(tools::APPEND_TEXT, who, [("text", json!(text))])
            }
            Command::Replace { who, old, new, all } => self.replace(who, old, new, *all),
            Command::Read { who } => self.about(tools::READ_TEXT, who, []),
            Command::Show { who } => self.about(tools::SHOW_NODE, who, []),
            Command::Neighbors { who } => self.about(tools::NEIGHBORS, who, []),
            Command::Search { words } => self.search(words),
            Command::FindTitle { title, kind } => {
                let mut args = vec![("title", json!(title))];
                args.extend(kind.map(|it| ("kind", json!(it))));
                self.call(tools::FIND_NODES, args)
            }
            Command::FindKind { kind } => self.call(tools::FIND_NODES, vec![("kind", json!(kind))]),
            Command::Check { dead_ends } => {
                let is_first = !self
                    .plan
                    .calls
                    .iter()
                    .any(|it| it.name == tools::CHECK_STORY);
                self.plan.dead_ends_only = *dead_ends && (is_first || self.plan.dead_ends_only);
                if !is_first {
                    return Ok(());
                }
                self.call(tools::CHECK_STORY, vec![])
            }
            Command::RemoveKind { kind: Some(kind) } => self.remove_kind(kind),
            Command::RemoveKind { kind: None } => {
                self.skip_with(Notice::NotUnderstood(clause.source.clone()))
            }
            Command::Outline => self.call(tools::OUTLINE, vec![]),
            Command::Measure => self.call(tools::STORY_STATISTICS, vec![]),
            Command::Progress { days } => {
                self.call(tools::WRITING_PROGRESS, vec![("days", json!(days))])
            }
            Command::Repetitions => self.call(tools::FIND_REPETITIONS, vec![]),
            Command::Appearances { who: None } => self.call(tools::LIST_APPEARANCES, vec![]),
            Command::Appearances { who: Some(who) } => {
                let target = self.resolve(who)?;
                let of = json!([self.reference(&target)]);
                self.call(tools::LIST_APPEARANCES, vec![("of", of)])
            }
            Command::Versions { .. } | Command::Compare { .. } | Command::Adopt { .. } => {
                self.version(command)
            }
            Command::Undo { times } => self.repeat(tools::UNDO, *times),
            Command::Redo { times } => self.repeat(tools::REDO, *times),
            Command::CreativeWriting => {
                self.skip_with(Notice::CreativeWriting(clause.source.clone()))
            }
            Command::ImportExport => self.skip_with(Notice::ImportExport),
            Command::Help => self.skip_with(Notice::Help),
            Command::Thanks => self.skip_with(Notice::Thanks),
        }
    }

    /// A call on one node.
    fn about<'v>(
        &mut self,
        tool: &str,
        who: &NodeRef,
        args: impl IntoIterator<Item = (&'v str, Value)>,
    ) -> Resolved<()> {
        let target = self.resolve(who)?;
        let mut args: Vec<_> = args.into_iter().collect();
        args.extend(self.node_arg(&target));
        self.call(tool, args)
    }

    /// How a call names a node; `None` for the one being edited.
    fn node_arg(&self, target: &Target) -> Option<(&'static str, Value)> {
        match target {
            Target::Current => None,
            Target::Other(title) => Some(("node", json!(title))),
        }
    }

    /// How an argument that must name a node does so.
    fn reference(&self, target: &Target) -> Value {
        match target {
            Target::Current => json!(self.known.id),
            Target::Other(title) => json!(title),
        }
    }

    /// Calls a tool, if it exists and accepts these arguments.
    fn call(&mut self, tool: &str, args: Vec<(&str, Value)>) -> Resolved<()> {
        let Some(definition) = self.tools.get(tool) else {
            return self.skip_with(Notice::NoTool(tool.to_owned()));
        };
        let taken = definition
            .parameters
            .get("properties")
            .and_then(Value::as_object);
        let mut kept = Map::new();
        for (name, value) in args {
            if taken.is_none_or(|it| it.contains_key(name)) {
                kept.insert(name.to_owned(), value);
            } else if !["ratio", "kind", "capability", "all"].contains(&name) {
                return self.skip_with(Notice::NoTool(tool.to_owned()));
            }
        }
        self.plan.calls.push(ToolCall {
            id: None,
            name: tool.to_owned(),
            args: kept.into(),
        });
        Ok(())
    }

    fn replace(&mut self, who: &NodeRef, old: &str, new: &str, all: bool) -> Resolved<()> {
        let target = self.resolve(who)?;
        let mut args = vec![("old", json!(old)), ("new", json!(new))];
        if all {
            args.push(("all", json!(true)));
        }
        args.extend(self.node_arg(&target));
        self.call(tools::REPLACE_TEXT, args)
    }

    fn search(&mut self, words: &str) -> Resolved<()> {
        if self.tools.contains_key(tools::SEARCH_STORY)
            || !self.tools.contains_key(tools::FIND_NODES)
        {
            self.call(tools::SEARCH_STORY, vec![("query", json!(words))])
        } else {
            self.call(tools::FIND_NODES, vec![("title", json!(words))])
        }
    }

    fn version(&mut self, command: &Command) -> Resolved<()> {
        let (tool, who, capability, numbers) = match command {
            Command::Versions { who, capability } => {
                (tools::LIST_VERSIONS, who, capability, vec![])
            }
            Command::Compare {
                who,
                capability,
                from,
                to,
            } => {
                let to = to.map(|it| ("to", json!(it)));
                let numbers = [("from", json!(from))].into_iter().chain(to).collect();
                (tools::COMPARE_VERSIONS, who, capability, numbers)
            }
            Command::Adopt {
                who,
                capability,
                number,
            } => (
                tools::ADOPT_VERSION,
                who,
                capability,
                vec![("number", json!(number))],
            ),
            _ => return Ok(()),
        };
        if capability.is_none() && tool != tools::LIST_VERSIONS {
            return self.skip_with(Notice::WhichCapability);
        }
        let target = self.resolve(who)?;
        let mut args: Vec<_> = capability
            .iter()
            .map(|it| ("capability", json!(it)))
            .collect();
        args.extend(numbers);
        args.extend(self.node_arg(&target));
        self.call(tool, args)
    }

    fn repeat(&mut self, tool: &str, times: u64) -> Resolved<()> {
        if times > MAX_UNDO_CALLS {
            self.notice(Notice::UndoBound(MAX_UNDO_CALLS));
        }
        for _ in 0..times.min(MAX_UNDO_CALLS) {
            self.call(tool, vec![])?;
        }
        Ok(())
    }
}
