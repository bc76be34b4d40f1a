//! Prose of word processors and web pages as blocks of Markdown. `block` is what they become,
//! `styled_text` the words in them, `html` reads pages.

mod block;
mod html;
mod styled_text;

pub(crate) use block::{Block, Blocks, Paragraph};
pub(crate) use html::{blocks, markdown};
pub(crate) use styled_text::{StyledText, TextStyle};
