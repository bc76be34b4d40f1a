//! Answers of tools as small pages that a client shows in a sandboxed frame (the extension *MCP
//! Apps*, `io.modelcontextprotocol/ui`): the difference of a draft, and the links around a node. A
//! page receives the tool's answer from the client and draws it. Enter through [`App::of_tool`] and
//! [`App::parse`].
//!
//! A page loads nothing, and shows texts of the story as text (`frame.js`). Not here: the answers
//! of tools.

mod texts;

use rmcp::model::{ExtensionCapabilities, MetaObject, ResourceContents};
use serde_json::{Value, json};

/// The extension's name in the capabilities of both sides.
const EXTENSION: &str = "io.modelcontextprotocol/ui";
/// The MIME type of pages in the extension.
const MIME: &str = "text/html;profile=mcp-app";

/// A page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum App {
    /// What a draft would change.
    Draft,
    /// A node with its incoming and outgoing links.
    Neighbors,
}

impl App {
    const ALL: [Self; 2] = [Self::Draft, Self::Neighbors];

    /// The page for a tool's answers.
    pub(crate) fn of_tool(tool: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.tool() == tool)
    }

    /// The page with a URI.
    pub(crate) fn parse(uri: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.uri() == uri)
    }

    fn tool(self) -> &'static str {
        match self {
            Self::Draft => "show_draft",
            Self::Neighbors => "neighbors",
        }
    }

    fn uri(self) -> &'static str {
        match self {
            Self::Draft => "ui://storyteller/draft",
            Self::Neighbors => "ui://storyteller/neighbors",
        }
    }

    /// The metadata about the page in the tool's description.
    pub(crate) fn meta(self) -> MetaObject {
        meta(&json!({ "resourceUri": self.uri() }))
    }

    /// The page as the contents of its resource.
    pub(crate) fn contents(self) -> ResourceContents {
        ResourceContents::text(self.page(), self.uri())
            .with_mime_type(MIME)
            .with_meta(meta(&json!({ "prefersBorder": true })))
    }

    fn page(self) -> String {
        let script = match self {
            Self::Draft => include_str!("draft.js"),
            Self::Neighbors => include_str!("neighbors.js"),
        };
        include_str!("page.html")
            .replace("/*STYLE*/", include_str!("page.css"))
            .replace("/*TEXTS*/", &texts::in_every_language())
            .replace("/*FRAME*/", include_str!("frame.js"))
            .replace("/*SCRIPT*/", script)
    }
}

/// The extension in the server's capabilities.
pub(crate) fn extensions() -> ExtensionCapabilities {
    let settings = json!({ "mimeTypes": [MIME] });
    let settings = settings.as_object().cloned().unwrap_or_default();
    [(EXTENSION.to_owned(), settings)].into_iter().collect()
}

fn meta(of: &Value) -> MetaObject {
    serde_json::from_value(json!({ "ui": of })).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_belongs_to_a_tool_and_is_whole() {
        for app in App::ALL {
            let specs = host::Studio::specs();
            assert!(specs.iter().any(|it| it.name == app.tool()), "{app:?}");
            assert_eq!(App::of_tool(app.tool()), Some(app));
            assert_eq!(App::parse(app.uri()), Some(app));
            let page = app.page();
            let is_filled = ["STYLE", "TEXTS", "FRAME", "SCRIPT"];
            assert!(
                is_filled
                    .iter()
                    .all(|it| !page.contains(&format!("/*{it}*/")))
            );
            // Nothing is loaded, and no text is interpreted as markup.
            let page = page.replace("http://www.w3.org/2000/svg", "");
            for forbidden in ["http:", "https:", "src=", "innerHTML", "insertAdjacentHTML"] {
                assert!(!page.contains(forbidden), "{app:?}: {forbidden}");
            }
        }
        assert_eq!(App::of_tool("write_text"), None);
        assert_eq!(App::parse("ui://storyteller/other"), None);
    }
}
