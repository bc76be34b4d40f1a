//! A folder becomes a story: our own with all it holds, or Markdown files of another program.
//! Whatever a person changed by hand counts; what cannot be understood is said, file and line.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use model::{Edge, EdgeId, EdgeRecord, Kind, Layout, Node, NodeId, Story, StoryId, World};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::fields::{
    Lines, data_of, flag, identity, layout, line_of, place, plain_link, replace_assets, words,
};
use super::front::{self, Page};
use super::names::stems;
use super::{ASSETS, FORMAT, NAME, NODES, STORY_FILE, VERSION, assets, links};
use crate::kept::{self, TEXT};
use crate::reading::{check_counts, decode, tidy_title};
use crate::warning::in_order;
use crate::watch::over;
use crate::{Folder, FormatError, Oddity, Parcel, Refusal, Warning};

/// Reads a whole folder.
pub(super) fn parcel(
    folder: &Folder,
    world: &dyn World,
) -> Result<(Parcel, Vec<Warning>), FormatError> {
    let mut reader = Reader {
        world,
        warnings: Vec::new(),
        taken: HashSet::new(),
    };
    let root = root(folder);
    let mut head = match root {
        Some(root) => reader.story_file(folder, root)?,
        None => Map::new(),
    };
    let unusual = head.shift_remove("assets");
    let (assets, replaced) = assets::read(folder, root, unusual.as_ref(), &mut |path| {
        reader.say(path, None, Oddity::AssetChanged {});
    });
    let mut pages = reader.pages(folder, root)?;
    check_counts(pages.len(), 0)?;
    if pages.is_empty() && root.is_none() {
        return Err(FormatError::of_all(Refusal::FolderNone {}));
    }
    // As in the file that was written: by identity, then what people added, by name.
    pages.sort_by(|a, b| (a.id.is_none(), a.id, &a.path).cmp(&(b.id.is_none(), b.id, &b.path)));
    let mut story = Story::new(StoryId(Uuid::nil()), "");
    let names = Names::of(&pages);
    let drawn = reader.nodes(&mut story, &mut pages, &names);
    reader.edges(&mut story, &pages, &names)?;
    let story_file = format!("{}{STORY_FILE}", root.unwrap_or_default());
    reader.record(&mut story, head, &names, &story_file);
    place(&mut story, &drawn);
    replace_assets(&mut story, &replaced);
    in_order(&mut reader.warnings);
    Ok((
        Parcel {
            story,
            assets,
            past: None,
        },
        reader.warnings,
    ))
}

/// Where the story lies in the folder: somebody may have packed the folder that holds it.
fn root(folder: &Folder) -> Option<&str> {
    let roots = folder
        .files
        .keys()
        .filter_map(|it| it.strip_suffix(STORY_FILE));
    roots
        .filter(|it| it.is_empty() || it.ends_with('/'))
        .min_by_key(|it| it.len())
}

/// A node's file.
struct Entry {
    /// Below the folder of nodes.
    path: String,
    /// From the folder's top, for people.
    shown: String,
    id: Option<NodeId>,
    title: String,
    file: String,
    page: Page,
}

/// How files are found by what links call them.
struct Names {
    by_path: HashMap<String, NodeId>,
    by_lower: HashMap<String, NodeId>,
}

impl Names {
    fn of(pages: &[Entry]) -> Self {
        let (mut by_path, mut by_lower) = (HashMap::new(), HashMap::new());
        let mut add = |name: &str, id| {
            if name.is_empty() {
                return;
            }
            by_path.entry(name.to_owned()).or_insert(id);
            by_lower.entry(name.to_lowercase()).or_insert(id);
        };
        // Each sort of name for all pages before the next, so that a path counts before a title.
        let known = || pages.iter().filter_map(|it| Some((it, it.id?)));
        known().for_each(|(it, id)| add(&it.path, id));
        known().for_each(|(it, id)| add(it.path.strip_suffix(".md").unwrap_or_default(), id));
        known().for_each(|(it, id)| add(file_name(&it.path), id));
        known().for_each(|(it, id)| {
            add(
                file_name(&it.path).strip_suffix(".md").unwrap_or_default(),
                id,
            )
        });
        known().for_each(|(it, id)| add(&it.title, id));
        known().for_each(|(_, id)| add(&id.to_string(), id));
        // A file that was renamed by hand, called by the name that its title gives it.
        let mut titles: Vec<_> = known().map(|(it, id)| (id, it.title.as_str())).collect();
        titles.sort();
        let given = stems(titles.iter().copied());
        for (id, _) in titles {
            add(&format!("{}.md", given[&id]), id);
        }
        Self { by_path, by_lower }
    }

    fn find(&self, name: &str) -> Option<NodeId> {
        let name = name
            .trim()
            .trim_start_matches("./")
            .trim_start_matches(NODES);
        let found = self.by_path.get(name);
        found
            .or_else(|| self.by_lower.get(&name.to_lowercase()))
            .or_else(|| self.by_path.get(file_name(name)))
            .or_else(|| self.by_path.get(file_name(name).strip_suffix(".md")?))
            .copied()
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

struct Reader<'a> {
    world: &'a dyn World,
    warnings: Vec<Warning>,
    taken: HashSet<Uuid>,
}

impl Reader<'_> {
    fn story_file(
        &mut self,
        folder: &Folder,
        root: &str,
    ) -> Result<Map<String, Value>, FormatError> {
        let path = format!("{root}{STORY_FILE}");
        let (text, warnings) = self.decoded(&folder.files[&path], &path)?;
        self.warnings.extend(warnings);
        let fields = front::fields(&text, &path, 0)?;
        if fields.get("format").and_then(Value::as_str) != Some(FORMAT) {
            let why = Refusal::FolderOther { format: FORMAT };
            return Err(FormatError::of_all(why).in_file(&path));
        }
        match fields.get("version").and_then(Value::as_u64) {
            Some(newer) if newer > VERSION => Err(FormatError::of_all(Refusal::Newer {
                version: newer,
                most: VERSION,
            })),
            _ => Ok(fields),
        }
    }

    fn decoded(&self, bytes: &[u8], path: &str) -> Result<(String, Vec<Warning>), FormatError> {
        if bytes.is_empty() {
            return Ok((String::new(), Vec::new()));
        }
        match decode(bytes) {
            Ok((text, warnings)) => {
                let told = warnings.into_iter().map(|it| it.in_file(path));
                Ok((text.into_owned(), told.collect()))
            }
            Err(_) if bytes.iter().all(u8::is_ascii_whitespace) => {
                Ok((String::from_utf8_lossy(bytes).into_owned(), Vec::new()))
            }
            Err(error) => Err(error.in_file(path)),
        }
    }

    /// The files of nodes; a file of notes that lies about elsewhere is told, not read.
    fn pages(&mut self, folder: &Folder, root: Option<&str>) -> Result<Vec<Entry>, FormatError> {
        let below = root.map_or(String::new(), |it| format!("{it}{NODES}"));
        let (mut pages, mut strangers) = (Vec::new(), Vec::new());
        for (path, bytes) in over("reading files", &folder.files) {
            let hidden = path.split('/').any(|it| it.starts_with('.'));
            let is_page = path.to_lowercase().ends_with(".md");
            let Some(name) = path.strip_prefix(&below).filter(|_| is_page && !hidden) else {
                let known = root.is_some_and(|root| {
                    let rest = path.strip_prefix(root).unwrap_or(path);
                    rest == STORY_FILE || rest.starts_with(ASSETS)
                });
                if !known && !hidden {
                    strangers.push(path.as_str());
                }
                continue;
            };
            let (file, warnings) = self.decoded(bytes, path)?;
            self.warnings.extend(warnings);
            let page = front::parse(&file, path)?;
            let entry = self.entry(name, path, file, page);
            pages.push(entry);
        }
        if !strangers.is_empty() {
            let shown: Vec<_> = strangers.iter().copied().take(5).collect();
            let what = Oddity::FilesLeft {
                count: strangers.len(),
                names: shown.join(", "),
            };
            self.say("", None, what);
        }
        for entry in &mut pages {
            if entry.id.is_none() {
                // Told apart from those in the files when nodes are made; see `nodes`.
                entry.id = Some(NodeId(self.new_id()));
            }
        }
        Ok(pages)
    }

    fn entry(&mut self, name: &str, path: &str, file: String, mut page: Page) -> Entry {
        let id = page.head.shift_remove("id");
        let id: Option<NodeId> = identity(id);
        let id = id.filter(|it| {
            let new = self.taken.insert(it.0);
            if !new {
                let id = it.to_string();
                self.say(path, line_of(&file, &id), Oddity::IdElsewhere { id });
            }
            new
        });
        // One that is said to be blank is; one that is not said is that of the file.
        let title = page.head.shift_remove("title").filter(|it| !it.is_null());
        let title = title.map(|it| words(&it));
        let stem = file_name(name);
        let stem = &stem[..stem.len() - ".md".len()];
        Entry {
            path: name.to_owned(),
            shown: path.to_owned(),
            id,
            title: title.unwrap_or_else(|| tidy_title(stem, "Untitled")),
            file,
            page,
        }
    }

    /// An id that no file has.
    fn new_id(&mut self) -> Uuid {
        loop {
            let id = self.world.new_id();
            if self.taken.insert(id) {
                return id;
            }
        }
    }

    /// Makes the nodes; gives those that have a place.
    fn nodes(&mut self, story: &mut Story, pages: &mut [Entry], names: &Names) -> HashSet<NodeId> {
        let mut drawn = HashSet::new();
        for entry in over("reading nodes", pages) {
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
                    self.say(&entry.shown, line, Oddity::GroupMissing { group });
                }
            }
            let mut data = data_of(head.shift_remove("data"));
            if let Some(text) = &entry.page.text {
                let mut prose = Map::from_iter([("text".to_owned(), json!(text))]);
                if let Some(Value::Object(rest)) = data.get(TEXT).map(|it| (**it).clone()) {
                    prose.extend(rest);
                }
                data.insert(TEXT.into(), Arc::new(Value::Object(prose)));
            }
            let own: Map<_, _> = head
                .iter()
                .filter(|it| it.0 != "links")
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            kept::keep(&mut data, NAME, own);
            let node = Node {
                id,
                title: entry.title.clone(),
                kind: kind
                    .filter(|it| !it.trim().is_empty())
                    .unwrap_or_else(|| "scene".to_owned()),
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
        pages: &[Entry],
        names: &Names,
    ) -> Result<(), FormatError> {
        for entry in over("reading links", pages) {
            let Some(from) = entry.id else { continue };
            let links = self.links(entry);
            let mut broken = Vec::new();
            let mut lines = Lines::of(&entry.file);
            for (index, mut link) in links.into_iter().enumerate() {
                let target = link.get("to").map(words).unwrap_or_default();
                let Some(to) = names.find(&target) else {
                    let line = lines.find(&target);
                    self.say(&entry.shown, line, Oddity::LinkNowhere { target });
                    broken.push(Value::Object(link));
                    continue;
                };
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
                kept::keep(&mut data, NAME, link);
                story.edges.insert(id, Arc::new(Edge { id, record, data }));
            }
            check_counts(0, story.edges.len())?;
            if !broken.is_empty()
                && let Some(node) = story.nodes.get_mut(&from)
            {
                let data = &mut Arc::make_mut(node).data;
                let mut own = kept::of(data, NAME).cloned().unwrap_or_default();
                own.insert("links".to_owned(), Value::Array(broken));
                kept::keep(data, NAME, own);
            }
        }
        Ok(())
    }

    /// The links of the head; those in the prose where the head has no list of them.
    fn links(&mut self, entry: &Entry) -> Vec<Map<String, Value>> {
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
                    self.say(&entry.shown, line, Oddity::LinksOdd { count: odd });
                }
                read
            }
            Some(_) => {
                let line = line_of(&entry.file, "links:");
                self.say(&entry.shown, line, Oddity::LinksNoList {});
                Vec::new()
            }
            None => {
                let text = entry.page.text.as_deref().unwrap_or_default();
                let found = links::find(text).into_iter();
                found.map(|it| plain_link(it.target, it.words)).collect()
            }
        }
    }

    /// What the story's own file says, which lies at this path.
    fn record(
        &mut self,
        story: &mut Story,
        mut head: Map<String, Value>,
        names: &Names,
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
                self.say(path, None, Oddity::StartMissing { name: start });
            }
        }
        if let Some(Value::Object(kinds)) = head.shift_remove("kinds") {
            for (name, capabilities) in kinds {
                match serde_json::from_value(capabilities) {
                    Ok(capabilities) => _ = story.kinds.insert(name, Kind { capabilities }),
                    Err(_) => self.say(path, None, Oddity::KindList { name }),
                }
            }
        }
        story.data = data_of(head.shift_remove("data"));
        kept::keep(&mut story.data, NAME, head);
    }

    fn say(&mut self, path: &str, line: Option<usize>, what: Oddity) {
        self.warnings
            .push(Warning::maybe_at(line, what).in_file(path));
    }
}
