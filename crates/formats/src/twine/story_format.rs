//! The story formats of Twine that a story can be written for.

use model::Story;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::passage::kept_header;
use super::story_data::{format_of, settings_of};
use markup::kept_data;

/// A story format of Twine, whose macros carry conditions and effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StoryFormat {
    /// SugarCube 2.
    SugarCube,
    /// Harlowe 3.
    Harlowe,
    /// Chapbook 2.
    Chapbook,
}

impl StoryFormat {
    /// Its name, and a version that supports all macros that are written.
    fn named(self) -> (&'static str, &'static str) {
        match self {
            Self::SugarCube => ("SugarCube", "2.37.3"),
            Self::Harlowe => ("Harlowe", "3.3.9"),
            Self::Chapbook => ("Chapbook", "2.3.0"),
        }
    }

    /// The one that an imported story is written for, if it is known here.
    pub fn of(story: &Story, form: &str) -> Option<Self> {
        let settings = settings_of(story, form)?;
        let name = format_of(&settings)?;
        let all = [Self::SugarCube, Self::Harlowe, Self::Chapbook];
        all.into_iter()
            .find(|it| it.named().0.eq_ignore_ascii_case(name))
    }

    /// Writes it into a story's settings.
    pub(super) fn write(self, settings: &mut Map<String, Value>) {
        let (name, version) = self.named();
        settings.insert("format".to_owned(), name.into());
        settings.insert("format-version".to_owned(), version.into());
    }

    /// Chooses it for a story that is exported to one of Twine's forms.
    ///
    /// # Errors
    ///
    /// If passages of the story were written for another story format, returns its name. Their
    /// macros would have another meaning, or none.
    pub fn choose(self, story: &mut Story, form: &str) -> Result<(), String> {
        let mut settings = settings_of(story, form).unwrap_or_default();
        let is_imported = story
            .nodes
            .values()
            .any(|it| kept_header(it, form).is_some());
        match format_of(&settings) {
            Some(other) if is_imported && !other.eq_ignore_ascii_case(self.named().0) => {
                return Err(other.to_owned());
            }
            Some(other) if other.eq_ignore_ascii_case(self.named().0) => return Ok(()),
            _ => {}
        }
        self.write(&mut settings);
        let mut kept = kept_data::get(&story.data, form)
            .cloned()
            .unwrap_or_default();
        kept.insert("settings".to_owned(), Value::Object(settings));
        kept_data::set(&mut story.data, form, kept);
        Ok(())
    }
}
