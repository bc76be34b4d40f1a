//! Reports of how long the story is, what was written lately, what comes again too
//! often, and who appears where.

use serde_json::Value;

use super::call_reports::CallReport;

/// How many repetitions of each kind are told.
const TOLD: usize = 5;
/// How many scenes or characters are told.
const SCENES_TOLD: usize = 20;

impl CallReport<'_> {
    pub(super) fn length(&self) -> String {
        let seconds = self.count("reading_seconds").unwrap_or_default();
        let minutes = ((seconds + 30) / 60).max(1);
        let args = [
            ("words", self.count("words").unwrap_or_default().into()),
            ("minutes", minutes.into()),
            (
                "endings",
                self.count("ending_count").unwrap_or_default().into(),
            ),
        ];
        self.say("offline-length", &args)
    }

    pub(super) fn progress(&self) -> String {
        let words = |field: &str| {
            self.data
                .get(field)
                .and_then(Value::as_i64)
                .unwrap_or_default()
        };
        if self.data.get("from") == self.data.get("to") {
            return self.say("offline-written_today", &[("words", words("today").into())]);
        }
        let args = [
            ("words", words("written").into()),
            ("days", words("days_written").into()),
            ("average", words("average").into()),
        ];
        self.say("offline-written", &args)
    }

    pub(super) fn repetitions(&self) -> String {
        let close = self.lines("close", |it| {
            let word = self.writer.quote(it["word"].as_str().unwrap_or_default());
            let title = it["node"]["title"].as_str().unwrap_or_default();
            format!("\n- {word} × {} ({title})", it["times"])
        });
        let phrases = self.lines("phrases", |it| {
            let phrase = self.writer.quote(it["phrase"].as_str().unwrap_or_default());
            format!("\n- {phrase} × {}", it["count"])
        });
        let mut parts = Vec::new();
        for (id, count, lines) in [
            ("offline-repeated_close", "close_count", close),
            ("offline-repeated_phrases", "phrase_count", phrases),
        ] {
            if !lines.is_empty() {
                let count = self.count(count).unwrap_or_default();
                parts.push(format!(
                    "{}{lines}",
                    self.say(id, &[("count", count.into())])
                ));
            }
        }
        match parts.is_empty() {
            true => self.say("offline-repeated_none", &[]),
            false => parts.join("\n"),
        }
    }

    pub(super) fn appearances(&self) -> String {
        let of = self.data.get("of").and_then(Value::as_array);
        match of.map(Vec::as_slice) {
            Some([only]) => {
                let title = only["title"].as_str().unwrap_or_default();
                let count = only["scenes"].as_u64().unwrap_or_default();
                let args = [("title", title.into()), ("count", count.into())];
                let scenes = self.data.get("scenes").and_then(Value::as_array);
                let named = scenes.into_iter().flatten();
                let named =
                    named.filter(|it| it["named"].as_array().is_some_and(|it| !it.is_empty()));
                let lines: String = named
                    .take(SCENES_TOLD)
                    .map(|it| format!("\n- {}", it["node"]["title"].as_str().unwrap_or_default()))
                    .collect();
                format!("{}{lines}", self.say("offline-appears", &args))
            }
            None | Some([]) => self.say("offline-appears_nobody", &[]),
            Some(of) => {
                let lines = of.iter().map(|it| {
                    let title = it["title"].as_str().unwrap_or_default();
                    let count = it["scenes"].as_u64().unwrap_or_default();
                    let args = [("title", title.into()), ("count", count.into())];
                    self.say("offline-appears", &args)
                });
                lines.take(SCENES_TOLD).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// The first entries of a list in the result.
    fn lines(&self, field: &str, line: impl Fn(&Value) -> String) -> String {
        let entries = self.data.get(field).and_then(Value::as_array);
        entries.into_iter().flatten().take(TOLD).map(line).collect()
    }
}
