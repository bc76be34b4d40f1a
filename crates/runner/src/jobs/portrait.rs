//! Pictures of all as a job: the description of a picture, made from what is known of a node.

use model::Node;

/// The longest description, in characters; services cut longer ones.
const MAX_CHARS: usize = 1_800;
/// How much of the text is taken.
const TEXT_CHARS: usize = 600;
/// The shape of a picture by the kind of its node.
const RATIOS: [(&str, &str); 2] = [("character", "2:3"), ("place", "16:9")];

/// What the picture shows: the node's name, its attributes, its text, and what the person wants of
/// all pictures.
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
    // What is wanted of all pictures is never what is cut.
    match instruction.trim() {
        "" => described,
        wanted => format!("{wanted} {described}"),
    }
}

/// The shape of the picture, as `generate_image` names it.
pub(super) fn ratio(node: &Node) -> &'static str {
    let own = RATIOS.iter().find(|it| it.0 == node.kind);
    own.map_or("1:1", |it| it.1)
}
