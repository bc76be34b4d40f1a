//! A board becomes a story. Entries that are no nodes or edges are kept with their place in the
//! list and written back there.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId, World};
use serde_json::{Value, json};

use super::NAME;
use super::fields::{Fields, Sort, size, take_color, take_length, take_text, title_of};
use super::groups::holders;
use crate::kept::{self, DataMap};
use crate::reading::{Spot, check_counts, element_lines, place_free};
use crate::watch::over;
use crate::{FormatError, Oddity, Parcel, Refusal, Warning};

/// Reads a whole board. `text` is what it was parsed from, for line numbers.
pub(super) fn parcel(
    text: &str,
    mut board: Fields,
    warnings: Vec<Warning>,
    world: &dyn World,
) -> Result<(Parcel, Vec<Warning>), FormatError> {
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
    kept::keep(&mut reader.story.data, NAME, board);
    Ok((Parcel::new(reader.story), reader.warnings))
}

fn take_list(board: &mut Fields, key: &'static str) -> Result<Vec<Value>, FormatError> {
    match board.shift_remove(key) {
        Some(Value::Array(list)) => Ok(list),
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(_) => Err(FormatError::of_all(Refusal::CanvasList { key })),
    }
}

/// A node on its way: its place may still have to be found.
struct Card {
    id: NodeId,
    fields: Fields,
    sort: Sort,
    text: Option<String>,
    corner: Option<(f64, f64)>,
    layout: Layout,
}

struct Reader<'a> {
    world: &'a dyn World,
    story: Story,
    /// Nodes by the id they have on the board.
    ids: HashMap<String, NodeId>,
    warnings: Vec<Warning>,
}

impl Reader<'_> {
    /// Adds the nodes and gives back the entries that are none, with their places in the list.
    fn nodes(&mut self, entries: Vec<Value>, lines: &[usize]) -> Vec<Value> {
        let (mut cards, mut strays) = (Vec::new(), Vec::new());
        for (index, entry) in over("reading nodes", entries).enumerate() {
            let line = lines.get(index).copied();
            match entry {
                Value::Object(fields) => cards.push(self.card(fields, line)),
                stray => {
                    self.say(line, Oddity::NodeStray {});
                    strays.push(json!([index, stray]));
                }
            }
        }
        self.place(&mut cards);
        self.group(&mut cards);
        for card in cards {
            let node = finished(card);
            self.story.nodes.insert(node.id, Arc::new(node));
        }
        strays
    }

    fn card(&mut self, mut fields: Fields, line: Option<usize>) -> Card {
        let id = NodeId(self.world.new_id());
        match fields.get("id").and_then(Value::as_str).map(str::to_owned) {
            Some(own) if self.ids.contains_key(&own) => {
                fields.shift_remove("id");
                self.say(line, Oddity::NodeIdTaken { id: own });
            }
            Some(own) => {
                self.ids.insert(own, id);
            }
            None => {
                fields.shift_remove("id");
                self.say(line, Oddity::NodeNoId {});
            }
        }
        let sort = Sort::of(&fields);
        if sort == Sort::Unknown {
            self.say(line, Oddity::NodeUnknown {});
        }
        let text = (sort == Sort::Text)
            .then(|| take_text(&mut fields, "text"))
            .flatten();
        let corner = take_length(&mut fields, "x").zip(take_length(&mut fields, "y"));
        if corner.is_none() {
            self.say(line, Oddity::NodeUnplaced {});
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
            sort,
            text,
            corner,
            layout,
        }
    }

    fn place(&self, cards: &mut [Card]) {
        let spots: Vec<_> = cards
            .iter()
            .map(|it| it.corner.map(|at| spot(it, at)))
            .collect();
        let places = place_free(&spots, &[], None);
        for (card, place) in cards.iter_mut().zip(places) {
            (card.layout.x, card.layout.y) = card.corner.or(place).unwrap_or_default();
        }
    }

    fn group(&mut self, cards: &mut [Card]) {
        let spots: Vec<_> = cards
            .iter()
            .map(|it| spot(it, (it.layout.x, it.layout.y)))
            .collect();
        let is_group: Vec<_> = cards.iter().map(|it| it.sort == Sort::Group).collect();
        let Some(holders) = holders(&spots, &is_group) else {
            self.say(None, Oddity::TooManyGroups {});
            return;
        };
        for (index, holder) in holders.into_iter().enumerate() {
            cards[index].layout.parent = holder.map(|it| cards[it].id);
        }
    }

    /// Adds the edges and gives back the entries that are none, with their places in the list.
    fn edges(&mut self, entries: Vec<Value>, lines: &[usize]) -> Vec<Value> {
        let mut strays = Vec::new();
        let mut orders: HashMap<NodeId, u32> = HashMap::new();
        let mut taken = HashSet::new();
        for (index, entry) in over("reading links", entries).enumerate() {
            let line = lines.get(index).copied();
            let ends = (self.end(&entry, "fromNode"), self.end(&entry, "toNode"));
            let (Value::Object(mut fields), (Some(from), Some(to))) = (entry.clone(), ends) else {
                self.say(line, Oddity::EdgeStray {});
                strays.push(json!([index, entry]));
                continue;
            };
            fields.shift_remove("fromNode");
            fields.shift_remove("toNode");
            let own = fields.get("id").and_then(Value::as_str).map(str::to_owned);
            if own.is_none_or(|it| !taken.insert(it)) {
                fields.shift_remove("id");
                self.say(line, Oddity::EdgeNoId {});
            }
            let label = match fields.get("label") {
                Some(Value::String(text)) if !text.is_empty() => take_text(&mut fields, "label"),
                _ => None,
            };
            let order = orders.entry(from).or_default();
            let record = EdgeRecord {
                dynamic: false,
                includes: false,
                once: false,
                from,
                to,
                label: label.unwrap_or_default(),
                order: *order,
                condition: None,
                effect: None,
            };
            *order += 1;
            let mut data = DataMap::new();
            kept::keep(&mut data, NAME, fields);
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

    fn say(&mut self, line: Option<usize>, what: Oddity) {
        self.warnings.push(Warning::maybe_at(line, what));
    }
}

fn spot(card: &Card, (x, y): (f64, f64)) -> Spot {
    let (width, height) = size(&card.layout, card.sort);
    Spot {
        x,
        y,
        width,
        height,
    }
}

fn finished(card: Card) -> Node {
    let text = card.text.unwrap_or_default();
    let title = title_of(&card.fields, &text);
    let mut data = DataMap::new();
    if card.sort == Sort::Text {
        kept::set_text(&mut data, &text);
    }
    let mut fields = card.fields;
    if card.sort == Sort::Unknown && fields.is_empty() {
        // Only what is kept tells that a card is of no sort.
        fields.insert("id".to_owned(), Value::Null);
    }
    kept::keep(&mut data, NAME, fields);
    let kind = card.sort.kind().to_owned();
    Node {
        id: card.id,
        title,
        kind,
        layout: card.layout,
        data,
    }
}
