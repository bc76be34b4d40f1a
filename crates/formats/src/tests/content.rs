//! The law of trips: what a format does not list as lost comes back. Stories are made at random,
//! brought into a format, changed as a writer changes them, and brought out and in again.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use model::play::{Effect, Expression, PlayRecord, Surroundings, Value, Variables};
use model::{FixedWorld, Node, Story};
use proptest::prelude::*;
use serde_json::json;

use super::edits::{Edit, any_edit, make};
use super::played::any_played;
use super::shown;
use crate::kept::text_of;
use crate::{Exporter, Importer, Lost, Parcel, exporter, importer};

/// What may differ where a loss of it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Story,
    Title,
    Kind,
    Place,
    Start,
    Condition,
    Once,
    Effect,
    Enter,
    Ending,
    Order,
    Label,
    Edge,
    Node,
}

/// The parts that a loss speaks of; `None` of one that these stories cannot have.
fn parts_of(lost: Lost) -> Option<&'static [Part]> {
    Some(match lost {
        Lost::History | Lost::LinksBroken | Lost::YarnLines | Lost::ForeignNodes => &[],
        Lost::StoryTitle => &[Part::Story],
        Lost::StoryStart => &[Part::Start],
        Lost::Titles | Lost::TitlesRenamed | Lost::CardTitle => &[Part::Title],
        Lost::Kinds => &[Part::Kind],
        Lost::Places => &[Part::Place],
        Lost::Conditions => &[Part::Condition],
        Lost::Once | Lost::OnceOtherwise => &[Part::Once],
        Lost::Effects => &[Part::Effect],
        // All that these nodes have beside their text.
        Lost::Data => &[Part::Enter, Part::Ending],
        Lost::EnterOtherwise => &[Part::Enter],
        Lost::Endings => &[Part::Ending],
        Lost::ChoiceOrder => &[Part::Order],
        Lost::LabelMarks => &[Part::Label],
        Lost::EdgesUnwritable | Lost::EdgesUndivertible | Lost::Unrewritten => &[Part::Edge],
        Lost::Alike | Lost::LinksLeft | Lost::DivertsLeft | Lost::JumpsLeft => &[Part::Edge],
        Lost::NotCharacters => &[Part::Node],
        _ => return None,
    })
}

fn told(exporter: &dyn Exporter, parcel: &Parcel) -> Result<HashSet<Part>, TestCaseError> {
    let mut parts = HashSet::new();
    for loss in exporter.losses(parcel) {
        let Some(known) = parts_of(loss.what) else {
            return Err(TestCaseError::fail(format!("a loss of what? {loss}")));
        };
        parts.extend(known);
    }
    Ok(parts)
}

/// Surroundings that a number repeats, in which every variable holds a value of its sort.
struct Somewhere<'a> {
    number: u64,
    own: &'a str,
    variables: Variables,
}

const VARIABLES: [(&str, u8); 5] = [
    ("gold", 0),
    ("银币", 0),
    ("name", 1),
    ("met", 2),
    ("遇见", 2),
];

fn roll(number: u64, what: &str, end: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (number, what).hash(&mut hasher);
    hasher.finish() % end
}

fn zero(sort: u8) -> Value {
    match sort {
        0 => Value::number(0.0),
        1 => Value::text(""),
        _ => Value::Boolean(false),
    }
}

impl<'a> Somewhere<'a> {
    fn of(number: u64, own: &'a str) -> Self {
        let variables = VARIABLES.iter().map(|&(name, sort)| {
            let rolled = roll(number, name, 5);
            let value = match sort {
                _ if rolled == 0 => zero(sort),
                0 => Value::number(rolled as f64 * 1.5),
                1 => Value::text(["Neo", "", "it's 雨, (a) = b", "Neo!"][rolled as usize - 1]),
                _ => Value::Boolean(rolled > 2),
            };
            (name.to_owned(), value)
        });
        Self {
            number,
            own,
            variables: variables.collect(),
        }
    }
}

impl Surroundings for Somewhere<'_> {
    fn variables(&self) -> &Variables {
        &self.variables
    }

    fn visits(&self, title: Option<&str>) -> u32 {
        let title = title.unwrap_or(self.own);
        let rolled = roll(self.number, title, 4) as u32;
        // Whoever asks is there.
        rolled + u32::from(title == self.own)
    }

    fn otherwise(&self) -> bool {
        roll(self.number, "otherwise", 2) == 1
    }
}

/// What a condition comes to in many surroundings: two that always agree are one.
fn meaning_of_condition(source: Option<&str>, own: &str) -> String {
    match source.map(str::parse::<Expression>) {
        None => "always".to_owned(),
        Some(Err(_)) => source.unwrap_or_default().to_owned(),
        Some(Ok(it)) => (0..60)
            .map(|number| u8::from(it.holds(&Somewhere::of(number, own))).to_string())
            .collect(),
    }
}

/// What an effect makes of the variables in many surroundings.
fn meaning_of_effect(source: &str, own: &str) -> String {
    let Ok(effect) = source.parse::<Effect>() else {
        return source.to_owned();
    };
    if effect.0.is_empty() {
        return String::new();
    }
    let outcomes = (0..20).map(|number| {
        let around = Somewhere::of(number, own);
        let mut variables = around.variables.clone();
        effect.apply(&mut variables, &|title| around.visits(title));
        let all = VARIABLES
            .iter()
            .map(|&(name, sort)| match variables.get(name) {
                Some(it) => it.to_string(),
                None => zero(sort).to_string(),
            });
        all.collect::<Vec<_>>().join(",")
    });
    outcomes.collect::<Vec<_>>().join(" ")
}

/// A story in words, without some parts.
fn content(story: &Story, without: &HashSet<Part>) -> String {
    if without.contains(&Part::Node) {
        return String::new();
    }
    let has = |part: Part| !without.contains(&part);
    let title = |id: &model::NodeId| {
        let title = story.nodes.get(id).map_or("?", |it| it.title.as_str());
        if has(Part::Title) { title } else { "…" }
    };
    let mut nodes: Vec<String> = Vec::new();
    for node in story.nodes.values() {
        let play = play_of(node);
        let mut told = title(&node.id).to_owned();
        if has(Part::Kind) {
            _ = write!(told, " ({})", node.kind);
        }
        if has(Part::Start) && story.record.start == Some(node.id) {
            told.push_str(", start");
        }
        if has(Part::Ending) && play.ending {
            told.push_str(", ending");
        }
        if has(Part::Place) && !is_put(node) {
            _ = write!(told, " at {},{}", node.layout.x, node.layout.y);
        }
        if has(Part::Enter) {
            _ = write!(
                told,
                " enters {}",
                meaning_of_effect(&play.enter, &node.title)
            );
        }
        let mut edges: Vec<String> = Vec::new();
        for edge in story.edges_from(node.id) {
            let it = &edge.record;
            let mut told = format!("\n  → {}", title(&it.to));
            if has(Part::Label) && has(Part::Title) {
                let label = it.label.trim();
                let title = title(&it.to);
                _ = write!(told, " “{}”", if label.is_empty() { title } else { label });
            }
            if has(Part::Condition) {
                let condition = meaning_of_condition(it.condition.as_deref(), &node.title);
                _ = write!(told, " if {condition}");
            }
            if has(Part::Once) && it.once {
                told.push_str(" once");
            }
            if has(Part::Effect) {
                let effect = it.effect.as_deref().unwrap_or_default();
                _ = write!(told, " do {}", meaning_of_effect(effect, &node.title));
            }
            edges.push(told);
        }
        if !has(Part::Order) {
            edges.sort();
        }
        if has(Part::Edge) {
            told.extend(edges);
        }
        nodes.push(told);
    }
    // A file may have another order than the story.
    nodes.sort();
    let title = if has(Part::Story) {
        story.record.title.as_str()
    } else {
        "…"
    };
    format!("“{title}”\n{}", nodes.join("\n"))
}

/// Whether an import has put the node where it stands, for want of a place in the file.
fn is_put(node: &Node) -> bool {
    let kept = node
        .data
        .get(model::part::KEPT)
        .and_then(|it| it.as_object());
    let mut placed = kept.into_iter().flat_map(|it| it.values());
    let place = json!([node.layout.x, node.layout.y]);
    placed.any(|it| it.get("placed") == Some(&place))
}

fn play_of(node: &Node) -> PlayRecord {
    PlayRecord::of(node.data.get("play").map(|it| &**it))
}

fn import(importer: &dyn Importer, bytes: &[u8]) -> Parcel {
    let read = importer.import(bytes, &FixedWorld::default());
    read.unwrap_or_else(|error| panic!("{error}\n{}", shown(bytes)))
        .0
}

/// Whether what is not told as lost comes back, and a second trip changes nothing.
fn check(format: &str, parcel: &Parcel) -> Result<(), TestCaseError> {
    let (exporter, importer) = (exporter(format).unwrap(), importer(format).unwrap());
    let mut without = told(exporter, parcel)?;
    // Of a story that begins nowhere a reader must choose.
    if parcel.story.record.start.is_none() {
        without.insert(Part::Start);
    }
    let bytes = exporter.export(parcel);
    let read = import(importer, &bytes);
    let (before, after) = (
        content(&parcel.story, &without),
        content(&read.story, &without),
    );
    let losses: BTreeSet<String> = exporter
        .losses(parcel)
        .into_iter()
        .map(|it| it.message)
        .collect();
    prop_assert_eq!(
        before,
        after,
        "{} loses what it does not tell; it tells {:#?}\n{}",
        format,
        losses,
        shown(&bytes)
    );
    let again = exporter.export(&read);
    prop_assert_eq!(
        shown(&again),
        shown(&bytes),
        "{} changes on its second trip",
        format
    );
    Ok(())
}

fn check_edited(format: &str, story: Story, edits: &[Edit]) -> Result<(), TestCaseError> {
    let parcel = Parcel::new(story);
    check(format, &parcel)?;
    let bytes = exporter(format).unwrap().export(&parcel);
    let mut kept = import(importer(format).unwrap(), &bytes);
    for (number, edit) in edits.iter().enumerate() {
        make(&mut kept.story, edit, number);
    }
    let is_card = format == "card";
    let texts = kept.story.nodes.values().map(|it| text_of(it));
    prop_assert!(is_card || texts.count() == kept.story.nodes.len());
    check(format, &kept)
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(64)
    })]

    #[test]
    fn what_ink_does_not_lose_comes_back(
        story in any_played(), edits in prop::collection::vec(any_edit(), 0..7),
    ) {
        check_edited("ink", story, &edits)?;
    }

    #[test]
    fn what_yarn_does_not_lose_comes_back(
        story in any_played(), edits in prop::collection::vec(any_edit(), 0..7),
    ) {
        check_edited("yarn", story, &edits)?;
    }

    #[test]
    fn what_twine_does_not_lose_comes_back(
        story in any_played(), edits in prop::collection::vec(any_edit(), 0..7),
    ) {
        for format in ["twee", "twine-html", "twine-json"] {
            check_edited(format, story.clone(), &edits)?;
        }
    }

    #[test]
    fn what_boards_and_cards_do_not_lose_comes_back(
        story in any_played(), edits in prop::collection::vec(any_edit(), 0..7),
    ) {
        for format in ["canvas", "card"] {
            check_edited(format, story.clone(), &edits)?;
        }
    }

    #[test]
    fn our_own_formats_lose_nothing(
        story in any_played(), edits in prop::collection::vec(any_edit(), 0..7),
    ) {
        for format in ["json", "folder"] {
            check_edited(format, story.clone(), &edits)?;
        }
    }
}
