//! Every service that can be talked to by name: [`PRESETS`] for words, [`IMAGE_SERVICES`] for
//! pictures. A provider that is in neither cannot be reached; a test finds it.

use std::sync::Arc;

use super::{ImageService, Preset};
use crate::dialect::CallIdFormat;
use crate::http::Http;
use crate::providers::{
    anthropic, automatic1111, comfyui, gemini, gemini_images, ollama, openai, openai_images,
    responses,
};
use crate::{ImageModel, ModelLimits, ModelSettings};

/// A server in the cloud that speaks the OpenAI wire.
const fn cloud(name: &'static str, base_url: &'static str, key: &'static str) -> Preset {
    Preset {
        name,
        wire: &openai::OpenAi,
        custom_address_wire: None,
        base_url,
        key_variable: Some(key),
        limits: ModelLimits {
            context_tokens: 128_000,
            output_tokens: 8_192,
        },
        supports_vision: false,
        late_system_message: false,
        cache_key: false,
        max_tokens_field: "max_tokens",
        call_ids: CallIdFormat::Any,
        requires_thinking: false,
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
    supports_vision: true,
    late_system_message: true,
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
        wire: &responses::Responses,
        custom_address_wire: Some(&openai::OpenAi),
        ..OPENAI
    },
    OPENAI,
    Preset {
        name: "openai-responses",
        wire: &responses::Responses,
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
        wire: &anthropic::Anthropic,
        supports_vision: true,
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
        wire: &gemini::Gemini,
        supports_vision: true,
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
        wire: &ollama::Ollama,
        ..local("ollama", "http://127.0.0.1:11434")
    },
    local("lmstudio", "http://127.0.0.1:1234/v1"),
    local("llamacpp", "http://127.0.0.1:8080/v1"),
    local("vllm", "http://127.0.0.1:8000/v1"),
    Preset {
        requires_thinking: true,
        ..cloud("deepseek", "https://api.deepseek.com", "DEEPSEEK_API_KEY")
    },
    cloud(
        "openrouter",
        "https://openrouter.ai/api/v1",
        "OPENROUTER_API_KEY",
    ),
    Preset {
        call_ids: CallIdFormat::Nine,
        ..cloud("mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY")
    },
    Preset {
        late_system_message: true,
        ..cloud("xai", "https://api.x.ai/v1", "XAI_API_KEY")
    },
    cloud("groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY"),
];

/// Every service of pictures known by name.
pub static IMAGE_SERVICES: &[ImageService] = &[
    ImageService {
        name: "openai",
        address: None,
        model: OTHER_IMAGES,
    },
    ImageService {
        name: "gemini",
        address: None,
        model: |settings, http| Arc::new(gemini_images::GeminiImages::new(settings, http)),
    },
    ImageService {
        name: "automatic1111",
        address: Some("http://127.0.0.1:7860"),
        model: |settings, http| Arc::new(automatic1111::Automatic1111::new(settings, http)),
    },
    ImageService {
        name: "comfyui",
        address: Some("http://127.0.0.1:8188"),
        model: |settings, http| Arc::new(comfyui::ComfyUi::new(settings, http)),
    },
];

/// What any other service is taken to speak: the API for pictures that is imitated most.
pub(super) const OTHER_IMAGES: fn(ModelSettings, Http) -> Arc<dyn ImageModel> =
    |settings, http| Arc::new(openai_images::OpenAiImages::new(settings, http));
