//! A model from a line of text: `openai:gpt-…`, `ollama:qwen3:8b`, or any server that speaks the
//! same wire, by its address. Enter through [`connect`]; [`PRESETS`] is the one table of servers.
//! Not here: where keys are kept; whoever connects brings the key.

use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;
use serde_json::{Map, Value};

use crate::dialect::CallIds;
use crate::http::{Http, HttpLimits, check_address};
use crate::providers::anthropic::{self, Anthropic};
use crate::providers::automatic1111::{self, Automatic1111};
use crate::providers::comfyui::{self, ComfyUi};
use crate::providers::gemini::Gemini;
use crate::providers::gemini_images::GeminiImages;
use crate::providers::ollama::Ollama;
use crate::providers::openai::OpenAi;
use crate::providers::openai_images::OpenAiImages;
use crate::providers::responses::Responses;
use crate::{HttpModel, ImageModel, LlmError, Misset, ModelLimits, ModelSettings, Provider};

/// Families of models that take no pictures, though their provider's others do.
const BLIND: [&str; 3] = ["gpt-3", "o1-mini", "o3-mini"];

/// Families of models that take a word of the system's behind the conversation, though their
/// provider's others do not.
const LATE_SYSTEM: [&str; 1] = ["claude-opus-4-8"];

/// How long a picture may be waited for.
const PICTURE: Duration = Duration::from_secs(180);

/// A server as it is when nothing is set.
pub struct Preset {
    /// What stands before the colon.
    pub name: &'static str,
    /// The wire it speaks.
    pub wire: &'static dyn Provider,
    /// The wire at an address of the user's own, where servers that imitate this one speak another.
    pub wire_elsewhere: Option<&'static dyn Provider>,
    /// Where it is; empty where only the user can know.
    pub base_url: &'static str,
    /// The environment variable its key is customarily kept in; `None` where it needs no key.
    pub key_variable: Option<&'static str>,
    /// What its models take in and give out, if the user does not say.
    pub limits: ModelLimits,
    /// Whether its models take pictures, if the user does not say. Where that depends on the model
    /// it is no: a picture sent to one that is blind fails the whole request.
    pub sees: bool,
    /// Whether it takes a word of the system's behind the conversation; many servers take one at the
    /// beginning alone.
    pub late_system: bool,
    /// Whether it takes a key by which it finds what it has cached.
    pub cache_key: bool,
    /// The field that bounds the reply.
    pub max_tokens_field: &'static str,
    /// What it takes for the id of a call.
    pub call_ids: CallIds,
    /// Whether it wants thinking beside each call, be it empty.
    pub blank_thinking: bool,
    /// The version of its API, where the wire has a header for it.
    pub api_version: &'static str,
}

/// A server in the cloud that speaks the OpenAI wire.
const fn cloud(name: &'static str, base_url: &'static str, key: &'static str) -> Preset {
    Preset {
        name,
        wire: &OpenAi,
        wire_elsewhere: None,
        base_url,
        key_variable: Some(key),
        limits: ModelLimits {
            context_tokens: 128_000,
            output_tokens: 8_192,
        },
        sees: false,
        late_system: false,
        cache_key: false,
        max_tokens_field: "max_tokens",
        call_ids: CallIds::Any,
        blank_thinking: false,
        api_version: "",
    }
}

/// A server on this machine that speaks the OpenAI wire. Such servers cut what is too long without
/// a word, so the limits are low until the user raises them on both sides.
const fn local(name: &'static str, base_url: &'static str) -> Preset {
    Preset {
        key_variable: None,
        limits: ModelLimits {
            context_tokens: 8_192,
            output_tokens: 2_048,
        },
        ..cloud(name, base_url, "")
    }
}

/// OpenAI itself, which speaks two wires.
const OPENAI: Preset = Preset {
    limits: ModelLimits {
        context_tokens: 128_000,
        output_tokens: 16_384,
    },
    sees: true,
    late_system: true,
    cache_key: true,
    max_tokens_field: "max_completion_tokens",
    ..cloud("openai-chat", "https://api.openai.com/v1", "OPENAI_API_KEY")
};

/// Every server known by name.
pub static PRESETS: &[Preset] = &[
    // Over Responses the models keep their reasoning between calls. Servers that imitate OpenAI
    // speak the older wire, so at another address that one is spoken.
    Preset {
        name: "openai",
        wire: &Responses,
        wire_elsewhere: Some(&OpenAi),
        ..OPENAI
    },
    OPENAI,
    Preset {
        name: "openai-responses",
        wire: &Responses,
        ..OPENAI
    },
    Preset {
        limits: ModelLimits {
            context_tokens: 32_768,
            output_tokens: 4_096,
        },
        ..local("openai-compatible", "")
    },
    Preset {
        wire: &Anthropic,
        sees: true,
        limits: ModelLimits {
            context_tokens: 200_000,
            output_tokens: 16_384,
        },
        api_version: anthropic::VERSION,
        ..cloud(
            "anthropic",
            "https://api.anthropic.com/v1",
            "ANTHROPIC_API_KEY",
        )
    },
    Preset {
        wire: &Gemini,
        sees: true,
        limits: ModelLimits {
            context_tokens: 1_000_000,
            output_tokens: 32_768,
        },
        ..cloud(
            "gemini",
            "https://generativelanguage.googleapis.com/v1beta",
            "GEMINI_API_KEY",
        )
    },
    Preset {
        wire: &Ollama,
        ..local("ollama", "http://127.0.0.1:11434")
    },
    local("lmstudio", "http://127.0.0.1:1234/v1"),
    local("llamacpp", "http://127.0.0.1:8080/v1"),
    local("vllm", "http://127.0.0.1:8000/v1"),
    Preset {
        blank_thinking: true,
        ..cloud("deepseek", "https://api.deepseek.com", "DEEPSEEK_API_KEY")
    },
    cloud(
        "openrouter",
        "https://openrouter.ai/api/v1",
        "OPENROUTER_API_KEY",
    ),
    Preset {
        call_ids: CallIds::Nine,
        ..cloud("mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY")
    },
    Preset {
        late_system: true,
        ..cloud("xai", "https://api.x.ai/v1", "XAI_API_KEY")
    },
    cloud("groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY"),
];

impl Preset {
    /// The preset of that name.
    pub fn find(name: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|it| it.name == name)
    }
}

/// What a user sets beside the name of a model; whatever is left out is as the preset says.
#[derive(Debug, Clone, Default)]
pub struct ModelOptions {
    /// Another name to go by than the preset's: state that a model wants back returns only to whom
    /// it came from, and two servers of one preset are two.
    pub called: Option<String>,
    /// Another address.
    pub base_url: Option<String>,
    /// The key.
    pub key: Option<SecretString>,
    /// The context window, in tokens.
    pub context_tokens: Option<u64>,
    /// The longest reply, in tokens.
    pub output_tokens: Option<u64>,
    /// Whether the model takes pictures.
    pub sees: Option<bool>,
    /// Whether the server takes a word of the system's behind the conversation.
    pub late_system: Option<bool>,
    /// Whether the reply comes in pieces; it does unless this says no.
    pub stream: Option<bool>,
    /// The name of the field that bounds the reply.
    pub max_tokens_field: Option<String>,
    /// Fields laid over the request's body; `null` takes one out of it.
    pub extra: Map<String, Value>,
    /// The version of the API, where the wire has a header for it.
    pub api_version: Option<String>,
    /// How long to wait and how much to take.
    pub http: Option<HttpLimits>,
}

/// Makes the model that `provider:model` names. Nothing is sent yet.
pub fn connect(name: &str, options: ModelOptions, http: &Http) -> Result<HttpModel, LlmError> {
    let (wire, settings) = settings(name, options)?;
    Ok(HttpModel::new(wire, settings, http.clone()))
}

/// The wire and the settings that `provider:model` and the options come to.
pub(crate) fn settings(
    name: &str,
    options: ModelOptions,
) -> Result<(&'static dyn Provider, ModelSettings), LlmError> {
    let (provider, model) = name.split_once(':').unwrap_or((name, ""));
    let preset = Preset::find(provider).ok_or_else(|| {
        let known: Vec<_> = PRESETS.iter().map(|it| it.name).collect();
        Misset::ProviderNone {
            name: provider.to_owned(),
            known: known.join(", "),
        }
    })?;
    if model.is_empty() {
        return Err(Misset::ModelUnnamed {
            name: name.to_owned(),
            provider: provider.to_owned(),
        }
        .into());
    }
    let moved = options.base_url.is_some();
    let base_url = base_url(preset, options.base_url)?;
    if let (Some(variable), None, false) = (preset.key_variable, &options.key, moved) {
        return Err(LlmError::Unauthorized {
            provider: provider.to_owned(),
            message: format!("no key is set; keep one in the settings or in {variable}"),
        });
    }
    let on_this_machine = base_url.starts_with("http:");
    let stream = options.stream.unwrap_or(true);
    // Elsewhere another's model answers to the same wire.
    let takes_late = preset.late_system || LATE_SYSTEM.iter().any(|it| model.starts_with(it));
    let usually_late = takes_late && !moved;
    let usually_sees = preset.sees && !moved && !BLIND.iter().any(|it| model.starts_with(it));
    let settings = ModelSettings {
        provider: options.called.unwrap_or_else(|| provider.to_owned()),
        model: model.to_owned(),
        base_url,
        key: options.key,
        limits: ModelLimits {
            context_tokens: options
                .context_tokens
                .unwrap_or(preset.limits.context_tokens),
            output_tokens: options.output_tokens.unwrap_or(preset.limits.output_tokens),
        },
        sees: options.sees.unwrap_or(usually_sees),
        late_system: options.late_system.unwrap_or(usually_late),
        cache_key: preset.cache_key && !moved,
        stream,
        max_tokens_field: options
            .max_tokens_field
            .unwrap_or(preset.max_tokens_field.to_owned()),
        extra: options.extra,
        call_ids: preset.call_ids,
        blank_thinking: preset.blank_thinking,
        api_version: options
            .api_version
            .unwrap_or_else(|| preset.api_version.to_owned()),
        http: options
            .http
            .unwrap_or_else(|| patience(on_this_machine || !stream)),
    };
    let wire = preset.wire_elsewhere.filter(|_| moved);
    Ok((wire.unwrap_or(preset.wire), settings))
}

/// The image model that `provider:model` names, by the API its provider has for pictures.
pub fn connect_image(
    name: &str,
    options: ModelOptions,
    http: &Http,
) -> Result<Arc<dyn ImageModel>, LlmError> {
    let provider = name.split(':').next().unwrap_or_default();
    Ok(match provider {
        "gemini" => Arc::new(GeminiImages::connect(name, options, http)?),
        automatic1111::NAME => Arc::new(Automatic1111::connect(name, options, http)?),
        comfyui::NAME => Arc::new(ComfyUi::connect(name, options, http)?),
        _ => Arc::new(OpenAiImages::connect(name, options, http)?),
    })
}

/// Servers that make pictures and do not talk, with the address they are at when nothing is set.
pub static PICTURE_SERVERS: [(&str, &str); 2] = [
    (automatic1111::NAME, automatic1111::ADDRESS),
    (comfyui::NAME, comfyui::ADDRESS),
];

/// The settings for a server of pictures that the user runs.
pub(crate) fn own_server(
    name: &str,
    kind: &str,
    address: &str,
    options: ModelOptions,
) -> Result<ModelSettings, LlmError> {
    let model = name.split_once(':').map_or("", |(_, model)| model);
    if model.is_empty() {
        return Err(Misset::CheckpointUnnamed {
            name: name.to_owned(),
            kind: kind.to_owned(),
        }
        .into());
    }
    let options = ModelOptions {
        called: options.called.or_else(|| Some(kind.to_owned())),
        base_url: options.base_url.or_else(|| Some(address.to_owned())),
        ..options
    };
    Ok(settings(&format!("openai-compatible:{model}"), options)?.1)
}

/// A picture takes its time.
pub(crate) fn patient(options: ModelOptions) -> ModelOptions {
    let limits = HttpLimits {
        first_byte: PICTURE,
        ..HttpLimits::default()
    };
    ModelOptions {
        http: options.http.or(Some(limits)),
        ..options
    }
}

fn base_url(preset: &Preset, given: Option<String>) -> Result<String, LlmError> {
    let given = given.unwrap_or_else(|| preset.base_url.to_owned());
    if given.trim().is_empty() {
        return Err(Misset::AddressNone {
            provider: preset.name.to_owned(),
        }
        .into());
    }
    let trimmed = given.trim().trim_end_matches('/');
    // People copy the address of the whole call out of examples.
    let calls = ["/chat/completions", "/responses", "/messages", "/api/chat"];
    let base = calls.iter().find_map(|it| trimmed.strip_suffix(it));
    let mut base = base.unwrap_or(trimmed);
    if preset.wire.name() == Ollama.name() {
        // Its own API stands beside the one that imitates OpenAI's.
        base = base.strip_suffix("/v1").unwrap_or(base);
        base = base.strip_suffix("/api").unwrap_or(base);
    }
    check_address(base)?;
    Ok(base.to_owned())
}

/// A server on this machine may first have to load its model, and one that does not stream is
/// silent until it has said everything.
fn patience(slow: bool) -> HttpLimits {
    let usual = HttpLimits::default();
    if slow {
        HttpLimits {
            first_byte: Duration::from_secs(300),
            ..usual
        }
    } else {
        usual
    }
}

#[cfg(test)]
mod tests;
