//! Stories whose file contains no title: they get a title here, and as long as it is unchanged the
//! file is exported without one.

use std::sync::Arc;

use model::{Story, part};
use serde_json::Value;

use crate::UNTITLED;
use crate::import::tidy_title;
use markup::kept_data::{self, DataMap};

/// The key under which the title assigned at import is kept.
const IMPORTED_TITLE: &str = "called";

/// The formats whose files need not contain a title.
const FORMATS: [&str; 3] = ["ink", "yarn", "twee"];

/// Whether an imported story has no title of its own.
pub fn is_untitled(story: &Story) -> bool {
    let title = story.record.title.trim();
    title.is_empty() || title == UNTITLED
}

/// Records the title assigned at import in the kept data of formats that need not contain a title.
pub fn set_imported_title(data: &mut DataMap, name: &str) {
    let Some(all) = data.get_mut(part::FOREIGN) else {
        return;
    };
    if let Value::Object(all) = Arc::make_mut(all) {
        for format in FORMATS {
            if let Some(own) = all.get_mut(format).and_then(Value::as_object_mut) {
                own.insert(IMPORTED_TITLE.to_owned(), name.into());
            }
        }
    }
}

/// Whether the imported file had no title and the story still has the one assigned at import.
pub(crate) fn has_imported_title(story: &Story, format: &str) -> bool {
    let called =
        kept_data::get(&story.data, format).and_then(|it| it.get(IMPORTED_TITLE)?.as_str());
    called == Some(&story.record.title)
}

/// The title to export in a format that need not contain one.
pub(crate) fn export_title(story: &Story, format: &str) -> String {
    match has_imported_title(story, format) {
        true => UNTITLED.to_owned(),
        false => tidy_title(&story.record.title, UNTITLED),
    }
}
