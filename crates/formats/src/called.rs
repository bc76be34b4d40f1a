//! Stories whose file says no title: they are called what they were called here, and the file goes
//! out as it came, until they are called something else.

use std::sync::Arc;

use model::{Story, part};
use serde_json::Value;

use crate::UNTITLED;
use crate::kept::{self, DataMap};
use crate::reading::tidy_title;

/// Under which name it is kept what a story was called when a file without a title came into it.
const CALLED: &str = "called";

/// The formats whose files need not say a title.
const FORMATS: [&str; 2] = ["ink", "yarn"];

/// Whether a story that was read has no title of its own.
pub fn is_untitled(story: &Story) -> bool {
    let title = story.record.title.trim();
    title.is_empty() || title == UNTITLED
}

/// Keeps beside what the format of a file keeps of the story, where it need not say a title, what the
/// story was called when the file came in.
pub fn keep_name(data: &mut DataMap, name: &str) {
    let Some(all) = data.get_mut(part::KEPT) else {
        return;
    };
    if let Value::Object(all) = Arc::make_mut(all) {
        for format in FORMATS {
            if let Some(own) = all.get_mut(format).and_then(Value::as_object_mut) {
                own.insert(CALLED.to_owned(), name.into());
            }
        }
    }
}

/// Whether the file of a format said no title, and the story is still called what it was then.
pub(crate) fn stays_untitled(story: &Story, format: &str) -> bool {
    let called = kept::of(&story.data, format).and_then(|it| it.get(CALLED)?.as_str());
    called == Some(&story.record.title)
}

/// The title that a file of a format says which need not say any.
pub(crate) fn title_for(story: &Story, format: &str) -> String {
    match stays_untitled(story, format) {
        true => UNTITLED.to_owned(),
        false => tidy_title(&story.record.title, UNTITLED),
    }
}
