//! The outcomes an environment gave, so that an action which is asked for again is not done again.

use std::collections::{HashMap, VecDeque};

use crate::address::Address;
use crate::payload::{Action, Outcome};

/// What is known of an action.
#[derive(Debug)]
pub(crate) enum Known {
    /// It was not asked for before.
    New,
    /// It was, and is not answered yet.
    Running,
    /// It was, and this was the answer.
    Done(Box<Outcome>),
    /// The sender gave this id to another action.
    Other,
}

/// Who asked, and the id of the action.
type Key = (String, String, String);

/// The last outcomes; the oldest answered ones are forgotten first.
pub(crate) struct Outcomes {
    most: usize,
    all: HashMap<Key, Asked>,
    answered: VecDeque<Key>,
}

struct Asked {
    action: Action,
    outcome: Option<Outcome>,
}

impl Outcomes {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            all: HashMap::new(),
            answered: VecDeque::new(),
        }
    }

    /// Notes that an action is asked for.
    pub(crate) fn ask(&mut self, sender: &Address, action: &Action) -> Known {
        let key = key(sender, &action.id);
        match self.all.get(&key) {
            Some(asked) if asked.action != *action => Known::Other,
            Some(Asked {
                outcome: Some(outcome),
                ..
            }) => Known::Done(Box::new(outcome.clone())),
            Some(_) => Known::Running,
            None => {
                let asked = Asked {
                    action: action.clone(),
                    outcome: None,
                };
                self.all.insert(key, asked);
                Known::New
            }
        }
    }

    /// Notes an answer.
    pub(crate) fn answer(&mut self, sender: &Address, outcome: &Outcome) {
        let key = key(sender, &outcome.id);
        if let Some(asked) = self.all.get_mut(&key)
            && asked.outcome.is_none()
        {
            asked.outcome = Some(outcome.clone());
            self.answered.push_back(key);
        }
        if self.answered.len() > self.most
            && let Some(oldest) = self.answered.pop_front()
        {
            self.all.remove(&oldest);
        }
    }
}

fn key(sender: &Address, action: &str) -> Key {
    (
        sender.kind.as_str().to_owned(),
        sender.id.clone(),
        action.to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    fn action(id: &str, name: &str) -> Action {
        Action {
            id: id.to_owned(),
            action: name.to_owned(),
            parameters: Map::new(),
        }
    }

    #[test]
    fn an_action_is_new_once_per_sender() {
        let mut outcomes = Outcomes::new(2);
        let (one, other) = (Address::agent("agent_001"), Address::human("agent_001"));
        let ask = action("a_1", "move");
        assert!(matches!(outcomes.ask(&one, &ask), Known::New));
        assert!(matches!(outcomes.ask(&one, &ask), Known::Running));
        assert!(matches!(outcomes.ask(&other, &ask), Known::New));
        assert!(matches!(
            outcomes.ask(&one, &action("a_1", "dig")),
            Known::Other
        ));
        let outcome = Outcome::success("a_1", "moved", json!({ "x": 5 }));
        outcomes.answer(&one, &outcome);
        outcomes.answer(&one, &Outcome::error("a_1", "late", json!(null)));
        let Known::Done(first) = outcomes.ask(&one, &ask) else {
            panic!("it was answered");
        };
        assert_eq!(*first, outcome);
    }

    #[test]
    fn only_answered_actions_are_forgotten() {
        let mut outcomes = Outcomes::new(2);
        let one = Address::agent("agent_001");
        assert!(matches!(
            outcomes.ask(&one, &action("running", "wait")),
            Known::New
        ));
        for number in 0..10 {
            let id = format!("a_{number}");
            outcomes.ask(&one, &action(&id, "move"));
            outcomes.answer(&one, &Outcome::success(id, "", json!(null)));
        }
        assert!(matches!(
            outcomes.ask(&one, &action("running", "wait")),
            Known::Running
        ));
        assert!(matches!(
            outcomes.ask(&one, &action("a_0", "move")),
            Known::New
        ));
        assert!(matches!(
            outcomes.ask(&one, &action("a_9", "move")),
            Known::Done(_)
        ));
    }
}
