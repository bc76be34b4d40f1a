//! The story as a diagram: drawn as SVG and PNG, or as the text of a diagram language. These formats
//! are only exported.

pub(crate) mod dot;
pub(crate) mod graph;
pub(crate) mod graphml;
pub(crate) mod mermaid;
