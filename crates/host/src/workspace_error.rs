//! What the workspace and its interfaces refuse, by fixed words: as far as people at a window meet it. Not here:
//! what only callers by name meet, which is told in English alone.

model::messages! {
    /// Why the workspace refuses. As JSON it is a fixed word and its parts.
    pub enum WorkspaceError {
        StoriesFolderNone {} = "this system has no folder for documents",
        TitleEmpty {} = "the title is empty",
        TitleControl {} = "the title holds a control character",
        StoriesSeveral {} = "several stories are open",
        StoryShut {} = "the story this window worked on is not open any more",
        StoryMoved { path: String } = "{path} was moved",
        StoryUnlisted { story: String } = "there is no story {story:?} on the list",
        FileUnpicked { path: String } = "nobody has picked {path} here",
        NoHub {} = "this program cannot open a story to agents",
        NoCommand { name: String } = "there is no command /{name}",
        LineUnread { usage: String } = "the line cannot be read; it is written: {usage}",
        ServerMisnamed { name: String } = "{name:?} is no name for a server",
        ServerNameTaken { name: String } = "Storyteller has tools called {name} itself",
        ServerNone { name: String } = "there is no server {name:?}",
        ServerUnreachable {} = "a server is either a command or an address",
        ServerAddressUnfit {} = "this is no address of a server",
        ServerAddressOpen {} = "a key is not sent over an address that others can read",
        ServerKeyUnused {} = "a server that is a command takes no key",
        ServerVariableUnfit {} = "this is no variable of an environment",
        ServerToolNone { server: String, tool: String } = "{server} has no tool {tool:?} now",
        ServerToolChanged { tool: String } = "{tool} now describes itself in another way",
        ProgramFell {} = "the program failed for a reason of its own; its log names the place",
    }
}
