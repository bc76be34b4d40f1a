//! Twine 2 archives: story elements one after another. An archive of one story is that story; of
//! several, each becomes a group that holds its passages, and goes back to an element of its own.

use std::collections::HashSet;
use std::sync::Arc;

use model::{Layout, Node, NodeId, Story, StoryId, World};
use serde_json::{Map, Value};

use crate::kept::{self, DataMap};
use crate::reading::{Section, Way, decode, weave};
use crate::twine::{Plan, settings_of};
use crate::twine_html::{Draft, element, looks_like, stories, story_losses};
use crate::warning::in_order;
use crate::{
    About, Exporter, Format, FormatError, Importer, Loss, Lost, Oddity, Parcel, Refusal, Warning,
    twine,
};

/// The name kept data goes by.
const NAME: &str = "twine-archive";
/// Space between the stories of an archive, and inside the edge of a group, in map units.
const GAP: f64 = 200.0;
const EDGE: f64 = 40.0;

/// Twine 2 archives.
pub(crate) struct TwineArchive;

impl Format for TwineArchive {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Twine 2 archive",
            extensions: &["html", "htm"],
        }
    }
}

impl Exporter for TwineArchive {
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        let plan = Plan::of(&parcel.story, NAME);
        let settings = settings_of(&parcel.story, NAME);
        twine::losses(parcel, &plan, NAME, settings.as_ref(), |losses| {
            story_losses(losses, &parcel.story, settings.as_ref());
            let groups = groups(&parcel.story);
            let home = |id| home(&parcel.story, &groups, id);
            let edges = parcel.story.edges.values().map(|it| &**it);
            losses.edges(
                Lost::EdgesAcross,
                edges.filter(|it| home(it.record.from) != home(it.record.to)),
            );
        })
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        let mut text = String::new();
        for story in parts(&parcel.story) {
            text.push_str(&element(&story, NAME));
            text.push_str("\n\n");
        }
        text.into_bytes()
    }
}

impl Importer for TwineArchive {
    fn sniff(&self, bytes: &[u8]) -> bool {
        looks_like(bytes, |beginning| beginning.starts_with("<tw-storydata"))
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Parcel, Vec<Warning>), FormatError> {
        let (text, mut warnings) = decode(bytes)?;
        let mut drafts: Vec<_> = stories(&text)
            .into_iter()
            .map(|it| Draft::of(it, &mut warnings))
            .collect();
        let Some(first) = drafts.first() else {
            return Err(FormatError::of_all(Refusal::TwineArchiveNone {}));
        };
        let mut story = Story::new(StoryId(world.new_id()), &*first.title);
        if drafts.len() == 1 {
            let draft = drafts.remove(0);
            let ids = weave(
                &mut story,
                NAME,
                draft.sections,
                draft.start,
                world,
                &mut warnings,
            )?;
            story.record.start = draft.start.map(|it| ids[it]);
            kept::keep(&mut story.data, NAME, draft.kept);
        } else {
            warnings.push(Warning::of_all(Oddity::SeveralStories {
                count: drafts.len(),
            }));
            several(&mut story, drafts, world, &mut warnings)?;
        }
        in_order(&mut warnings);
        Ok((Parcel::new(story), warnings))
    }
}

/// Adds several stories, each below the one before and in a group of its own.
fn several(
    story: &mut Story,
    drafts: Vec<Draft>,
    world: &dyn World,
    warnings: &mut Vec<Warning>,
) -> Result<(), FormatError> {
    let mut sections: Vec<Section> = Vec::new();
    let (mut homes, mut groups) = (Vec::new(), Vec::new());
    let (mut start, mut bottom) = (None, 0.0);
    for (number, mut draft) in drafts.into_iter().enumerate() {
        if let Some((left, top, ..)) = draft.bounds() {
            draft.shift(EDGE - left, bottom + EDGE - top);
        }
        let (right, down) = draft
            .bounds()
            .map_or((GAP, bottom + GAP), |it| (it.2 + EDGE, it.3 + EDGE));
        groups.push((draft.title, draft.kept, (bottom, right, down)));
        bottom = down + GAP;
        let first = sections.len();
        start = start.or(draft.start.map(|it| it + first));
        homes.extend(draft.sections.iter().map(|_| number));
        sections.extend(draft.sections.into_iter().map(|it| later(it, first)));
    }
    let ids = weave(story, NAME, sections, start, world, warnings)?;
    story.record.start = start.map(|it| ids[it]);
    let mut group_ids = Vec::new();
    for (title, kept, (top, right, down)) in groups {
        let id = NodeId(world.new_id());
        let mut data = DataMap::new();
        kept::keep(
            &mut data,
            NAME,
            Map::from_iter([("story".to_owned(), Value::Object(kept))]),
        );
        let layout = Layout {
            y: top,
            width: Some(right),
            height: Some(down - top),
            ..Layout::default()
        };
        let node = Node {
            id,
            title,
            kind: "group".to_owned(),
            layout,
            data,
        };
        story.nodes.insert(id, Arc::new(node));
        group_ids.push(id);
    }
    for (id, home) in ids.iter().zip(homes) {
        if let Some(node) = story.nodes.get_mut(id) {
            Arc::make_mut(node).layout.parent = Some(group_ids[home]);
        }
    }
    Ok(())
}

/// The section as one of a longer list, the first of its own story being this one.
fn later(mut section: Section, first: usize) -> Section {
    for lead in &mut section.leads {
        match &mut lead.to {
            Way::To(to) => *to += first,
            Way::Computed(_, known) => known.iter_mut().for_each(|it| *it += first),
            Way::Nowhere(..) => {}
        }
    }
    section
}

/// The groups that have been stories of an archive.
fn groups(story: &Story) -> HashSet<NodeId> {
    let is_story = |it: &&Arc<Node>| {
        kept::of(&it.data, NAME).is_some_and(|it| it.get("story").is_some_and(Value::is_object))
    };
    story
        .nodes
        .values()
        .filter(is_story)
        .map(|it| it.id)
        .collect()
}

/// The group of the archive's story that a node belongs to.
fn home(story: &Story, groups: &HashSet<NodeId>, id: NodeId) -> Option<NodeId> {
    let mut parent = story.nodes.get(&id)?.layout.parent;
    for _ in 0..story.nodes.len() {
        let id = parent?;
        if groups.contains(&id) {
            return Some(id);
        }
        parent = story.nodes.get(&id)?.layout.parent;
    }
    None
}

/// The stories to write, each as one of its own: those of the groups, and one of all else.
fn parts(story: &Story) -> Vec<Story> {
    let groups = groups(story);
    if groups.is_empty() {
        return vec![story.clone()];
    }
    let of_group = |group: Option<NodeId>| {
        let node = group.and_then(|it| story.nodes.get(&it));
        let title = node.map_or(&story.record.title, |it| &it.title);
        let id = group.map_or(story.id, |it| StoryId(it.0));
        let mut part = Story::new(id, title.clone());
        for node in story.nodes.values() {
            if !groups.contains(&node.id) && home(story, &groups, node.id) == group {
                part.nodes.insert(node.id, Arc::clone(node));
            }
        }
        let inside = |id| part.nodes.contains_key(&id);
        part.edges = story
            .edges
            .iter()
            .filter(|(_, it)| inside(it.record.from) && inside(it.record.to))
            .map(|(id, it)| (*id, Arc::clone(it)))
            .collect();
        let kept = node.and_then(|it| kept::of(&it.data, NAME)?.get("story")?.as_object());
        let own_start = story.record.start.filter(|it| inside(*it));
        part.record.start = own_start.or_else(|| start_of(&part, kept?));
        if let Some(kept) = kept {
            kept::keep(&mut part.data, NAME, kept.clone());
        }
        part
    };
    let order = story.nodes.keys().filter(|it| groups.contains(*it));
    let mut parts: Vec<_> = order.map(|it| of_group(Some(*it))).collect();
    let rest = of_group(None);
    if !rest.nodes.is_empty() {
        parts.push(rest);
    }
    parts
}

/// The start that a story of the archive came with.
fn start_of(part: &Story, kept: &Map<String, Value>) -> Option<NodeId> {
    let attributes = kept.get("attributes")?.as_array()?;
    let pid = attributes.iter().find(|it| it[0] == "startnode")?.get(1)?;
    let has_pid =
        |it: &&Arc<Node>| kept::of(&it.data, NAME).and_then(|it| it.get("pid")) == Some(pid);
    part.nodes.values().find(has_pid).map(|it| it.id)
}
