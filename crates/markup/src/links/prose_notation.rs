//! How the prose of a passage is written.

/// The notations of prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProseNotation {
    /// Markdown, as it is written here.
    Markdown,
    /// SugarCube, and any format of Twine that is not known.
    SugarCube,
    /// Harlowe.
    Harlowe,
    /// Chapbook.
    Chapbook,
    /// Snowman.
    Snowman,
    /// Ink.
    Ink,
    /// Yarn Spinner.
    Yarn,
    /// Markdown with lines of code from Arcweave.
    Arcweave,
}
