//! Valid and invalid model names.

use secrecy::SecretString;

use super::{ModelOptions, PRESETS, settings};
use crate::LlmError;
use crate::http::check_address;

fn at(base_url: &str) -> ModelOptions {
    ModelOptions {
        base_url: Some(base_url.into()),
        ..ModelOptions::default()
    }
}

fn described(name: &str, options: ModelOptions) -> String {
    match settings(name, options) {
        Ok((_, it)) => format!("{} at {} as {}", it.model, it.base_url, it.provider),
        Err(error) => error.to_string(),
    }
}

#[test]
fn splits_a_name_at_its_first_colon() {
    let described = described("ollama:qwen3:8b", ModelOptions::default());
    assert_eq!(described, "qwen3:8b at http://127.0.0.1:11434 as ollama");
}

#[test]
fn accepts_any_server_by_its_url() {
    let address = "https://tale.example/v1/chat/completions/";
    assert_eq!(
        described("openai-compatible:story", at(address)),
        "story at https://tale.example/v1 as openai-compatible"
    );
    assert_eq!(
        described("openai-compatible:story", ModelOptions::default()),
        "openai-compatible needs the address of its server, such as http://127.0.0.1:8080/v1"
    );
}

#[test]
fn detects_a_missing_key_before_sending() {
    assert_eq!(
        described("openai:gpt", ModelOptions::default()),
        "openai refuses the key: no key is set; keep one in the settings or in OPENAI_API_KEY"
    );
    let with_key = ModelOptions {
        key: Some(SecretString::from("sk")),
        ..ModelOptions::default()
    };
    assert_eq!(
        described("openai:gpt", with_key),
        "gpt at https://api.openai.com/v1 as openai"
    );
}

#[test]
fn unknown_provider_error_lists_known_ones() {
    for name in ["opnai:gpt", "openai", "openai:", ""] {
        let outcome = settings(name, ModelOptions::default()).map(|_| ());
        assert!(
            matches!(outcome, Err(LlmError::Misconfigured { .. })),
            "{name:?}: {outcome:?}"
        );
    }
    assert!(described("opnai:gpt", ModelOptions::default()).contains("openrouter, mistral"));
}

#[test]
fn options_override_the_preset() {
    let options = ModelOptions {
        context_tokens: Some(1),
        output_tokens: Some(2),
        max_tokens_field: Some("n_predict".into()),
        stream: Some(false),
        ..ModelOptions::default()
    };
    let (_, it) = settings("ollama:qwen", options).unwrap();
    let limits = (it.limits.context_tokens, it.limits.output_tokens);
    assert_eq!(
        (limits, it.max_tokens_field.as_str(), it.stream),
        ((1, 2), "n_predict", false)
    );
}

#[test]
fn allows_plain_http_only_on_this_machine() {
    for good in [
        "http://localhost:1",
        "http://127.0.0.9",
        "http://[::1]:80",
        "https://a.example",
    ] {
        assert!(check_address(good).is_ok(), "{good}");
    }
    for bad in [
        "http://a.example",
        "http://192.168.0.2:11434",
        "http://localhost.a.example",
        "http://127.0.0.1@a.example",
        "https://name:word@a.example",
        "file:///etc/passwd",
        "a.example/v1",
        "",
    ] {
        let outcome = check_address(bad);
        assert!(
            matches!(outcome, Err(LlmError::Misconfigured { .. })),
            "{bad:?}: {outcome:?}"
        );
    }
}

#[test]
fn every_preset_is_complete() {
    for preset in PRESETS {
        let found = super::Preset::find(preset.name).map(|it| it.name);
        assert_eq!(found, Some(preset.name), "two presets have one name");
        assert!(preset.base_url.is_empty() || check_address(preset.base_url).is_ok());
        assert!(preset.limits.output_tokens < preset.limits.context_tokens);
    }
}

#[test]
fn every_provider_is_listed_in_a_table() {
    let table = include_str!("table.rs");
    let (_, rows) = table.split_once("pub static PRESETS").unwrap();
    let modules = include_str!("../providers/mod.rs").lines();
    let modules = modules.filter_map(|it| it.strip_prefix("pub mod ")?.strip_suffix(';'));
    let is_missing = |it: &&str| *it != "scripted" && !rows.contains(&format!("{it}::"));
    let missing: Vec<_> = modules.clone().filter(is_missing).collect();
    assert_eq!(missing, [""; 0], "it cannot be chosen by name");
    assert!(modules.count() > 5, "the modules are found");
}
