//! Reports of requested lists: nodes found, passages, links, versions.

use messages::Argument;
use serde_json::Value;

use super::call_reports::CallReport;
use super::writer::shorten;
use crate::commands::prompt_context::pairs;

/// How many entries of a list are shown.
const LISTED: usize = 20;

impl CallReport<'_> {
    /// The list in a result: under one of the names, or the result itself.
    fn entries(&self, names: &[&str]) -> Vec<&Value> {
        let found = names
            .iter()
            .find_map(|it| self.data.get(*it))
            .unwrap_or(self.data);
        found.as_array().into_iter().flatten().collect()
    }

    pub(super) fn found(&self) -> String {
        let nodes = self.entries(&["nodes"]);
        if nodes.is_empty() {
            return self.say("offline-found_none", &[]);
        }
        let line = |it: &&Value| self.writer.quote(title_of(it));
        let titles: Vec<String> = nodes.iter().take(LISTED).map(line).collect();
        let args = [
            ("count", self.count_of(&nodes)),
            ("titles", self.writer.list(&titles).into()),
        ];
        self.say("offline-found", &args)
    }

    /// How many entries there are, which may be more than the answer lists.
    fn count_of(&self, listed: &[&Value]) -> Argument<'static> {
        match self.count("count") {
            Some(count) => count.into(),
            None => listed.len().into(),
        }
    }

    pub(super) fn removed_nodes(&self) -> String {
        let nodes = self.entries(&["nodes"]);
        let args = [
            ("count", self.count_of(&nodes)),
            ("titles", self.titles(&nodes).into()),
        ];
        self.say("offline-removed_nodes", &args)
    }

    /// The first titles of some nodes.
    fn titles(&self, nodes: &[&Value]) -> String {
        let shown = nodes.iter().take(LISTED);
        let mut titles: Vec<String> = shown.map(|it| self.writer.quote(title_of(it))).collect();
        if nodes.len() > LISTED {
            titles.push("…".to_owned());
        }
        self.writer.list(&titles)
    }

    /// What the check found, by kind.
    pub(super) fn findings(&self) -> String {
        let findings = self.entries(&["findings"]);
        if findings.is_empty() {
            return self.say("offline-check_none", &[]);
        }
        let head = self.say("offline-check", &[("count", self.count_of(&findings))]);
        let mut kinds: Vec<&str> = findings.iter().map(|it| kind_of(it)).collect();
        let mut seen = Vec::new();
        kinds.retain(|it| {
            !seen.contains(it) && {
                seen.push(*it);
                true
            }
        });
        let lines = kinds.into_iter().map(|kind| {
            let name = self.say(&format!("offline-finding-{kind}"), &[]);
            match nodes_of(&findings, kind) {
                nodes if nodes.is_empty() => format!("\n- {name}"),
                nodes => format!("\n- {name}: {}", self.titles(&nodes)),
            }
        });
        format!("{head}{}", lines.collect::<String>())
    }

    pub(super) fn dead_ends(&self) -> String {
        let findings = self.entries(&["findings"]);
        let nodes = nodes_of(&findings, "dead_end");
        if nodes.is_empty() {
            return self.say("offline-dead_ends_none", &[]);
        }
        let args = [
            ("count", nodes.len().into()),
            ("titles", self.titles(&nodes).into()),
        ];
        self.say("offline-dead_ends", &args)
    }

    pub(super) fn hits(&self) -> String {
        let words = self.writer.quote(self.arg("query").unwrap_or_default());
        let hits = self.entries(&["hits"]);
        if hits.is_empty() {
            return self.say("offline-hits_none", &[("query", words.into())]);
        }
        let excerpt = |it: &Value| {
            let text = it
                .get("excerpt")
                .and_then(Value::as_str)
                .unwrap_or_default();
            if text.is_empty() {
                String::new()
            } else {
                format!(": {}", shorten(text, 100))
            }
        };
        let lines: Vec<String> = hits
            .iter()
            .take(LISTED)
            .map(|it| format!("\n- {}{}", self.writer.quote(title_of(it)), excerpt(it)))
            .collect();
        let args = [("query", words.into()), ("count", self.count_of(&hits))];
        let head = self.say("offline-hits", &args);
        format!("{head}{}", lines.concat())
    }

    pub(super) fn node(&self) -> String {
        let kind = self.data.get("kind").and_then(Value::as_str);
        let mut lines = vec![match kind {
            Some(kind) => format!("{} ({kind})", self.title("node")),
            None => self.title("node"),
        }];
        let body = |name: &str| {
            let held = self.data.get("data")?.get(name)?;
            Some(held.get("data").unwrap_or(held))
        };
        for (key, value) in body("kv").map(pairs).unwrap_or_default() {
            lines.push(format!("- {key}: {}", shorten(&value, 120)));
        }
        if let Some(text) = body("text")
            .and_then(|it| it.get("text"))
            .and_then(Value::as_str)
        {
            lines.push(format!("- {}", self.writer.quote(text)));
        }
        if let Some(prompt) = body("image")
            .and_then(|it| it.get("prompt"))
            .and_then(Value::as_str)
        {
            let args = [("prompt", shorten(prompt, 120).into())];
            lines.push(format!("- {}", self.say("offline-picture_line", &args)));
        }
        lines.extend(self.links());
        lines.join("\n")
    }

    /// One line per link.
    fn links(&self) -> Vec<String> {
        let ends = |field: &str, arrow: &str| -> Vec<String> {
            let ends = self.data.get(field).and_then(Value::as_array);
            let line = |it: &Value| {
                let label = it.get("label").and_then(Value::as_str).unwrap_or_default();
                let label = if label.is_empty() {
                    String::new()
                } else {
                    format!(" [{label}]")
                };
                format!("- {arrow} {}{label}", self.writer.quote(title_of(it)))
            };
            ends.into_iter().flatten().take(LISTED).map(line).collect()
        };
        [ends("outgoing", "→"), ends("incoming", "←")].concat()
    }

    pub(super) fn neighbors(&self) -> String {
        let links = self.links();
        if links.is_empty() {
            return self.about("offline-no_links");
        }
        format!("{}\n{}", self.about("offline-around"), links.join("\n"))
    }

    pub(super) fn outline(&self) -> String {
        let text = self
            .data
            .get("text")
            .or_else(|| self.data.get("outline"))
            .unwrap_or(self.data);
        let head = self.say("offline-outline", &[]);
        match text.as_str() {
            Some(text) => format!("{head}\n{text}"),
            None => format!("{head}\n{text}"),
        }
    }

    pub(super) fn versions(&self) -> String {
        let versions = self.entries(&["versions"]);
        if versions.is_empty() {
            return self.about("offline-no_versions");
        }
        let line = |it: &&Value| {
            let field = |name: &str| match it.get(name) {
                // To the minute: `2026-01-01T00:00`.
                Some(Value::String(time)) if name == "time" => {
                    Some(time.chars().take(16).collect::<String>().replace('T', " "))
                }
                Some(Value::String(text)) => Some(shorten(text, 60)),
                Some(Value::Number(number)) => Some(number.to_string()),
                _ => None,
            };
            let adopted = it.get("adopted").and_then(Value::as_bool) == Some(true);
            let parts = ["capability", "number", "time", "reason", "excerpt"];
            let mut parts: Vec<String> = parts.iter().filter_map(|it| field(it)).collect();
            if adopted {
                parts.push(self.say("offline-adopted_mark", &[]));
            }
            format!("\n- {}", parts.join(" · "))
        };
        let lines: String = versions.iter().take(LISTED).map(line).collect();
        format!("{}{lines}", self.about("offline-versions_of"))
    }

    pub(super) fn compared(&self) -> String {
        let head = self.about("offline-difference");
        match self.data.get("text").and_then(Value::as_str) {
            Some("") => self.about("offline-no_difference"),
            Some(text) => format!("{head}\n{text}"),
            None => format!("{head}\n{}", self.data),
        }
    }
}

/// The title in an entry of a list, in whichever field it is.
fn title_of(entry: &Value) -> &str {
    let title = entry.pointer("/node/title").or_else(|| entry.get("title"));
    title
        .or_else(|| entry.get("node"))
        .and_then(Value::as_str)
        .unwrap_or_default()
}

fn kind_of(finding: &Value) -> &str {
    finding
        .get("kind")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// The nodes that the findings of a kind are about.
fn nodes_of<'a>(findings: &[&'a Value], kind: &str) -> Vec<&'a Value> {
    let of_kind = findings.iter().filter(|it| kind_of(it) == kind);
    let nodes = of_kind.filter_map(|it| it.get("nodes")?.as_array());
    nodes.flatten().collect()
}
