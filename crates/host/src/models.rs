//! From a model's name in the settings to the model: `builtin`, `openai:gpt-…`, or one's own
//! server. Enter through [`language_model`] and [`image_model`].
//!
//! Not here: the APIs of services (`llm`), and where keys are kept (`settings`).

use std::sync::Arc;

use async_trait::async_trait;
use llm::ListedModel;
use llm::connection::{self, ConnectionCheck};
use llm::http::Http;
use llm::{
    AgentContext, GeneratedImage, IMAGE_SERVICES, ImageModel, ImageRequest, ImageService,
    LanguageModel, LlmError, ModelLimits, ModelOptions, PRESETS, Preset,
};
use model::LocalizedMessage;
use model::conversation::{Delta, Payload, ProviderResponse};
use offline::{CommandReader, Painter};
use tokio_util::sync::CancellationToken;

use crate::RealWorld;
use crate::file_model::FileModel;
use crate::fonts;
use crate::settings::{BUILT_IN, Keys, ProviderEntry, Settings, SettingsError};

/// The preset for any server that speaks OpenAI's chat API.
const COMPATIBLE: &str = "openai-compatible";

/// A model that cannot be used, and fails with the reason when it is: the story still opens.
pub struct UnavailableModel {
    /// Provider and model, as chosen.
    pub name: String,
    /// The reason, and what to do.
    pub error: LlmError,
}

#[async_trait]
impl LanguageModel for UnavailableModel {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn limits(&self) -> ModelLimits {
        ModelLimits {
            context_tokens: 128_000,
            output_tokens: 4_096,
        }
    }

    async fn generate(
        &self,
        _: &Payload,
        _: &AgentContext,
        _: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ProviderResponse, LlmError> {
        Err(self.error.clone())
    }
}

#[async_trait]
impl ImageModel for UnavailableModel {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn is_paid(&self) -> bool {
        false
    }

    async fn generate_with_progress(
        &self,
        _: &ImageRequest,
        _: &CancellationToken,
        _: &mut (dyn FnMut(f32) + Send),
    ) -> Result<GeneratedImage, LlmError> {
        Err(self.error.clone())
    }
}

/// The image models that a tool may use: one, chosen when the story was opened.
pub(crate) struct ConfiguredModels(pub(crate) Arc<dyn ImageModel>);

impl capability::Models for ConfiguredModels {
    fn image(&self) -> Arc<dyn ImageModel> {
        Arc::clone(&self.0)
    }

    fn fonts(&self) -> Vec<(Arc<Vec<u8>>, u32)> {
        fonts::system_fonts()
    }
}

/// The language model of a name: `builtin`, `provider:model`, or with an address any model of a
/// server that speaks OpenAI's chat API. A missing key is reported when the model is used.
pub fn language_model(
    name: &str,
    base_url: Option<&str>,
    settings: &Settings,
    keys: &Keys,
) -> Result<Arc<dyn LanguageModel>, SettingsError> {
    if name == BUILT_IN && base_url.is_none() {
        return Ok(built_in_language_model());
    }
    if let Some(played) = FileModel::named(name).filter(|_| base_url.is_none()) {
        return Ok(match played {
            Ok(model) => Arc::new(model),
            Err(error) => Arc::new(UnavailableModel {
                name: name.to_owned(),
                error,
            }),
        });
    }
    let request = match model_request(name, base_url, settings, keys) {
        Ok(request) => request,
        Err(error) => {
            return Ok(Arc::new(UnavailableModel {
                name: name.to_owned(),
                error,
            }));
        }
    };
    let connected =
        Http::new().and_then(|http| llm::connect(&request.name, request.options, &http));
    match connected {
        Ok(model) => Ok(Arc::new(model)),
        Err(LlmError::Misconfigured { message }) => Err(SettingsError::UnknownModel {
            name: name.to_owned(),
            why: message,
        }),
        Err(error) => Ok(Arc::new(UnavailableModel {
            name: name.to_owned(),
            error,
        })),
    }
}

/// The language model of a name, or one that reports why it is unavailable when it is used.
pub fn language_model_or_unavailable(
    name: &str,
    base_url: Option<&str>,
    settings: &Settings,
    keys: &Keys,
) -> Arc<dyn LanguageModel> {
    language_model(name, base_url, settings, keys).unwrap_or_else(|error| {
        let message = LocalizedMessage::from_error(&error, error.said());
        Arc::new(UnavailableModel {
            name: name.to_owned(),
            error: LlmError::Misconfigured { message },
        })
    })
}

/// The image model of the settings. An unavailable one fails when a picture is requested: the story
/// still opens.
pub fn image_model(settings: &Settings, keys: &Keys) -> Arc<dyn ImageModel> {
    let name = &settings.image_model;
    if name == BUILT_IN {
        return built_in_image_model();
    }
    let connect =
        |request: ModelRequest| llm::connect_image(&request.name, request.options, &Http::new()?);
    match model_request(name, None, settings, keys).and_then(connect) {
        Ok(model) => model,
        Err(error) => Arc::new(UnavailableModel {
            name: name.clone(),
            error,
        }),
    }
}

/// The model that understands plain commands, without a key or a network.
pub(crate) fn built_in_language_model() -> Arc<dyn LanguageModel> {
    Arc::new(CommandReader)
}

/// The image model without a key or a network.
pub(crate) fn built_in_image_model() -> Arc<dyn ImageModel> {
    Arc::new(Painter)
}

/// Sends a model one short question to test whether it can be used; the error says why not: a
/// rejected key, an unknown model, no server at the address.
pub async fn check(
    name: &str,
    base_url: Option<&str>,
    settings: &Settings,
    keys: &Keys,
    cancelled: &CancellationToken,
) -> ConnectionCheck {
    if name == BUILT_IN && base_url.is_none() {
        return ConnectionCheck::answered(0);
    }
    let chosen =
        model_request(name, base_url, settings, keys).and_then(|it| Ok((it, Http::new()?)));
    match chosen {
        Ok((request, http)) => {
            let world = Arc::new(RealWorld);
            connection::check(&request.name, request.options, &http, world, cancelled).await
        }
        Err(error) => ConnectionCheck::failed(&error, 0),
    }
}

/// The models of a provider, as listed by its server or by one at another address.
pub async fn list(
    provider: &str,
    base_url: Option<&str>,
    settings: &Settings,
    keys: &Keys,
    cancelled: &CancellationToken,
) -> Result<Vec<ListedModel>, LlmError> {
    let request = model_request(&format!("{provider}:list"), base_url, settings, keys)?;
    connection::models(&request.name, request.options, &Http::new()?, cancelled).await
}

/// Whether the language model of a name is shown pictures: as the settings say, or else by its
/// default. The built-in one reads only text.
pub fn takes_pictures(name: &str, base_url: Option<&str>, settings: &Settings) -> bool {
    let (provider, model) = name.split_once(':').unwrap_or((name, ""));
    let own = settings
        .providers
        .get(provider)
        .filter(|_| base_url.is_none());
    let Some(own) = own else {
        return llm::takes_pictures(name, base_url.is_some());
    };
    let usual = format!("{}:{model}", protocol_of(provider, own));
    own.pictures
        .unwrap_or_else(|| llm::takes_pictures(&usual, !own.base_url.is_empty()))
}

/// The request to `llm`.
struct ModelRequest {
    name: String,
    options: ModelOptions,
}

/// Resolves a name in the settings for `llm`, with address and key.
fn model_request(
    name: &str,
    base_url: Option<&str>,
    settings: &Settings,
    keys: &Keys,
) -> Result<ModelRequest, LlmError> {
    let (provider, model) = name.split_once(':').unwrap_or((name, ""));
    let own = settings
        .providers
        .get(provider)
        .filter(|_| base_url.is_none());
    // With an address, the whole name may be the server's own: `qwen3:8b`.
    let is_foreign = own.is_none() && base_url.is_some() && Preset::find(provider).is_none();
    let (provider, wire_name) = match own {
        Some(own) => (provider, format!("{}:{model}", protocol_of(provider, own))),
        None if is_foreign => (COMPATIBLE, format!("{COMPATIBLE}:{name}")),
        None => (provider, name.to_owned()),
    };
    let found = keys
        .find(key_owner(provider))
        .map_err(|error| LlmError::Misconfigured {
            message: LocalizedMessage::from_error(&error, error.said()),
        })?;
    let key = found.map(|it| it.secret);
    let address = own.map(|it| it.base_url.as_str()).or(base_url);
    let address = address.filter(|it| !it.is_empty());
    let needs_key = Preset::find(provider).is_some_and(|it| it.key_variable.is_some());
    if key.is_none() && needs_key && address.is_none() {
        return Err(LlmError::Unauthorized {
            provider: provider.to_owned(),
            message: format!(
                "there is no key for {provider}; keep one with: storyteller key set {provider}"
            ),
        });
    }
    let own = own.cloned();
    let provider_name = own.as_ref().map(|_| provider.to_owned());
    let own = own.unwrap_or_default();
    let options = ModelOptions {
        provider_name,
        base_url: address.map(str::to_owned),
        context_tokens: own.context_tokens,
        output_tokens: own.output_tokens,
        supports_vision: own.pictures,
        late_system_message: own.late_system,
        api_version: own.api_version,
        extra: own.extra,
        key,
        ..ModelOptions::default()
    };
    Ok(ModelRequest {
        name: wire_name,
        options,
    })
}

/// The name that a provider's key is stored under: one account may be used through two APIs.
fn key_owner(provider: &str) -> &str {
    match provider {
        "openai-chat" | "openai-responses" => "openai",
        other => other,
    }
}

/// The known server whose API an entry of the settings uses.
fn protocol_of<'a>(name: &'a str, entry: &'a ProviderEntry) -> &'a str {
    let paints = IMAGE_SERVICES.iter().any(|it| it.name == name);
    match entry.like.as_str() {
        "" if paints || Preset::find(name).is_some() => name,
        "" => COMPATIBLE,
        like => like,
    }
}

/// A model or a family of models, for a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownModel {
    /// Its name in the settings: `builtin`, `openai:…`.
    pub name: String,
    /// Its provider; `None` for the built-in one.
    pub provider: Option<String>,
    /// Its address; empty if only the user can know it.
    pub address: String,
    /// Whether it needs a key.
    pub needs_key: bool,
}

/// Every image model or family of models that can be chosen.
pub fn known_image_models(settings: &Settings) -> Vec<KnownModel> {
    let built_in = KnownModel {
        name: BUILT_IN.into(),
        provider: None,
        address: "in this program: paints simple scenes".into(),
        needs_key: false,
    };
    let known = |it: &ImageService| {
        let entry = settings.providers.get(it.name);
        let own = entry.map(|it| it.base_url.as_str());
        let preset = Preset::find(it.name);
        let usual = it.address.or(preset.map(|it| it.base_url));
        let own = own.filter(|own| it.address.is_some() && !own.is_empty());
        KnownModel {
            name: format!("{}:…", it.name),
            provider: Some(it.name.to_owned()),
            address: own.or(usual).unwrap_or_default().to_owned(),
            needs_key: preset.is_some_and(|it| it.key_variable.is_some()),
        }
    };
    std::iter::once(built_in)
        .chain(IMAGE_SERVICES.iter().map(known))
        .collect()
}

/// Every language model or family of models that can be chosen.
pub fn known(settings: &Settings) -> Vec<KnownModel> {
    let built_in = KnownModel {
        name: BUILT_IN.into(),
        provider: None,
        address: "in this program: reads plain commands".into(),
        needs_key: false,
    };
    let preset = |it: &Preset| KnownModel {
        name: format!("{}:…", it.name),
        provider: Some(it.name.to_owned()),
        address: it.base_url.to_owned(),
        needs_key: it.key_variable.is_some(),
    };
    let own = settings.providers.iter().map(|(name, entry)| KnownModel {
        name: format!("{name}:…"),
        provider: Some(name.clone()),
        address: entry.base_url.clone(),
        needs_key: false,
    });
    let unchanged = PRESETS
        .iter()
        .filter(|it| !settings.providers.contains_key(it.name));
    std::iter::once(built_in)
        .chain(unchanged.map(preset))
        .chain(own)
        .collect()
}

/// The names that keys may be stored under.
pub fn providers(settings: &Settings) -> impl Iterator<Item = String> {
    known(settings).into_iter().filter_map(|it| it.provider)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        let entry = ProviderEntry {
            base_url: "http://127.0.0.1:9/v1".into(),
            ..ProviderEntry::default()
        };
        Settings {
            providers: [("home".to_owned(), entry)].into(),
            ..Settings::default()
        }
    }

    fn name_of(name: &str, base_url: Option<&str>) -> Result<String, String> {
        let model = language_model(name, base_url, &settings(), &Keys::none());
        model.map(|it| it.name()).map_err(|error| error.to_string())
    }

    #[test]
    fn reported_picture_support_matches_the_model() {
        let settings = Settings {
            providers: [
                ("home", "http://127.0.0.1:9/v1", None),
                ("sees", "http://127.0.0.1:9/v1", Some(true)),
                ("ollama", "", Some(false)),
            ]
            .map(|(name, base_url, pictures)| {
                let entry = ProviderEntry {
                    base_url: base_url.into(),
                    pictures,
                    ..ProviderEntry::default()
                };
                (name.to_owned(), entry)
            })
            .into(),
            ..Settings::default()
        };
        let here = Some("http://127.0.0.1:9/v1");
        for (name, base_url, expected) in [
            ("builtin", None, false),
            ("home:qwen", None, false),
            ("sees:qwen", None, true),
            ("ollama:qwen3:8b", None, false),
            ("openai:gpt-5-mini", here, false),
            ("gemini:gemini-3-flash-preview", here, false),
            ("qwen", here, false),
        ] {
            let actual = takes_pictures(name, base_url, &settings);
            assert_eq!(actual, expected, "{name}");
            let model = language_model(name, base_url, &settings, &Keys::none()).unwrap();
            assert_eq!(actual, model.supports_vision(), "{name}");
        }
        assert!(takes_pictures("openai:gpt-5-mini", None, &settings));
        assert!(!takes_pictures("nobody:model", None, &settings));
    }

    #[test]
    fn resolves_model_names() {
        let here = Some("http://127.0.0.1:9/v1");
        assert_eq!(name_of("builtin", None), Ok("builtin:commands".into()));
        assert_eq!(
            name_of("ollama:qwen3:8b", None),
            Ok("ollama:qwen3:8b".into())
        );
        let compatible = |model: &str| Ok(format!("openai-compatible:{model}"));
        assert_eq!(name_of("home:qwen", None), Ok("home:qwen".into()));
        assert_eq!(name_of("qwen3:8b", here), compatible("qwen3:8b"));
        assert_eq!(name_of("qwen", here), compatible("qwen"));
        let error = name_of("nope", None).unwrap_err();
        assert!(
            error.starts_with("there is no model \"nope\": no provider is called"),
            "{error}"
        );
    }

    #[test]
    fn listing_models_uses_the_given_base_url() {
        let address = |name: &str, base_url: Option<&str>| {
            let request = model_request(name, base_url, &settings(), &Keys::none()).unwrap();
            (request.name, request.options.base_url)
        };
        let elsewhere = "http://127.0.0.1:7/v1";
        let (name, at) = address("openai:list", Some(elsewhere));
        assert_eq!(
            (name.as_str(), at.as_deref()),
            ("openai:list", Some(elsewhere))
        );
        let (_, at) = address("home:list", None);
        assert_eq!(at.as_deref(), Some("http://127.0.0.1:9/v1"));
    }

    #[tokio::test]
    async fn using_a_model_without_a_key_reports_the_missing_key() {
        let model = language_model("openai:gpt-5", None, &settings(), &Keys::none()).unwrap();
        let context = AgentContext {
            tools: Default::default(),
            cancelled: CancellationToken::new(),
            world: Arc::new(model::FixedWorld::default()),
            editing: None,
        };
        let answered = model
            .generate(&Payload::default(), &context, &mut |_| {})
            .await;
        let error = answered.unwrap_err().to_string();
        let expected = "openai refuses the key: there is no key for openai; keep one with: \
                        storyteller key set openai";
        assert_eq!(error, expected);
    }
}
