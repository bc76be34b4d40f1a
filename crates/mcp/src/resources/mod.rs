//! The story as resources that a client reads and shows to its person or its model: an overview,
//! the outline, each node, each picture, the check's findings, and drafts that wait for review. A
//! client sees each as its tools do: with its own draft applied. Enter through [`list`] and
//! [`read`].

mod node_page;
mod uri;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{Caller, Code, Impact};
use host::Studio;
use model::conversation::ToolCall;
use model::{AssetId, NodeId};
use rmcp::ErrorData;
use rmcp::model::{
    ListResourcesResult, PaginatedRequestParams, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};
use serde_json::{Value, json};
use store::{StoreError, View};
use tokio_util::sync::CancellationToken;

pub(crate) use self::uri::Target;
use crate::apps::App;
use crate::calls::internal;
use crate::handler::StoryServer;
use crate::identity::Client;
use crate::paging::page;

const JSON: &str = "application/json";
const MARKDOWN: &str = "text/markdown";

/// The story as a client sees it, with its draft applied.
pub(crate) fn view(studio: &Studio, client: &Client) -> Result<View, ErrorData> {
    let draft = studio.draft_of_client(client.key());
    let draft = draft.map_err(|failure| internal(failure.report()))?;
    Ok(studio.store().view(draft))
}

/// One page of all resources; pictures are found through their nodes and through results of tools.
pub(crate) fn list(
    server: &StoryServer,
    client: &Client,
    request: Option<&PaginatedRequestParams>,
) -> Result<ListResourcesResult, ErrorData> {
    let story = view(server.studio(), client)?.graph().map_err(unreadable)?;
    let of = |target: Target, name: &str, description: &str, mime: &str| {
        Resource::new(target.uri(), name)
            .with_title(name)
            .with_description(description)
            .with_mime_type(mime)
    };
    let whole = [
        of(
            Target::Story,
            "Story",
            "The story at a glance: title, start, counts and kinds.",
            JSON,
        ),
        of(
            Target::Outline,
            "Outline",
            "All nodes as a tree that follows the links from the start.",
            "text/plain",
        ),
        of(
            Target::Findings,
            "Findings",
            "What the check of the story found, with suggested fixes.",
            JSON,
        ),
        of(
            Target::Draft(None),
            "Draft",
            "What you wrote and the writer has not decided on yet, as a difference.",
            JSON,
        ),
    ];
    let total = whole.len() + story.nodes.len();
    let all = (0..total).map(|place| match whole.get(place) {
        Some(resource) => resource.clone(),
        None => {
            let node = story.nodes.get_index(place - whole.len());
            let (id, node) = node.expect("the place is below the number of nodes");
            Resource::new(Target::Node(id.to_string()).uri(), node.title.clone())
                .with_title(node.title.clone())
                .with_description(node.kind.clone())
                .with_mime_type(MARKDOWN)
        }
    });
    let (items, next) = page(request, all)?;
    let mut listed = ListResourcesResult::with_all_items(items);
    listed.next_cursor = next;
    Ok(listed)
}

/// The URI templates.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let of = |template: &str, name: &str, description: &str| {
        ResourceTemplate::new(template, name)
            .with_title(name)
            .with_description(description)
    };
    vec![
        of(
            "storyteller://node/{node}",
            "Node",
            "A scene, character, place or note by its title: attributes, text and links.",
        )
        .with_mime_type(MARKDOWN),
        of(
            "storyteller://node/{node}/picture",
            "Picture of a node",
            "The picture of the node of this title.",
        ),
        of(
            "storyteller://picture/{asset}",
            "Picture",
            "A stored picture by the `asset` that tools name.",
        ),
        of(
            "storyteller://draft/{draft}",
            "Draft",
            "What a draft would change, as a difference.",
        )
        .with_mime_type(JSON),
    ]
}

/// A stored picture as the link of a result.
pub(crate) fn picture(asset: &str, mime: Option<&str>) -> Resource {
    let target = Target::Picture(asset.to_owned());
    let resource = Resource::new(target.uri(), "Picture");
    match mime {
        Some(mime) => resource.with_mime_type(mime),
        None => resource,
    }
}

/// Reads a resource.
pub(crate) async fn read(
    server: &StoryServer,
    client: &Client,
    uri: &str,
    cancelled: CancellationToken,
) -> Result<ReadResourceResult, ErrorData> {
    if let Some(app) = App::parse(uri) {
        return Ok(ReadResourceResult::new(vec![app.contents()]));
    }
    let target = Target::parse(uri).ok_or_else(|| not_found(uri))?;
    let answer = async |tool: &str, args: Value| {
        let caller = Caller {
            cancelled: cancelled.clone(),
            ..client.caller(server.session())
        };
        answer_of(server.studio(), client, caller, tool, args).await
    };
    let contents = match &target {
        Target::Story => json_text(uri, &answer("show_node", json!({})).await?),
        Target::Findings => json_text(uri, &answer("check_story", json!({})).await?),
        Target::Outline => {
            let outline = answer("outline", json!({ "limit": 5_000 })).await?;
            let text = outline["text"].as_str().unwrap_or_default();
            ResourceContents::text(text, uri).with_mime_type("text/plain")
        }
        Target::Draft(named) => {
            let own = server.studio().draft_of_client(client.key());
            let own = own.map_err(|failure| internal(failure.report()))?;
            let draft = named.clone().or_else(|| own.map(|it| it.to_string()));
            match draft {
                Some(draft) => {
                    json_text(uri, &answer("show_draft", json!({ "draft": draft })).await?)
                }
                None => json_text(uri, &json!({ "count": 0, "pieces": [] })),
            }
        }
        Target::Node(node) => {
            allowed(server.studio(), client, "show_node")?;
            let view = view(server.studio(), client)?;
            let id = node_of(&view, node)?;
            let story = view.graph().map_err(unreadable)?;
            let found = view.node(id).map_err(unreadable)?;
            let found = found.ok_or_else(|| not_found(uri))?;
            let page = node_page::page(&story, &found);
            ResourceContents::text(page, uri).with_mime_type(MARKDOWN)
        }
        Target::PictureOf(node) => {
            allowed(server.studio(), client, "list_images")?;
            let view = view(server.studio(), client)?;
            let found = view.node(node_of(&view, node)?).map_err(unreadable)?;
            let asset = found.and_then(|it| it.picture_asset());
            picture_contents(&view, uri, asset)?
        }
        Target::Picture(asset) => {
            allowed(server.studio(), client, "list_images")?;
            let view = view(server.studio(), client)?;
            picture_contents(&view, uri, asset.parse().ok())?
        }
    };
    Ok(ReadResourceResult::new(vec![contents]))
}

/// The node that a title or part of an id names, as the client sees the story.
pub(crate) fn node_of(view: &View, reference: &str) -> Result<NodeId, ErrorData> {
    let story = view.graph().map_err(unreadable)?;
    capability::find_node(&story, reference).map_err(|error| {
        let message = match &error.hint {
            Some(hint) => format!("{}; {hint}", error.message),
            None => error.message.clone(),
        };
        match error.code {
            Code::NotFound => ErrorData::resource_not_found(message, None),
            _ => ErrorData::invalid_params(message, None),
        }
    })
}

/// The answer of a reading tool to this client.
async fn answer_of(
    studio: &Studio,
    client: &Client,
    caller: Caller,
    tool: &str,
    args: Value,
) -> Result<Value, ErrorData> {
    let call = ToolCall {
        id: None,
        name: tool.to_owned(),
        args,
    };
    let called = studio.call_for_client(client.key(), client.level(), caller, call);
    let output = called.await.map_err(|failure| internal(failure.report()))?;
    match (output.result, output.error) {
        (Some(result), _) => Ok(result.data),
        (None, Some(error)) => Err(internal(&error)),
        (None, None) => Err(ErrorData::internal_error("the tool did not answer", None)),
    }
}

/// Rejects reading a resource if the tool that shows the same is not allowed.
fn allowed(studio: &Studio, client: &Client, tool: &str) -> Result<(), ErrorData> {
    let spec = studio.registry().spec(tool);
    let may = spec.is_some_and(|it| it.impact == Impact::Read && client.may_call(studio, &it));
    may.then_some(()).ok_or_else(|| {
        let message = format!("you may not read this: {tool} is not allowed");
        ErrorData::invalid_request(message, None)
    })
}

fn picture_contents(
    view: &View,
    uri: &str,
    asset: Option<AssetId>,
) -> Result<ResourceContents, ErrorData> {
    let asset = asset.ok_or_else(|| not_found(uri))?;
    let found = view.asset(asset).map_err(unreadable)?;
    let found = found.ok_or_else(|| not_found(uri))?;
    let bytes = STANDARD.encode(&found.bytes);
    Ok(ResourceContents::blob(bytes, uri).with_mime_type(found.mime))
}

fn json_text(uri: &str, data: &Value) -> ResourceContents {
    ResourceContents::text(data.to_string(), uri).with_mime_type(JSON)
}

/// The error for a URI that names nothing.
pub(crate) fn not_found(uri: &str) -> ErrorData {
    let shown: String = uri.chars().take(200).collect();
    let message = "there is no such resource; resources/list shows what there is";
    ErrorData::resource_not_found(message, Some(json!({ "uri": shown })))
}

/// The error for a story file that cannot be read.
pub(crate) fn unreadable(error: StoreError) -> ErrorData {
    internal(host::Failure::from(error).report())
}
