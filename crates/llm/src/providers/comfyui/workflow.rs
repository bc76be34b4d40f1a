//! The workflow that a ComfyUI server runs: a plain text-to-image one, or the user's own with its
//! placeholders filled in.

use model::ContentHash;
use serde_json::{Value, json};

/// The values for a workflow's placeholders.
pub(super) struct WorkflowInputs<'a> {
    pub(super) prompt: &'a str,
    pub(super) model: &'a str,
    pub(super) seed: u64,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// A seed for requests without one: the server needs a number, and equal requests get equal seeds.
pub(super) fn seed_of(prompt: &str) -> u64 {
    let mark = ContentHash::of(prompt.as_bytes()).to_string();
    u64::from_str_radix(mark.get(..8).unwrap_or_default(), 16).unwrap_or_default()
}

/// The workflow with all placeholders filled in.
pub(super) fn fill_workflow(own: Option<&Value>, inputs: &WorkflowInputs<'_>) -> Value {
    let mut graph = own.cloned().unwrap_or_else(default_workflow);
    substitute(&mut graph, inputs);
    graph
}

fn substitute(value: &mut Value, inputs: &WorkflowInputs<'_>) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(|it| substitute(it, inputs)),
        Value::Array(list) => list.iter_mut().for_each(|it| substitute(it, inputs)),
        Value::String(text) => match text.as_str() {
            // A number replaces the whole string; text may be part of a longer one.
            "%seed%" => *value = json!(inputs.seed),
            "%width%" => *value = json!(inputs.width),
            "%height%" => *value = json!(inputs.height),
            _ if text.contains('%') => {
                let fill_workflow = text.replace("%model%", inputs.model);
                *text = fill_workflow.replace("%prompt%", inputs.prompt);
            }
            _ => {}
        },
        _ => {}
    }
}

/// A text-to-image workflow with nodes that every server has.
fn default_workflow() -> Value {
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
