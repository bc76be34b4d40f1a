//! The documents of a project as nodes: those of the manuscript are scenes in groups, and those beside it
//! characters, places and notes.

use std::collections::{HashMap, HashSet};

use markup::kept_data::{DataMap, set_text};
use model::contents::{Attribute, Content as _, Summary};
use model::{NodeId, Story, StoryId, World};

use super::binder::{Item, Place};
use super::{ProjectFiles, joined, snapshots};
use crate::comment_marks::without_marks;
use crate::import::{
    check_counts, decode, derive_title, kind_of_folder, set_attributes, set_picture, tidy_title,
};
use crate::novel::comments::PlacedComment;
use crate::novel::story_builder::{NewNode, StoryBuilder};
use crate::{Bundle, Folder, FormatError, FormatErrorKind, ImportWarning, Warning};

/// Groups are nested this deep; what is in deeper folders is in the last of them.
const MAX_DEPTH: usize = 8;

/// The extensions of the pictures that nodes can have.
const PICTURES: [&str; 5] = ["png", "jpg", "jpeg", "gif", "webp"];

/// The attribute for the notes beside a document.
const NOTES: &str = "Notes";

/// Reads a project.
pub(in crate::novel) fn import(
    folder: &Folder,
    world: &dyn World,
) -> Result<(Bundle, Vec<Warning>), FormatError> {
    let mut files = ProjectFiles::open(folder)?;
    let items = std::mem::take(&mut files.project.items);
    check_counts(items.len(), items.len())?;
    let title = tidy_title(&files.title, crate::UNTITLED);
    let mut story = Story::new(StoryId(world.new_id()), title);
    story.record.tag_colors = files.project.keyword_colors().collect();
    story.record.word_goal = files.project.word_goal();
    let mut importer = Importer {
        files,
        builder: StoryBuilder::new(story, world),
        groups: Vec::new(),
        titles: Titles::of(&items),
        skipped: Vec::new(),
    };
    for item in items.iter().filter(|it| it.place == Place::Manuscript) {
        if !item.is_root() {
            importer.add_document(item)?;
        }
    }
    if importer.builder.is_empty() {
        return Err(FormatError::for_file(FormatErrorKind::TextNotFound {}));
    }
    let mut kinds: Vec<Option<&str>> = Vec::new();
    for item in items.iter().filter(|it| it.place == Place::Beside) {
        kinds.truncate(item.depth);
        let kind = kinds.last().copied().flatten();
        importer.add_reference(item, kind.unwrap_or("note"))?;
        kinds.push(kind_of_folder(&item.title).or(kind));
    }
    Ok(importer.finish())
}

struct Importer<'a> {
    files: ProjectFiles<'a>,
    builder: StoryBuilder<'a>,
    /// The groups of the folders that are open, with the depth of these.
    groups: Vec<(usize, NodeId)>,
    titles: Titles,
    /// The titles of items that cannot be read.
    skipped: Vec<String>,
}

impl<'a> Importer<'a> {
    /// Adds an item of the manuscript. A folder with documents becomes a group; its own text, if any, is
    /// a scene in it. What is not compiled is a note beside the scenes.
    fn add_document(&mut self, item: &Item) -> Result<(), FormatError> {
        let open = self.groups.len();
        self.groups.retain(|it| it.0 < item.depth);
        if self.groups.len() < open {
            self.builder.begin_block();
        }
        let (text, comments) = self.text(item)?;
        let mut data = self.data(item, &text)?;
        let mut color = self.files.project.color(item);
        if item.is_folder_of_documents() && self.groups.len() < MAX_DEPTH {
            if self.groups.len() == open && !self.builder.is_empty() {
                self.builder.begin_block();
            }
            let group = self.builder.group(NewNode {
                title: self.titles.unused("group", item, ""),
                parent: self.groups.last().map(|it| it.1),
                color: color.take(),
                data: std::mem::take(&mut data),
                ..NewNode::default()
            });
            self.groups.push((item.depth, group));
            if text.is_empty() {
                return Ok(());
            }
        }
        let kind = if item.is_compiled { "scene" } else { "note" };
        let title = self.titles.unused(kind, item, &text);
        self.set_text(item, &mut data, text)?;
        let node = NewNode {
            title,
            parent: self.groups.last().map(|it| it.1),
            color,
            data,
            comments,
        };
        if item.is_compiled {
            self.builder.scene(node);
        } else {
            self.builder.node(kind, node);
        }
        Ok(())
    }

    /// Adds an item from beside the manuscript.
    fn add_reference(&mut self, item: &Item, kind: &'static str) -> Result<(), FormatError> {
        if item.depth == 0 {
            self.builder.begin_block();
        }
        let (text, comments) = self.text(item)?;
        let mut data = self.data(item, &text)?;
        let has_picture = item.kind == "Image" && self.set_picture(item, &mut data);
        if text.is_empty() && !has_picture {
            // A folder without words says what kind of things are in it.
            if item.encloses || item.kind.ends_with("Folder") {
                return Ok(());
            }
            if item.kind != "Text" {
                self.skipped.push(item.title.clone());
                return Ok(());
            }
        }
        let title = self.titles.unused(kind, item, &text);
        self.set_text(item, &mut data, text)?;
        let node = NewNode {
            title,
            parent: None,
            color: self.files.project.color(item),
            data,
            comments,
        };
        self.builder.node(kind, node);
        Ok(())
    }

    /// The text of an item and the comments on it.
    fn text(&mut self, item: &Item) -> Result<(String, Vec<PlacedComment>), FormatError> {
        let text = joined(self.files.text(&item.id)?);
        Ok(self.files.comments.place(&text))
    }

    /// What is known of an item besides its text.
    fn data(&mut self, item: &Item, text: &str) -> Result<DataMap, FormatError> {
        let mut data = DataMap::new();
        let id = &item.id;
        let attributes = self.files.project.attributes(item).into_iter();
        let mut attributes: Vec<_> = attributes.map(|(k, v)| Attribute { k, v }).collect();
        let notes = [
            format!("Data/{id}/notes.rtf"),
            format!("Docs/{id}_notes.rtf"),
        ];
        let (notes, _) = self.files.rich_text(notes)?;
        let notes = without_marks(&joined(notes)).into_owned();
        if !notes.is_empty() {
            let k = NOTES.to_owned();
            attributes.push(Attribute { k, v: notes });
        }
        set_attributes(&mut data, attributes);
        let synopsis = [
            format!("Data/{id}/synopsis.txt"),
            format!("Docs/{id}_synopsis.txt"),
        ];
        if let Some((path, bytes)) = self.files.file(synopsis) {
            let (synopsis, more) = decode(bytes).map_err(|it| it.in_file(path))?;
            let more = more.into_iter().map(|it| it.in_file(path));
            self.files.warnings.extend(more);
            let synopsis = synopsis.trim();
            if !synopsis.is_empty() {
                Summary::new(synopsis.to_owned(), text).store_in(&mut data);
            }
        }
        Ok(data)
    }

    /// Gives a node the text of an item, and its earlier texts as alternatives.
    fn set_text(
        &mut self,
        item: &Item,
        data: &mut DataMap,
        text: String,
    ) -> Result<(), FormatError> {
        let alternatives = snapshots::alternatives(&mut self.files, &item.id, &text)?;
        if !alternatives.items.is_empty() {
            alternatives.store_in(data);
        }
        set_text(data, text);
        Ok(())
    }

    /// Gives a node the picture that an item is, and returns whether it can have that.
    fn set_picture(&mut self, item: &Item, data: &mut DataMap) -> bool {
        let id = &item.id;
        let paths =
            PICTURES.map(|it| [format!("Data/{id}/content.{it}"), format!("Docs/{id}.{it}")]);
        let file = paths.into_iter().find_map(|it| self.files.file(it));
        let assets = &mut self.builder.bundle.assets;
        file.is_some_and(|(_, bytes)| set_picture(assets, data, bytes))
    }

    fn finish(self) -> (Bundle, Vec<Warning>) {
        let mut files = self.files;
        files.list_skipped(self.skipped);
        files.warnings.extend(files.comments.warning());
        if files.skipped_media > 0 {
            let count = files.skipped_media;
            let skipped = Warning::for_file(ImportWarning::MediaSkipped { count });
            files.warnings.push(skipped);
        }
        (self.builder.bundle, files.warnings)
    }
}

/// The titles that are used. Manuscripts often have many documents called “Scene”, which are numbered.
struct Titles {
    /// The titles that several folders or several documents of the manuscript have.
    repeated: HashSet<(bool, String)>,
    used: HashSet<(&'static str, String)>,
    /// The number that the title was last used with.
    numbers: HashMap<(&'static str, String), usize>,
}

impl Titles {
    fn of(items: &[Item]) -> Self {
        let mut known = HashSet::new();
        let keys = items.iter().filter_map(Self::key);
        Self {
            repeated: keys.filter(|it| !known.insert(it.clone())).collect(),
            used: HashSet::new(),
            numbers: HashMap::new(),
        }
    }

    fn key(item: &Item) -> Option<(bool, String)> {
        let is_in_manuscript = item.place == Place::Manuscript;
        is_in_manuscript.then(|| (item.is_folder_of_documents(), item.title.clone()))
    }

    /// A title that no node of this kind has, from that of an item or else from its text.
    fn unused(&mut self, kind: &'static str, item: &Item, text: &str) -> String {
        let (title, is_repeated) = match item.title.as_str() {
            "" => (derive_title(text), false),
            title => {
                let is_repeated = Self::key(item).is_some_and(|it| self.repeated.contains(&it));
                (title.to_owned(), is_repeated)
            }
        };
        let number = self.numbers.entry((kind, title.clone())).or_default();
        loop {
            *number += 1;
            let numbered = match *number {
                1 if !is_repeated => title.clone(),
                number => format!("{title} {number}"),
            };
            if self.used.insert((kind, numbered.clone())) {
                return numbered;
            }
        }
    }
}
