//! Resources of outside servers, as titles and texts of bounded length. Not here: the requests
//! (`connection.rs`), and pinning ([`host::OutsideResources`]).

use host::OutsideResource;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents};

use super::plain;

/// How many resources of one server are listed.
pub(super) const MAX_RESOURCES: usize = 500;
/// The longest title, description and address, in characters.
const MAX_TITLE: usize = 120;
const MAX_DESCRIPTION: usize = 300;
const MAX_URI: usize = 2000;
/// The longest text, in characters.
const MAX_CHARS: usize = 40_000;

/// A resource as it is listed; `None` if its address cannot be kept.
pub(super) fn listed(server: &str, resource: &Resource) -> Option<OutsideResource> {
    let line = |words: &str, longest: usize| -> String {
        plain::line(words).trim().chars().take(longest).collect()
    };
    let uri = &resource.uri;
    if uri.len() > MAX_URI || plain::line(uri) != *uri {
        return None;
    }
    let title = resource.title.as_deref().unwrap_or(&resource.name);
    let title = match line(title, MAX_TITLE) {
        title if title.is_empty() => line(uri, MAX_TITLE),
        title => title,
    };
    let description = resource.description.as_deref().unwrap_or_default();
    Some(OutsideResource {
        server: server.to_owned(),
        uri: uri.clone(),
        title,
        description: line(description, MAX_DESCRIPTION),
        mime: resource.mime_type.as_deref().map(|it| line(it, MAX_TITLE)),
    })
}

/// The text of a resource; `None` if it has none.
pub(super) fn text(result: &ReadResourceResult) -> Option<String> {
    let parts = result.contents.iter().filter_map(|it| match it {
        ResourceContents::TextResourceContents { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let parts: Vec<&str> = parts.collect();
    let text = plain::text(&parts.join("\n"));
    let text: String = text.chars().take(MAX_CHARS).collect();
    (!text.trim().is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_plain_line_and_falls_back_to_the_address() {
        let mut resource = Resource::new("note://tide", "");
        assert_eq!(listed("notes", &resource).unwrap().title, "note://tide");
        resource.title = Some("\u{1b}[2JTide\ntables\u{202e}".to_owned());
        let it = listed("notes", &resource).unwrap();
        assert_eq!((&*it.title, &*it.server), ("[2JTide tables", "notes"));
        let hidden = Resource::new("note://a\u{e0001}", "a");
        assert!(listed("notes", &hidden).is_none());
    }

    #[test]
    fn a_text_is_bounded_and_a_picture_has_none() {
        let long = ResourceContents::text("x".repeat(MAX_CHARS + 5), "note://a");
        let read = text(&ReadResourceResult::new(vec![long])).unwrap();
        assert_eq!(read.len(), MAX_CHARS);
        let blob = ResourceContents::blob("aGk=", "note://b");
        assert_eq!(text(&ReadResourceResult::new(vec![blob])), None);
    }
}
