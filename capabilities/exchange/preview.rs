//! Previews an import: how many nodes it would add, with their titles; for prose, where it would be
//! divided, and the result of other ways to divide it.

use formats::{Importer, Split, Warning};
use markup::notation::twine::FORMS;
use model::{FixedWorld, Node, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::edits::{known_nodes, story_in, story_in_table};
use super::{
    Encoding, FormatRejection, ImportNotice, bytes_of, importer_for, run_in_background,
    with_progress,
};
use crate::error::CapabilityError;
use capability::{ToolContext, ToolError, is_story_file};

/// How many nodes and warnings an answer names.
const MAX_NAMED: usize = 200;
const MAX_WARNINGS: usize = 50;

/// See what importing a file would bring, without importing it: how many nodes and their titles.
/// For prose it says where the text is divided, and how many nodes other ways of dividing give;
/// import_story takes the chosen one as `split`.
#[derive(Deserialize, JsonSchema)]
pub(super) struct PreviewImport {
    /// The file's content: its text, or base64 where it is binary.
    content: String,
    /// How the content is given. Defaults to text.
    encoding: Option<Encoding>,
    /// The format's short name, for instance `novel`. Detected from the content when left out.
    format: Option<String>,
    /// The file's name, which helps to find out its format. No file is read.
    file_name: Option<String>,
    /// How prose is divided into nodes, as for import_story.
    split: Option<String>,
}

/// What importing a file would bring.
#[derive(Serialize, JsonSchema)]
pub struct ImportPreview {
    /// The format's short name.
    format: &'static str,
    /// The format's name for people.
    title: &'static str,
    /// The title of the story in the file.
    story: String,
    /// How many nodes it has, groups aside.
    nodes: usize,
    /// How many groups: for prose, its parts.
    groups: usize,
    /// How many words.
    words: usize,
    /// How the prose is divided; missing where the file itself says what its nodes are.
    #[serde(skip_serializing_if = "Option::is_none")]
    split: Option<String>,
    /// How many nodes of this story are in the file, which was exported from it: import_edits brings in
    /// what was changed in them.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes_of_story: Option<usize>,
    /// What other ways of dividing would give.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_splits: Vec<OtherSplit>,
    /// The first nodes, at most 200.
    first: Vec<PreviewedNode>,
    /// How many more there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
    /// What is odd in the file; at most 50.
    warnings: Vec<ImportNotice>,
}

/// Another way of dividing prose.
#[derive(Serialize, JsonSchema)]
struct OtherSplit {
    /// What to give as `split`.
    split: String,
    /// How many nodes it gives.
    nodes: usize,
}

/// A node that would be imported.
#[derive(Serialize, JsonSchema)]
struct PreviewedNode {
    title: String,
    words: usize,
    /// The group it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<String>,
}

/// What is known about a file besides its bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct FileToPreview<'a> {
    /// Its format.
    pub format: Option<&'a str>,
    /// Its name.
    pub name: Option<&'a str>,
    /// How to divide its prose.
    pub split: Option<&'a str>,
}

pub(super) async fn preview(
    cx: ToolContext,
    input: PreviewImport,
) -> Result<ImportPreview, ToolError> {
    cx.progress(None, "reading the file");
    let reading = cx.clone();
    run_in_background(move || {
        with_progress(&reading, || {
            let bytes = bytes_of(input.content, input.encoding)?;
            let file = FileToPreview {
                format: input.format.as_deref(),
                name: input.file_name.as_deref(),
                split: input.split.as_deref(),
            };
            let world = &reading.target().world;
            let here = reading.story().graph()?;
            let (mut preview, story) = if is_story_file(&bytes) {
                let story = story_in(&bytes, world)?.story;
                let preview = preview_of(("story", "Storyteller"), &story, Vec::new());
                (preview, Some(story))
            } else if let Some(story) = story_in_table(&bytes, &here, &**world) {
                let preview = preview_of(("csv", "CSV table of attributes"), &story, Vec::new());
                (preview, Some(story))
            } else {
                preview_with_story(&bytes, file)?
            };
            preview.nodes_of_story =
                known_nodes(reading.story(), &bytes, preview.format, story.as_ref())?;
            Ok(preview)
        })?
    })
    .await
}

/// Previews what importing a file would add.
///
/// # Errors
///
/// If the file cannot be read.
pub fn preview_import(bytes: &[u8], file: FileToPreview<'_>) -> Result<ImportPreview, ToolError> {
    preview_with_story(bytes, file).map(|it| it.0)
}

/// The preview, and the story in a file whose format identifies nodes or the story.
fn preview_with_story(
    bytes: &[u8],
    file: FileToPreview<'_>,
) -> Result<(ImportPreview, Option<Story>), ToolError> {
    let format = importer_for(file.format, file.name, bytes)?;
    let split = split_for(format, file.split)?;
    let (story, warnings) = read(format, bytes, &split)?;
    let mut preview = preview_of((format.name(), format.title()), &story, warnings);
    if format.splits_prose() {
        preview.split = Some(split.to_string());
        preview.other_splits = other_splits(format, bytes, &split);
    }
    let is_identified = format.keeps_identity() || FORMS.contains(&format.name());
    Ok((preview, Some(story).filter(|_| is_identified)))
}

/// The preview of a story in a format with this name and title.
fn preview_of(
    (format, title): (&'static str, &'static str),
    story: &Story,
    warnings: Vec<Warning>,
) -> ImportPreview {
    let (groups, nodes): (Vec<&Node>, Vec<&Node>) = story
        .nodes
        .values()
        .map(|it| &**it)
        .partition(|it| it.kind == "group");
    let words = |it: &Node| markup::count_visible_words(it.prose()).words;
    let group = |it: &Node| {
        let group = story.nodes.get(&it.layout.parent?)?;
        Some(group.title.clone())
    };
    let counts: Vec<usize> = nodes.iter().map(|it| words(it)).collect();
    let first = nodes.iter().zip(&counts).take(MAX_NAMED);
    let warnings = warnings.into_iter().take(MAX_WARNINGS);
    ImportPreview {
        format,
        title,
        story: story.record.title.clone(),
        nodes: nodes.len(),
        groups: groups.len(),
        words: counts.iter().sum(),
        split: None,
        nodes_of_story: None,
        other_splits: Vec::new(),
        first: first
            .map(|(node, words)| PreviewedNode {
                title: node.title.clone(),
                words: *words,
                group: group(node),
            })
            .collect(),
        more: nodes.len().checked_sub(MAX_NAMED).filter(|it| *it > 0),
        warnings: warnings.map(ImportNotice::from).collect(),
    }
}

/// How to divide prose; rejected for a format that does not divide it.
pub(super) fn split_for(format: &dyn Importer, split: Option<&str>) -> Result<Split, ToolError> {
    let split: Split = split
        .unwrap_or_default()
        .parse()
        .unwrap_or_else(|never| match never {});
    if split != Split::Automatic && !format.splits_prose() {
        let format = format.title().to_owned();
        return Err(
            ToolError::invalid("/split", CapabilityError::NothingToSplit { format })
                .hint("leave `split` out, or give `novel` as the format"),
        );
    }
    Ok(split)
}

fn read(
    format: &dyn Importer,
    bytes: &[u8],
    split: &Split,
) -> Result<(Story, Vec<Warning>), ToolError> {
    let read = format.import_split(bytes, split, &FixedWorld::default());
    let (bundle, warnings) = read.map_err(|error| {
        let message = format!("this is not {}: {error}", format.title());
        ToolError::invalid("/content", message).said(&FormatRejection::from(error))
    })?;
    Ok((bundle.story, warnings))
}

/// The results of dividing in other ways that need no input; a way without a result is left out.
fn other_splits(format: &dyn Importer, bytes: &[u8], chosen: &Split) -> Vec<OtherSplit> {
    let all = [Split::Automatic, Split::Headings, Split::None];
    let others = all.into_iter().filter(|it| it != chosen);
    let read = others.filter_map(|split| {
        let (story, _) = read(format, bytes, &split).ok()?;
        let nodes = story.nodes.values().filter(|it| it.kind != "group").count();
        Some(OtherSplit {
            split: split.to_string(),
            nodes,
        })
    });
    read.collect()
}
