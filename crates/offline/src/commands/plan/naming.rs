//! Names, titles and attributes.

use serde_json::json;

use super::{Planner, Resolved, Target};
use crate::commands::command::NodeRef;
use crate::commands::lexicon;
use crate::commands::normalized::fold_text;
use crate::commands::tools;

impl Planner<'_> {
    pub(super) fn rename(
        &mut self,
        who: Option<&NodeRef>,
        name: &str,
        person: bool,
    ) -> Resolved<()> {
        let about_person = person || who.is_some_and(lexicon::is_person);
        let known = self.known;
        let is_name = |key_name: &str| {
            known.name().is_some_and(|(_, name)| {
                let (name, key_name) = (fold_text(name), fold_text(key_name));
                name == key_name || name.split(' ').next() == Some(key_name.as_str())
            })
        };
        match who {
            None if known.is_person() => self.name_person(Target::Current, name),
            Some(NodeRef::Named(key_name)) if is_name(key_name) => {
                self.name_person(Target::Current, name)
            }
            Some(who) if about_person => {
                let target = self.resolve(who)?;
                self.name_person(target, name)
            }
            who => {
                let who = who.cloned().unwrap_or(NodeRef::Current);
                let target = self.resolve(&who)?;
                let mut args = vec![("title", json!(name))];
                args.extend(self.node_arg(&target));
                self.call(tools::RENAME_NODE, args)?;
                // From here on the node is found by its new title.
                if matches!(target, Target::Other(_)) {
                    self.last = Some(Target::Other(name.to_owned()));
                }
                Ok(())
            }
        }
    }

    pub(super) fn name_person(&mut self, target: Target, name: &str) -> Resolved<()> {
        let attributes = self.attributes(&target)?;
        let own = attributes
            .into_iter()
            .find(|it| lexicon::is_name_key(&it.0))
            .map(|it| it.0);
        let key = own.unwrap_or_else(|| if self.plan.chinese { "姓名" } else { "Name" }.to_owned());
        self.last = Some(target.clone());
        self.renamed.push((target.clone(), name.to_owned()));
        self.set_pair(target, &key, name)
    }

    pub(super) fn set(&mut self, target: Target, key: &str, value: &str) -> Resolved<()> {
        let key = match target {
            Target::Current => self.known.key(key),
            Target::Other(_) => key.to_owned(),
        };
        self.set_pair(target, &key, value)
    }

    /// Sets a pair; consecutive pairs of one node are one call.
    pub(super) fn set_pair(&mut self, target: Target, key: &str, value: &str) -> Resolved<()> {
        let pair = json!({ "k": key, "v": value });
        let node = self.node_arg(&target).map(|it| it.1);
        let last =
            self.plan.calls.last_mut().filter(|it| {
                it.name == tools::UPDATE_NODE_KV && it.args.get("node") == node.as_ref()
            });
        if let Some(items) = last.and_then(|it| it.args["items"].as_array_mut()) {
            items.retain(|it| it["k"] != pair["k"]);
            items.push(pair);
            return Ok(());
        }
        let mut args = vec![("items", json!([pair]))];
        args.extend(self.node_arg(&target));
        self.call(tools::UPDATE_NODE_KV, args)
    }

    pub(super) fn unset(&mut self, target: Target, key: &str) -> Resolved<()> {
        let key = match target {
            Target::Current => self.known.key(key),
            Target::Other(_) => key.to_owned(),
        };
        let mut args = vec![("keys", json!([key]))];
        args.extend(self.node_arg(&target));
        self.call(tools::REMOVE_NODE_KV, args)
    }
}
