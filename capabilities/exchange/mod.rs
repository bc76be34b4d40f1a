//! Exchange: the story as a file of another program, and such a file as part of the story. The
//! formats themselves are in the crate `formats`; the interfaces read and write files, so that no
//! path ever reaches a tool. `preview` says what a file would bring; `add` puts an imported story into
//! this one, `history` its older versions; `assets` collects pictures and sounds, `subset` cuts some
//! nodes out of a story.

mod add;
mod assets;
mod edits;
#[cfg(test)]
mod export_choices;
mod export_options;
mod formats_list;
mod history;
#[cfg(test)]
mod malicious_files;
mod preview;
#[cfg(test)]
mod preview_tests;
#[cfg(test)]
mod round_trips;
mod story_data;
mod subset;
#[cfg(test)]
mod tests;
mod titles_in_common;

use capability::{Capability, Impact, Tool, ToolContext, ToolError, is_story_file};
use formats::{
    Bundle, ChapterUnit, Exporter, FontFile, Fonts, FormatError, ImportWarning, Importer, Loss,
    Numbering, PageDesign, Paper, StoryFormat, Warning,
};
use markup::notation::twine::FORMS;
use markup::translation::translated_story;
use model::{MessageShape, Story, World};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::add::TargetPosition;
use self::assets::{Assets, assets_of, holders};
use self::export_options::options_for;
use crate::background::{run_in_background, with_progress};
use crate::error::CapabilityError;
use crate::shared::IMPORT_TOOL;
use crate::shared::file_content::{Encoding, File, bytes_of};
use crate::shared::story_languages;
use crate::validate;

pub use self::preview::{FileToPreview, ImportPreview, preview_import};

pub(crate) struct Exchange;

impl Capability for Exchange {
    fn name(&self) -> &'static str {
        "exchange"
    }

    fn title(&self) -> &'static str {
        "Exchange"
    }

    fn summary(&self) -> &'static str {
        "Imports and exports stories in the formats of other programs."
    }

    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("export", "export_story", Impact::Read, export).answers_with_file(),
            Tool::new("import", IMPORT_TOOL, Impact::Write, import),
            Tool::new(
                "preview_import",
                "preview_import",
                Impact::Read,
                preview::preview,
            ),
            Tool::new(
                "import_edits",
                "import_edits",
                Impact::Write,
                edits::import_edits,
            )
            .hints(edits::show_edits),
            Tool::new("formats", "list_formats", Impact::Read, formats_list::list),
        ]
    }
}

/// Export the story, or some of its nodes, in the format of another program. The answer holds the
/// file's content and says what the format cannot hold of this story.
#[derive(Deserialize, JsonSchema)]
struct Export {
    /// The format's short name, for instance `json` (holds everything), `canvas` (JSON Canvas) or
    /// `twee` (Twee 3); list_formats lists all.
    format: String,
    /// Whether to include every older version, with author, time and reason, and drafts, snapshots
    /// and conversations. Only the format `json` can hold them.
    history: Option<bool>,
    /// Whether to return only the list of what the format cannot hold, without the file.
    losses_only: Option<bool>,
    /// The nodes to export, with what their groups hold and the links among them: their titles, or
    /// the first or last characters of their ids. Defaults to the whole story.
    nodes: Option<Vec<String>>,
    /// Whether a story that was imported from several Twee, Ink or Yarn files is written as one file.
    /// Without it, it is written as an archive of those files.
    single_file: Option<bool>,
    /// The story format of Twine whose macros carry conditions and effects; for `twee`,
    /// `twine-html`, `twine-archive` and `twine-json`. Defaults to the story's own, or SugarCube.
    story_format: Option<StoryFormat>,
    /// What makes up a chapter of a book, such as `docx` or `epub` (list_formats says which formats have
    /// chapters): `scene`, each scene under its own title; or `group`, the scenes of each group under
    /// the title of the group, with breaks between them. Defaults to scene.
    chapters: Option<ChapterUnit>,
    /// The paper of a file with pages, such as `pdf` or `docx` (list_formats says which formats have
    /// pages): `a4` or `letter`. Defaults to a4.
    paper: Option<Paper>,
    /// Whether the scenes of a book are numbered sections, for a gamebook in print (list_formats says
    /// which formats can have numbers): `none`; `in_order`; or `shuffled`, where no section gives away
    /// the next one. With numbers, choices say which section to turn to, what a reader has to note is
    /// written, and scenes that cannot be reached are left out. Defaults to none.
    numbering: Option<Numbering>,
    /// Whether the open comments on texts are in the file, at their passages (list_formats says which
    /// formats can hold comments). Defaults to false.
    comments: Option<bool>,
    /// What a playable page looks like (list_formats says which formats have designs): `book`, `modern`,
    /// `parchment`, `terminal` or `pastel`. Each has light and dark colors. Defaults to book.
    design: Option<PageDesign>,
    /// The language, by its code, for instance `de`: one that the story is translated into. Defaults
    /// to the language it is written in. A playable page holds all languages and begins in this one.
    language: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Exported {
    format: &'static str,
    /// The format's name for people.
    title: &'static str,
    extension: &'static str,
    /// What the format cannot hold of this story.
    losses: Vec<Loss>,
    #[serde(flatten)]
    file: Option<File>,
}

async fn export(cx: ToolContext, input: Export) -> Result<Exported, ToolError> {
    let format = exporter_named(&input.format)?;
    cx.progress(None, "reading the story");
    run_in_background(move || write(&cx, format, &input)).await
}

fn write(cx: &ToolContext, format: &dyn Exporter, input: &Export) -> Result<Exported, ToolError> {
    let history = input.history.unwrap_or_default();
    let losses_only = input.losses_only.unwrap_or_default();
    let view = cx.story();
    let mut story = match &input.nodes {
        None => view.story()?,
        Some(_) if history => {
            return Err(
                ToolError::invalid("/history", CapabilityError::PieceWithoutPast {})
                    .hint("leave `history` out, or `nodes`"),
            );
        }
        Some(nodes) => subset::of(view.story()?, &validate::nodes(cx, "/nodes", nodes)?),
    };
    if let Some(chosen) = input.story_format {
        choose_story_format(&mut story, format.name(), chosen)?;
    }
    let options = options_for(format, input)?;
    let language = story_languages::chosen(&story, input.language.as_deref())?;
    if let Some(language) = &language {
        if history {
            return Err(
                ToolError::invalid("/history", CapabilityError::PastInOneLanguage {})
                    .hint("leave `history` out, or `language`"),
            );
        }
        if !format.holds_languages() {
            story = translated_story(&story, language);
        }
    }
    let past = history.then(|| view.full_history()).transpose()?;
    let Assets { sound, damaged } = assets_of(view, &story, past.as_ref())?;
    let bundle = Bundle {
        story,
        assets: sound,
        past,
        language,
        options,
    };
    // Only formats whose extension varies are written as several files.
    let single_file = input.single_file.unwrap_or_default()
        && format.extension_for(&bundle) != format.extension();
    let fonts = fonts_for(cx, format);
    let (mut losses, file) = with_progress(cx, || {
        let losses = format.losses_with_fonts(&bundle, &fonts);
        let file = (!losses_only).then(|| match single_file {
            true => format.export_single_file(&bundle),
            false => format.export_with_fonts(&bundle, &fonts),
        });
        (losses, file)
    })?;
    if !damaged.is_empty() {
        losses.insert(0, Loss::of_damaged_assets(holders(&bundle.story, &damaged)));
    }
    Ok(Exported {
        format: format.name(),
        title: format.title(),
        extension: match single_file {
            true => format.extension(),
            false => format.extension_for(&bundle),
        },
        losses,
        file: file.map(File::from),
    })
}

/// Writes conditions and effects for another story format than the story's own.
fn choose_story_format(
    story: &mut Story,
    form: &'static str,
    chosen: StoryFormat,
) -> Result<(), ToolError> {
    if !FORMS.contains(&form) {
        let forms = validate::join_names(FORMS.into_iter());
        let format = form.to_owned();
        return Err(
            ToolError::invalid("/story_format", CapabilityError::NoStoryFormat { format })
                .hint(format!("leave `story_format` out, or export as {forms}")),
        );
    }
    chosen.choose(story, form).map_err(|format| {
        ToolError::invalid(
            "/story_format",
            CapabilityError::OtherStoryFormat { format },
        )
        .hint("leave `story_format` out, and the story keeps its own")
    })
}

/// The fonts of this machine, if the format sets type; reading them takes a moment.
fn fonts_for(cx: &ToolContext, format: &dyn Exporter) -> Fonts {
    if !format.needs_fonts() {
        return Fonts::default();
    }
    let files = cx.models().fonts().into_iter();
    Fonts::with(
        files
            .map(|(bytes, index)| FontFile { bytes, index })
            .collect(),
    )
}

/// Something a person should know about a file.
#[derive(Serialize, JsonSchema)]
struct ImportNotice {
    /// The path of the file it stands in, where the story is made of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The line of the file, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// A fixed word for what was odd, and its parts.
    #[serde(flatten)]
    #[schemars(with = "MessageShape")]
    what: ImportWarning,
    /// The same in English.
    message: String,
}

/// Why a file is refused.
#[derive(Serialize)]
struct FormatRejection {
    file: Option<String>,
    line: Option<usize>,
    #[serde(flatten)]
    why: formats::FormatErrorKind,
}

impl From<FormatError> for FormatRejection {
    fn from(FormatError { file, line, why }: FormatError) -> Self {
        Self { file, line, why }
    }
}

impl From<Warning> for ImportNotice {
    fn from(Warning { file, line, what }: Warning) -> Self {
        Self {
            file,
            line,
            message: what.to_string(),
            what,
        }
    }
}

fn exporter_named(name: &str) -> Result<&'static dyn Exporter, ToolError> {
    let known = || validate::join_names(formats::EXPORTERS.iter().map(|it| it.name()));
    formats::exporter(&name.trim().to_lowercase()).ok_or_else(|| unknown_format(name, &known()))
}

fn unknown_format(name: &str, known: &str) -> ToolError {
    let format = validate::shorten_for_message(name);
    ToolError::invalid("/format", CapabilityError::NoFormat { format })
        .hint(format!("the formats are {known}"))
}

/// What becomes of the story that is here when another is imported.
#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Mode {
    /// Keeps the story and adds the content of the file.
    #[default]
    Add,
    /// Replaces the story: nodes that are in both are changed, the others are removed.
    Replace,
}

/// Import a story from the content of a file of another program. Its nodes and links are added to
/// this story, beside the existing ones, or replace it. One undo reverts the whole import.
#[derive(Deserialize, JsonSchema)]
struct Import {
    /// The file's content: its text, or base64 where it is binary.
    content: String,
    /// How the content is given. Defaults to text.
    encoding: Option<Encoding>,
    /// The format's short name, for instance `twee`. Detected from the content when left out.
    format: Option<String>,
    /// The file's name, which helps to detect its format. The file itself is not read.
    file_name: Option<String>,
    /// `add` keeps the current story and adds to it; `replace` replaces it with the file, to bring
    /// back an export that was changed elsewhere.
    mode: Option<Mode>,
    /// The left edge of the imported nodes; beside the existing ones when left out.
    x: Option<f64>,
    /// The top edge of the imported nodes, growing downward; beside the existing ones when left
    /// out.
    y: Option<f64>,
    /// The group for the imported nodes: its title, or the first or last characters of its id.
    group: Option<String>,
    /// Whether a node whose title is in use gets a new one, `Harbor 2` for `Harbor`, and links and
    /// conditions in the file follow. By default those nodes get one that the file names in a link or a
    /// condition, and passages of Twine, Ink and Yarn.
    new_titles: Option<bool>,
    /// How prose (the format `novel`) is divided into nodes: `automatic`, at what looks like a heading
    /// of a chapter; `headings`, only at headings that the file marks as such; `none`; or the words
    /// that the first line of each node begins with, where `*` stands for anything: `Day *`.
    /// Defaults to automatic. preview_import says what comes of it.
    split: Option<String>,
}

/// What import_story did.
#[derive(Serialize, JsonSchema)]
pub struct ImportReport {
    format: &'static str,
    #[serde(flatten)]
    added: add::Added,
    /// At most [`MAX_WARNINGS`].
    warnings: Vec<ImportNotice>,
    /// How many more there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    more_warnings: Option<usize>,
}

/// How many warnings an answer holds. A user with more has to fix the whole file or the program
/// that wrote it.
const MAX_WARNINGS: usize = 500;

async fn import(cx: ToolContext, input: Import) -> Result<ImportReport, ToolError> {
    let replaces = matches!(input.mode, Some(Mode::Replace));
    let place = target_position(&cx, &input, replaces)?;
    let view = cx.story().clone();
    cx.progress(None, "reading the file");
    let reading = cx.clone();
    let read = run_in_background(move || {
        let world = &reading.target().world;
        with_progress(&reading, || read(input, &**world))?
    });
    let read = read.await?;
    let named = read.format.keeps_identity();
    let plan = add::ImportPlan::of(&view, &read.bundle.story, named, replaces, place)?;
    let watched = cx.clone();
    cx.edit(move |edit| {
        let watch = |doing: &str, done, of| watch(&watched, doing, done, of);
        let (added, more) = add::add(edit, &read.bundle, &plan, &watch)?;
        // Warnings about the story come before those about the file.
        let of_file = read.warnings.into_iter();
        let of_file = of_file.filter(|it| !plan.has_target_of(it));
        let warnings = more.into_iter().chain(of_file);
        let mut warnings: Vec<_> = warnings.map(ImportNotice::from).collect();
        let beyond = warnings.len().saturating_sub(MAX_WARNINGS);
        warnings.truncate(MAX_WARNINGS);
        Ok(ImportReport {
            format: read.format.name(),
            added,
            warnings,
            more_warnings: (beyond > 0).then_some(beyond),
        })
    })
    .await
}

/// The position given by the caller, if any.
fn target_position(
    cx: &ToolContext,
    input: &Import,
    replaces: bool,
) -> Result<TargetPosition, ToolError> {
    let group = match input.group.as_deref().filter(|it| !it.trim().is_empty()) {
        Some(group) => {
            let group = validate::node(cx, "/group", Some(group))?;
            validate::is_group("/group", &group)?;
            Some(group.id)
        }
        None => None,
    };
    let at = |path, value: Option<f64>| value.map(|it| validate::coordinate(path, it)).transpose();
    let (x, y) = (at("/x", input.x)?, at("/y", input.y)?);
    let place = TargetPosition {
        x,
        y,
        group,
        new_titles: input.new_titles,
    };
    if replaces && place.is_given() {
        return Err(
            ToolError::invalid("/mode", CapabilityError::PlaceOfItsOwn {})
                .hint("leave out `x`, `y` and `group`, or use the mode `add`"),
        );
    }
    Ok(place)
}

/// Reports progress now and then, and ends an edit that was stopped.
fn watch(cx: &ToolContext, doing: &str, done: usize, of: usize) -> Result<(), ToolError> {
    /// How many items to add between two progress reports, so that these cost little.
    const STEPS: usize = 64;
    if done.is_multiple_of(STEPS) {
        if cx.cancelled().is_cancelled() {
            return Err(ToolError::cancelled());
        }
        cx.progress(Some(done as f64 / of.max(1) as f64), doing);
    }
    Ok(())
}

/// A parsed file.
struct ParsedImport {
    format: &'static dyn Importer,
    bundle: Bundle,
    warnings: Vec<Warning>,
}

fn read(input: Import, world: &dyn World) -> Result<ParsedImport, ToolError> {
    let file = bytes_of(input.content, input.encoding)?;
    let format = importer_for(input.format.as_deref(), input.file_name.as_deref(), &file)?;
    let split = preview::split_for(format, input.split.as_deref())?;
    // Each node gets a new id when it is added, so that the same file can be imported twice, unless
    // the file itself identifies nodes. Those that it does not identify then keep the importer's ids.
    let (bundle, warnings) = format.import_split(&file, &split, world).map_err(|error| {
        let message = format!("this is not {}: {error}", format.title());
        ToolError::invalid("/content", message).said(&FormatRejection::from(error))
    })?;
    Ok(ParsedImport {
        format,
        bundle,
        warnings,
    })
}

fn importer_for(
    format: Option<&str>,
    file_name: Option<&str>,
    file: &[u8],
) -> Result<&'static dyn Importer, ToolError> {
    if is_story_file(file) {
        return Err(
            ToolError::invalid("/content", CapabilityError::StoryFile {}).hint(
                "open it by itself; if it is a copy of this story, import_edits brings in what was \
                 changed there",
            ),
        );
    }
    let known = || validate::join_names(formats::IMPORTERS.iter().map(|it| it.name()));
    match format {
        Some(name) => formats::importer(&name.trim().to_lowercase())
            .ok_or_else(|| unknown_format(name, &known())),
        None => formats::sniff(file, file_name.unwrap_or_default()).ok_or_else(|| {
            if let Some(why) = formats::reason_unread(file) {
                let error = FormatError::for_file(why);
                return ToolError::invalid("/content", error.to_string())
                    .said(&FormatRejection::from(error));
            }
            ToolError::invalid("/content", CapabilityError::FormatUnclear {})
                .hint(format!("name the format: {}", known()))
        }),
    }
}
