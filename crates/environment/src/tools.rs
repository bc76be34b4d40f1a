//! The tools of the environment itself, beside those of the story: what may be done, missed events,
//! who is there, messages to everybody, and images and sounds (`media`). They are called through a registry of their own, with the
//! same grant as all others. Enter through [`registry`].

use std::sync::{Arc, LazyLock};

use capability::{
    Caller, Capability, Code, DefinitionError, Grant, Impact, Registry, Rule, Target, Tool,
    ToolContext, ToolError, ToolSpec,
};
use host::agents::{self, Level};
use host::events::DataChanged;
use host::{Failure, Participant, PostedMessage};
use model::{DraftId, Timestamp, World};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use star::{Address, ClientType};

use crate::authority::Authority;
use crate::events;
use crate::media::{self, ImageAnswer, ReadImage, ReadSound, SoundAnswer};
use crate::story_environment::Shared;

/// The module of these tools.
const MODULE: &str = "environment";
/// How many changes or messages are given if nothing else is asked for.
const DEFAULT_LIMIT: usize = 100;
/// Bytes of changes after which no more are added to an answer.
const CHANGES_BYTES: usize = 500_000;
/// Who may call this tool of the story may read images.
const SHOWS_IMAGES: &str = "list_images";
/// Who may call this tool of the story may read sounds.
const SHOWS_SOUNDS: &str = "show_node";

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
        "Tells a client what it may do, what it missed and who is there, passes on what it says, and shows images and sounds."
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
            Tool::with_caller("sound", "read_sound", Read, read_sound),
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

async fn read_image(
    cx: ToolContext<OnHub>,
    caller: Caller,
    input: ReadImage,
) -> Result<ImageAnswer, ToolError> {
    require_tool(&cx, &caller, SHOWS_IMAGES, "images").await?;
    media::image_of(&cx.target().0.studio.store().view(None), &input)
}

async fn read_sound(
    cx: ToolContext<OnHub>,
    caller: Caller,
    input: ReadSound,
) -> Result<SoundAnswer, ToolError> {
    require_tool(&cx, &caller, SHOWS_SOUNDS, "sounds").await?;
    media::sound_of(&cx.target().0.studio.store().view(None), &input)
}

/// Refuses a caller who may not call a tool of the story that shows such files.
async fn require_tool(
    cx: &ToolContext<OnHub>,
    caller: &Caller,
    tool: &str,
    files: &str,
) -> Result<(), ToolError> {
    let shared = &cx.target().0;
    let (_, authority) = authority_of(shared, caller).await?;
    let studio = &shared.studio;
    let spec = studio.registry().spec(tool);
    if spec.is_some_and(|it| authority.allows(studio, &it)) {
        return Ok(());
    }
    let message = format!("you may not read {files}: {tool} is not allowed");
    Err(ToolError::new(Code::PermissionDenied, message))
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
