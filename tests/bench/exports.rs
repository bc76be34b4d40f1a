//! Exports of large stories: a picture of the map, a book of a thousand pages, a book of a million
//! words. The baseline is a fixed limit for how long a writer may wait, because there is no minimal
//! implementation to compare with.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use formats::{Bundle, exporter};
use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId};
use serde_json::json;
use uuid::Uuid;

use crate::Scale;
use crate::generated_text::{Language, Rng};
use crate::report::{Figure, Target, alternate, time_each};

/// The words that fill a page of the PDF together with its heading and its choices.
const WORDS_OF_PAGE: usize = 370;

pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let nodes = scale.of(10_000, 1_000);
    let pages = scale.of(1_000, 100);
    let (scenes, words) = scale.of((1_000, 1_000), (100, 1_000));
    Ok(vec![
        figure(
            format!("PNG of {nodes} nodes"),
            ("png", Duration::from_secs(1)),
            &bundle(nodes, 0),
            scale,
        )?,
        figure(
            format!("PDF of {pages} pages"),
            ("pdf", Duration::from_secs(2)),
            &bundle(pages, WORDS_OF_PAGE),
            scale,
        )?,
        figure(
            format!("EPUB of {} words", scenes * words),
            ("epub", Duration::from_secs(2)),
            &bundle(scenes, words),
            scale,
        )?,
    ])
}

fn figure(
    what: String,
    (format, limit): (&str, Duration),
    bundle: &Bundle,
    scale: Scale,
) -> Result<Figure> {
    let exporter = exporter(format).context("a format")?;
    let pair = alternate(
        scale.of(5, 3),
        || {
            time_each(1, || {
                ensure!(!exporter.export(bundle).is_empty(), "nothing was written");
                Ok(())
            })
        },
        || Ok(limit),
    )?;
    Ok(Figure::times(what, pair, Some(Target::AtMost(1.0))))
}

/// A story on a grid, with one and a half links for each node, some of them across the whole map.
fn bundle(nodes: usize, words: usize) -> Bundle {
    let language = Language::english();
    let mut rng = Rng::new(11);
    let mut story = Story::new(StoryId(Uuid::nil()), "Large");
    let id = |at: usize| NodeId(Uuid::from_u128(1 + at as u128));
    for at in 0..nodes {
        let text = language.text(&mut rng, words);
        let node = Node {
            id: id(at),
            title: language.text(&mut rng, 3),
            kind: "scene".to_owned(),
            layout: Layout {
                x: (at % 100) as f64 * 300.0,
                y: (at / 100) as f64 * 200.0,
                ..Layout::default()
            },
            data: [("text".into(), Arc::new(json!({ "text": text })))].into(),
        };
        story.nodes.insert(node.id, Arc::new(node));
    }
    for at in 0..nodes + nodes / 2 {
        let from = at % nodes;
        let near = (from + 1 + rng.below(100)).min(nodes - 1);
        let to = if at % 10 == 0 { rng.below(nodes) } else { near };
        let record = EdgeRecord::link(id(from), id(to), language.text(&mut rng, 2), 0);
        let id = EdgeId(Uuid::from_u128((1 << 100) + at as u128));
        let edge = Edge {
            id,
            record,
            data: Default::default(),
        };
        story.edges.insert(id, Arc::new(edge));
    }
    Bundle::new(story)
}
