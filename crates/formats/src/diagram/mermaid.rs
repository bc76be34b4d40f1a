//! Exports Mermaid flowcharts in a Markdown document, as rendered by GitHub and many wikis. By
//! default Mermaid draws at most 500 edges and 50,000 characters, so a larger story is split into
//! several diagrams.

use std::collections::{HashMap, HashSet};

use model::{Edge, Node, NodeId};

use crate::export::{FormatSupport, Losses, condition_text, in_choice_order};
use crate::import::tidy_title;
use crate::{About, Bundle, Exporter, Format, Loss, LossKind};
use markup::progress::track;

/// The maximum number of edges in a diagram.
const MAX_EDGES: usize = 500;
/// The maximum length of a diagram in characters, leaving space for its end.
const MAX_CHARACTERS: usize = 49_000;
/// The maximum length of a title or label, in characters.
const MAX_LABEL: usize = 200;

const SUPPORT: FormatSupport = FormatSupport {
    format: "mermaid",
    capabilities: &[],
    kind: |it| ["scene", "character", "place", "note", "group"].contains(&it.kind.as_str()),
};

/// Exporter for Mermaid flowcharts.
pub(crate) struct Mermaid;

impl Format for Mermaid {
    fn about(&self) -> About {
        About {
            name: "mermaid",
            title: "Mermaid flowchart (Markdown)",
            extensions: &["md"],
        }
    }
}

impl Exporter for Mermaid {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        let story = &bundle.story;
        let mut losses = Losses::of(bundle, &SUPPORT);
        let nodes = || story.nodes.values().map(|it| &**it);
        losses.add_nodes(LossKind::Positions, nodes());
        losses.add_nodes(
            LossKind::Groups,
            nodes().filter(|it| it.layout.parent.is_some()),
        );
        losses.add_nodes(
            LossKind::TitlesShortened,
            nodes().filter(|it| it.title.chars().count() > MAX_LABEL),
        );
        losses.finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let story = &bundle.story;
        let mut sheets = Diagrams::new(story.nodes.values().map(|it| &**it), story.record.start);
        for edge in track("drawing links", in_choice_order(story)) {
            sheets.add_edge(edge);
        }
        sheets.add_unlinked(story.nodes.values().map(|it| &**it));
        let diagrams = sheets.finish();
        let mut text = format!("# {}\n", tidy_title(&story.record.title, "Untitled"));
        for (index, diagram) in diagrams.iter().enumerate() {
            if diagrams.len() > 1 {
                text.push_str(&format!("\n## Part {} of {}\n", index + 1, diagrams.len()));
            }
            text.push_str(&format!("\n```mermaid\nflowchart LR\n{diagram}```\n"));
        }
        text.into_bytes()
    }
}

/// The diagrams being written. A node with edges in several diagrams is repeated in each of them.
struct Diagrams<'a> {
    /// Every node with its number in the story, which is its name in the diagrams.
    nodes: HashMap<NodeId, (usize, &'a Node)>,
    start: Option<NodeId>,
    full: Vec<String>,
    diagram: String,
    characters: usize,
    edges: usize,
    in_diagram: HashSet<NodeId>,
    drawn: HashSet<NodeId>,
}

impl<'a> Diagrams<'a> {
    fn new(nodes: impl Iterator<Item = &'a Node>, start: Option<NodeId>) -> Self {
        Self {
            nodes: nodes
                .enumerate()
                .map(|(index, it)| (it.id, (index, it)))
                .collect(),
            start,
            full: Vec::new(),
            diagram: String::new(),
            characters: 0,
            edges: 0,
            in_diagram: HashSet::new(),
            drawn: HashSet::new(),
        }
    }

    fn add_edge(&mut self, edge: &Edge) {
        let ends = [edge.record.from, edge.record.to];
        let [Some(&(from, _)), Some(&(to, _))] = ends.map(|it| self.nodes.get(&it)) else {
            return;
        };
        let mut label = edge.record.label.clone();
        if let Some(condition) = condition_text(edge) {
            label = format!("{label} [{condition}]");
        }
        let label = escaped(&label);
        // Edges that are not fixed choices are dotted.
        let line = match edge.record.dynamic || edge.record.includes {
            true => "-.->",
            false => "-->",
        };
        let arrow = if label.is_empty() {
            line.to_owned()
        } else {
            format!("{line}|\"{label}\"|")
        };
        let line = format!("  n{from} {arrow} n{to}\n");
        let room = line.len()
            + ends
                .iter()
                .map(|it| self.node_line(*it).len())
                .sum::<usize>();
        self.split_if_full(room, 1);
        ends.into_iter().for_each(|it| self.add_node(it));
        self.push(&line);
        self.edges += 1;
    }

    fn add_unlinked(&mut self, nodes: impl Iterator<Item = &'a Node>) {
        for node in nodes
            .filter(|it| !self.drawn.contains(&it.id))
            .collect::<Vec<_>>()
        {
            self.split_if_full(self.node_line(node.id).len(), 0);
            self.add_node(node.id);
        }
    }

    fn add_node(&mut self, id: NodeId) {
        if self.in_diagram.insert(id) {
            self.drawn.insert(id);
            self.push(&self.node_line(id));
        }
    }

    fn node_line(&self, id: NodeId) -> String {
        let Some((index, node)) = self.nodes.get(&id) else {
            return String::new();
        };
        let (open, close) = match node.kind.as_str() {
            "character" => ("([", "])"),
            "place" => ("[/", "/]"),
            "note" => (">", "]"),
            "group" => ("{{", "}}"),
            _ => ("[", "]"),
        };
        let (open, close) = if self.start == Some(id) {
            ("[[", "]]")
        } else {
            (open, close)
        };
        let title = escaped(&tidy_title(&node.title, "Untitled"));
        format!("  n{index}{open}\"{title}\"{close}\n")
    }

    fn push(&mut self, line: &str) {
        self.diagram.push_str(line);
        self.characters += line.chars().count();
    }

    /// Starts a new diagram if this one cannot hold as many more bytes and edges.
    fn split_if_full(&mut self, bytes: usize, edges: usize) {
        let fits = self.characters + bytes <= MAX_CHARACTERS && self.edges + edges <= MAX_EDGES;
        if !fits && !self.diagram.is_empty() {
            self.full.push(std::mem::take(&mut self.diagram));
            self.in_diagram.clear();
            (self.characters, self.edges) = (0, 0);
        }
    }

    fn finish(mut self) -> Vec<String> {
        if !self.diagram.is_empty() || self.full.is_empty() {
            self.full.push(self.diagram);
        }
        self.full
    }
}

/// Text for a quoted string: shortened, on one line, with special characters as numeric entities.
fn escaped(words: &str) -> String {
    let words = tidy_title(words, "");
    let mut escaped = String::new();
    for c in words.chars().take(MAX_LABEL) {
        match c {
            '"' | '#' | '<' | '>' | '`' | '&' | '\\' | ';' | '%' | '*' | '_' | '|' => {
                escaped.push_str(&format!("#{};", u32::from(c)));
            }
            c => escaped.push(c),
        }
    }
    if words.chars().nth(MAX_LABEL).is_some() {
        escaped.push('…');
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use expect_test::expect;
    use model::EdgeId;
    use uuid::Uuid;

    use super::*;
    use crate::tests::stories::sample_story;

    fn write(story: model::Story) -> String {
        String::from_utf8(Mermaid.export(&Bundle::new(story))).unwrap()
    }

    #[test]
    fn writes_a_flowchart() {
        expect![[r##"
            # Three \ rooms

            ```mermaid
            flowchart LR
              n1[["大厅 [hall]"]]
              n2(["Neo"])
              n1 --> n2
              n0["The #34;Yard#34;"]
              n1 -->|"out #124; #34;away#34; [$light #62; 0]"| n0
              n0 -->|"back"| n1
            ```
        "##]]
        .assert_eq(&write(sample_story()));
    }

    #[test]
    fn splits_a_large_story_into_several_flowcharts() {
        let mut story = sample_story();
        let edge = Arc::clone(&story.edges[0]);
        for index in 0..1_700_u128 {
            let mut edge = (*edge).clone();
            edge.id = EdgeId(Uuid::from_u128(1000 + index));
            edge.record.label = "雨".repeat(MAX_LABEL);
            story.edges.insert(edge.id, Arc::new(edge));
        }
        let text = write(story);
        let diagrams: Vec<_> = text.split("```mermaid\n").skip(1).collect();
        let arrows: Vec<_> = diagrams
            .iter()
            .map(|it| it.matches("-->").count())
            .collect();
        assert_eq!(arrows.iter().sum::<usize>(), 1_703);
        assert!(arrows.iter().all(|it| *it <= 500), "{arrows:?}");
        assert!(diagrams.iter().all(|it| it.chars().count() < 50_000));
    }
}
