//! Runs the examples of `docs/star-protocol.md`: the first line of each `json` block says who sends
//! or receives it, and comments say who connects. One hub per section.

use std::collections::BTreeMap;
use std::path::Path;

use hub::{Access, RunningHub};
use serde_json::Value;
use star::credential::Claims;

use crate::support::*;

/// One block: its section, the words of its first line, its text.
struct Block {
    section: String,
    words: Vec<String>,
    text: String,
}

fn blocks() -> Vec<Block> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/star-protocol.md");
    let page = std::fs::read_to_string(page).expect("the guide is there");
    let mut blocks: Vec<Block> = Vec::new();
    let (mut section, mut is_inside) = (String::new(), false);
    for line in page.lines() {
        let bare = line.trim_start();
        if let Some(title) = line.strip_prefix("## ") {
            section = title.to_owned();
        } else if is_inside && bare == "```" {
            is_inside = false;
        } else if is_inside {
            let block = blocks.last_mut().expect("one was begun");
            block.text += line;
            block.text += "\n";
        } else {
            let example = bare.strip_prefix("```json");
            let comment = bare
                .strip_prefix("<!--")
                .and_then(|it| it.strip_suffix("-->"));
            is_inside = example.is_some();
            let Some(head) = example.or(comment) else {
                continue;
            };
            blocks.push(Block {
                section: section.clone(),
                words: head.split_whitespace().map(str::to_owned).collect(),
                text: String::new(),
            });
        }
    }
    blocks
}

/// Whether a received message is what the guide shows; `…` stands for anything.
fn agrees(shown: &Value, got: &Value) -> bool {
    match (shown, got) {
        (Value::String(shown), _) if shown == "…" => true,
        (Value::Object(shown), Value::Object(got)) => {
            shown.len() == got.len()
                && shown
                    .iter()
                    .all(|(key, value)| got.get(key).is_some_and(|it| agrees(value, it)))
        }
        _ => shown == got,
    }
}

struct Stage {
    hub: RunningHub,
    peers: BTreeMap<String, Peer>,
}

impl Stage {
    async fn play(&mut self, block: &Block) {
        let words: Vec<&str> = block.words.iter().map(String::as_str).collect();
        let (name, deed) = match words.as_slice() {
            [name, "at", path, deed @ ..] => {
                if !self.peers.contains_key(*name) {
                    // A sender waits for its first heartbeat: until then the hub may refuse messages
                    // to it, because it does not count as connected.
                    let peer = if *deed == ["sends"] {
                        Peer::join(&self.hub, path).await
                    } else {
                        let peer = Peer::connect(&self.hub, path, &[]).await;
                        peer.expect("a WebSocket")
                    };
                    self.peers.insert((*name).to_owned(), peer);
                }
                (*name, deed)
            }
            [name, deed @ ..] => (*name, deed),
            [] => panic!("a block of {} says nothing of itself", block.section),
        };
        let peer = self.peers.get_mut(name).expect("it is connected");
        let json = || -> Value { serde_json::from_str(&block.text).expect("an example is JSON") };
        match deed {
            ["connects"] => assert_eq!(peer.any().await["type"], "heartbeat"),
            ["sends"] => peer.send(&json()).await,
            ["receives"] => {
                let got = peer.next().await;
                assert!(agrees(&json(), &got), "{}: {got:#}", block.section);
            }
            // Messages from the hub itself, too.
            ["receives", "first"] => {
                let shown = json();
                let got = peer
                    .first("a message of the guide", |got| {
                        got["type"] != "heartbeat" || agrees(&shown, got)
                    })
                    .await;
                assert!(agrees(&shown, &got), "{}: {got:#}", block.section);
            }
            other => panic!("{}: nobody can do {other:?}", block.section),
        }
    }
}

#[tokio::test]
async fn sp_7_the_examples_in_the_guide_work() {
    let mut stage: Option<(String, Stage)> = None;
    let mut played = 0;
    for block in blocks() {
        match block.words.first().map(String::as_str) {
            Some("keys-file") => {
                let access = Access::from_json(&block.text).expect("a keys file");
                let mut options = options();
                options.access = access;
                start(options);
                continue;
            }
            Some("claims") => {
                let _: Claims = serde_json::from_str(&block.text).expect("claims");
                continue;
            }
            _ => {}
        }
        if stage
            .as_ref()
            .is_none_or(|(section, _)| *section != block.section)
        {
            let hub = open_hub();
            let peers = BTreeMap::new();
            stage = Some((block.section.clone(), Stage { hub, peers }));
        }
        if let Some((_, stage)) = &mut stage {
            stage.play(&block).await;
            played += 1;
        }
    }
    assert!(played > 20, "{played} examples were found");
}
