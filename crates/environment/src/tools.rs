//! The tools of the environment itself, beside those of the story: what may be done, missed events,
//! who is there, messages to everybody, and images. They are called through a registry of their own, with the
//! same grant as all others. Enter through [`registry`].

use std::sync::{Arc, LazyLock};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{
    Caller, Capability, Code, DefinitionError, Grant, Impact, Registry, Rule, Target, Tool,
    ToolContext, ToolError, ToolSpec,
};
use host::agents::{self, Level};
use host::events::DataChanged;
use host::{Failure, Participant, PostedMessage};
use model::{AssetId, DraftId, Timestamp, World};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use star::{Address, ClientType};

use crate::authority::Authority;
use crate::events;
use crate::story_environment::Shared;

/// The module of these tools.
const MODULE: &str = "environment";
/// How many changes or messages are given if nothing else is asked for.
const DEFAULT_LIMIT: usize = 100;
/// Bytes of changes after which no more are added to an answer.
const CHANGES_BYTES: usize = 500_000;

/// Bytes of an image in one answer.
const IMAGE_PART_BYTES: usize = 512 << 10;
/// Who may call this tool of the story may read images.
const SHOWS_IMAGES: &str = "list_images";

/// What these tools work on: a story on a hub.
pub(crate) struct OnHub(Arc<Shared>);

impl Target for OnHub {
    type View = ();

    fn view(&self, _: Option<DraftId>) {}

    fn world(&self) -> &Arc<dyn World> {
        self.0.studio.world()
    }
}

/// A registry of the environment's tools.
pub(crate) fn registry(shared: Arc<Shared>) -> Result<Registry<OnHub>, DefinitionError> {
    Registry::new(&[&EnvironmentTools], OnHub(shared))
}

/// Every tool, in order.
static SPECS: LazyLock<Vec<ToolSpec>> =
    LazyLock::new(|| capability::specs_of(&[&EnvironmentTools]));

/// Lets a client that may do anything at all use these tools: its list of methods is about those of
/// the story, and what it says to the others is not writing in the text.
pub(crate) fn allow(grant: &mut Grant) {
    for spec in &*SPECS {
        let method = format!("{MODULE}.{}", spec.method);
        if let Some(methods) = &mut grant.methods {
            methods.insert(method.clone());
        }
        grant.by_method.insert(method, Rule::Allow);
    }
}

struct EnvironmentTools;

impl Capability<OnHub> for EnvironmentTools {
    fn name(&self) -> &'static str {
        MODULE
    }

    fn title(&self) -> &'static str {
        "Environment"
    }

    fn summary(&self) -> &'static str {
        "Tells a client what it may do, what it missed and who is there, passes on what it says, and shows images."
    }

    fn tools(&self) -> Vec<Tool<OnHub>> {
        use Impact::{Read, Write};
        vec![
            Tool::with_caller("actions", "list_actions", Read, list_actions),
            Tool::with_caller("changes", "changes_since", Read, changes_since),
            Tool::with_caller("participants", "list_participants", Read, list_participants),
            Tool::with_caller("post", "post_message", Write, post_message),
            Tool::with_caller("messages", "list_messages", Read, list_messages),
            Tool::with_caller("image", "read_image", Read, read_image),
        ]
    }
}

/// List what you may do here, each action with the JSON Schema of its parameters.
#[derive(Deserialize, JsonSchema)]
struct ListActions {}

#[derive(Serialize, JsonSchema)]
struct Actions {
    environment: AboutEnvironment,
    you: AboutClient,
    actions: Vec<ActionInfo>,
}

#[derive(Serialize, JsonSchema)]
struct AboutEnvironment {
    id: String,
    /// The story's title.
    title: String,
    /// The number of the newest change.
    number: u64,
}

#[derive(Serialize, JsonSchema)]
struct AboutClient {
    id: String,
    name: String,
    #[serde(rename = "type")]
    kind: ClientType,
    level: Level,
    /// Until when the credential is valid.
    until: Option<Timestamp>,
    /// `the story`, `a draft that the writer reviews`, or `comments on passages of the story`; null if
    /// you may not write.
    writes_go_to: Option<&'static str>,
}

#[derive(Serialize, JsonSchema)]
struct ActionInfo {
    action: String,
    /// Its other name, as `module.method`.
    method: String,
    description: String,
    impact: Impact,
    /// The JSON Schema of its parameters.
    parameters: Value,
}

impl From<&ToolSpec> for ActionInfo {
    fn from(spec: &ToolSpec) -> Self {
        Self {
            action: spec.name.clone(),
            method: format!("{}.{}", spec.module, spec.method),
            description: spec.description.clone(),
            impact: spec.impact,
            parameters: spec.parameters(),
        }
    }
}

/// What the caller may do now.
async fn authority_of(
    shared: &Arc<Shared>,
    caller: &Caller,
) -> Result<(Address, Authority), ToolError> {
    let sender = sender_of(caller)?;
    match shared.authority(&sender).await? {
        Ok(authority) => Ok((sender, authority)),
        Err(why) => Err(ToolError::new(Code::PermissionDenied, why.message)),
    }
}

async fn list_actions(
    cx: ToolContext<OnHub>,
    caller: Caller,
    _: ListActions,
) -> Result<Actions, ToolError> {
    let shared = &cx.target().0;
    let (sender, authority) = authority_of(shared, &caller).await?;
    let studio = &shared.studio;
    let tools = studio.registry().specs();
    let allowed = tools.iter().filter(|it| authority.allows(studio, it));
    let actions = SPECS.iter().chain(allowed.map(|it| &**it));
    Ok(Actions {
        environment: AboutEnvironment {
            id: shared.id.clone(),
            title: studio.title()?,
            number: studio.store().number()?,
        },
        you: AboutClient {
            name: caller.principal.name.clone(),
            id: sender.id,
            kind: sender.kind,
            level: authority.level,
            until: authority.until,
            writes_go_to: match authority.level {
                Level::Read => None,
                Level::Comment => Some("comments on passages of the story"),
                Level::Draft => Some("a draft that the writer reviews"),
                Level::Write => Some("the story"),
            },
        },
        actions: actions.map(ActionInfo::from).collect(),
    })
}

/// Fetch the events after a number, oldest first: what you missed.
#[derive(Deserialize, JsonSchema)]
struct ChangesSince {
    /// The number of the last change that you know.
    number: u64,
    /// How many changes to give at most. Defaults to 100.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct Changes {
    /// The number of the newest change.
    number: u64,
    /// The changes, as `data:changed` tells them.
    changes: Vec<Map<String, Value>>,
    /// Whether there are more.
    more: bool,
}

async fn changes_since(
    cx: ToolContext<OnHub>,
    _: Caller,
    input: ChangesSince,
) -> Result<Changes, ToolError> {
    let store = cx.target().0.studio.store();
    let newest = store.number()?;
    let limit = input.limit.unwrap_or(DEFAULT_LIMIT);
    let changes = store.changes_since(input.number, limit)?;
    let (mut given, mut bytes, mut last) = (Vec::new(), 0, input.number);
    for change in &changes {
        let data = events::fitted(&DataChanged::from(change));
        bytes += data.to_string().len();
        if bytes > CHANGES_BYTES && !given.is_empty() {
            break;
        }
        last = change.number;
        if let Value::Object(data) = data {
            given.push(data);
        }
    }
    Ok(Changes {
        number: newest,
        changes: given,
        more: last < newest,
    })
}

/// List the agents and people who are connected, and what each does.
#[derive(Deserialize, JsonSchema)]
struct ListParticipants {}

#[derive(Serialize, JsonSchema)]
struct ParticipantList {
    participants: Vec<Participant>,
}

async fn list_participants(
    cx: ToolContext<OnHub>,
    _: Caller,
    _: ListParticipants,
) -> Result<ParticipantList, ToolError> {
    let participants = cx.target().0.studio.participants().list();
    Ok(ParticipantList { participants })
}

/// Say something to the agents and people of this story. The story keeps it.
#[derive(Deserialize, JsonSchema)]
struct PostMessage {
    /// The words.
    text: String,
}

async fn post_message(
    cx: ToolContext<OnHub>,
    caller: Caller,
    input: PostMessage,
) -> Result<PostedMessage, ToolError> {
    sender_of(&caller)?;
    let studio = &cx.target().0.studio;
    let posting = studio.post_message(&caller.principal, cx.call_id(), &input.text);
    Ok(posting.await?)
}

/// Read the newest messages of agents and people, oldest first.
#[derive(Deserialize, JsonSchema)]
struct ListMessages {
    /// How many messages to give at most. Defaults to 100.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct MessageList {
    messages: Vec<PostedMessage>,
}

async fn list_messages(
    cx: ToolContext<OnHub>,
    _: Caller,
    input: ListMessages,
) -> Result<MessageList, ToolError> {
    let limit = input.limit.unwrap_or(DEFAULT_LIMIT);
    let messages = cx.target().0.studio.posted_messages(limit)?;
    Ok(MessageList { messages })
}

/// Read the image of a node, in parts that fit into a message.
#[derive(Deserialize, JsonSchema)]
struct ReadImage {
    /// The node's title, or the first or last characters of its id.
    node: String,
    /// The byte to begin at: where the parts before it end. Defaults to the first.
    offset: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct ImageAnswer {
    /// Null if the node has no image.
    image: Option<ImagePart>,
}

#[derive(Serialize, JsonSchema)]
struct ImagePart {
    /// The image's hash; the parts of one image have the same.
    asset: AssetId,
    mime: String,
    /// What it was to show; empty if nobody said.
    prompt: String,
    /// The bytes of the whole image.
    size: usize,
    /// The bytes of this part, as base64.
    data: String,
    /// Where the next part begins; missing after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<usize>,
}

async fn read_image(
    cx: ToolContext<OnHub>,
    caller: Caller,
    input: ReadImage,
) -> Result<ImageAnswer, ToolError> {
    let shared = &cx.target().0;
    let (_, authority) = authority_of(shared, &caller).await?;
    let studio = &shared.studio;
    let shows_images = studio.registry().spec(SHOWS_IMAGES);
    if !shows_images.is_some_and(|it| authority.allows(studio, &it)) {
        let message = format!("you may not read images: {SHOWS_IMAGES} is not allowed");
        return Err(ToolError::new(Code::PermissionDenied, message));
    }
    let view = studio.store().view(None);
    let id = capability::find_node(&*view.graph()?, &input.node)?;
    let node = view.node(id)?;
    let Some((node, asset)) = node.and_then(|it| it.picture_asset().map(|asset| (it, asset)))
    else {
        return Ok(ImageAnswer { image: None });
    };
    let found = view.asset(asset)?;
    let found = found.ok_or_else(|| ToolError::not_found("the image is not in the story"))?;
    let from = input.offset.unwrap_or_default().min(found.bytes.len());
    let end = found.bytes.len().min(from + IMAGE_PART_BYTES);
    Ok(ImageAnswer {
        image: Some(ImagePart {
            asset,
            mime: found.mime,
            prompt: node.picture_prompt().to_owned(),
            size: found.bytes.len(),
            data: STANDARD.encode(&found.bytes[from..end]),
            next: (end < found.bytes.len()).then_some(end),
        }),
    })
}

/// The client of the hub that a caller is.
fn sender_of(caller: &Caller) -> Result<Address, ToolError> {
    let (kind, id) = agents::client_of(&caller.principal)
        .ok_or_else(|| Failure::invalid("only clients of a hub can do this"))?;
    Ok(Address::new(kind, id))
}

#[cfg(test)]
mod tests {
    use host::Studio;

    use super::*;

    #[test]
    fn no_tool_of_a_story_has_the_name_of_a_tool_of_the_environment() {
        for spec in &*SPECS {
            let method = format!("{MODULE}.{}", spec.method);
            for name in [&spec.name, &method] {
                let taken = Studio::specs().into_iter().find(|it| it.is_called(name));
                assert_eq!(taken.map(|it| it.name), None);
            }
        }
    }

    #[test]
    fn a_grant_without_any_of_them_allows_them_all() {
        let mut grant = Grant {
            methods: Some(["kv.read".to_owned()].into()),
            ..Grant::reader()
        };
        allow(&mut grant);
        let now = Timestamp::UNIX_EPOCH;
        for spec in &*SPECS {
            assert_eq!(grant.decide(spec, None, now), capability::Decision::Allow);
        }
    }
}
