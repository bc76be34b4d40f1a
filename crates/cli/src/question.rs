//! The approval request at a terminal: yes, no with a reason, always, or edited arguments. Enter
//! through [`TerminalApprover`]. Not here: how a line is read (`keyboard`).

use async_trait::async_trait;
use capability::{Answer, Approver, Impact, Question, RemovedCount, split_words};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::keyboard::{Keyboard, LineInput, LinePrompt};
use super::render::brief;
use super::terminal::{BAD, FAINT, STRONG, is_interactive, note, plain, width};

/// Explains the four answers.
const HELP: &str =
    "y: yes · n, or n and why: no · a: yes, and always in this conversation · e: other arguments";

/// The person at the terminal, who answers approval requests.
pub(super) struct TerminalApprover {
    /// Every question is answered with yes (`--yes`).
    pub(super) yes: bool,
    /// Where answers are typed.
    pub(super) keyboard: Keyboard,
    /// Stops the turn or call that asks, if the answer is Ctrl-C.
    pub(super) stop: CancellationToken,
}

impl TerminalApprover {
    /// A person who answers on standard input.
    pub(super) fn new(yes: bool) -> Self {
        Self {
            yes,
            keyboard: Keyboard::plain(),
            stop: CancellationToken::new(),
        }
    }

    async fn read(&self, prompt: &str) -> LineInput {
        let prompt = LinePrompt {
            text: prompt.to_owned(),
            is_answer: true,
        };
        self.keyboard.next(prompt).await
    }
}

/// The meaning of a line as an answer.
#[derive(Debug, PartialEq)]
enum ParsedAnswer {
    Answer(Answer),
    /// Edited arguments, which are typed next.
    Edit,
    /// Not a valid answer, and why.
    Unclear(String),
}

#[async_trait]
impl Approver for TerminalApprover {
    async fn ask(&self, question: Question) -> Answer {
        if self.yes {
            return Answer::Approve;
        }
        if !is_interactive() {
            let does = match question.removes {
                Some(RemovedCount { nodes, of }) => format!("removes {nodes} of {of} nodes"),
                None => cost(question.impact).to_owned(),
            };
            return Answer::Reject(format!(
                "{} {does}, and nobody can be asked here; add --yes to allow it",
                question.tool
            ));
        }
        print_question(&question);
        let waiting = UnansweredNotice { is_over: false };
        let answer = self.answer(&question).await;
        waiting.end();
        answer
    }
}

impl TerminalApprover {
    async fn answer(&self, question: &Question) -> Answer {
        let mut editing = false;
        loop {
            let prompt = if editing { "arguments> " } else { "y/n/a/e> " };
            let line = match self.read(prompt).await {
                LineInput::Line(line) => line,
                LineInput::Unreadable(why) => {
                    note(&format!("{BAD}{}{BAD:#}", why.report().message));
                    continue;
                }
                LineInput::Interrupted => {
                    self.stop.cancel();
                    // The call stops waiting now.
                    return std::future::pending().await;
                }
                LineInput::End => return Answer::Reject("you said no".into()),
            };
            let parsed = match editing {
                true if line.trim().is_empty() => {
                    editing = false;
                    continue;
                }
                true => parse_edited_args(&line, question),
                false => parse_answer(&line, question),
            };
            match parsed {
                ParsedAnswer::Answer(answer) => return answer,
                ParsedAnswer::Edit => {
                    editing = true;
                    note(&format!(
                        "{FAINT}as JSON, or only what changes: name=value; an empty line goes back{FAINT:#}\n{}",
                        plain(&question.args.to_string())
                    ));
                }
                ParsedAnswer::Unclear(why) => note(&format!("{FAINT}{why}{FAINT:#}")),
            }
        }
    }
}

/// Prints the question.
fn print_question(question: &Question) {
    let args = brief(&question.args, width());
    note(&format!(
        "{STRONG}{}{STRONG:#}\n  {args}",
        plain(&question.text)
    ));
    if let Some(refused) = &question.refused {
        let hint = refused.hint.as_deref().map(|it| format!(" ({it})"));
        note(&format!(
            "{BAD}your arguments are not valid:{BAD:#} {}{}",
            plain(&refused.message),
            plain(&hint.unwrap_or_default())
        ));
    }
    note(&format!("{FAINT}{HELP}{FAINT:#}"));
}

/// Tells the person if a question needs no answer any more: answered elsewhere, or its call was
/// stopped.
struct UnansweredNotice {
    is_over: bool,
}

impl UnansweredNotice {
    fn end(mut self) {
        self.is_over = true;
    }
}

impl Drop for UnansweredNotice {
    fn drop(&mut self) {
        if !self.is_over {
            note(&format!("{FAINT}(no answer is needed any more){FAINT:#}"));
        }
    }
}

/// Parses an answer. An empty line means no.
fn parse_answer(line: &str, question: &Question) -> ParsedAnswer {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let no = |words: &str| {
        let words = if words.is_empty() {
            "you said no"
        } else {
            words
        };
        ParsedAnswer::Answer(Answer::Reject(words.to_owned()))
    };
    match word.to_lowercase().as_str() {
        "" => no(""),
        "n" | "no" | "不" | "否" => no(rest),
        "e" | "edit" | "改" if !rest.is_empty() => parse_edited_args(rest, question),
        _ if !rest.is_empty() => ParsedAnswer::Unclear(HELP.to_owned()),
        "y" | "yes" | "是" | "好" => ParsedAnswer::Answer(Answer::Approve),
        "a" | "always" | "总是" => ParsedAnswer::Answer(Answer::Always),
        "e" | "edit" | "改" => ParsedAnswer::Edit,
        _ => ParsedAnswer::Unclear(HELP.to_owned()),
    }
}

/// Edited arguments: a JSON object, or pairs that replace those of the question. A value is parsed
/// as JSON if the argument it replaces is not text.
fn parse_edited_args(line: &str, question: &Question) -> ParsedAnswer {
    let line = line.trim();
    if line.starts_with('{') {
        return match serde_json::from_str(line) {
            Ok(args) => ParsedAnswer::Answer(Answer::Edit(args)),
            Err(error) => ParsedAnswer::Unclear(format!("this is not JSON: {error}")),
        };
    }
    let words = match split_words(line) {
        Ok(words) => words,
        Err(error) => return ParsedAnswer::Unclear(error.0),
    };
    let mut args = question.args.clone();
    for word in &words {
        let Some((name, value)) = word.split_once('=') else {
            return ParsedAnswer::Unclear(format!("{word:?} is not written as name=value"));
        };
        let is_text = args.get(name).is_some_and(Value::is_string);
        let parsed = (!is_text)
            .then(|| serde_json::from_str(value).ok())
            .flatten();
        args[name] = parsed.unwrap_or_else(|| value.into());
    }
    ParsedAnswer::Answer(Answer::Edit(args))
}

/// What an impact means, as text after a tool's name.
fn cost(impact: Impact) -> &'static str {
    match impact {
        Impact::Read => "only looks",
        Impact::Write => "changes the story",
        Impact::Spend => "may cost money",
        Impact::Destroy => "cannot be undone",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use serde_json::json;

    use super::*;

    fn question() -> Question {
        Question {
            call_id: "c1".into(),
            tool: "generate_image".into(),
            impact: Impact::Spend,
            args: json!({ "prompt": "Neo", "seed": 3 }),
            text: "May it?".into(),
            removes: None,
            refused: None,
            owner: None,
            described: None,
        }
    }

    #[test]
    fn parses_four_answers_and_asks_again_otherwise() {
        let no = |it: &str| ParsedAnswer::Answer(Answer::Reject(it.into()));
        let edit = |it| ParsedAnswer::Answer(Answer::Edit(it));
        for (line, expected) in [
            ("y", ParsedAnswer::Answer(Answer::Approve)),
            (" YES ", ParsedAnswer::Answer(Answer::Approve)),
            ("好", ParsedAnswer::Answer(Answer::Approve)),
            ("a", ParsedAnswer::Answer(Answer::Always)),
            ("总是", ParsedAnswer::Answer(Answer::Always)),
            ("", no("you said no")),
            ("n", no("you said no")),
            ("n 太贵了, use fewer", no("太贵了, use fewer")),
            ("e", ParsedAnswer::Edit),
            ("e seed=4", edit(json!({ "prompt": "Neo", "seed": 4 }))),
            (
                "e prompt=\"Neo, 7\" ratio=1:1",
                edit(json!({ "prompt": "Neo, 7", "seed": 3, "ratio": "1:1" })),
            ),
            ("e prompt=7", edit(json!({ "prompt": "7", "seed": 3 }))),
            ("e {\"prompt\":\"x\"}", edit(json!({ "prompt": "x" }))),
            ("yes please", ParsedAnswer::Unclear(HELP.into())),
            ("maybe", ParsedAnswer::Unclear(HELP.into())),
            (
                "e seed",
                ParsedAnswer::Unclear("\"seed\" is not written as name=value".into()),
            ),
        ] {
            assert_eq!(parse_answer(line, &question()), expected, "{line}");
        }
        assert!(matches!(
            parse_answer("e {", &question()),
            ParsedAnswer::Unclear(_)
        ));
    }

    fn terminal_with(lines: Vec<LineInput>) -> (TerminalApprover, mpsc::Receiver<String>) {
        let (sender, prompts) = mpsc::channel();
        let mut lines = lines.into_iter();
        let keyboard = Keyboard::from_reader(move |prompt| {
            sender.send(prompt.text).unwrap();
            lines.next().unwrap_or(LineInput::End)
        });
        let stop = CancellationToken::new();
        let person = TerminalApprover {
            yes: false,
            keyboard,
            stop,
        };
        (person, prompts)
    }

    #[tokio::test]
    async fn asks_again_on_unclear_input_and_reads_arguments_from_the_next_line() {
        let lines = ["hm", "e", "", "e", "seed=9"];
        let (person, prompts) = terminal_with(lines.map(|it| LineInput::Line(it.into())).into());
        let answer = person.answer(&question()).await;
        assert_eq!(answer, Answer::Edit(json!({ "prompt": "Neo", "seed": 9 })));
        let prompts: Vec<_> = prompts.try_iter().collect();
        let (ask, edit) = ("y/n/a/e> ", "arguments> ");
        assert_eq!(prompts, [ask, ask, edit, ask, edit]);
    }

    #[tokio::test]
    async fn end_of_input_rejects_and_ctrl_c_cancels() {
        let (person, _signs) = terminal_with(Vec::new());
        let no = person.answer(&question()).await;
        assert_eq!(no, Answer::Reject("you said no".into()));
        let (person, _signs) = terminal_with(vec![LineInput::Interrupted]);
        let question = question();
        tokio::select! {
            answer = person.answer(&question) => panic!("{answer:?}"),
            () = person.stop.cancelled() => {}
        }
    }
}
