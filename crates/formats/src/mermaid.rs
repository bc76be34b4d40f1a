//! Mermaid flowcharts in a Markdown document, as GitHub and many wikis show them. Out only.
//! Mermaid draws no more than 500 edges and 50,000 characters unless its host allows it, so that
//! a larger story is written as several diagrams.

use std::collections::{HashMap, HashSet};

use model::{Edge, Node, NodeId};

use crate::reading::tidy_title;
use crate::watch::over;
use crate::writing::{Holds, Losses, in_choice_order, offered_when};
use crate::{About, Exporter, Format, Loss, Lost, Parcel};

/// The edges of one diagram at most.
const MOST_EDGES: usize = 500;
/// The length of one diagram at most, in characters, with room for the end of it.
const MOST_CHARACTERS: usize = 49_000;
/// The longest title or label, in characters.
const LONGEST: usize = 200;

const HOLDS: Holds = Holds {
    format: "mermaid",
    capabilities: &[],
    kind: |it| ["scene", "character", "place", "note", "group"].contains(&it.kind.as_str()),
};

/// Mermaid flowcharts.
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
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        let story = &parcel.story;
        let mut losses = Losses::of(parcel, &HOLDS);
        let nodes = || story.nodes.values().map(|it| &**it);
        losses.nodes(Lost::Places, nodes());
        losses.nodes(
            Lost::Groups,
            nodes().filter(|it| it.layout.parent.is_some()),
        );
        losses.nodes(
            Lost::TitlesShortened,
            nodes().filter(|it| it.title.chars().count() > LONGEST),
        );
        losses.done()
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        let story = &parcel.story;
        let mut sheets = Sheets::new(story.nodes.values().map(|it| &**it), story.record.start);
        for edge in over("drawing links", in_choice_order(story)) {
            sheets.add_edge(edge);
        }
        sheets.add_unlinked(story.nodes.values().map(|it| &**it));
        let diagrams = sheets.done();
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

/// Diagrams on their way. A node that edges of several diagrams touch stands in each of them.
struct Sheets<'a> {
    /// Every node with its number in the story, by which diagrams call it.
    nodes: HashMap<NodeId, (usize, &'a Node)>,
    start: Option<NodeId>,
    full: Vec<String>,
    sheet: String,
    characters: usize,
    edges: usize,
    on_sheet: HashSet<NodeId>,
    drawn: HashSet<NodeId>,
}

impl<'a> Sheets<'a> {
    fn new(nodes: impl Iterator<Item = &'a Node>, start: Option<NodeId>) -> Self {
        Self {
            nodes: nodes
                .enumerate()
                .map(|(index, it)| (it.id, (index, it)))
                .collect(),
            start,
            full: Vec::new(),
            sheet: String::new(),
            characters: 0,
            edges: 0,
            on_sheet: HashSet::new(),
            drawn: HashSet::new(),
        }
    }

    fn add_edge(&mut self, edge: &Edge) {
        let ends = [edge.record.from, edge.record.to];
        let [Some(&(from, _)), Some(&(to, _))] = ends.map(|it| self.nodes.get(&it)) else {
            return;
        };
        let mut label = edge.record.label.clone();
        if let Some(condition) = offered_when(edge) {
            label = format!("{label} [{condition}]");
        }
        let label = escaped(&label);
        // What is no fixed choice is drawn with dots.
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
        self.make_room(room, 1);
        ends.into_iter().for_each(|it| self.add_node(it));
        self.push(&line);
        self.edges += 1;
    }

    fn add_unlinked(&mut self, nodes: impl Iterator<Item = &'a Node>) {
        for node in nodes
            .filter(|it| !self.drawn.contains(&it.id))
            .collect::<Vec<_>>()
        {
            self.make_room(self.node_line(node.id).len(), 0);
            self.add_node(node.id);
        }
    }

    fn add_node(&mut self, id: NodeId) {
        if self.on_sheet.insert(id) {
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
        self.sheet.push_str(line);
        self.characters += line.chars().count();
    }

    /// Begins another diagram if this one has no room for so many bytes and edges more.
    fn make_room(&mut self, bytes: usize, edges: usize) {
        let fits = self.characters + bytes <= MOST_CHARACTERS && self.edges + edges <= MOST_EDGES;
        if !fits && !self.sheet.is_empty() {
            self.full.push(std::mem::take(&mut self.sheet));
            self.on_sheet.clear();
            (self.characters, self.edges) = (0, 0);
        }
    }

    fn done(mut self) -> Vec<String> {
        if !self.sheet.is_empty() || self.full.is_empty() {
            self.full.push(self.sheet);
        }
        self.full
    }
}

/// Words for between quotes: short, on one line, and every mark that means something there as an
/// entity of its number.
fn escaped(words: &str) -> String {
    let words = tidy_title(words, "");
    let mut escaped = String::new();
    for c in words.chars().take(LONGEST) {
        match c {
            '"' | '#' | '<' | '>' | '`' | '&' | '\\' | ';' | '%' | '*' | '_' | '|' => {
                escaped.push_str(&format!("#{};", u32::from(c)));
            }
            c => escaped.push(c),
        }
    }
    if words.chars().nth(LONGEST).is_some() {
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
    use crate::tests::stories::three_rooms;

    fn write(story: model::Story) -> String {
        String::from_utf8(Mermaid.export(&Parcel::new(story))).unwrap()
    }

    #[test]
    fn a_story_is_a_flowchart() {
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
        .assert_eq(&write(three_rooms()));
    }

    #[test]
    fn a_large_story_is_several_flowcharts_that_mermaid_draws() {
        let mut story = three_rooms();
        let edge = Arc::clone(&story.edges[0]);
        for index in 0..1_700_u128 {
            let mut edge = (*edge).clone();
            edge.id = EdgeId(Uuid::from_u128(1000 + index));
            edge.record.label = "雨".repeat(LONGEST);
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
