//! The errors of the workspace and its interfaces that people see in a window, as messages with an
//! id. Not here: errors that only callers of the API can cause, which are plain English.

model::messages! {
    /// Why the workspace refuses. As JSON it is a message id and its arguments.
    pub enum WorkspaceError {
        StoriesFolderNone {} = "this system has no folder for documents",
        TitleEmpty {} = "the title is empty",
        TitleControl {} = "the title contains a control character",
        StoriesSeveral {} = "several stories are open",
        StoryShut {} = "the story of this window is no longer open",
        StoryMoved { path: String } = "{path} was moved",
        StoryUnlisted { story: String } = "there is no story {story:?} on the list",
        FileUnpicked { path: String } = "{path} was not picked in this window",
        BackupNone { name: String } = "this story has no backup {name:?}",
        BackupDamaged { what: String } = "the copy that was made for a backup is damaged: {what}",
        NoHub {} = "this program cannot open a story to agents",
        NoNetwork {} = "this computer is in no network",
        AgentNameLength { name: String, least: usize, most: usize } = "{name:?} is not a valid name for an agent: it has {least} to {most} characters",
        AgentNameCharacter { name: String, character: String } = "{name:?} is not a valid name for an agent: {character:?} is not allowed; use letters, digits, '-', '_', '.' or ':'",
        NoCommand { name: String } = "there is no command /{name}",
        LineUnread { usage: String } = "the line cannot be read; its syntax is: {usage}",
        ServerMisnamed { name: String } = "{name:?} is not a valid name for an MCP server",
        ServerNameTaken { name: String } = "Storyteller has tools called {name} itself",
        ServerNone { name: String } = "there is no MCP server {name:?}",
        ServerUnreachable {} = "an MCP server is either a command or an address",
        ServerAddressUnfit {} = "this is not the address of an MCP server",
        ServerAddressOpen {} = "a key is not sent over an address that others can read",
        ServerKeyUnused {} = "an MCP server that is a command takes no key",
        ServerClientNone {} = "a client secret belongs to a client id, which is missing",
        ServerSignInUnused {} = "only an MCP server at an address can be signed in to",
        ServerVariableUnfit {} = "this is not an environment variable",
        ServerToolNone { server: String, tool: String } = "{server} has no tool {tool:?} now",
        ServerToolChanged { tool: String } = "{tool} has changed its description",
        ProgramFell {} = "the program failed because of an internal error; its log names the place",
    }
}
