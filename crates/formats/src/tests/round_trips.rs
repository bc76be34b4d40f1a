//! Round trips: whatever a format does not report as lost is preserved. Random stories are
//! converted to a format, edited, exported and imported again.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use model::play::{Effect, EvalContext, Expression, PlayRecord, RandomUse, Value, Variables};
use model::{FixedWorld, Node, Story};
use proptest::prelude::*;
use serde_json::json;

use super::edits::{Edit, any_edit, make};
use super::playthroughs::any_playable_story;
use super::shown;
use crate::{Bundle, Exporter, Importer, LossKind, exporter, importer};
use markup::kept_data::text_of;

/// A part of a story that may differ if its loss is reported.
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

/// The parts that a loss covers; `None` for losses that do not apply to these stories.
fn parts_of(lost: LossKind) -> Option<&'static [Part]> {
    Some(match lost {
        LossKind::History
        | LossKind::BrokenLinks
        | LossKind::YarnLinesEscaped
        | LossKind::ForeignNodeData => &[],
        LossKind::StoryTitle => &[Part::Story],
        LossKind::StoryStart => &[Part::Start],
        // Rules may name titles.
        LossKind::TitlesRenamed => &[Part::Title, Part::Condition, Part::Effect, Part::Enter],
        LossKind::Titles | LossKind::CanvasCardTitle => &[Part::Title],
        LossKind::Kinds => &[Part::Kind],
        LossKind::Positions => &[Part::Place],
        LossKind::Conditions => &[Part::Condition],
        LossKind::OnceOnly | LossKind::OnceDiffers => &[Part::Once],
        LossKind::Effects => &[Part::Effect],
        // All data of these nodes except their text.
        LossKind::Data => &[Part::Enter, Part::Ending],
        LossKind::EntryEffectDiffers => &[Part::Enter],
        LossKind::Endings => &[Part::Ending],
        LossKind::ChoiceOrder => &[Part::Order],
        LossKind::LabelMarks => &[Part::Label],
        LossKind::EdgesUnwritable | LossKind::EdgesNotDivertible | LossKind::NotRewritten => {
            &[Part::Edge]
        }
        LossKind::DuplicateEdges
        | LossKind::StaleLinks
        | LossKind::StaleDiverts
        | LossKind::StaleJumps => &[Part::Edge],
        LossKind::NotCharacters => &[Part::Node],
        _ => return None,
    })
}

fn reported_parts(
    exporter: &dyn Exporter,
    bundle: &Bundle,
) -> Result<HashSet<Part>, TestCaseError> {
    let mut parts = HashSet::new();
    for loss in exporter.losses(bundle) {
        let Some(known) = parts_of(loss.what) else {
            return Err(TestCaseError::fail(format!("a loss of what? {loss}")));
        };
        parts.extend(known);
    }
    Ok(parts)
}

/// A reproducible evaluation context derived from a number, in which every variable holds a value
/// of its type.
struct RepeatableState<'a> {
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

fn pseudo_random(number: u64, what: &str, end: u64) -> u64 {
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

impl<'a> RepeatableState<'a> {
    fn of(number: u64, own: &'a str) -> Self {
        let variables = VARIABLES.iter().map(|&(name, sort)| {
            let rolled = pseudo_random(number, name, 5);
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

impl EvalContext for RepeatableState<'_> {
    fn variables(&self) -> &Variables {
        &self.variables
    }

    fn visits(&self, title: Option<&str>) -> u32 {
        let title = title.unwrap_or(self.own);
        let rolled = pseudo_random(self.number, title, 4) as u32;
        // The current node has been visited.
        rolled + u32::from(title == self.own)
    }

    fn otherwise(&self) -> bool {
        pseudo_random(self.number, "otherwise", 2) == 1
    }

    fn random(&self, used: RandomUse<'_>, low: f64, high: f64) -> f64 {
        let values = (high - low) as u64 + 1;
        low + pseudo_random(self.number, &format!("{used:?}"), values) as f64
    }
}

/// The results of a condition in many contexts; equal results are taken as equivalence.
fn meaning_of_condition(source: Option<&str>, own: &str) -> String {
    match source.map(str::parse::<Expression>) {
        None => "always".to_owned(),
        Some(Err(_)) => source.unwrap_or_default().to_owned(),
        Some(Ok(it)) => (0..60)
            .map(|number| u8::from(it.holds(&RepeatableState::of(number, own))).to_string())
            .collect(),
    }
}

/// The results of an effect in many contexts.
fn meaning_of_effect(source: &str, own: &str) -> String {
    let Ok(effect) = source.parse::<Effect>() else {
        return source.to_owned();
    };
    if effect.0.is_empty() {
        return String::new();
    }
    let outcomes = (0..20).map(|number| {
        let around = RepeatableState::of(number, own);
        let mut variables = around.variables.clone();
        effect.apply(&mut variables, &around);
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

/// A textual description of a story, without some parts.
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
        let mut reported_parts = title(&node.id).to_owned();
        if has(Part::Kind) {
            _ = write!(reported_parts, " ({})", node.kind);
        }
        if has(Part::Start) && story.record.start == Some(node.id) {
            reported_parts.push_str(", start");
        }
        if has(Part::Ending) && play.ending {
            reported_parts.push_str(", ending");
        }
        if has(Part::Place) && !is_auto_placed(node) {
            _ = write!(reported_parts, " at {},{}", node.layout.x, node.layout.y);
        }
        if has(Part::Enter) {
            _ = write!(
                reported_parts,
                " enters {}",
                meaning_of_effect(&play.enter, &node.title)
            );
        }
        let mut edges: Vec<String> = Vec::new();
        for edge in story.edges_from(node.id) {
            let it = &edge.record;
            let mut reported_parts = format!("\n  → {}", title(&it.to));
            if has(Part::Label) && has(Part::Title) {
                let label = it.label.trim();
                let title = title(&it.to);
                _ = write!(
                    reported_parts,
                    " “{}”",
                    if label.is_empty() { title } else { label }
                );
            }
            if has(Part::Condition) {
                let condition = meaning_of_condition(it.condition.as_deref(), &node.title);
                _ = write!(reported_parts, " if {condition}");
            }
            if has(Part::Once) && it.once {
                reported_parts.push_str(" once");
            }
            if has(Part::Effect) {
                let effect = it.effect.as_deref().unwrap_or_default();
                _ = write!(
                    reported_parts,
                    " do {}",
                    meaning_of_effect(effect, &node.title)
                );
            }
            edges.push(reported_parts);
        }
        if !has(Part::Order) {
            edges.sort();
        }
        if has(Part::Edge) {
            reported_parts.extend(edges);
        }
        nodes.push(reported_parts);
    }
    // The order in the file may differ from that in the story.
    nodes.sort();
    let title = if has(Part::Story) {
        story.record.title.as_str()
    } else {
        "…"
    };
    format!("“{title}”\n{}", nodes.join("\n"))
}

/// Whether the node is where the import placed it because the file gave no position.
fn is_auto_placed(node: &Node) -> bool {
    let kept = node
        .data
        .get(model::part::FOREIGN)
        .and_then(|it| it.as_object());
    let mut placed = kept.into_iter().flat_map(|it| it.values());
    let place = json!([node.layout.x, node.layout.y]);
    placed.any(|it| it.get("placed") == Some(&place))
}

fn play_of(node: &Node) -> PlayRecord {
    PlayRecord::of(node.data.get("play").map(|it| &**it))
}

fn import(importer: &dyn Importer, bytes: &[u8]) -> Bundle {
    let read = importer.import(bytes, &FixedWorld::default());
    read.unwrap_or_else(|error| panic!("{error}\n{}", shown(bytes)))
        .0
}

/// Checks that everything not reported as lost is preserved, and that a second round trip changes
/// nothing.
fn check(format: &str, bundle: &Bundle) -> Result<(), TestCaseError> {
    let (exporter, importer) = (exporter(format).unwrap(), importer(format).unwrap());
    let mut without = reported_parts(exporter, bundle)?;
    // If the story has no start, the format has to choose one.
    if bundle.story.record.start.is_none() {
        without.insert(Part::Start);
    }
    let bytes = exporter.export(bundle);
    let read = import(importer, &bytes);
    let (before, after) = (
        content(&bundle.story, &without),
        content(&read.story, &without),
    );
    let losses: BTreeSet<String> = exporter
        .losses(bundle)
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
    let bundle = Bundle::new(story);
    check(format, &bundle)?;
    let bytes = exporter(format).unwrap().export(&bundle);
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
    fn ink_round_trips_all_but_listed_losses(
        story in any_playable_story(), edits in prop::collection::vec(any_edit(), 0..7),
    ) {
        check_edited("ink", story, &edits)?;
    }

    #[test]
    fn yarn_round_trips_all_but_listed_losses(
        story in any_playable_story(), edits in prop::collection::vec(any_edit(), 0..7),
    ) {
        check_edited("yarn", story, &edits)?;
    }

    #[test]
    fn twine_round_trips_all_but_listed_losses(
        story in any_playable_story(), edits in prop::collection::vec(any_edit(), 0..7),
    ) {
        for format in ["twee", "twine-html", "twine-json"] {
            check_edited(format, story.clone(), &edits)?;
        }
    }

    #[test]
    fn canvas_and_cards_round_trip_all_but_listed_losses(
        story in any_playable_story(), edits in prop::collection::vec(any_edit(), 0..7),
    ) {
        for format in ["canvas", "card"] {
            check_edited(format, story.clone(), &edits)?;
        }
    }

    #[test]
    fn native_formats_lose_nothing(
        story in any_playable_story(), edits in prop::collection::vec(any_edit(), 0..7),
    ) {
        for format in ["json", "folder"] {
            check_edited(format, story.clone(), &edits)?;
        }
    }
}
