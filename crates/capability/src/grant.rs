//! Grant: what a caller may do (AT-1, AT-3, OS-1). Enter through [`Grant::decide`]. Only the grant
//! decides; whether a tool was listed for the caller does not matter. Not here: who the caller is.

use std::collections::{BTreeMap, BTreeSet};

use model::{StoryId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{Impact, ToolSpec};

/// A grant's rule for one kind of impact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Run without asking.
    Allow,
    /// Ask a person first.
    Ask,
    /// Never.
    Deny,
}

/// What a caller may do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Grant {
    /// The only story it is valid for; `None` for any.
    pub story: Option<StoryId>,
    /// The only methods it is valid for, as `module.method`; `None` for all.
    pub methods: Option<BTreeSet<String>>,
    /// Rules for individual methods; they take precedence over the rule for the impact.
    pub by_method: BTreeMap<String, Rule>,
    /// For tools that only read.
    pub read: Rule,
    /// For tools that write versions.
    pub write: Rule,
    /// For tools that cost money.
    pub spend: Rule,
    /// For tools that cannot be undone.
    pub destroy: Rule,
    /// When it expires.
    pub expires: Option<Timestamp>,
}

/// A grant's decision on one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Run it.
    Allow,
    /// Ask a person first.
    Ask,
    /// Refuse it, with this message.
    Deny(String),
}

impl Grant {
    /// Everything, asking before what costs money or cannot be undone, whoever calls (decision
    /// 19). What an assistant may do is this, limited to what its person may do, without the tools
    /// for people only ([`Audience::People`](crate::Audience)).
    pub fn person() -> Self {
        Self::of([Rule::Allow, Rule::Allow, Rule::Ask, Rule::Ask])
    }

    /// Read only.
    pub fn reader() -> Self {
        Self::of([Rule::Allow, Rule::Deny, Rule::Deny, Rule::Deny])
    }

    /// The rules for read, write, spend and destroy, without further restrictions.
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

    /// The decision on one call: in this story, or in the workspace where there is none.
    pub fn decide(&self, tool: &ToolSpec, story: Option<StoryId>, now: Timestamp) -> Decision {
        let method = format!("{}.{}", tool.module, tool.method);
        // A saved grant may name the method as an earlier version did.
        let former = tool.former.methods.iter();
        let spellings: Vec<_> = std::iter::once(method.clone())
            .chain(former.map(|it| format!("{}.{it}", tool.module)))
            .collect();
        if self.story.is_some_and(|it| Some(it) != story) {
            return Decision::Deny("this grant is for another story".into());
        }
        if let Some(expires) = self.expires.filter(|&it| it <= now) {
            return Decision::Deny(format!("this grant ended at {expires}"));
        }
        if self
            .methods
            .as_ref()
            .is_some_and(|it| !spellings.iter().any(|method| it.contains(method)))
        {
            return Decision::Deny(format!("{method} is not among the methods of this grant"));
        }
        let by_name = spellings.iter().find_map(|it| self.by_method.get(it));
        match by_name.copied().unwrap_or_else(|| self.rule(tool.impact)) {
            Rule::Allow => Decision::Allow,
            Rule::Ask => Decision::Ask,
            Rule::Deny if by_name.is_some() => {
                Decision::Deny(format!("{method} was forbidden for this caller"))
            }
            Rule::Deny => Decision::Deny(format!(
                "{method} {}, which this caller may not do",
                tool.impact.as_phrase()
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
    use crate::{Aliases, Audience, FormerNames};

    fn tool(impact: Impact) -> ToolSpec {
        ToolSpec {
            module: "image".into(),
            method: "generate".into(),
            name: "generate_image".into(),
            verb: None,
            description: "Make a picture.".into(),
            aliases: Aliases::default(),
            former: FormerNames::default(),
            impact,
            audience: Audience::Everyone,
            schema: serde_json::json!({ "type": "object" }).into(),
            output_schema: None,
            answers_with_file: false,
            time_limit: std::time::Duration::ZERO,
            is_everyday: false,
            hidden_fields: &[],
            works_in_drafts: true,
        }
    }

    fn decide(grant: &Grant, impact: Impact) -> Decision {
        let world = FixedWorld::default();
        grant.decide(&tool(impact), Some(StoryId(world.new_id())), world.now())
    }

    #[track_caller]
    fn denied(decision: &Decision, why: &str) {
        assert_eq!(decision, &Decision::Deny(why.to_owned()));
    }

    #[test]
    fn a_person_is_asked_only_before_spending_or_destroying() {
        let grant = Grant::person();
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
    fn a_rule_for_a_former_method_applies_to_the_renamed_tool() {
        let world = FixedWorld::default();
        let mut spec = tool(Impact::Write);
        spec.former.methods = vec!["paint".into()];
        let decide =
            |grant: &Grant| grant.decide(&spec, Some(StoryId(world.new_id())), world.now());
        let mut grant = Grant::person();
        grant.by_method.insert("image.paint".into(), Rule::Deny);
        denied(
            &decide(&grant),
            "image.generate was forbidden for this caller",
        );
        grant.by_method.clear();
        grant.methods = Some(["image.paint".to_owned()].into_iter().collect());
        assert_eq!(decide(&grant), Decision::Allow);
    }

    #[test]
    fn method_rule_overrides_impact_rule() {
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
    fn allowlist_denies_everything_else() {
        let mut grant = Grant::person();
        grant.methods = Some(["kv.update".to_owned()].into());
        grant.by_method.insert("image.generate".into(), Rule::Allow);
        denied(
            &decide(&grant, Impact::Read),
            "image.generate is not among the methods of this grant",
        );
    }

    #[test]
    fn grant_expires_at_its_time() {
        let world = FixedWorld::default();
        let mut grant = Grant::person();
        grant.expires = Some(world.now());
        let later = world.now();
        let story = Some(StoryId(world.new_id()));
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
    fn grant_for_one_story_denies_others() {
        let world = FixedWorld::default();
        let mut grant = Grant::person();
        grant.story = Some(StoryId(world.new_id()));
        denied(
            &decide_in(&grant, &world),
            "this grant is for another story",
        );
    }

    fn decide_in(grant: &Grant, world: &FixedWorld) -> Decision {
        grant.decide(
            &tool(Impact::Read),
            Some(StoryId(world.new_id())),
            world.now(),
        )
    }
}
