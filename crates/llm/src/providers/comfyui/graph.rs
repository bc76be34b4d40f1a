//! The graph that a ComfyUI server runs: a plain one from words to picture, or the user's own with
//! what is wanted put in.

use model::ContentHash;
use serde_json::{Value, json};

/// What a graph is to make.
pub(super) struct Wanted<'a> {
    pub(super) prompt: &'a str,
    pub(super) model: &'a str,
    pub(super) seed: u64,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// A seed for a wish without one: the server wants a number, and the same wish gets the same.
pub(super) fn seed_of(prompt: &str) -> u64 {
    let mark = ContentHash::of(prompt.as_bytes()).to_string();
    u64::from_str_radix(mark.get(..8).unwrap_or_default(), 16).unwrap_or_default()
}

/// The graph with everything in its place.
pub(super) fn filled(own: Option<&Value>, wanted: &Wanted<'_>) -> Value {
    let mut graph = own.cloned().unwrap_or_else(plain);
    put_in(&mut graph, wanted);
    graph
}

fn put_in(value: &mut Value, wanted: &Wanted<'_>) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(|it| put_in(it, wanted)),
        Value::Array(list) => list.iter_mut().for_each(|it| put_in(it, wanted)),
        Value::String(text) => match text.as_str() {
            // Numbers take the whole place; words may stand among others.
            "%seed%" => *value = json!(wanted.seed),
            "%width%" => *value = json!(wanted.width),
            "%height%" => *value = json!(wanted.height),
            _ if text.contains('%') => {
                let filled = text.replace("%model%", wanted.model);
                *text = filled.replace("%prompt%", wanted.prompt);
            }
            _ => {}
        },
        _ => {}
    }
}

/// From words to picture with the nodes that every server has.
fn plain() -> Value {
    json!({
        "1": { "class_type": "CheckpointLoaderSimple", "inputs": { "ckpt_name": "%model%" } },
        "2": { "class_type": "CLIPTextEncode", "inputs": { "text": "%prompt%", "clip": ["1", 1] } },
        "3": { "class_type": "CLIPTextEncode", "inputs": { "text": "", "clip": ["1", 1] } },
        "4": {
            "class_type": "EmptyLatentImage",
            "inputs": { "width": "%width%", "height": "%height%", "batch_size": 1 },
        },
        "5": {
            "class_type": "KSampler",
            "inputs": {
                "seed": "%seed%", "steps": 25, "cfg": 7.0, "denoise": 1.0,
                "sampler_name": "euler", "scheduler": "normal",
                "model": ["1", 0], "positive": ["2", 0], "negative": ["3", 0],
                "latent_image": ["4", 0],
            },
        },
        "6": { "class_type": "VAEDecode", "inputs": { "samples": ["5", 0], "vae": ["1", 2] } },
        "7": {
            "class_type": "SaveImage",
            "inputs": { "images": ["6", 0], "filename_prefix": "storyteller" },
        },
    })
}
