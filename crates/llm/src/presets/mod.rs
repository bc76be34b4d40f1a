//! A model from a line of text: `openai:gpt-…`, `ollama:qwen3:8b`, or any server that speaks the
//! same wire, by its address. Enter through [`connect`] and [`connect_image`]; `table` lists the
//! servers. Not here: where keys are kept; whoever connects brings the key.

mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;
use serde_json::{Map, Value};

use crate::dialect::CallIdFormat;
use crate::http::{Http, HttpLimits, check_address};
use crate::providers::ollama::Ollama;
use crate::{ConfigError, HttpModel, ImageModel, LlmError, ModelLimits, ModelSettings, Provider};

use table::OTHER_IMAGES;
pub use table::{IMAGE_SERVICES, PRESETS};

/// Families of models that take no pictures, though their provider's others do.
const NO_VISION: [&str; 3] = ["gpt-3", "o1-mini", "o3-mini"];

/// Model families that accept a system message after the conversation although other models of
/// their provider do not.
const LATE_SYSTEM_MESSAGE: [&str; 1] = ["claude-opus-4-8"];

/// How long to wait for an image.
const IMAGE_TIMEOUT: Duration = Duration::from_secs(180);

/// The defaults for a server.
pub struct Preset {
    /// The name before the colon.
    pub name: &'static str,
    /// The wire format it uses.
    pub wire: &'static dyn Provider,
    /// The wire format at a user-defined URL, if compatible servers use another one.
    pub custom_address_wire: Option<&'static dyn Provider>,
    /// Its base URL; empty if only the user can know it.
    pub base_url: &'static str,
    /// The environment variable that usually holds its key; `None` if it needs no key.
    pub key_variable: Option<&'static str>,
    /// The default size limits of its models.
    pub limits: ModelLimits,
    /// Whether its models accept images by default. False if that depends on the model, because an
    /// image sent to a model without vision fails the whole request.
    pub supports_vision: bool,
    /// Whether it accepts a system message after the conversation; many servers accept one only at
    /// the beginning.
    pub late_system_message: bool,
    /// Whether it accepts a key for its prompt cache.
    pub cache_key: bool,
    /// The field that limits the length of the reply.
    pub max_tokens_field: &'static str,
    /// Which call ids it accepts.
    pub call_ids: CallIdFormat,
    /// Whether it requires reasoning with each call, even if empty.
    pub requires_thinking: bool,
    /// The API version, if the provider has a header for it.
    pub api_version: &'static str,
}

impl Preset {
    /// The preset with the given name.
    pub fn find(name: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|it| it.name == name)
    }
}

/// The user's options for a model; anything left out is taken from the preset.
#[derive(Debug, Clone, Default)]
pub struct ModelOptions {
    /// A provider name other than the preset's. State that a model wants back is only sent to the
    /// provider it came from, so two servers with one preset need different names.
    pub provider_name: Option<String>,
    /// Another base URL.
    pub base_url: Option<String>,
    /// The API key.
    pub key: Option<SecretString>,
    /// The context window, in tokens.
    pub context_tokens: Option<u64>,
    /// The longest reply, in tokens.
    pub output_tokens: Option<u64>,
    /// Whether the model accepts images.
    pub supports_vision: Option<bool>,
    /// Whether the server accepts a system message after the conversation.
    pub late_system_message: Option<bool>,
    /// Whether to stream the reply; true by default.
    pub stream: Option<bool>,
    /// The field that limits the length of the reply.
    pub max_tokens_field: Option<String>,
    /// Fields merged into the request body; `null` removes a field.
    pub extra: Map<String, Value>,
    /// The API version, if the provider has a header for it.
    pub api_version: Option<String>,
    /// Timeouts and size limits.
    pub http: Option<HttpLimits>,
}

/// Creates the model named by `provider:model`. Sends nothing.
pub fn connect(name: &str, options: ModelOptions, http: &Http) -> Result<HttpModel, LlmError> {
    let (wire, settings) = settings(name, options)?;
    Ok(HttpModel::new(wire, settings, http.clone()))
}

/// The wire format and settings for `provider:model` and the options.
pub(crate) fn settings(
    name: &str,
    options: ModelOptions,
) -> Result<(&'static dyn Provider, ModelSettings), LlmError> {
    let (provider, model) = name.split_once(':').unwrap_or((name, ""));
    let preset = Preset::find(provider).ok_or_else(|| {
        let known: Vec<_> = PRESETS.iter().map(|it| it.name).collect();
        ConfigError::ProviderNone {
            name: provider.to_owned(),
            known: known.join(", "),
        }
    })?;
    if model.is_empty() {
        return Err(ConfigError::ModelUnnamed {
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
    // At another URL, another vendor's model uses the same wire format.
    let takes_late =
        preset.late_system_message || LATE_SYSTEM_MESSAGE.iter().any(|it| model.starts_with(it));
    let usually_late = takes_late && !moved;
    let usually_sees = usually_sees(preset, model, moved);
    let settings = ModelSettings {
        provider: options.provider_name.unwrap_or_else(|| provider.to_owned()),
        model: model.to_owned(),
        base_url,
        key: options.key,
        limits: ModelLimits {
            context_tokens: options
                .context_tokens
                .unwrap_or(preset.limits.context_tokens),
            output_tokens: options.output_tokens.unwrap_or(preset.limits.output_tokens),
        },
        supports_vision: options.supports_vision.unwrap_or(usually_sees),
        late_system_message: options.late_system_message.unwrap_or(usually_late),
        cache_key: preset.cache_key && !moved,
        stream,
        max_tokens_field: options
            .max_tokens_field
            .unwrap_or(preset.max_tokens_field.to_owned()),
        extra: options.extra,
        call_ids: preset.call_ids,
        requires_thinking: preset.requires_thinking,
        api_version: options
            .api_version
            .unwrap_or_else(|| preset.api_version.to_owned()),
        http: options
            .http
            .unwrap_or_else(|| default_timeouts(on_this_machine || !stream)),
    };
    let wire = preset.custom_address_wire.filter(|_| moved);
    Ok((wire.unwrap_or(preset.wire), settings))
}

/// Whether the model named by `provider:model` takes pictures where nobody says otherwise; `moved`
/// where it is served at another URL. Nothing is known of an unknown provider's.
pub fn takes_pictures(name: &str, moved: bool) -> bool {
    let (provider, model) = name.split_once(':').unwrap_or((name, ""));
    Preset::find(provider).is_some_and(|it| usually_sees(it, model, moved))
}

fn usually_sees(preset: &Preset, model: &str, moved: bool) -> bool {
    preset.supports_vision && !moved && !NO_VISION.iter().any(|it| model.starts_with(it))
}

/// A service that makes pictures.
pub struct ImageService {
    /// What stands before the colon.
    pub name: &'static str,
    /// Where a server that makes pictures and does not talk is when nothing is set; `None` where
    /// [`PRESETS`] knows the service.
    pub address: Option<&'static str>,
    /// Makes the image model of these settings.
    pub model: fn(ModelSettings, Http) -> Arc<dyn ImageModel>,
}

/// The image model that `provider:model` names, by the API its provider has for pictures. Nothing is
/// sent yet.
pub fn connect_image(
    name: &str,
    options: ModelOptions,
    http: &Http,
) -> Result<Arc<dyn ImageModel>, LlmError> {
    let provider = name.split(':').next().unwrap_or_default();
    let service = IMAGE_SERVICES.iter().find(|it| it.name == provider);
    let settings = image_settings(name, options)?;
    let model = service.map_or(OTHER_IMAGES, |it| it.model);
    Ok(model(settings, http.clone()))
}

/// The settings of the image model that `provider:model` names.
pub(crate) fn image_settings(name: &str, options: ModelOptions) -> Result<ModelSettings, LlmError> {
    let provider = name.split(':').next().unwrap_or_default();
    let service = IMAGE_SERVICES.iter().find(|it| it.name == provider);
    let options = with_image_timeout(options);
    match service.and_then(|it| it.address) {
        Some(address) => self_hosted_settings(name, provider, address, options),
        None => Ok(settings(name, options)?.1),
    }
}

/// The settings for a server of pictures that the user runs.
fn self_hosted_settings(
    name: &str,
    kind: &str,
    address: &str,
    options: ModelOptions,
) -> Result<ModelSettings, LlmError> {
    let model = name.split_once(':').map_or("", |(_, model)| model);
    if model.is_empty() {
        return Err(ConfigError::CheckpointUnnamed {
            name: name.to_owned(),
            kind: kind.to_owned(),
        }
        .into());
    }
    let options = ModelOptions {
        provider_name: options.provider_name.or_else(|| Some(kind.to_owned())),
        base_url: options.base_url.or_else(|| Some(address.to_owned())),
        ..options
    };
    Ok(settings(&format!("openai-compatible:{model}"), options)?.1)
}

/// A picture takes its time.
fn with_image_timeout(options: ModelOptions) -> ModelOptions {
    let limits = HttpLimits {
        first_byte: IMAGE_TIMEOUT,
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
        return Err(ConfigError::AddressNone {
            provider: preset.name.to_owned(),
        }
        .into());
    }
    let (given, query) = match given.trim().split_once('?') {
        Some((given, query)) => (given, format!("?{query}")),
        None => (given.trim(), String::new()),
    };
    let trimmed = given.trim_end_matches('/');
    // People copy the URL of the complete endpoint from examples.
    let calls = ["/chat/completions", "/responses", "/messages", "/api/chat"];
    let base = calls.iter().find_map(|it| trimmed.strip_suffix(it));
    let mut base = base.unwrap_or(trimmed);
    if preset.wire.name() == Ollama.name() {
        // Its own API is next to the OpenAI-compatible one.
        base = base.strip_suffix("/v1").unwrap_or(base);
        base = base.strip_suffix("/api").unwrap_or(base);
    }
    let base = format!("{base}{query}");
    check_address(&base)?;
    Ok(base)
}

/// A local server may have to load its model first, and one that does not stream is silent until
/// the reply is complete.
fn default_timeouts(slow: bool) -> HttpLimits {
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
