//! `StoryData`: the story's IFID, its start passage, the colors of its tags.

use std::collections::HashMap;

use model::{Story, StoryId};
use serde_json::{Map, Value};

use super::passage::{named_color, palette};
use super::{ExportPlan, STORY_DATA};
use markup::kept_data;
use markup::notation::twine::FORMS;

/// The name of the start passage unless `StoryData` sets another.
pub(crate) const START: &str = "Start";
/// The setting that assigns colors to tags.
pub(crate) const TAG_COLORS: &str = "tag-colors";

/// Parses the passage's text; `None` if it is not a JSON object.
pub(crate) fn read(body: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(body).ok()
}

/// The name of the start passage.
pub(crate) fn start(settings: &Map<String, Value>) -> &str {
    settings
        .get("start")
        .and_then(Value::as_str)
        .unwrap_or(START)
}

/// The name of the story format; `None` if it is not given.
pub(crate) fn format_of(settings: &Map<String, Value>) -> Option<&str> {
    let format = settings.get("format").and_then(Value::as_str);
    format.filter(|it| !it.is_empty())
}

/// Whether the settings contain an IFID that every compiler accepts.
pub(crate) fn has_ifid(settings: &Map<String, Value>) -> bool {
    let ifid = settings
        .get("ifid")
        .and_then(Value::as_str)
        .unwrap_or_default();
    (8..=63).contains(&ifid.len())
        && ifid
            .bytes()
            .all(|it| it.is_ascii_digit() || it.is_ascii_uppercase() || it == b'-')
}

/// The palette colors by tag.
pub(crate) fn colors(settings: &Map<String, Value>) -> HashMap<String, String> {
    let Some(Value::Object(colors)) = settings.get(TAG_COLORS) else {
        return HashMap::new();
    };
    let color = |it: &Value| it.as_str().and_then(palette).map(str::to_owned);
    colors
        .iter()
        .filter_map(|(tag, name)| Some((tag.clone(), color(name)?)))
        .collect()
}

/// Imports the colors that a file gives its tags.
pub(crate) fn take_tag_colors(story: &mut Story, settings: &Map<String, Value>) {
    story.record.tag_colors.extend(colors(settings));
}

/// The settings with the colors that the writer chose for tags, if Twine has names for them.
/// Existing entries keep their spelling.
pub(crate) fn with_tag_colors(
    mut settings: Map<String, Value>,
    story: &Story,
) -> Map<String, Value> {
    let before = colors(&settings);
    let chosen = story.record.tag_colors.iter();
    let changed = chosen.filter(|(tag, color)| before.get(*tag) != Some(*color));
    let named: Vec<_> = changed
        .filter_map(|(tag, color)| Some((tag.clone(), named_color(color)?)))
        .collect();
    if named.is_empty() {
        return settings;
    }
    let own = settings
        .entry(TAG_COLORS)
        .or_insert_with(|| Value::Object(Map::new()));
    if !own.is_object() {
        *own = Value::Object(Map::new());
    }
    if let Some(own) = own.as_object_mut() {
        own.extend(named.into_iter().map(|(tag, name)| (tag, name.into())));
    }
    settings
}

/// The settings with a valid IFID: the existing one if only its letter case was wrong, otherwise
/// one derived from the story id, which is the same in every export.
pub(crate) fn with_ifid(mut settings: Map<String, Value>, story: StoryId) -> Map<String, Value> {
    if has_ifid(&settings) {
        return settings;
    }
    if let Some(ifid) = settings.get("ifid").and_then(Value::as_str) {
        let upper = ifid.to_ascii_uppercase();
        settings.insert("ifid".to_owned(), upper.into());
        if has_ifid(&settings) {
            return settings;
        }
    }
    let own = story.to_string().to_ascii_uppercase();
    if settings.contains_key("ifid") {
        settings.insert("ifid".to_owned(), own.into());
    } else {
        settings.shift_insert(0, "ifid".to_owned(), own.into());
    }
    settings
}

/// The IFID by which an exported story is known in one of Twine's forms.
#[must_use]
pub fn ifid_of(story: &Story, form: &str) -> String {
    let settings = settings_of(story, form).unwrap_or_default();
    let settings = with_ifid(settings, story.id);
    let ifid = settings.get("ifid").and_then(Value::as_str);
    ifid.unwrap_or_default().to_owned()
}

/// The settings with the story's start, if they name a different one.
pub(crate) fn with_start(
    mut settings: Map<String, Value>,
    story: &Story,
    plan: &ExportPlan<'_>,
) -> Map<String, Value> {
    if let Some(begin) = story.record.start
        && plan.owner(start(&settings)) != Some(begin)
        && let Some(name) = plan.name(begin)
    {
        settings.insert("start".to_owned(), name.into());
    }
    settings
}

/// The settings the story was imported with in any form of Twine, preferably the given one.
pub(crate) fn settings_of(story: &Story, form: &str) -> Option<Map<String, Value>> {
    let others = FORMS.into_iter().filter(|it| *it != form);
    [form].into_iter().chain(others).find_map(|form| {
        let kept = kept_data::get(&story.data, form)?;
        if let Some(settings) = kept.get("settings") {
            return settings.as_object().cloned();
        }
        let passages = kept.get("passages")?.as_array()?;
        let body = passages
            .iter()
            .find(|it| it["name"] == STORY_DATA)?
            .get("body")?;
        read(body.as_str()?)
    })
}
