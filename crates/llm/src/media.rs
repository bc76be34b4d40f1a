//! Pictures, sounds and films of a conversation as a wire wants them: an address, or data and what
//! they are. Enter through [`Medium`].

use model::talk::Content;

/// Where a picture, a sound or a film is.
pub(crate) enum Medium<'a> {
    /// On the net.
    Address(&'a str),
    /// Here, in base64.
    Inline {
        /// For instance `image/png`.
        mime_type: &'a str,
        /// Base64.
        data: &'a str,
    },
}

impl<'a> Medium<'a> {
    /// Reads a segment; none where it is no picture, sound or film.
    pub(crate) fn of(content: &'a Content) -> Option<Self> {
        let (data, mime_type) = match content {
            Content::Image { data, mime_type }
            | Content::Audio { data, mime_type }
            | Content::Video { data, mime_type } => (data.as_str(), mime_type.as_str()),
            Content::Text { .. } | Content::Ui { .. } | Content::ToolCall { .. } => return None,
        };
        if data.starts_with("http://") || data.starts_with("https://") {
            return Some(Self::Address(data));
        }
        let inline = data
            .strip_prefix("data:")
            .and_then(|it| it.split_once(";base64,"));
        let (mime_type, data) = inline.unwrap_or((mime_type, data));
        Some(Self::Inline { mime_type, data })
    }
}

/// What is said in place of something that a wire cannot carry.
pub(crate) fn unsent(content: &Content) -> &'static str {
    match content {
        Content::Image { .. } => "(a picture, which cannot be sent)",
        _ => "(a sound or film, which cannot be sent)",
    }
}
