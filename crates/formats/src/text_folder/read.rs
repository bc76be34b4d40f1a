//! Converts a folder to a story: one of our own, or Markdown files of another program. Edits made
//! by hand are accepted; whatever cannot be understood is reported with file and line.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use model::{AssetId, Edge, EdgeId, EdgeRecord, Kind, Layout, Node, NodeId, Story, StoryId, World};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::fields::{
    Lines, data_of, flag, identity, layout, line_of, place, plain_link, replace_assets, words,
};
use super::front_matter::{self, MarkdownFile};
use super::node_files::{FileIndex, NodeFile, file_name};
use super::notes::Notes;
use super::{
    ASSETS, FORMAT, NAME, NODES, STORY_FILE, VERSION, assets, manuscript, prose_links,
    reading_order,
};
use crate::import::{check_counts, decode, likely_start, tidy_title};
use crate::warning::sort_by_position;
use crate::{Bundle, Folder, FormatError, FormatErrorKind, ImportWarning, PackedAsset, Warning};
use markup::kept_data;
use markup::progress::track;

/// Reads a whole folder.
pub(super) fn read_bundle(
    folder: &Folder,
    world: &dyn World,
) -> Result<(Bundle, Vec<Warning>), FormatError> {
    let mut reader = Reader {
        world,
        warnings: Vec::new(),
        taken: HashSet::new(),
        others: Vec::new(),
    };
    let root = root(folder);
    let mut head = match root {
        Some(root) => reader.story_file(folder, root)?,
        None => Map::new(),
    };
    let unusual = head.shift_remove("assets");
    let (mut assets, replaced) = assets::read(folder, root, unusual.as_ref(), &mut |path| {
        reader.say(path, None, ImportWarning::AssetChanged {});
    });
    let mut pages = reader.pages(folder, root)?;
    if root.is_none()
        && let Some(title) = manuscript::arrange(&mut pages)
    {
        head.insert("title".to_owned(), title.into());
    }
    reader.give_ids(&mut pages);
    check_counts(pages.len(), 0)?;
    if pages.is_empty() && root.is_none() {
        return Err(FormatError::for_file(
            FormatErrorKind::FolderWithoutStory {},
        ));
    }
    // In the order they were written, then files added by hand: these are given their ids last.
    pages.sort_by_key(|it| it.id);
    let mut story = Story::new(StoryId(Uuid::nil()), "");
    let names = FileIndex::of(&pages);
    let notes = root.is_none().then(|| Notes::of(folder, &names, &pages));
    let mut used = BTreeSet::new();
    let parts = (&names, notes.as_ref());
    let drawn = reader.nodes((&mut story, &mut assets), &mut pages, parts, &mut used);
    reader.report_others(&used);
    reader.edges(&mut story, &pages, parts)?;
    let story_file = format!("{}{STORY_FILE}", root.unwrap_or_default());
    reader.record(&mut story, head, &names, &story_file);
    if notes.is_some() {
        reading_order::connect_scenes(&mut story, &pages, &mut || reader.new_id());
        story.record.start = likely_start(&story);
    }
    place(&mut story, &drawn);
    replace_assets(&mut story, &replaced);
    sort_by_position(&mut reader.warnings);
    Ok((
        Bundle {
            assets,
            ..Bundle::new(story)
        },
        reader.warnings,
    ))
}

/// The path of the story in the folder: the archive may contain an enclosing folder.
fn root(folder: &Folder) -> Option<&str> {
    let roots = folder
        .files
        .keys()
        .filter_map(|it| it.strip_suffix(STORY_FILE));
    roots
        .filter(|it| it.is_empty() || it.ends_with('/'))
        .min_by_key(|it| it.len())
}

struct Reader<'a> {
    world: &'a dyn World,
    warnings: Vec<Warning>,
    taken: HashSet<Uuid>,
    /// The paths of files that belong to no node.
    others: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    fn story_file(
        &mut self,
        folder: &Folder,
        root: &str,
    ) -> Result<Map<String, Value>, FormatError> {
        let path = format!("{root}{STORY_FILE}");
        let (text, warnings) = self.decoded(&folder.files[&path], &path)?;
        self.warnings.extend(warnings);
        let fields = front_matter::fields(&text, &path, 0)?;
        if fields.get("format").and_then(Value::as_str) != Some(FORMAT) {
            let why = FormatErrorKind::NotStorytellerFolder { format: FORMAT };
            return Err(FormatError::for_file(why).in_file(&path));
        }
        match fields.get("version").and_then(Value::as_u64) {
            Some(newer) if newer > VERSION => {
                Err(FormatError::for_file(FormatErrorKind::NewerVersion {
                    version: newer,
                    most: VERSION,
                }))
            }
            _ => Ok(fields),
        }
    }

    fn decoded(&self, bytes: &[u8], path: &str) -> Result<(String, Vec<Warning>), FormatError> {
        if bytes.is_empty() {
            return Ok((String::new(), Vec::new()));
        }
        match decode(bytes) {
            Ok((text, warnings)) => {
                let located = warnings.into_iter().map(|it| it.in_file(path));
                Ok((text.into_owned(), located.collect()))
            }
            Err(_) if bytes.iter().all(u8::is_ascii_whitespace) => {
                Ok((String::from_utf8_lossy(bytes).into_owned(), Vec::new()))
            }
            Err(error) => Err(error.in_file(path)),
        }
    }

    /// Reads the files of nodes.
    fn pages(
        &mut self,
        folder: &'a Folder,
        root: Option<&str>,
    ) -> Result<Vec<NodeFile>, FormatError> {
        let below = root.map_or(String::new(), |it| format!("{it}{NODES}"));
        let mut pages = Vec::new();
        for (path, bytes) in track("reading files", &folder.files) {
            let hidden = path.split('/').any(|it| it.starts_with('.'));
            let is_page = path.to_lowercase().ends_with(".md");
            let Some(name) = path.strip_prefix(&below).filter(|_| is_page && !hidden) else {
                let known = root.is_some_and(|root| {
                    let rest = path.strip_prefix(root).unwrap_or(path);
                    rest == STORY_FILE || rest.starts_with(ASSETS)
                });
                if !known && !hidden {
                    self.others.push(path);
                }
                continue;
            };
            let (file, warnings) = self.decoded(bytes, path)?;
            self.warnings.extend(warnings);
            let page = front_matter::parse(&file, path)?;
            let entry = self.entry(name, path, file, page);
            pages.push(entry);
        }
        pages.sort_by(|a, b| reading_order::compare(&a.path, &b.path));
        Ok(pages)
    }

    /// Gives each page without an id one, in their order.
    fn give_ids(&mut self, pages: &mut [NodeFile]) {
        for page in pages {
            if page.id.is_none() {
                page.id = Some(NodeId(self.new_id()));
            }
        }
    }

    /// Reports the files that were not read.
    fn report_others(&mut self, used: &BTreeSet<&str>) {
        let others = std::mem::take(&mut self.others);
        let others: Vec<_> = others.into_iter().filter(|it| !used.contains(it)).collect();
        if !others.is_empty() {
            let shown: Vec<_> = others.iter().copied().take(5).collect();
            let what = ImportWarning::FilesSkipped {
                count: others.len(),
                names: shown.join(", "),
            };
            self.say("", None, what);
        }
    }

    fn entry(&mut self, name: &str, path: &str, file: String, mut page: MarkdownFile) -> NodeFile {
        let id = page.head.shift_remove("id");
        let id: Option<NodeId> = identity(id);
        let id = id.filter(|it| {
            let new = self.taken.insert(it.0);
            if !new {
                let id = it.to_string();
                self.say(path, line_of(&file, &id), ImportWarning::DuplicateId { id });
            }
            new
        });
        // An explicitly blank title stays blank; a missing one is derived from the file name.
        let title = page.head.shift_remove("title").filter(|it| !it.is_null());
        let title = title.map(|it| words(&it));
        let stem = file_name(name);
        let stem = &stem[..stem.len() - ".md".len()];
        NodeFile {
            path: name.to_owned(),
            shown: path.to_owned(),
            id,
            title: title.unwrap_or_else(|| tidy_title(stem, "Untitled")),
            file,
            page,
        }
    }

    /// An id that no file uses.
    fn new_id(&mut self) -> Uuid {
        loop {
            let id = self.world.new_id();
            if self.taken.insert(id) {
                return id;
            }
        }
    }

    /// Creates the nodes; returns those that have a position. The paths of files that are the pictures
    /// of nodes are added to `used`.
    fn nodes(
        &mut self,
        (story, assets): (&mut Story, &mut BTreeMap<AssetId, PackedAsset>),
        pages: &mut [NodeFile],
        (names, notes): (&FileIndex, Option<&Notes<'a>>),
        used: &mut BTreeSet<&'a str>,
    ) -> HashSet<NodeId> {
        let mut drawn = HashSet::new();
        for entry in track("reading nodes", pages) {
            let Some(id) = entry.id else { continue };
            let head = &mut entry.page.head;
            let kind = head.shift_remove("kind").map(|it| words(&it));
            let mut layout = match head.shift_remove("at") {
                Some(at) => {
                    drawn.insert(id);
                    layout(&at)
                }
                None => Layout::default(),
            };
            if let Some(group) = head.shift_remove("group").map(|it| words(&it)) {
                layout.parent = names.find(&group);
                if layout.parent.is_none() {
                    let line = line_of(&entry.file, &group);
                    self.say(&entry.shown, line, ImportWarning::GroupMissing { group });
                }
            }
            let mut data = data_of(head.shift_remove("data"));
            if let Some(text) = &entry.page.text {
                kept_data::set_text(&mut data, text);
            }
            let mut own: Map<_, _> = head
                .iter()
                .filter(|it| it.0 != "links")
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            if let Some(notes) = notes {
                let left_out = notes.fill(entry, &mut own, (&mut data, assets), used);
                if left_out > 0 {
                    let what = ImportWarning::MediaSkipped { count: left_out };
                    self.say(&entry.shown, None, what);
                }
            }
            kept_data::set(&mut data, NAME, own);
            let kind = kind.filter(|it| !it.trim().is_empty());
            let kind = kind.or_else(|| notes?.kind(id));
            let node = Node {
                id,
                title: entry.title.clone(),
                kind: kind.unwrap_or_else(|| "scene".to_owned()),
                layout,
                data,
            };
            story.nodes.insert(id, Arc::new(node));
        }
        drawn
    }

    fn edges(
        &mut self,
        story: &mut Story,
        pages: &[NodeFile],
        (names, notes): (&FileIndex, Option<&Notes<'a>>),
    ) -> Result<(), FormatError> {
        for entry in track("reading links", pages) {
            let Some(from) = entry.id else { continue };
            let links = self.links(entry);
            let is_mention = |to| {
                let is_listed = entry.page.head.contains_key("links");
                !is_listed && notes.is_some_and(|it| it.is_mention(from, to))
            };
            let mut broken = Vec::new();
            let mut lines = Lines::of(&entry.file);
            for (index, mut link) in links.into_iter().enumerate() {
                let target = link.get("to").map(words).unwrap_or_default();
                let Some(to) = names.find(&target) else {
                    let line = lines.find(&target);
                    self.say(
                        &entry.shown,
                        line,
                        ImportWarning::LinkTargetMissing { target },
                    );
                    broken.push(Value::Object(link));
                    continue;
                };
                if is_mention(to) {
                    continue;
                }
                link.shift_remove("to");
                let id = link.shift_remove("id");
                let id: Option<EdgeId> = identity(id);
                let id = id.filter(|it| self.taken.insert(it.0));
                let id = id.unwrap_or_else(|| EdgeId(self.new_id()));
                let order = link.shift_remove("order").and_then(|it| it.as_u64());
                let record = EdgeRecord {
                    dynamic: flag(&mut link, "dynamic"),
                    includes: flag(&mut link, "includes"),
                    once: flag(&mut link, "once"),
                    from,
                    to,
                    label: link
                        .shift_remove("label")
                        .map(|it| words(&it))
                        .unwrap_or_default(),
                    order: order
                        .and_then(|it| u32::try_from(it).ok())
                        .unwrap_or(index as u32),
                    condition: link.shift_remove("condition").map(|it| words(&it)),
                    effect: link.shift_remove("effect").map(|it| words(&it)),
                };
                let mut data = data_of(link.shift_remove("data"));
                kept_data::set(&mut data, NAME, link);
                story.edges.insert(id, Arc::new(Edge { id, record, data }));
            }
            check_counts(0, story.edges.len())?;
            if !broken.is_empty()
                && let Some(node) = story.nodes.get_mut(&from)
            {
                let data = &mut Arc::make_mut(node).data;
                let mut own = kept_data::get(data, NAME).cloned().unwrap_or_default();
                own.insert("links".to_owned(), Value::Array(broken));
                kept_data::set(data, NAME, own);
            }
        }
        Ok(())
    }

    /// The links in the front matter, or those in the prose if the front matter has no list.
    fn links(&mut self, entry: &NodeFile) -> Vec<Map<String, Value>> {
        match entry.page.head.get("links") {
            Some(Value::Array(links)) => {
                let (mut read, mut odd) = (Vec::new(), 0);
                for link in links {
                    match link {
                        Value::Object(link) => read.push(link.clone()),
                        Value::String(to) => read.push(plain_link(to.clone(), String::new())),
                        _ => odd += 1,
                    }
                }
                if odd > 0 {
                    let line = line_of(&entry.file, "links:");
                    self.say(
                        &entry.shown,
                        line,
                        ImportWarning::InvalidLinks { count: odd },
                    );
                }
                read
            }
            Some(_) => {
                let line = line_of(&entry.file, "links:");
                self.say(&entry.shown, line, ImportWarning::LinksNotAList {});
                Vec::new()
            }
            None => {
                let text = entry.page.text.as_deref().unwrap_or_default();
                let found = prose_links::find(text).into_iter();
                found.map(|it| plain_link(it.target, it.words)).collect()
            }
        }
    }

    /// Reads the story file at this path.
    fn record(
        &mut self,
        story: &mut Story,
        mut head: Map<String, Value>,
        names: &FileIndex,
        path: &str,
    ) {
        head.shift_remove("format");
        head.shift_remove("version");
        let id = head.shift_remove("id");
        let id: Option<StoryId> = identity(id);
        story.id = id.unwrap_or_else(|| StoryId(self.new_id()));
        story.record.title = head
            .shift_remove("title")
            .map(|it| words(&it))
            .unwrap_or_else(|| crate::UNTITLED.to_owned());
        if let Some(start) = head.shift_remove("start").map(|it| words(&it)) {
            story.record.start = names.find(&start);
            if story.record.start.is_none() {
                self.say(path, None, ImportWarning::StartMissing { name: start });
            }
        }
        if let Some(Value::Object(colors)) = head.get("tag_colors") {
            let colors = colors.iter();
            story.record.tag_colors = colors.map(|(tag, it)| (tag.clone(), words(it))).collect();
            head.shift_remove("tag_colors");
        }
        let goal = head.get("word_goal").and_then(Value::as_u64);
        if let Some(goal) = goal.and_then(|it| u32::try_from(it).ok()) {
            story.record.word_goal = Some(goal);
            head.shift_remove("word_goal");
        }
        if let Some(Value::Object(kinds)) = head.shift_remove("kinds") {
            for (name, written) in kinds {
                let kind = if written.is_array() {
                    serde_json::from_value(json!({ "capabilities": written }))
                } else {
                    serde_json::from_value::<Kind>(written)
                };
                match kind {
                    Ok(kind) => _ = story.kinds.insert(name, kind),
                    Err(_) => self.say(path, None, ImportWarning::KindCapabilitiesMissing { name }),
                }
            }
        }
        story.data = data_of(head.shift_remove("data"));
        kept_data::set(&mut story.data, NAME, head);
    }

    fn say(&mut self, path: &str, line: Option<usize>, what: ImportWarning) {
        self.warnings
            .push(Warning::maybe_at(line, what).in_file(path));
    }
}
