//! The check of a large story: complete, and again after one edit. The baseline is a fixed limit
//! for how long a writer may wait, because there is no minimal implementation to compare with.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};
use markup::node_facts;
use model::analysis::Check;
use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId};
use serde_json::json;
use uuid::Uuid;

use crate::Scale;
use crate::generated_text::{Language, Rng};
use crate::report::{Figure, Target, alternate, time_each};

/// Words in each node's text.
const WORDS: usize = 100;
/// The time limits of a complete check, and of one after an edit.
const FULL_CHECK_TARGET: Duration = Duration::from_millis(50);
const INCREMENTAL_CHECK_TARGET: Duration = Duration::from_millis(5);

pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let (nodes, edges) = scale.of((10_000, 15_000), (1_000, 1_500));
    let story = story(nodes, edges);
    let rounds = scale.of(25, 9);
    let whole = alternate(
        rounds,
        || {
            time_each(1, || {
                let mut check = Check::default();
                for node in story.nodes.values() {
                    check.note(node.id, node_facts(node));
                }
                let report = check.report(&story);
                ensure!(report.pages == nodes, "not the whole story");
                Ok(())
            })
        },
        || Ok(FULL_CHECK_TARGET),
    )?;
    let mut kept = CachedCheck::of(story);
    let written = alternate(
        rounds * 4,
        || time_each(1, || kept.write()),
        || Ok(INCREMENTAL_CHECK_TARGET),
    )?;
    let linked = alternate(
        rounds * 4,
        || time_each(1, || kept.relink()),
        || Ok(INCREMENTAL_CHECK_TARGET),
    )?;
    let target = Some(Target::AtMost(1.0));
    let what = format!("check of {nodes} nodes and {edges} links, whole");
    Ok(vec![
        Figure::times(what, whole, target),
        Figure::times("the same after one text was edited", written, target),
        Figure::times("the same after one link was edited", linked, target),
    ])
}

/// A cached check of a story that is edited.
struct CachedCheck {
    story: Story,
    check: Check,
    at: usize,
}

impl CachedCheck {
    fn of(story: Story) -> Self {
        let mut check = Check::default();
        for node in story.nodes.values() {
            check.note(node.id, node_facts(node));
        }
        check.report(&story);
        let at = 0;
        Self { story, check, at }
    }

    /// Edits the next node's text and checks again.
    fn write(&mut self) -> Result<()> {
        self.at = (self.at + 37) % self.story.nodes.len();
        let node = Arc::make_mut(&mut self.story.nodes[self.at]);
        let text = node.data.get("text").and_then(|it| it["text"].as_str());
        let text = format!("{} And on.", text.unwrap_or_default());
        node.data
            .insert("text".into(), Arc::new(json!({ "text": text })));
        self.check.note(node.id, node_facts(node));
        black_box(self.check.report(&self.story));
        Ok(())
    }

    /// Changes the next link's target and checks again.
    fn relink(&mut self) -> Result<()> {
        self.at = (self.at + 37) % self.story.nodes.len();
        let to = self.story.nodes[self.at].id;
        let edge = Arc::make_mut(&mut self.story.edges[self.at]);
        edge.record.to = to;
        black_box(self.check.report(&self.story));
        Ok(())
    }
}

/// Scenes with text and links among them; every fifth link has a condition, every tenth an effect.
fn story(nodes: usize, edges: usize) -> Story {
    let language = Language::english();
    let mut rng = Rng::new(11);
    let id = |number: usize| NodeId(Uuid::from_u128(number as u128 + 1));
    let mut story = Story::new(StoryId(Uuid::from_u128(9)), "Measured");
    story.record.start = Some(id(0));
    for number in 0..nodes {
        let text = language.text(&mut rng, WORDS);
        let node = Node {
            id: id(number),
            title: format!("Scene {number}"),
            kind: "scene".to_owned(),
            layout: Layout {
                x: (number % 100) as f64 * 240.0,
                y: (number / 100) as f64 * 160.0,
                ..Layout::default()
            },
            data: [("text".into(), Arc::new(json!({ "text": text })))].into(),
        };
        story.nodes.insert(node.id, Arc::new(node));
    }
    for number in 0..edges {
        let every = |count: usize| number.is_multiple_of(count);
        let record = EdgeRecord {
            dynamic: false,
            includes: false,
            once: false,
            from: id(number % nodes),
            to: id((number * 7 + 1) % nodes),
            label: format!("go on {number}"),
            order: (number / nodes) as u32,
            condition: every(5)
                .then(|| format!("gold > {} and not key_{}", number % 9, number % 50)),
            effect: every(10).then(|| format!("gold += 1; key_{} = true", number % 50)),
        };
        let edge = Edge {
            id: EdgeId(Uuid::from_u128(number as u128 + 1)),
            record,
            data: [].into(),
        };
        story.edges.insert(edge.id, Arc::new(edge));
    }
    story
}
