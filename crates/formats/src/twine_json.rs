//! Twine 2 JSON: the story as one object with a list of passages. Unknown fields are written back
//! at their old positions. The start may be given by name or, as some programs do, by number.

use model::{Story, StoryId, World};
use serde_json::{Map, Value, json};

use crate::import::{
    add_sections, decode, decode_start, element_lines, parse_json, string_lines, tidy_title,
};
use crate::twine::{
    self, DECLARED, ExportPlan, Header, Metadata, Passage, START, Sections, StoryHead, UNTITLED,
    as_fields, colors, format_of, has_ifid, is_code, kept_header, passages_to_sections,
    settings_of, start, take_tag_colors, with_ifid, with_start, with_tag_colors,
};
use crate::warning::sort_by_position;
use crate::{
    About, Bundle, Exporter, Format, FormatError, FormatErrorKind, ImportWarning, Importer, Loss,
    Warning,
};
use markup::kept_data;

/// The key of this format's kept data.
const NAME: &str = "twine-json";
/// The fields of a passage that are part of its header or text.
const HEADER_FIELDS: [&str; 4] = ["name", "tags", "metadata", "text"];
/// The fields with the story's code, and the titles and tags of the nodes they become.
const CODE: [(&str, &str, &str); 2] = [
    ("style", "Story Stylesheet", "stylesheet"),
    ("script", "Story JavaScript", "script"),
];
/// The fields of the story that are not settings.
const NON_SETTINGS: [&str; 4] = ["name", "style", "script", "passages"];

/// The Twine 2 JSON format.
pub(crate) struct TwineJson;

impl Format for TwineJson {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Twine 2 JSON",
            extensions: &["json"],
        }
    }
}

impl Exporter for TwineJson {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        let plan = ExportPlan::of(&bundle.story, NAME);
        let settings = settings_of(&bundle.story, NAME);
        let written = twine::with_rules(&bundle.story, NAME);
        twine::losses(bundle, &plan, NAME, settings.as_ref(), &written, |_| {})
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(&document(&bundle.story))
            .expect("a JSON value always becomes text");
        bytes.push(b'\n');
        bytes
    }
}

impl Importer for TwineJson {
    fn sniff(&self, bytes: &[u8]) -> bool {
        let text = decode_start(bytes);
        text.trim_start().starts_with('{')
            && text.contains("\"passages\"")
            && !text.contains("\"storyteller-story\"")
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        let (text, mut warnings) = decode(bytes)?;
        let document: Map<String, Value> = parse_json(&text)?;
        let lines = element_lines(&text, "passages");
        let (mut settings, passages) = split_settings(&document)?;
        let line_of = |field| string_lines(&text).get(field).copied();
        if !has_ifid(&settings) {
            warnings.push(Warning::maybe_at(
                line_of("ifid"),
                ImportWarning::InvalidIfid {},
            ));
        }
        let mut pieces = Vec::with_capacity(passages.len() + 2);
        for (field, name, tag) in CODE {
            let code = document.get(field).and_then(Value::as_str);
            if let Some(code) = code.filter(|it| !it.trim().is_empty()) {
                let header = Header {
                    name: name.to_owned(),
                    tags: vec![tag.to_owned()],
                    ..Header::default()
                };
                let kept = Map::from_iter([("header".to_owned(), as_fields(&header))]);
                pieces.push(piece(1, header, code, kept));
            }
        }
        for (index, passage) in passages.iter().enumerate() {
            let line = lines.get(index).copied().unwrap_or(1);
            match read_passage(passage, line) {
                Some(piece) => pieces.push(piece),
                None => warnings.push(Warning::at(line, ImportWarning::InvalidPassage {})),
            }
        }
        let pids: Vec<Option<Value>> = pieces
            .iter()
            .map(|it| it.kept.get("fields")?.get("pid").cloned())
            .collect();
        let colors = colors(&settings);
        let name = start(&settings).to_owned();
        let head = StoryHead {
            start: Ok(&name),
            format: format_of(&settings),
            colors: &colors,
        };
        let Sections {
            sections,
            begin: named,
            declared,
        } = passages_to_sections(pieces, &head, &mut warnings);
        let by_pid = |it: &Option<Value>| it.as_ref().is_some_and(|it| is_number(it, &name));
        let begin = named.or_else(|| pids.iter().position(by_pid));
        if begin.is_none() {
            let line = line_of("start").or(line_of("startnode"));
            warnings.push(Warning::maybe_at(
                line,
                ImportWarning::StartMissing { name },
            ));
        }
        let title = document
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or(UNTITLED);
        let mut story = Story::new(StoryId(world.new_id()), tidy_title(title, UNTITLED));
        let ids = add_sections(&mut story, NAME, sections, begin, world, &mut warnings)?;
        story.record.start = begin.map(|it| ids[it]);
        take_tag_colors(&mut story, &settings);
        settings.shift_remove("passages");
        let order: Vec<_> = document.keys().cloned().collect();
        let mut kept = Map::new();
        kept.insert("fields".to_owned(), order.into());
        kept.insert("settings".to_owned(), Value::Object(settings));
        kept.extend(declared.map(|it| (DECLARED.to_owned(), it.into())));
        if let Some(name) = document.get("name") {
            kept.insert("name".to_owned(), name.clone());
        }
        kept_data::set(&mut story.data, NAME, kept);
        sort_by_position(&mut warnings);
        Ok((Bundle::new(story), warnings))
    }
}

/// The story's settings, and its passages.
fn split_settings(
    document: &Map<String, Value>,
) -> Result<(Map<String, Value>, &[Value]), FormatError> {
    let Some(Value::Array(passages)) = document.get("passages") else {
        return Err(FormatError::for_file(FormatErrorKind::NotTwineJson {}));
    };
    let settings = document
        .iter()
        .filter(|(name, _)| !NON_SETTINGS.contains(&name.as_str()));
    let settings = settings
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    Ok((settings, passages))
}

fn piece<'a>(line: usize, header: Header, text: &'a str, kept: Map<String, Value>) -> Passage<'a> {
    Passage {
        line,
        text_line: line,
        header,
        text: text.into(),
        kept,
        found: None,
    }
}

fn read_passage(passage: &Value, line: usize) -> Option<Passage<'_>> {
    let fields = passage.as_object()?;
    let tags = fields.get("tags").and_then(Value::as_array);
    let tags = tags.into_iter().flatten().filter_map(Value::as_str);
    let header = Header {
        name: fields.get("name")?.as_str()?.to_owned(),
        tags: tags.map(str::to_owned).collect(),
        metadata: fields
            .get("metadata")
            .and_then(Value::as_object)
            .map(|it| Metadata::Map(it.clone())),
        warning: None,
    };
    let text = fields
        .get("text")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let mut kept = Map::new();
    kept.insert("header".to_owned(), as_fields(&header));
    let own = fields
        .iter()
        .filter(|(name, _)| !HEADER_FIELDS.contains(&name.as_str()));
    let own: Map<_, _> = own
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    kept.insert("fields".to_owned(), Value::Object(own));
    Some(piece(line, header, text, kept))
}

/// Builds the whole story object.
fn document(story: &Story) -> Value {
    let written = twine::with_rules(story, NAME);
    let story = &*written.story;
    let plan = ExportPlan::of(story, NAME);
    let kept = kept_data::get(&story.data, NAME);
    let old = settings_of(story, NAME).unwrap_or_default();
    let mut settings = with_tag_colors(with_ifid(old, story.id), story);
    let by_name = plan.owner(start(&settings)).is_some();
    // A start given by number is kept while it is still correct.
    if by_name || !starts_by_number(story, &settings) {
        settings = with_start(settings, story, &plan);
    }
    let (code, nodes): (Vec<_>, Vec<_>) = story.nodes.values().partition(|it| {
        let is_passage = kept_data::get(&it.data, NAME).is_some_and(|it| it.contains_key("fields"));
        !is_passage && kept_header(it, NAME).is_some_and(|it| is_code(&it))
    });
    let mut fields = Map::new();
    let mut set = |name: &str, value: Value| {
        fields.insert(name.to_owned(), value);
    };
    let order = kept.and_then(|it| it.get("fields")?.as_array());
    let order = order.into_iter().flatten().filter_map(Value::as_str);
    // Keep the imported order of fields.
    order.for_each(|name| set(name, Value::Null));
    set("name", name(story, kept));
    for (name, value) in settings {
        set(&name, value);
    }
    for (field, _, tag) in CODE {
        let texts = code.iter().filter(|it| {
            let header = kept_header(it, NAME).unwrap_or_default();
            header.tags.iter().any(|it| it == "script") == (tag == "script")
        });
        let texts: Vec<_> = texts.map(|it| kept_data::text_of(it)).collect();
        set(field, texts.join("\n").into());
    }
    let passages = nodes.into_iter().map(|node| {
        let header = plan.header(node).into_owned();
        let text = plan.prose(node, kept_data::text_of(node)).text;
        let mut passage = Map::new();
        passage.insert("name".to_owned(), header.name.into());
        passage.insert("tags".to_owned(), header.tags.into());
        let metadata = header.metadata.unwrap_or_default();
        let metadata = metadata.map().into_owned();
        passage.insert("metadata".to_owned(), metadata.into());
        passage.insert("text".to_owned(), text.into_owned().into());
        let own = kept_data::get(&node.data, NAME).and_then(|it| it.get("fields")?.as_object());
        for (name, value) in own.into_iter().flatten() {
            passage.insert(name.clone(), value.clone());
        }
        Value::Object(passage)
    });
    let passages: Value = passages.collect();
    set("passages", passages);
    json!(fields)
}

fn name(story: &Story, kept: Option<&Map<String, Value>>) -> Value {
    let title = tidy_title(&story.record.title, UNTITLED);
    let old = kept.and_then(|it| it.get("name"));
    match old.and_then(Value::as_str) {
        Some(name) if tidy_title(name, UNTITLED) == title => name.into(),
        _ => title.into(),
    }
}

/// Whether the settings give the start by its passage number.
fn starts_by_number(story: &Story, settings: &Map<String, Value>) -> bool {
    let wanted = start(settings);
    let node = story.record.start.and_then(|it| story.nodes.get(&it));
    let pid = node.and_then(|it| kept_data::get(&it.data, NAME)?.get("fields")?.get("pid"));
    wanted != START && pid.is_some_and(|it| is_number(it, wanted))
}

/// Whether a passage's number equals the wanted one, as a number or a string.
fn is_number(pid: &Value, wanted: &str) -> bool {
    match pid {
        Value::String(pid) => pid == wanted,
        pid => pid.as_u64().is_some() && pid.as_u64() == wanted.parse().ok(),
    }
}
