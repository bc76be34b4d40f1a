//! What is wrong with settings that name a model, by fixed words: those that people meet who fill
//! them in. Not here: what a service says of them.

use crate::LlmError;

model::said! {
    /// Why settings name no model that could be asked. As JSON it is a fixed word and its parts.
    pub enum Misset {
        ProviderNone { name: String, known: String } = "no provider is called {name:?}; there are {known}. Any other server that speaks the OpenAI API is openai-compatible:MODEL with its address",
        ModelUnnamed { name: String, provider: String } = "{name:?} names no model; write {provider}:MODEL, with the model's id as {provider} has it",
        CheckpointUnnamed { name: String, kind: String } = "{name:?} names no model; write {kind}:CHECKPOINT, with its name as the server has it",
        ModelMisspelled { name: String } = "{name:?} is no id of a model; write it as gemini-2.5-flash",
        AddressNone { provider: String } = "{provider} needs the address of its server, such as http://127.0.0.1:8080/v1",
        AddressUnread {} = "the address of the model's server is no address",
        AddressNamed {} = "the address of the model's server holds a name or password; give the key in the settings instead",
        AddressOpen { host: String } = "the address of the model's server must begin with https:// (http:// is for this machine only, and {host} is another)",
        AddressOther {} = "the address of the model's server must begin with https://",
    }
}

impl From<Misset> for LlmError {
    fn from(word: Misset) -> Self {
        Self::Misconfigured {
            message: word.into(),
        }
    }
}
