//! `storyteller play` at a terminal: the story as its reader sees it, from choice to choice. Each page
//! is an answer of play_story; nothing is kept but the steps.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::IsTerminal as _;

use capability::{Caller, ToolSpec};
use clap::ArgMatches;
use host::Studio;
use model::conversation::ToolCall;
use serde_json::{Map, Value, json};

use super::keyboard::{Keyboard, LineInput, LinePrompt};
use super::render::prose;
use super::session::{flag, text};
use super::terminal::{BAD, FAINT, STRONG, fail, note, plain, say, width};
use super::{EXIT_OK, tools};

/// The tool whose answers are shown.
const TOOL: &str = "play_story";

/// What can be typed beside a choice.
const HELP: &str = "a number or the words of a choice takes it; Enter takes the only one\n\
    b goes back, r begins again, v lists the variables, gold = 5 sets one, q leaves";

/// Whether a command means a reading by a person: at a terminal, and not one page for a program.
pub(super) fn is_wanted(spec: &ToolSpec, matches: &ArgMatches) -> bool {
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let asks_for_one_page = ["input", "output"]
        .iter()
        .any(|it| text(matches, it).is_some());
    spec.name == TOOL && is_terminal && !flag(matches, "json") && !asks_for_one_page
}

/// Plays until the person leaves. `args` are those of play_story.
pub(super) async fn run(studio: &Studio, caller: &Caller, args: Value) -> u8 {
    let Value::Object(mut args) = args else {
        return EXIT_OK;
    };
    if !args.contains_key("seed") {
        args.insert("seed".to_owned(), json!(random_seed()));
    }
    let mut reader = Reader {
        studio,
        caller,
        keyboard: Keyboard::plain(),
        args,
        steps: Vec::new(),
    };
    reader.play().await
}

/// Other dice in every reading.
fn random_seed() -> u32 {
    let [.., a, b, c, d] = RandomState::new().build_hasher().finish().to_be_bytes();
    u32::from_be_bytes([a, b, c, d])
}

struct Reader<'a> {
    studio: &'a Studio,
    caller: &'a Caller,
    keyboard: Keyboard,
    /// The arguments of play_story that stay the same.
    args: Map<String, Value>,
    steps: Vec<Value>,
}

impl Reader<'_> {
    async fn play(&mut self) -> u8 {
        let mut page = match self.page(None).await {
            Ok(page) => page,
            Err(exit) => return exit,
        };
        // From here on the steps of the answer count.
        self.args.remove("steps");
        self.args.remove("choose");
        self.steps = list(&page, "steps").to_vec();
        show(&page);
        loop {
            let typed = match self.keyboard.next(prompt(&page)).await {
                LineInput::Line(line) => line.trim().to_owned(),
                LineInput::Unreadable(failure) => {
                    fail(&failure, false);
                    continue;
                }
                LineInput::Interrupted | LineInput::End => {
                    say("");
                    return EXIT_OK;
                }
            };
            let takes = takings(&page);
            let step = match typed.as_str() {
                "q" | "quit" => return EXIT_OK,
                "?" | "h" | "help" => {
                    note(HELP);
                    continue;
                }
                "v" => {
                    variables(&page);
                    continue;
                }
                "b" | "back" if self.steps.is_empty() => {
                    note("this is where the reading began");
                    continue;
                }
                "b" | "back" => {
                    self.steps.pop();
                    None
                }
                "r" => {
                    self.steps.clear();
                    self.args.insert("seed".to_owned(), json!(random_seed()));
                    None
                }
                "" => match takes.as_slice() {
                    [only] => Some(only.step.clone()),
                    _ => {
                        note(HELP);
                        continue;
                    }
                },
                typed => Some(step_of(&takes, typed)),
            };
            if let Ok(next) = self.page(step).await {
                if let Some(why) = next["stopped"]["why"].as_str() {
                    note(&format!("{BAD}{}{BAD:#}", plain(why)));
                    continue;
                }
                self.steps = list(&next, "steps").to_vec();
                show(&next);
                page = next;
            }
        }
    }

    /// The page after the steps, and one more; the exit status of a failure, which is shown.
    async fn page(&self, step: Option<String>) -> Result<Value, u8> {
        let mut args = self.args.clone();
        // Before the first page, the steps of the command line are among them.
        if !args.contains_key("steps") {
            let made = self.steps.iter().cloned();
            let steps: Vec<Value> = made.chain(step.map(Value::from)).collect();
            args.insert("steps".to_owned(), json!(steps));
        }
        let call = ToolCall {
            id: None,
            name: TOOL.to_owned(),
            args: Value::Object(args),
        };
        let output = tools::call(self.studio, self.caller, call).await;
        match output.result {
            Some(result) if output.error.is_none() => Ok(result.data),
            _ => Err(tools::show(&output, false)),
        }
    }
}

/// Something that can be taken: its words, and the step that takes it.
struct Taking {
    words: String,
    step: String,
}

/// The open choices, and the way back after them.
fn takings(page: &Value) -> Vec<Taking> {
    let open = list(page, "choices").iter().filter(|it| it["open"] == true);
    let back = page.get("way_back");
    open.chain(back)
        .map(|it| Taking {
            words: words_of(it),
            step: it["step"].as_str().unwrap_or_default().to_owned(),
        })
        .collect()
}

/// The step that a typed line means: a number, words, or an assignment.
fn step_of(takings: &[Taking], typed: &str) -> String {
    let number = typed.parse::<usize>().ok();
    let numbered = number.and_then(|it| takings.get(it.checked_sub(1)?));
    let lowercase = typed.to_lowercase();
    let named = || {
        takings
            .iter()
            .find(|it| it.words.to_lowercase() == lowercase)
    };
    match numbered.or_else(named) {
        Some(taking) => taking.step.clone(),
        None => typed.to_owned(),
    }
}

/// The words of a choice: its label, or where it leads.
fn words_of(choice: &Value) -> String {
    let label = choice["label"].as_str().unwrap_or_default();
    let to = choice["to"]["title"].as_str().unwrap_or("…");
    if label.is_empty() { to } else { label }.to_owned()
}

fn list<'v>(page: &'v Value, field: &str) -> &'v [Value] {
    page[field].as_array().map_or(&[], Vec::as_slice)
}

fn show(page: &Value) {
    let title = plain(page["node"]["title"].as_str().unwrap_or_default());
    say(&format!("\n{STRONG}{title}{STRONG:#}\n"));
    let text = page["text"].as_str().unwrap_or_default();
    say(&prose(text, width()));
    for heard in ["effect", "music"] {
        if let Some(name) = page["sounds"][heard]["name"].as_str() {
            note(&format!("{FAINT}♪ {}{FAINT:#}", plain(name)));
        }
    }
    if let Some(error) = page.get("not_compiled") {
        let message = error["message"].as_str().unwrap_or_default();
        note(&format!(
            "{BAD}the script has an error{BAD:#}: {}",
            plain(message)
        ));
    }
    for error in list(page, "errors").iter().filter_map(Value::as_str) {
        note(&format!("{BAD}error{BAD:#}: {}", plain(error)));
    }
    for part in list(page, "left_out") {
        let message = part["message"].as_str().unwrap_or_default();
        note(&format!(
            "{FAINT}not played here: {}{FAINT:#}",
            plain(message)
        ));
    }
    let mut lines = Vec::new();
    for (at, taking) in takings(page).iter().enumerate() {
        lines.push(format!(
            "{STRONG}{:>3}{STRONG:#}  {}",
            at + 1,
            plain(&taking.words)
        ));
    }
    let closed = list(page, "choices")
        .iter()
        .filter(|it| it["open"] == false);
    for choice in closed {
        let why = plain(choice["why"].as_str().unwrap_or_default());
        lines.push(format!(
            "{FAINT}  –  {} ({why}){FAINT:#}",
            plain(&words_of(choice))
        ));
    }
    if page["over"] == true {
        let end = match page["ending"] == true {
            true => "The end.",
            false => "No choices from here.",
        };
        lines.push(format!("{FAINT}{end}{FAINT:#}"));
    }
    say(&format!("\n{}\n", lines.join("\n")));
}

fn prompt(page: &Value) -> LinePrompt {
    let choices = match takings(page).len() {
        0 => String::new(),
        1 => "Enter, ".to_owned(),
        count => format!("1–{count}, "),
    };
    LinePrompt {
        text: format!("{FAINT}{choices}b back, r again, q leaves, ? help{FAINT:#} > "),
        is_answer: true,
    }
}

fn variables(page: &Value) {
    let all = page["variables"].as_object();
    let lines: Vec<String> = all
        .into_iter()
        .flatten()
        .map(|(name, value)| plain(&format!("{name} = {value}")))
        .collect();
    match lines.is_empty() {
        true => note("no variable is set"),
        false => say(&lines.join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_number_the_words_of_a_choice_or_passed_on() {
        let page = json!({
            "choices": [
                { "label": "Wait", "open": true, "step": "a", "to": { "title": "Pier" } },
                { "label": "Fly", "open": false, "step": "b" },
                { "label": "", "open": true, "step": "c", "to": { "title": "Ferry" } },
            ],
            "way_back": { "label": "Get up", "step": "return" },
        });
        let takings = takings(&page);
        for (typed, step) in [
            ("1", "a"),
            ("2", "c"),
            ("ferry", "c"),
            ("3", "return"),
            ("4", "4"),
            ("Fly", "Fly"),
            ("gold = 5", "gold = 5"),
        ] {
            assert_eq!(step_of(&takings, typed), step, "{typed}");
        }
    }
}
