//! Graphs and scripts as third-party programs read them: Graphviz, Mermaid, NetworkX and a grammar
//! of Ren'Py; for random stories and one too large for a single Mermaid diagram.

use std::process::Command;
use std::sync::Arc;

use model::EdgeId;
use serde_json::Value;
use uuid::Uuid;

use super::external_programs::{node, python, run};
use super::readers::{stories, written};
use super::stories::sample_story;
use crate::Bundle;

/// More edges than Mermaid draws by default.
fn large() -> Bundle {
    let mut story = sample_story();
    let edge = Arc::clone(&story.edges[0]);
    for index in 0..1_200_u128 {
        let mut edge = (*edge).clone();
        edge.id = EdgeId(Uuid::from_u128(1000 + index));
        story.edges.insert(edge.id, Arc::new(edge));
    }
    Bundle::new(story)
}

#[test]
fn nop_parses_every_graph() {
    let (folder, names) = written(&stories(), "dot", "dot");
    let parsed = run(Command::new("nop").args(&names).current_dir(folder.path()));
    let graphs = parsed.lines().filter(|it| it.starts_with("digraph "));
    assert_eq!(graphs.count(), names.len());
}

#[test]
fn networkx_counts_the_same_nodes_and_edges() {
    let stories = stories();
    let (folder, names) = written(&stories, "graphml", "graphml");
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let read = python("read_graphml.py", folder.path(), &names);
    let read: Vec<Value> = read
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    assert_eq!(read.len(), stories.len());
    for (read, bundle) in read.iter().zip(&stories) {
        assert_eq!(read["nodes"], bundle.story.nodes.len());
        assert_eq!(read["edges"], bundle.story.edges.len());
    }
}

#[test]
fn mermaid_accepts_every_flowchart() {
    let mut stories = stories();
    stories.truncate(12);
    stories.push(large());
    let (folder, names) = written(&stories, "mermaid", "md");
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let read = node("read_mermaid.js", folder.path(), &names);
    let diagrams: Vec<usize> = serde_json::from_str(&read).unwrap();
    assert_eq!(diagrams.len(), stories.len());
    assert_eq!(diagrams.last(), Some(&3), "the large one in three");
}

#[test]
fn renpy_scripts_match_the_grammar() {
    let stories = stories();
    let (folder, names) = written(&stories[..20], "renpy", "rpy");
    for name in names {
        python("check_renpy.py", folder.path(), &[&name]);
    }
}
