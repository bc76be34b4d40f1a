//! Images, audio and video of a conversation as providers need them: a URL, or data with its MIME
//! type. Start at [`MediaSource`].

use model::conversation::Content;

/// Where an image, audio or video is.
pub(crate) enum MediaSource<'a> {
    /// A URL.
    Address(&'a str),
    /// Inline, as base64.
    Inline {
        /// Such as `image/png`.
        mime_type: &'a str,
        /// The base64 data.
        data: &'a str,
    },
}

impl<'a> MediaSource<'a> {
    /// Reads a segment; `None` if it is not an image, audio or video.
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

/// The text sent instead of content that a wire format cannot carry.
pub(crate) fn unsupported_note(content: &Content) -> &'static str {
    match content {
        Content::Image { .. } => "(a picture, which cannot be sent)",
        _ => "(a sound or film, which cannot be sent)",
    }
}
