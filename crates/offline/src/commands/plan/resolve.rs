//! Whom the words mean: the open node, the hero, a name. All lookups are requested here.

use model::conversation::{ToolCall, ToolDefinition};
use serde_json::{Value, json};

use super::{Notice, Planner, Resolved, Skipped, Target};
use crate::commands::command::NodeRef;
use crate::commands::prompt_context::{Answered, pairs};
use crate::commands::tools;

impl Planner<'_> {
    /// The answer to a call that the plan depends on; requests the call if the answer is missing.
    /// `Ok(None)` if it is not available.
    pub(super) fn lookup(&mut self, tool: &str, args: Value) -> Resolved<Option<Value>> {
        let takes = |definition: &ToolDefinition| {
            let taken = definition
                .parameters
                .get("properties")
                .and_then(Value::as_object);
            let mut names = args.as_object().into_iter().flatten().map(|it| it.0);
            taken.is_none_or(|taken| names.all(|it| taken.contains_key(it)))
        };
        if !self.tools.get(tool).is_some_and(takes) {
            return Ok(None);
        }
        let call = ToolCall {
            id: None,
            name: tool.to_owned(),
            args,
        };
        if !self.plan.asked.contains(&call) {
            self.plan.asked.push(call.clone());
        }
        let same = |it: &&Answered| it.call.name == call.name && it.call.args == call.args;
        match self.known.answered.iter().find(same) {
            Some(answer) if answer.error().is_none() => Ok(Some(answer.data().clone())),
            Some(_) => Ok(None),
            None => {
                if !self.plan.lookups.contains(&call) {
                    self.plan.lookups.push(call);
                }
                Err(Skipped)
            }
        }
    }

    pub(super) fn open(&mut self) -> Resolved<Target> {
        if self.known.open {
            Ok(Target::Current)
        } else {
            self.skip_with(Notice::NoNode)
        }
    }

    pub(super) fn named(&self, name: &str) -> Target {
        if self.known.open && self.known.is_title(name) {
            Target::Current
        } else {
            Target::Other(name.to_owned())
        }
    }

    pub(super) fn resolve(&mut self, who: &NodeRef) -> Resolved<Target> {
        let target = match who {
            NodeRef::Current => self.open()?,
            NodeRef::Implicit => match self.created.clone() {
                Some(created) => created,
                None => self.open()?,
            },
            NodeRef::Named(name) => self.named(name),
            NodeRef::Protagonist => self.hero()?,
            NodeRef::Last { person } => match self.last.clone() {
                Some(last) => last,
                None if self.unresolved => return Err(Skipped),
                None if *person => self.hero()?,
                None => self.open()?,
            },
        };
        if matches!(who, NodeRef::Current | NodeRef::Protagonist) {
            self.created = None;
        }
        self.last = Some(target.clone());
        self.unresolved = false;
        Ok(target)
    }

    /// The node that an unspecific command is about: the person mentioned before if the open node
    /// is not about one, else the open node.
    pub(super) fn resolve_or_default(&mut self, who: Option<&NodeRef>) -> Resolved<Target> {
        match (who, &self.last) {
            (Some(who), _) => self.resolve(who),
            (None, _) if self.created.is_some() => self.resolve(&NodeRef::Implicit),
            (None, Some(Target::Other(last))) if !self.known.is_person() => {
                Ok(Target::Other(last.clone()))
            }
            (None, _) if self.unresolved => Err(Skipped),
            (None, _) => self.open(),
        }
    }

    /// The main character: the person the open node is about, else the only character of the story.
    pub(super) fn hero(&mut self) -> Resolved<Target> {
        if self.known.open && self.known.is_person() {
            return Ok(Target::Current);
        }
        self.unresolved = true;
        let Some(found) = self.lookup(tools::FIND_NODES, json!({ "kind": "character" }))? else {
            return self.open();
        };
        let nodes = found
            .get("nodes")
            .or(Some(&found))
            .and_then(Value::as_array);
        let mut titles: Vec<String> = nodes
            .into_iter()
            .flatten()
            .filter_map(|it| Some(it.get("title")?.as_str()?.to_owned()))
            .collect();
        match titles.len() {
            0 => self.skip_with(Notice::NoHero),
            1 => Ok(self.named(&titles.remove(0))),
            _ => self.skip_with(Notice::WhichHero(titles)),
        }
    }

    /// The attributes of a node; empty if they are not available.
    pub(super) fn attributes(&mut self, target: &Target) -> Resolved<Vec<(String, String)>> {
        let Target::Other(title) = target else {
            return Ok(self.known.attributes.clone());
        };
        let shown = self
            .lookup(tools::SHOW_NODE, json!({ "node": title }))?
            .unwrap_or_default();
        let kv = shown.pointer("/data/kv");
        Ok(kv
            .map(|it| pairs(it.get("data").unwrap_or(it)))
            .unwrap_or_default())
    }
}
