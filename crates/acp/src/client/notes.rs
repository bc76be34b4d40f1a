//! What an agent reports about its session besides its replies: its cost, how full its window is,
//! and its commands. Shown in the thread when it changes.

use agent_client_protocol_schema::v1::{Cost, SessionUpdate};

/// The most commands listed.
const MAX_COMMANDS: usize = 20;
/// The longest name of a command, in characters.
const MAX_NAME: usize = 40;

/// Notes of one session.
#[derive(Default)]
pub(super) struct SessionNotes {
    /// The session's cost so far, and its cost when last reported.
    cost: Option<Cost>,
    told_cost: f64,
    /// Tokens in the window, and its size.
    window: Option<(u64, u64)>,
    commands: Vec<String>,
    has_news: bool,
}

impl SessionNotes {
    /// Records what an update says about the session.
    pub(super) fn hear(&mut self, update: &SessionUpdate) {
        match update {
            SessionUpdate::UsageUpdate(usage) => {
                self.window = Some((usage.used, usage.size));
                let is_amount = |it: &&Cost| it.amount.is_finite() && it.amount >= 0.0;
                if let Some(cost) = usage.cost.as_ref().filter(is_amount) {
                    self.cost = Some(cost.clone());
                }
                self.has_news = true;
            }
            SessionUpdate::AvailableCommandsUpdate(update) => {
                let names = update.available_commands.iter().take(MAX_COMMANDS);
                let names = names.map(|it| short(&it.name)).collect();
                if self.commands != names {
                    self.commands = names;
                    self.has_news = true;
                }
            }
            _ => {}
        }
    }

    /// What is new since the last report, as one line.
    pub(super) fn line(&mut self) -> Option<String> {
        if !std::mem::take(&mut self.has_news) {
            return None;
        }
        let mut parts = Vec::new();
        if let Some(cost) = &self.cost {
            let (unit, whole) = (short(&cost.currency), cost.amount);
            let now = (whole - self.told_cost).max(0.0);
            parts.push(match self.told_cost > 0.0 {
                true => format!("cost: {now:.4} {unit}, {whole:.4} {unit} in this session"),
                false => format!("cost: {whole:.4} {unit} in this session"),
            });
            self.told_cost = whole;
        }
        if let Some((used, size)) = self.window {
            parts.push(format!("window: {used} of {size} tokens"));
        }
        if !self.commands.is_empty() {
            let commands: Vec<_> = self.commands.iter().map(|it| format!("/{it}")).collect();
            parts.push(format!("commands: {}", commands.join(" ")));
        }
        (!parts.is_empty()).then(|| format!("\n[{}]\n", parts.join("; ")))
    }
}

fn short(name: &str) -> String {
    let plain = name.chars().filter(|it| !it.is_control());
    plain.take(MAX_NAME).collect()
}

#[cfg(test)]
mod tests {
    use agent_client_protocol_schema::v1::{
        AvailableCommand, AvailableCommandsUpdate, UsageUpdate,
    };

    use super::*;

    fn used(amount: f64) -> SessionUpdate {
        let mut usage = UsageUpdate::new(5_000, 200_000);
        usage.cost = Some(Cost::new(amount, "USD"));
        SessionUpdate::UsageUpdate(usage)
    }

    #[test]
    fn reports_the_cost_of_a_request_and_of_the_session() {
        let mut notes = SessionNotes::default();
        assert_eq!(notes.line(), None);
        notes.hear(&used(0.05));
        let first = "\n[cost: 0.0500 USD in this session; window: 5000 of 200000 tokens]\n";
        assert_eq!(notes.line().as_deref(), Some(first));
        assert_eq!(notes.line(), None, "once");
        notes.hear(&used(0.08));
        let then = notes.line().unwrap();
        assert!(then.starts_with("\n[cost: 0.0300 USD, 0.0800 USD in this session"));
        notes.hear(&used(f64::NAN));
        assert!(notes.line().unwrap().contains("0.0800"));
    }

    #[test]
    fn commands_are_reported_once_until_they_change() {
        let mut notes = SessionNotes::default();
        let command = AvailableCommand::new("plan\u{1b}", "Makes a plan");
        let update = AvailableCommandsUpdate::new(vec![command]);
        let update = SessionUpdate::AvailableCommandsUpdate(update);
        notes.hear(&update);
        assert_eq!(notes.line().as_deref(), Some("\n[commands: /plan]\n"));
        notes.hear(&update);
        assert_eq!(notes.line(), None);
    }
}
