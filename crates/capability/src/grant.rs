//! Grant: what a caller may do (AT-1, AT-3, OS-1). Enter through [`Grant::decide`]. A grant decides
//! alone; whether a tool was ever shown to the caller plays no part. Not here: who the caller is.

use std::collections::{BTreeMap, BTreeSet};

use model::{StoryId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{Impact, ToolSpec};

/// What a grant says to one sort of impact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Go on.
    Allow,
    /// Ask a person first.
    Ask,
    /// Never.
    Deny,
}

/// What a caller may do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Grant {
    /// The only story it holds for; `None` for whichever is open.
    pub story: Option<StoryId>,
    /// The only methods it holds for, as `module.method`; `None` for all.
    pub methods: Option<BTreeSet<String>>,
    /// Methods that were allowed or denied by name; comes before the rule of their impact.
    pub by_method: BTreeMap<String, Rule>,
    /// For tools that only look.
    pub read: Rule,
    /// For tools that make versions.
    pub write: Rule,
    /// For tools that cost.
    pub spend: Rule,
    /// For tools that cannot be undone.
    pub destroy: Rule,
    /// When it ends.
    pub expires: Option<Timestamp>,
}

/// A grant's word on one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Run it.
    Allow,
    /// Ask a person first.
    Ask,
    /// Refuse it, and say this.
    Deny(String),
}

impl Grant {
    /// A person's own: everything, asked before what costs or cannot be undone.
    pub fn person() -> Self {
        Self::of([Rule::Allow, Rule::Allow, Rule::Ask, Rule::Ask])
    }

    /// The assistant's: read and write; what costs or cannot be undone is asked. It is narrower than
    /// a person's by what is for people alone ([`Audience::People`](crate::Audience)), and by what its
    /// person may not do.
    pub fn assistant() -> Self {
        Self::of([Rule::Allow, Rule::Allow, Rule::Ask, Rule::Ask])
    }

    /// Looking only.
    pub fn reader() -> Self {
        Self::of([Rule::Allow, Rule::Deny, Rule::Deny, Rule::Deny])
    }

    /// The rules for read, write, spend and destroy, bound to nothing else.
    fn of([read, write, spend, destroy]: [Rule; 4]) -> Self {
        Self {
            story: None,
            methods: None,
            by_method: BTreeMap::new(),
            read,
            write,
            spend,
            destroy,
            expires: None,
        }
    }

    /// The decision on one call.
    pub fn decide(&self, tool: &ToolSpec, story: StoryId, now: Timestamp) -> Decision {
        let method = format!("{}.{}", tool.module, tool.method);
        if self.story.is_some_and(|it| it != story) {
            return Decision::Deny("this grant is for another story".into());
        }
        if let Some(expires) = self.expires.filter(|&it| it <= now) {
            return Decision::Deny(format!("this grant ended at {expires}"));
        }
        if self
            .methods
            .as_ref()
            .is_some_and(|it| !it.contains(&method))
        {
            return Decision::Deny(format!("{method} is not among the methods of this grant"));
        }
        let by_name = self.by_method.get(&method);
        match by_name.copied().unwrap_or_else(|| self.rule(tool.impact)) {
            Rule::Allow => Decision::Allow,
            Rule::Ask => Decision::Ask,
            Rule::Deny if by_name.is_some() => {
                Decision::Deny(format!("{method} was forbidden for this caller"))
            }
            Rule::Deny => Decision::Deny(format!(
                "{method} {}, which this caller may not do",
                tool.impact.in_words()
            )),
        }
    }

    /// The rule for an impact.
    pub fn rule(&self, impact: Impact) -> Rule {
        match impact {
            Impact::Read => self.read,
            Impact::Write => self.write,
            Impact::Spend => self.spend,
            Impact::Destroy => self.destroy,
        }
    }
}

#[cfg(test)]
mod tests {
    use model::{FixedWorld, World};

    use super::*;
    use crate::{Aliases, Audience};

    fn tool(impact: Impact) -> ToolSpec {
        ToolSpec {
            module: "image".into(),
            method: "generate".into(),
            name: "generate_image".into(),
            verb: None,
            description: "Make a picture.".into(),
            aliases: Aliases::default(),
            impact,
            audience: Audience::Everyone,
            schema: serde_json::json!({ "type": "object" }),
            time_limit: std::time::Duration::ZERO,
        }
    }

    fn decide(grant: &Grant, impact: Impact) -> Decision {
        let world = FixedWorld::default();
        grant.decide(&tool(impact), StoryId(world.new_id()), world.now())
    }

    #[track_caller]
    fn denied(decision: &Decision, why: &str) {
        assert_eq!(decision, &Decision::Deny(why.to_owned()));
    }

    #[test]
    fn the_assistant_writes_and_asks_before_it_spends_or_destroys() {
        let grant = Grant::assistant();
        assert_eq!(decide(&grant, Impact::Read), Decision::Allow);
        assert_eq!(decide(&grant, Impact::Write), Decision::Allow);
        assert_eq!(decide(&grant, Impact::Spend), Decision::Ask);
        assert_eq!(decide(&grant, Impact::Destroy), Decision::Ask);
        denied(
            &decide(&Grant::reader(), Impact::Destroy),
            "image.generate does what cannot be undone, which this caller may not do",
        );
    }

    #[test]
    fn a_rule_by_name_comes_before_the_rule_of_the_impact() {
        let mut grant = Grant::reader();
        grant.by_method.insert("image.generate".into(), Rule::Allow);
        assert_eq!(decide(&grant, Impact::Spend), Decision::Allow);
        grant.by_method.insert("image.generate".into(), Rule::Deny);
        denied(
            &decide(&grant, Impact::Read),
            "image.generate was forbidden for this caller",
        );
    }

    #[test]
    fn a_white_list_admits_nothing_beside_itself() {
        let mut grant = Grant::person();
        grant.methods = Some(["kv.update".to_owned()].into());
        grant.by_method.insert("image.generate".into(), Rule::Allow);
        denied(
            &decide(&grant, Impact::Read),
            "image.generate is not among the methods of this grant",
        );
    }

    #[test]
    fn a_grant_ends_at_its_instant_by_the_worlds_clock() {
        let world = FixedWorld::default();
        let mut grant = Grant::person();
        grant.expires = Some(world.now());
        let later = world.now();
        let story = StoryId(world.new_id());
        denied(
            &grant.decide(&tool(Impact::Read), story, later),
            "this grant ended at 2026-01-01T00:00:00Z",
        );
        grant.expires = Some(world.now());
        assert_eq!(
            grant.decide(&tool(Impact::Read), story, later),
            Decision::Allow
        );
    }

    #[test]
    fn a_grant_for_one_story_opens_no_other() {
        let world = FixedWorld::default();
        let mut grant = Grant::person();
        grant.story = Some(StoryId(world.new_id()));
        denied(
            &decide_in(&grant, &world),
            "this grant is for another story",
        );
    }

    fn decide_in(grant: &Grant, world: &FixedWorld) -> Decision {
        grant.decide(&tool(Impact::Read), StoryId(world.new_id()), world.now())
    }
}
