//! Pictures of nodes as a job: builds the prompt for a picture from a node.

use model::Node;

/// The longest description, in characters; services cut longer ones.
const MAX_CHARS: usize = 1_800;
/// How much of the text is used.
const TEXT_CHARS: usize = 600;
/// The aspect ratio of a picture by the kind of its node.
const RATIOS: [(&str, &str); 2] = [("character", "2:3"), ("place", "16:9")];

/// The prompt of a picture: the node's name, its attributes, its text, and the person's instruction
/// for all pictures.
pub(super) fn description(node: &Node, instruction: &str) -> String {
    let mut parts = Vec::new();
    parts.push(match node.kind.as_str() {
        "character" => format!("Portrait of {}.", node.title),
        _ => format!("{}.", node.title),
    });
    let known: Vec<_> = node
        .attributes()
        .map(|(key, value)| format!("{key}: {value}"))
        .collect();
    if !known.is_empty() {
        parts.push(format!("{}.", known.join("; ")));
    }
    let text: String = node.prose().trim().chars().take(TEXT_CHARS).collect();
    if !text.is_empty() {
        parts.push(text);
    }
    let described: String = parts.join(" ").chars().take(MAX_CHARS).collect();
    // The instruction for all pictures is never cut.
    match instruction.trim() {
        "" => described,
        wanted => format!("{wanted} {described}"),
    }
}

/// The aspect ratio of the picture, as `generate_image` names it.
pub(super) fn ratio(node: &Node) -> &'static str {
    let own = RATIOS.iter().find(|it| it.0 == node.kind);
    own.map_or("1:1", |it| it.1)
}
