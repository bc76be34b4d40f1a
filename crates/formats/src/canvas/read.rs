//! Converts a canvas to a story. Entries that are not valid nodes or edges are kept with their list
//! index and written back there.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId, World};
use serde_json::{Value, json};

use super::fields::{Fields, NodeType, size, take_color, take_length, take_text, title_of};
use super::groups::containing_groups;
use super::{NAME, card_text};
use crate::import::{NodeBounds, check_counts, element_lines, lay_out_unplaced, likely_start};
use crate::{Bundle, FormatError, FormatErrorKind, ImportWarning, Warning};
use markup::kept_data::{self, DataMap};
use markup::progress::track;

/// Reads a whole canvas. `text` is the source of the parsed value, for line numbers.
pub(super) fn read_bundle(
    text: &str,
    mut board: Fields,
    warnings: Vec<Warning>,
    world: &dyn World,
) -> Result<(Bundle, Vec<Warning>), FormatError> {
    let nodes = take_list(&mut board, "nodes")?;
    let edges = take_list(&mut board, "edges")?;
    check_counts(nodes.len(), edges.len())?;
    let mut reader = Reader {
        world,
        story: Story::new(StoryId(world.new_id()), crate::UNTITLED),
        ids: HashMap::new(),
        warnings,
    };
    let strays = reader.nodes(nodes, &element_lines(text, "nodes"));
    if !strays.is_empty() {
        board.insert("nodes".to_owned(), Value::Array(strays));
    }
    let strays = reader.edges(edges, &element_lines(text, "edges"));
    if !strays.is_empty() {
        board.insert("edges".to_owned(), Value::Array(strays));
    }
    kept_data::set(&mut reader.story.data, NAME, board);
    reader.story.record.start = likely_start(&reader.story);
    Ok((Bundle::new(reader.story), reader.warnings))
}

fn take_list(board: &mut Fields, key: &'static str) -> Result<Vec<Value>, FormatError> {
    match board.shift_remove(key) {
        Some(Value::Array(list)) => Ok(list),
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(_) => Err(FormatError::for_file(FormatErrorKind::NotJsonCanvas {
            key,
        })),
    }
}

/// A node being imported; its parent group and position may still be unknown.
struct Card {
    id: NodeId,
    fields: Fields,
    node_type: NodeType,
    text: Option<String>,
    corner: Option<(f64, f64)>,
    layout: Layout,
}

struct Reader<'a> {
    world: &'a dyn World,
    story: Story,
    /// Nodes by their id in the file.
    ids: HashMap<String, NodeId>,
    warnings: Vec<Warning>,
}

impl Reader<'_> {
    /// Adds the nodes. Returns the entries that are not nodes, with their list indexes.
    fn nodes(&mut self, entries: Vec<Value>, lines: &[usize]) -> Vec<Value> {
        let (mut cards, mut strays) = (Vec::new(), Vec::new());
        for (index, entry) in track("reading nodes", entries).enumerate() {
            let line = lines.get(index).copied();
            match entry {
                Value::Object(fields) => cards.push(self.card(fields, line)),
                stray => {
                    self.say(line, ImportWarning::InvalidNodeEntry {});
                    strays.push(json!([index, stray]));
                }
            }
        }
        self.lay_out(&mut cards);
        self.group(&mut cards);
        for card in cards {
            let node = into_node(card);
            self.story.nodes.insert(node.id, Arc::new(node));
        }
        strays
    }

    fn card(&mut self, mut fields: Fields, line: Option<usize>) -> Card {
        let id = NodeId(self.world.new_id());
        match fields.get("id").and_then(Value::as_str).map(str::to_owned) {
            Some(own) if self.ids.contains_key(&own) => {
                fields.shift_remove("id");
                self.say(line, ImportWarning::DuplicateNodeId { id: own });
            }
            Some(own) => {
                self.ids.insert(own, id);
            }
            None => {
                fields.shift_remove("id");
                self.say(line, ImportWarning::NodeIdMissing {});
            }
        }
        let node_type = NodeType::of(&fields);
        if node_type == NodeType::Unknown {
            self.say(line, ImportWarning::UnknownNodeType {});
        }
        let text = (node_type == NodeType::Text)
            .then(|| take_text(&mut fields, "text"))
            .flatten();
        let corner = take_length(&mut fields, "x").zip(take_length(&mut fields, "y"));
        if corner.is_none() {
            self.say(line, ImportWarning::NodePositionMissing {});
        }
        let layout = Layout {
            width: take_length(&mut fields, "width"),
            height: take_length(&mut fields, "height"),
            color: take_color(&mut fields),
            ..Layout::default()
        };
        Card {
            id,
            fields,
            node_type,
            text,
            corner,
            layout,
        }
    }

    fn lay_out(&self, cards: &mut [Card]) {
        let bounds: Vec<_> = cards
            .iter()
            .map(|it| it.corner.map(|at| node_bounds(it, at)))
            .collect();
        let places = lay_out_unplaced(&bounds, &[], None);
        for (card, place) in cards.iter_mut().zip(places) {
            (card.layout.x, card.layout.y) = card.corner.or(place).unwrap_or_default();
        }
    }

    fn group(&mut self, cards: &mut [Card]) {
        let bounds: Vec<_> = cards
            .iter()
            .map(|it| node_bounds(it, (it.layout.x, it.layout.y)))
            .collect();
        let is_group: Vec<_> = cards
            .iter()
            .map(|it| it.node_type == NodeType::Group)
            .collect();
        let Some(containing_groups) = containing_groups(&bounds, &is_group) else {
            self.say(None, ImportWarning::TooManyGroups {});
            return;
        };
        for (index, holder) in containing_groups.into_iter().enumerate() {
            cards[index].layout.parent = holder.map(|it| cards[it].id);
        }
    }

    /// Adds the edges. Returns the entries that are not edges, with their list indexes.
    fn edges(&mut self, entries: Vec<Value>, lines: &[usize]) -> Vec<Value> {
        let mut strays = Vec::new();
        let mut orders: HashMap<NodeId, u32> = HashMap::new();
        let mut taken = HashSet::new();
        for (index, entry) in track("reading links", entries).enumerate() {
            let line = lines.get(index).copied();
            let ends = (self.end(&entry, "fromNode"), self.end(&entry, "toNode"));
            let (Value::Object(mut fields), (Some(from), Some(to))) = (entry.clone(), ends) else {
                self.say(line, ImportWarning::InvalidEdgeEntry {});
                strays.push(json!([index, entry]));
                continue;
            };
            fields.shift_remove("fromNode");
            fields.shift_remove("toNode");
            let own = fields.get("id").and_then(Value::as_str).map(str::to_owned);
            if own.is_none_or(|it| !taken.insert(it)) {
                fields.shift_remove("id");
                self.say(line, ImportWarning::EdgeIdMissing {});
            }
            let label = match fields.get("label") {
                Some(Value::String(text)) if !text.is_empty() => take_text(&mut fields, "label"),
                _ => None,
            };
            let order = orders.entry(from).or_default();
            let record = EdgeRecord::link(from, to, label.unwrap_or_default(), *order);
            *order += 1;
            let mut data = DataMap::new();
            kept_data::set(&mut data, NAME, fields);
            let id = EdgeId(self.world.new_id());
            self.story
                .edges
                .insert(id, Arc::new(Edge { id, record, data }));
        }
        strays
    }

    fn end(&self, entry: &Value, key: &str) -> Option<NodeId> {
        self.ids.get(entry.get(key)?.as_str()?).copied()
    }

    fn say(&mut self, line: Option<usize>, what: ImportWarning) {
        self.warnings.push(Warning::maybe_at(line, what));
    }
}

fn node_bounds(card: &Card, (x, y): (f64, f64)) -> NodeBounds {
    let (width, height) = size(&card.layout, card.node_type);
    NodeBounds {
        x,
        y,
        width,
        height,
    }
}

fn into_node(card: Card) -> Node {
    let text = card.text.unwrap_or_default();
    let title = title_of(&card.fields, &text);
    let mut data = DataMap::new();
    let mut fields = card.fields;
    if card.node_type == NodeType::Text {
        let prose = card_text::read(&text).prose;
        if prose != text {
            fields.insert("text".to_owned(), text.as_str().into());
        }
        kept_data::set_text(&mut data, prose);
    }
    if card.node_type == NodeType::Unknown && fields.is_empty() {
        // Only the kept data records that a card has no type.
        fields.insert("id".to_owned(), Value::Null);
    }
    kept_data::set(&mut data, NAME, fields);
    let kind = card.node_type.kind().to_owned();
    Node {
        id: card.id,
        title,
        kind,
        layout: card.layout,
        data,
    }
}
