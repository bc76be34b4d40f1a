//! Whom the words mean: the open node, the hero, a name. What must be looked up first is asked for
//! here, and nowhere else.

use model::talk::{ToolCall, ToolDefinition};
use serde_json::{Value, json};

use super::{Dropped, Note, Planner, Resolved, Target};
use crate::providers::builtin::command::Who;
use crate::providers::builtin::surroundings::{Answered, pairs};

impl Planner<'_> {
    /// The answer to a call that must be made before the plan can be; asks for it where it is
    /// missing. `Ok(None)` where it cannot be had.
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
                Err(Dropped)
            }
        }
    }

    pub(super) fn open(&mut self) -> Resolved<Target> {
        if self.known.open {
            Ok(Target::Open)
        } else {
            self.drop_with(Note::NoNode)
        }
    }

    pub(super) fn named(&self, name: &str) -> Target {
        if self.known.open && self.known.is_title(name) {
            Target::Open
        } else {
            Target::Other(name.to_owned())
        }
    }

    pub(super) fn resolve(&mut self, who: &Who) -> Resolved<Target> {
        let target = match who {
            Who::Here => self.open()?,
            Who::Unsaid => match self.created.clone() {
                Some(created) => created,
                None => self.open()?,
            },
            Who::Named(name) => self.named(name),
            Who::Hero => self.hero()?,
            Who::Last { person } => match self.last.clone() {
                Some(last) => last,
                None if self.lost => return Err(Dropped),
                None if *person => self.hero()?,
                None => self.open()?,
            },
        };
        if matches!(who, Who::Here | Who::Hero) {
            self.created = None;
        }
        self.last = Some(target.clone());
        self.lost = false;
        Ok(target)
    }

    /// Whom a command is about that does not say: the person spoken of before where the open node
    /// is none, else the open node.
    pub(super) fn resolve_or_default(&mut self, who: Option<&Who>) -> Resolved<Target> {
        match (who, &self.last) {
            (Some(who), _) => self.resolve(who),
            (None, _) if self.created.is_some() => self.resolve(&Who::Unsaid),
            (None, Some(Target::Other(last))) if !self.known.is_person() => {
                Ok(Target::Other(last.clone()))
            }
            (None, _) if self.lost => Err(Dropped),
            (None, _) => self.open(),
        }
    }

    /// The main character: whom the open node is about, else the only character of the story.
    pub(super) fn hero(&mut self) -> Resolved<Target> {
        if self.known.open && self.known.is_person() {
            return Ok(Target::Open);
        }
        self.lost = true;
        let Some(found) = self.lookup("find_nodes", json!({ "kind": "character" }))? else {
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
            0 if self.known.open && self.known.kind.is_none() => Ok(Target::Open),
            0 => self.drop_with(Note::NoHero),
            1 => Ok(self.named(&titles.remove(0))),
            _ => self.drop_with(Note::WhichHero(titles)),
        }
    }

    /// The attributes of a node; none where they cannot be had.
    pub(super) fn attributes(&mut self, target: &Target) -> Resolved<Vec<(String, String)>> {
        let Target::Other(title) = target else {
            return Ok(self.known.attributes.clone());
        };
        let shown = self
            .lookup("show_node", json!({ "node": title }))?
            .unwrap_or_default();
        let kv = shown.pointer("/data/kv");
        Ok(kv
            .map(|it| pairs(it.get("data").unwrap_or(it)))
            .unwrap_or_default())
    }
}
