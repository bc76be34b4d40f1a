//! Prints the events of a turn: text as it streams in, one line for each tool call, the final text.

use capability::ToolAgentOutput;
use model::TurnId;
use model::conversation::{Ending, Usage};
use runner::{TurnEvent, TurnOutcome};

use super::exported::ExportedFile;
use super::progress::ProgressLine;
use super::render::call_line;
use super::terminal::{BAD, FAINT, note, plain, say, write};
use host::interfaces::wire;
use host::{Event, EventKind};

/// Prints events in order; remembers whether a line is still open.
pub(super) struct EventPrinter {
    json: bool,
    turn: Option<TurnId>,
    open_line: bool,
    /// Text since the last tool call: the final text if the turn ends now.
    words: String,
    /// The progress of a long call of the turn.
    shown: ProgressLine,
    /// The files that its calls exported.
    files: Vec<ExportedFile>,
}

impl EventPrinter {
    /// For a person, or as JSON for a program.
    pub(super) fn new(json: bool) -> Self {
        Self {
            json,
            turn: None,
            open_line: false,
            words: String::new(),
            shown: ProgressLine::default(),
            files: Vec::new(),
        }
    }

    /// The current turn, once it has started.
    pub(super) fn turn(&self) -> Option<TurnId> {
        self.turn
    }

    /// The files that the turn exported.
    pub(super) fn into_files(self) -> Vec<ExportedFile> {
        self.files
    }

    /// Prints one event.
    pub(super) fn print(&mut self, event: &Event) {
        if let EventKind::Turn(TurnEvent::ToolAnswered { turn, output }) = &event.kind
            && Some(*turn) == self.turn
        {
            self.files.extend(ExportedFile::of(output));
        }
        if let EventKind::Turn(TurnEvent::TurnBegan { turn, .. }) = &event.kind {
            self.turn = Some(*turn);
        }
        if self.json {
            return say(&wire::event(event).to_string());
        }
        if let EventKind::Progress(progress) = &event.kind {
            if progress.turn.is_some() && progress.turn == self.turn {
                self.end_line();
                self.shown.show(progress);
            }
            return;
        }
        // Changes are shown by the tool calls that made them.
        let EventKind::Turn(event) = &event.kind else {
            return;
        };
        self.shown.clear();
        match event {
            TurnEvent::Text { text, .. } => self.words(text),
            TurnEvent::ToolAnswered { output, .. } => self.answered(output),
            TurnEvent::Retrying {
                reason, after_ms, ..
            } => {
                self.end_line();
                self.words.clear();
                let seconds = after_ms.div_ceil(1000);
                note(&format!(
                    "{FAINT}{reason}; trying again in {seconds} s{FAINT:#}"
                ));
            }
            TurnEvent::TextDiscarded { .. } => {
                self.end_line();
                self.words.clear();
                note(&format!(
                    "{FAINT}the words above do not count: their reply could not be used{FAINT:#}"
                ));
            }
            TurnEvent::TurnEnded { outcome, .. } => {
                self.ended(outcome);
                if let Some(spent) = cost_line(outcome) {
                    note(&format!("{FAINT}{spent}{FAINT:#}"));
                }
            }
            TurnEvent::Asked { .. } => self.end_line(),
            TurnEvent::TurnBegan { .. }
            | TurnEvent::ContextShown { .. }
            | TurnEvent::Thinking { .. }
            | TurnEvent::ToolCallBegan { .. } => {}
        }
    }

    /// Reports that events were lost because the reader was too slow.
    pub(super) fn missed(&mut self, events: u64) {
        self.end_line();
        note(&format!("{FAINT}{events} events were missed{FAINT:#}"));
    }

    fn words(&mut self, text: &str) {
        let text = plain(text);
        write(&text);
        self.words.push_str(&text);
        self.open_line = !self.words.ends_with('\n');
    }

    fn answered(&mut self, output: &ToolAgentOutput) {
        self.end_line();
        self.words.clear();
        say(&call_line(output));
    }

    fn ended(&mut self, outcome: &TurnOutcome) {
        self.end_line();
        let is_printed = self.words.trim() == plain(outcome.text.trim());
        if outcome.ending == Ending::Done {
            if !is_printed {
                say(plain(&outcome.text).trim_end());
            }
        } else {
            note(&format!("{BAD}{}{BAD:#}", plain(&outcome.text).trim_end()));
        }
        if let Some(draft) = outcome.draft {
            let draft = draft.short();
            note(&format!(
                "{FAINT}its writes wait in draft {draft}: show_draft shows them, adopt_draft makes \
                 them count{FAINT:#}"
            ));
        }
        self.words.clear();
    }

    fn end_line(&mut self) {
        if std::mem::take(&mut self.open_line) {
            write("\n");
        }
    }
}

/// What a turn used: tokens, paid pictures, and money if prices are known; `None` if nothing was
/// counted.
fn cost_line(outcome: &TurnOutcome) -> Option<String> {
    let pictures = match outcome.spent.pictures {
        0 => None,
        1 => Some("1 picture paid for".to_owned()),
        more => Some(format!("{more} pictures paid for")),
    };
    let cost = outcome.spent.cost.map(|it| format!("cost {it:.4}"));
    let parts = [
        tokens(&outcome.spent.usage),
        pictures,
        cost,
        uncounted(outcome),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// What the cost does not include, if anything.
fn uncounted(outcome: &TurnOutcome) -> Option<String> {
    let left = outcome.spent.uncounted;
    let tokens = left.tokens.then(|| "the tokens".to_owned());
    let pictures = (left.pictures > 0).then(|| format!("{} of the pictures", left.pictures));
    let parts: Vec<_> = [tokens, pictures].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| {
        let what = parts.join(" and ");
        format!("not counted, for want of a price in the settings: {what}")
    })
}

fn tokens(usage: &Usage) -> Option<String> {
    let Usage {
        input_tokens: input,
        output_tokens: output,
        cached_tokens: cached,
    } = usage;
    let from_cache = match cached {
        0 => String::new(),
        _ => format!(" ({cached} of them from the cache)"),
    };
    (input + output > 0).then(|| format!("{input} tokens in{from_cache}, {output} out"))
}
