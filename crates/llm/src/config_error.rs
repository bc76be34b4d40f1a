//! What is wrong with settings that name a model, as messages with an id, for the people who edit
//! them. Errors reported by a service are in `error`.

use crate::LlmError;

model::messages! {
    /// Why the settings do not name a usable model. As JSON, a message id and its arguments.
    pub enum ConfigError {
        ProviderNone { name: String, known: String } = "no provider is called {name:?}; there are {known}. Any other server that speaks the OpenAI API is openai-compatible:MODEL with its address",
        ModelUnnamed { name: String, provider: String } = "{name:?} names no model; write {provider}:MODEL, with the model's id as {provider} has it",
        CheckpointUnnamed { name: String, kind: String } = "{name:?} names no model; write {kind}:CHECKPOINT, with its name as the server has it",
        ModelMisspelled { name: String } = "{name:?} is not a model id; write it like gemini-2.5-flash",
        AddressNone { provider: String } = "{provider} needs the address of its server, such as http://127.0.0.1:8080/v1",
        AddressUnread {} = "the address of the model's server is not valid",
        AddressNamed {} = "the address of the model's server contains a name or password; give the key in the settings instead",
        AddressOpen { host: String } = "the address of the model's server must begin with https:// (http:// is for this machine only, and {host} is another)",
        AddressOther {} = "the address of the model's server must begin with https://",
    }
}

impl From<ConfigError> for LlmError {
    fn from(word: ConfigError) -> Self {
        Self::Misconfigured {
            message: word.into(),
        }
    }
}
