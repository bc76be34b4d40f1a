//! Twine 2 archives: a sequence of story elements. An archive of one story is imported as that
//! story; several become one group each, and are exported as separate elements again.

use std::collections::HashSet;
use std::sync::Arc;

use model::{Layout, Node, NodeId, Story, StoryId, World};
use serde_json::{Map, Value};

use crate::import::{LinkTarget, Section, add_sections, decode};
use crate::twine::{ExportPlan, settings_of, take_tag_colors};
use crate::twine_html::{ParsedStory, element, looks_like, stories, story_losses};
use crate::warning::sort_by_position;
use crate::{
    About, Bundle, Exporter, Format, FormatError, FormatErrorKind, ImportWarning, Importer, Loss,
    LossKind, Warning, twine,
};
use markup::kept_data::{self, DataMap};

/// The key of this format's kept data.
const NAME: &str = "twine-archive";
/// The space between the stories of an archive, and the padding of a group, in map units.
const GAP: f64 = 200.0;
const GROUP_MARGIN: f64 = 40.0;

/// The Twine 2 archive format.
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
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        let plan = ExportPlan::of(&bundle.story, NAME);
        let settings = settings_of(&bundle.story, NAME);
        let written = twine::with_rules(&bundle.story, NAME);
        twine::losses(bundle, &plan, NAME, settings.as_ref(), &written, |losses| {
            story_losses(losses, &bundle.story, settings.as_ref());
            let groups = groups(&bundle.story);
            let story_group = |id| story_group(&bundle.story, &groups, id);
            let edges = bundle.story.edges.values().map(|it| &**it);
            losses.add_edges(
                LossKind::CrossStoryEdges,
                edges.filter(|it| story_group(it.record.from) != story_group(it.record.to)),
            );
        })
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let mut text = String::new();
        for story in split_stories(&bundle.story) {
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
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        let (text, mut warnings) = decode(bytes)?;
        let mut drafts: Vec<_> = stories(&text)
            .into_iter()
            .map(|it| ParsedStory::of(it, &mut warnings))
            .collect();
        let Some(first) = drafts.first() else {
            return Err(FormatError::for_file(FormatErrorKind::TwineArchiveEmpty {}));
        };
        let mut story = Story::new(StoryId(world.new_id()), &*first.title);
        for settings in drafts
            .iter()
            .filter_map(|it| it.kept.get("settings")?.as_object())
        {
            take_tag_colors(&mut story, settings);
        }
        if drafts.len() == 1 {
            let draft = drafts.remove(0);
            let ids = add_sections(
                &mut story,
                NAME,
                draft.sections,
                draft.start,
                world,
                &mut warnings,
            )?;
            story.record.start = draft.start.map(|it| ids[it]);
            kept_data::set(&mut story.data, NAME, draft.kept);
        } else {
            warnings.push(Warning::for_file(ImportWarning::MultipleStories {
                count: drafts.len(),
            }));
            add_stories(&mut story, drafts, world, &mut warnings)?;
        }
        sort_by_position(&mut warnings);
        Ok((Bundle::new(story), warnings))
    }
}

/// Adds several stories, each below the previous one and in its own group.
fn add_stories(
    story: &mut Story,
    drafts: Vec<ParsedStory>,
    world: &dyn World,
    warnings: &mut Vec<Warning>,
) -> Result<(), FormatError> {
    let mut sections: Vec<Section> = Vec::new();
    let (mut homes, mut groups) = (Vec::new(), Vec::new());
    let (mut start, mut bottom) = (None, 0.0);
    for (number, mut draft) in drafts.into_iter().enumerate() {
        if let Some((left, top, ..)) = draft.bounds() {
            draft.shift(GROUP_MARGIN - left, bottom + GROUP_MARGIN - top);
        }
        let (right, down) = draft.bounds().map_or((GAP, bottom + GAP), |it| {
            (it.2 + GROUP_MARGIN, it.3 + GROUP_MARGIN)
        });
        groups.push((draft.title, draft.kept, (bottom, right, down)));
        bottom = down + GAP;
        let first = sections.len();
        start = start.or(draft.start.map(|it| it + first));
        homes.extend(draft.sections.iter().map(|_| number));
        sections.extend(
            draft
                .sections
                .into_iter()
                .map(|it| offset_section(it, first)),
        );
    }
    let ids = add_sections(story, NAME, sections, start, world, warnings)?;
    story.record.start = start.map(|it| ids[it]);
    let mut group_ids = Vec::new();
    for (title, kept, (top, right, down)) in groups {
        let id = NodeId(world.new_id());
        let mut data = DataMap::new();
        kept_data::set(
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
    for (id, story_group) in ids.iter().zip(homes) {
        if let Some(node) = story.nodes.get_mut(id) {
            Arc::make_mut(node).layout.parent = Some(group_ids[story_group]);
        }
    }
    Ok(())
}

/// Adjusts the link indexes of a section whose story begins at `first` in the combined list.
fn offset_section(mut section: Section, first: usize) -> Section {
    for lead in &mut section.leads {
        match &mut lead.to {
            LinkTarget::Section(to) => *to += first,
            LinkTarget::Computed(_, known) => known.iter_mut().for_each(|it| *it += first),
            LinkTarget::Missing(..) => {}
        }
    }
    section
}

/// The groups that were imported from stories of an archive.
fn groups(story: &Story) -> HashSet<NodeId> {
    let is_story = |it: &&Arc<Node>| {
        kept_data::get(&it.data, NAME)
            .is_some_and(|it| it.get("story").is_some_and(Value::is_object))
    };
    story
        .nodes
        .values()
        .filter(is_story)
        .map(|it| it.id)
        .collect()
}

/// The group of the archive story that a node belongs to.
fn story_group(story: &Story, groups: &HashSet<NodeId>, id: NodeId) -> Option<NodeId> {
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

/// The stories to write: one per group, and one for everything else.
fn split_stories(story: &Story) -> Vec<Story> {
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
            if !groups.contains(&node.id) && story_group(story, &groups, node.id) == group {
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
        let kept = node.and_then(|it| kept_data::get(&it.data, NAME)?.get("story")?.as_object());
        let own_start = story.record.start.filter(|it| inside(*it));
        part.record.start = own_start.or_else(|| start_of(&part, kept?));
        if let Some(kept) = kept {
            kept_data::set(&mut part.data, NAME, kept.clone());
        }
        part
    };
    let order = story.nodes.keys().filter(|it| groups.contains(*it));
    let mut split_stories: Vec<_> = order.map(|it| of_group(Some(*it))).collect();
    let rest = of_group(None);
    if !rest.nodes.is_empty() {
        split_stories.push(rest);
    }
    split_stories
}

/// The start with which a story of the archive was imported.
fn start_of(part: &Story, kept: &Map<String, Value>) -> Option<NodeId> {
    let attributes = kept.get("attributes")?.as_array()?;
    let pid = attributes.iter().find(|it| it[0] == "startnode")?.get(1)?;
    let has_pid =
        |it: &&Arc<Node>| kept_data::get(&it.data, NAME).and_then(|it| it.get("pid")) == Some(pid);
    part.nodes.values().find(has_pid).map(|it| it.id)
}
