//! What the assistant may do in one turn. Pure. Start at [`grant_for`]. It is never more than the
//! person who gave the instruction may do (OS-1); which tools are *shown* does not matter (AT-3).

use std::collections::BTreeSet;

use capability::{Grant, Impact, Rule};

use crate::Autonomy;

/// The assistant's grant: that of any person, limited to that of this one, plus the methods that
/// the settings allow without approval. When every write needs approval, so do those.
///
/// An allowed method is one that costs money or destroys data and would otherwise need the person's
/// approval. A caller who may not use it at all, by name or by its impact, gains nothing. `impact`
/// returns a method's impact; unknown methods are not allowed.
pub(crate) fn grant_for(
    person: &Grant,
    autonomy: Autonomy,
    allowed: &BTreeSet<String>,
    impact: impl Fn(&str) -> Option<Impact>,
) -> Grant {
    // A person's own grant may require fewer approvals, such as that of a script that has confirmed
    // everything.
    let own = Grant::person();
    let mut grant = Grant {
        story: person.story,
        methods: person.methods.clone(),
        by_method: own.by_method.clone(),
        read: stricter(own.read, person.read),
        write: stricter(own.write, person.write),
        spend: stricter(own.spend, person.spend),
        destroy: stricter(own.destroy, person.destroy),
        expires: person.expires,
    };
    if autonomy == Autonomy::Ask {
        grant.write = stricter(grant.write, Rule::Ask);
    } else {
        let may = |method: &&String| {
            let by_impact = impact(method).map(|it| person.rule(it));
            let rule = person.by_method.get(*method).copied().or(by_impact);
            rule.is_some_and(|it| it != Rule::Deny)
        };
        let allowed = allowed.iter().filter(may);
        grant
            .by_method
            .extend(allowed.map(|it| (it.clone(), Rule::Allow)));
    }
    for (method, rule) in &person.by_method {
        // A person's own `Allow` says what the person may do without approval, not the assistant.
        if *rule != Rule::Allow {
            grant.by_method.insert(method.clone(), *rule);
        }
    }
    grant
}

fn stricter(one: Rule, other: Rule) -> Rule {
    match (one, other) {
        (Rule::Deny, _) | (_, Rule::Deny) => Rule::Deny,
        (Rule::Ask, _) | (_, Rule::Ask) => Rule::Ask,
        (Rule::Allow, Rule::Allow) => Rule::Allow,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed() -> BTreeSet<String> {
        BTreeSet::from(["image.generate".to_owned()])
    }

    fn spends(_: &str) -> Option<Impact> {
        Some(Impact::Spend)
    }

    #[test]
    fn os_1_allowed_methods_do_not_widen_a_narrower_grant() {
        let reader = Grant::reader();
        let grant = grant_for(&reader, Autonomy::Adopt, &allowed(), spends);
        assert_eq!(grant.by_method.get("image.generate"), None);
        assert_eq!(grant.spend, Rule::Deny);

        let person = Grant::person();
        let gone = grant_for(&person, Autonomy::Adopt, &allowed(), |_| None);
        assert_eq!(gone.by_method.get("image.generate"), None);
    }

    #[test]
    fn allowed_methods_skip_approval_unless_every_write_asks() {
        let person = Grant::person();
        let adopt = grant_for(&person, Autonomy::Adopt, &allowed(), spends);
        assert_eq!(adopt.by_method.get("image.generate"), Some(&Rule::Allow));
        assert_eq!((adopt.read, adopt.write), (Rule::Allow, Rule::Allow));

        let ask = grant_for(&person, Autonomy::Ask, &allowed(), spends);
        assert_eq!(ask.by_method.get("image.generate"), None);
        assert_eq!((ask.read, ask.write), (Rule::Allow, Rule::Ask));
    }

    #[test]
    fn assistant_grant_never_exceeds_the_person() {
        let mut reader = Grant::reader();
        reader.by_method.insert("image.generate".into(), Rule::Deny);
        let grant = grant_for(&reader, Autonomy::Adopt, &allowed(), spends);
        assert_eq!(grant.write, Rule::Deny);
        assert_eq!(grant.by_method.get("image.generate"), Some(&Rule::Deny));
    }
}
