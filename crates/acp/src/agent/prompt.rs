//! Converts an editor's instruction from blocks to text and pictures.

use agent_client_protocol_schema::v1::{ContentBlock, EmbeddedResourceResource, Error};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use host::interfaces::attachments::Attachment;

use crate::wire::said;

/// An instruction.
#[derive(Default)]
pub(crate) struct Prompt {
    pub(crate) text: String,
    pub(crate) pictures: Vec<Attachment>,
}

impl Prompt {
    /// Reads the blocks, in order.
    pub(crate) fn of(blocks: Vec<ContentBlock>, takes_pictures: bool) -> Result<Self, Error> {
        let mut prompt = Self::default();
        for block in blocks {
            match block {
                ContentBlock::Text(text) => prompt.add(&text.text),
                // Nothing is fetched: the assistant only learns that it was named.
                ContentBlock::ResourceLink(link) => {
                    prompt.add(&format!("[{}]({})", link.name, link.uri));
                }
                ContentBlock::Resource(embedded) => match embedded.resource {
                    EmbeddedResourceResource::TextResourceContents(it) => {
                        prompt.add(&format!("{}:\n\n{}", it.uri, it.text));
                    }
                    _ => return Err(refused("an embedded file has to be text")),
                },
                ContentBlock::Image(image) if takes_pictures => {
                    let bytes = STANDARD.decode(image.data.trim()).map_err(|error| {
                        refused(&format!("the data of an image is not base64: {error}"))
                    })?;
                    prompt.pictures.push(Attachment::Bytes(bytes));
                }
                ContentBlock::Image(_) => {
                    return Err(refused("the model of this assistant sees no pictures"));
                }
                _ => {
                    return Err(refused(
                        "only text, links, text files and pictures are taken",
                    ));
                }
            }
        }
        if prompt.text.trim().is_empty() {
            return Err(refused("the instruction has no text"));
        }
        Ok(prompt)
    }

    fn add(&mut self, text: &str) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push_str("\n\n");
        }
        self.text.push_str(text);
    }
}

fn refused(why: &str) -> Error {
    said(Error::invalid_params(), why)
}
