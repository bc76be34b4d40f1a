//! Why an MCP server of the settings does not work, as messages with an id, so that a window shows
//! it in its own language. Not here: how servers run (the crate `mcp`).

model::messages! {
    /// Why a server does not work. As JSON it is a fixed word and its parts.
    pub enum ServerFailure {
        ServerMisconfigured { server: String } = "an MCP server cannot be named {server:?}, or has the name of tools of Storyteller",
        ServerProgramMissing { server: String, command: String } = "the MCP server {server} cannot be started: there is no program {command}",
        ServerUnstarted { server: String, command: String, why: String } = "the MCP server {server} cannot be started: {command}: {why}",
        ServerSilent { server: String } = "the MCP server {server} does not answer",
        ServerOffline { server: String } = "the MCP server {server} cannot be reached at its address",
        ServerUnauthorized { server: String } = "the MCP server {server} asks for another key",
        ServerSignInNeeded { server: String } = "the MCP server {server} asks you to sign in",
        ServerSignInNone { server: String } = "the MCP server {server} offers no way to sign in",
        ServerSignInDenied { server: String } = "signing in to the MCP server {server} was denied",
        ServerSignInFailed { server: String, why: String } = "signing in to the MCP server {server} failed: {why}",
        ServerSignInUnregistered { server: String, why: String } = "the MCP server {server} did not register Storyteller as a client: {why}",
        ServerSignInLate { server: String, minutes: u64 } = "nobody signed in to the MCP server {server} within {minutes} minutes",
        ServerForeign { server: String } = "what should be the MCP server {server} does not speak MCP",
        ServerEnded { server: String } = "the MCP server {server} has ended",
        ServerEndedSaying { server: String, words: String } = "the MCP server {server} has ended; it wrote last: {words}",
        ServerBrokeOff { server: String } = "the MCP server {server} broke off",
        ServerRefused { server: String, words: String } = "the MCP server {server} refused: {words}",
        ServerToolFailed { server: String, words: String } = "the MCP server {server} could not do it: {words}",
        ServerResourceTextless { server: String, uri: String } = "{uri} of the MCP server {server} has no text",
        ServerToolsUnusable { server: String, why: String } = "the tools of the MCP server {server} cannot be used: {why}",
    }
}
