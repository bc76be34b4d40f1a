//! What the assistant may do in one turn: pure. Enter through [`grant_for`]. It is never more than
//! the person who gave the instruction may do (OS-1); what is *shown* plays no part (AT-3).

use std::collections::BTreeSet;

use capability::{Grant, Rule};

use crate::Autonomy;

/// The assistant's grant: its own, narrowed to the person's, with the methods that the settings
/// allow without a question. Where each write waits for a yes those wait as well.
pub(crate) fn grant_for(person: &Grant, autonomy: Autonomy, allowed: &BTreeSet<String>) -> Grant {
    let own = Grant::assistant();
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
        grant
            .by_method
            .extend(allowed.iter().map(|it| (it.clone(), Rule::Allow)));
    }
    for (method, rule) in &person.by_method {
        // A person's own *allow* says what the person may do unasked, not what the assistant may.
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

    #[test]
    fn what_the_settings_allow_is_not_asked_unless_every_write_is() {
        let person = Grant::person();
        let adopt = grant_for(&person, Autonomy::Adopt, &allowed());
        assert_eq!(adopt.by_method.get("image.generate"), Some(&Rule::Allow));
        assert_eq!((adopt.read, adopt.write), (Rule::Allow, Rule::Allow));

        let ask = grant_for(&person, Autonomy::Ask, &allowed());
        assert_eq!(ask.by_method.get("image.generate"), None);
        assert_eq!((ask.read, ask.write), (Rule::Allow, Rule::Ask));
    }

    #[test]
    fn the_assistant_may_never_more_than_the_person() {
        let mut reader = Grant::reader();
        reader.by_method.insert("image.generate".into(), Rule::Deny);
        let grant = grant_for(&reader, Autonomy::Adopt, &allowed());
        assert_eq!(grant.write, Rule::Deny);
        assert_eq!(grant.by_method.get("image.generate"), Some(&Rule::Deny));
    }
}
