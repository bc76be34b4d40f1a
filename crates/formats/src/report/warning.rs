//! Warnings about an imported file: the location, a fixed key with arguments for translation, and a
//! message in English.

use std::fmt;

/// A warning about an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The path of the affected file, if the story consists of several.
    pub file: Option<String>,
    /// The line in that file, counted from 1, if known.
    pub line: Option<usize>,
    /// The problem.
    pub what: ImportWarning,
}

impl Warning {
    /// A warning about one line, counted from 1.
    pub fn at(line: usize, what: ImportWarning) -> Self {
        Self::maybe_at(Some(line), what)
    }

    /// A warning about the whole file or story.
    pub fn for_file(what: ImportWarning) -> Self {
        Self::maybe_at(None, what)
    }

    /// A warning about a line, counted from 1, if it is known.
    pub fn maybe_at(line: Option<usize>, what: ImportWarning) -> Self {
        Self {
            file: None,
            line,
            what,
        }
    }

    /// Adds the path of the file; an empty path means the story is a single file.
    pub fn in_file(mut self, path: &str) -> Self {
        if self.file.is_none() && !path.is_empty() {
            self.file = Some(path.to_owned());
        }
        self
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_with_location(f, self.file.as_deref(), self.line, &self.what)
    }
}

/// Sorts warnings by file and line; those about a whole file follow those about its lines, and
/// those about the whole story come last.
pub(crate) fn sort_by_position(warnings: &mut [Warning]) {
    warnings.sort_by(|a, b| {
        let place = |it: &Warning| (it.file.is_none(), it.line.unwrap_or(usize::MAX));
        let ((a_whole, a_line), (b_whole, b_line)) = (place(a), place(b));
        (a_whole, &a.file, a_line).cmp(&(b_whole, &b.file, b_line))
    });
}

/// Prefixes a text with its location: `scenes/hall.twee:3: …`, or `line 3: …` if the story is a
/// single file.
pub(crate) fn write_with_location(
    f: &mut fmt::Formatter<'_>,
    file: Option<&str>,
    line: Option<usize>,
    words: &dyn fmt::Display,
) -> fmt::Result {
    match (file, line) {
        (Some(file), Some(line)) => write!(f, "{file}:{line}: {words}"),
        (Some(file), None) => write!(f, "{file}: {words}"),
        (None, Some(line)) => write!(f, "line {line}: {words}"),
        (None, None) => write!(f, "{words}"),
    }
}

model::messages! {
    /// The problem that a warning describes. Serialized as a fixed key with arguments; names are
    /// spelled as in the file.
    pub enum ImportWarning {
        // Files and encodings.
        Encoding { encoding: String } = "The file is not UTF-8 and was read as {encoding}. If letters look wrong, save it as UTF-8 and import it again.",
        InvalidBytes { encoding: String } = "Some bytes are not valid {encoding}; each such place now reads \u{fffd}.",
        FilesSkipped { count: usize, names: String } = "Other files are not read: {count} ({names}).",
        MediaSkipped { count: usize } = "Pictures and sounds are not read: {count}.",
        CommentsSkipped { count: usize } = "Comments are not read: {count}.",

        // Any story.
        StartMissing { name: String } = "The start “{name}” does not exist: no start is set.",
        NoStart {} = "The story names no start: no start is set.",
        LinkTargetMissing { target: String } = "A link leads to “{target}”, which does not exist.",
        LinkTargetSimilar { target: String, meant: String } = "A link leads to “{target}”, which does not exist. There is “{meant}”.",
        DynamicLinks { count: usize, title: String } = "{count} of the links of “{title}” lead to targets that only the running story knows; they are marked as dynamic.",
        ControlCharactersDropped { count: usize, label: String } = "The link “{label}” contains control characters ({count}), which cannot be shown. They are left out of the link.",
        GroupMissing { group: String } = "The group {group} does not exist: the card is in no group.",

        // Our own files and folders.
        KindUnknownFields { name: String, fields: String } = "The kind “{name}” has unknown fields: {fields}. Left out.",
        KindCapabilitiesMissing { name: String } = "The kind “{name}” must list capabilities. Left out.",
        AssetUnknownFields { asset: String, fields: String } = "The asset {asset} has unknown fields: {fields}. Left out.",
        AssetDamaged { asset: String } = "The asset {asset} is damaged (its bytes do not match its hash): left out.",
        AssetChanged {} = "The file has been changed since it was written: the cards that showed it show the new one.",
        DuplicateId { id: String } = "The id {id} is used in another file too. This card gets a new one.",
        InvalidLinks { count: usize } = "{count} of the links are neither a name nor a list of fields. Left out.",
        LinksNotAList {} = "Links must be a list, like “- to: The hall.md”. Left out.",
        TitlesInUse { count: usize, titles: String } = "Titles that are in use here got a number: {count} ({titles}).",
        StyleGuideKept {} = "The style guide of this story stays; that of the file was left out.",
        StoryDataKept { capability: String } = "This story keeps its own {capability}; that of the file was left out.",
        UnknownData { capability: String, count: usize } = "Data of {capability} is not known here and was left out, {count} times.",
        HistorySkipped {} = "The file's older versions, drafts, snapshots and conversations were left out: they can be imported only into a story that has no cards yet.",
        VersionsSkipped { count: usize } = "{count} older versions hold data that is not known here and were left out.",
        DraftPiecesSkipped { count: usize } = "{count} pieces of drafts name versions that are not here and were left out.",
        StateNameTaken { name: String } = "The snapshot named “{name}” was left out: the name is in use.",

        // Twine and Twee.
        UnclosedTags {} = "The tags of this passage have no closing bracket; they are ignored.",
        InvalidMetadata {} = "The metadata of this passage is not valid JSON; it is ignored.",
        UnexpectedAfterTags {} = "What follows the tags of this passage is not understood; it is ignored.",
        StoryDataMissing {} = "There is no StoryData passage; one is written on export.",
        InvalidStoryData {} = "StoryData is not valid JSON and is ignored; a new one is written on export.",
        InvalidIfid {} = "The story has no valid “ifid” (8 to 63 digits, capital letters and hyphens); one is written on export.",
        TextBeforeFirstPassage {} = "Text before the first passage belongs to none. It is kept and written back.",
        PassageUnnamed {} = "This passage has no name.",
        DuplicatePassage { name: String, line: usize } = "A passage “{name}” already exists in line {line}. Both are kept; links lead to the first.",
        DuplicatePassageInFile { name: String, file: String, line: usize } = "A passage “{name}” already exists in {file}, line {line}. Both are kept; links lead to the first.",
        StoryTruncated {} = "This story has no end: the file may have been cut off. What is there is read.",
        MarkupAsText {} = "This passage has markup that should have been written as entities; it is read as text.",
        ProgramSkipped {} = "Only the story is read. The program around it belongs to its story format; it was not run and is not kept.",
        MultipleStories { count: usize } = "The archive holds {count} stories: each becomes a group.",
        InvalidPassage {} = "This is not a passage: a passage is an object with a “name”. It is left out.",

        // JSON Canvas.
        InvalidNodeEntry {} = "This entry is not a node. It is kept and written back.",
        DuplicateNodeId { id: String } = "The id “{id}” is in use: this node gets a new one.",
        NodeIdMissing {} = "This node has no id and is given one.",
        UnknownNodeType {} = "This node is of an unknown type. It becomes a note and is kept as it is.",
        NodePositionMissing {} = "This node has no place on the board and is given one.",
        TooManyGroups {} = "The board has too many groups to tell which node is in which.",
        InvalidEdgeEntry {} = "This edge does not join two nodes of the board. It is kept and written back.",
        EdgeIdMissing {} = "This edge has no id of its own and is given one.",

        // Ink and Yarn.
        IncludeCaseMismatch { path: String, called: String } = "“{path}” is included, and the file is called “{called}”: where letter case counts, it will not be found.",
        IncludeNotProvided { path: String } = "“{path}” is included but was not provided. Import the whole folder, or an archive of it, to read it too.",
        IncludeMissing { path: String } = "“{path}” is included, but there is no such file.",
        InkFileNotIncluded { main: String } = "“{main}” does not include this file, so it is not part of the story. It is kept and written back.",
        CircularInclude { path: String } = "“{path}” is included by a file that it includes itself. Both are read once; Ink will not compile this.",
        DuplicateKnot { path: String, line: usize } = "“{path}” already exists in line {line}. Both are kept; diverts lead to the last.",
        DuplicateKnotInFile { path: String, file: String, line: usize } = "“{path}” already exists in {file}, line {line}. Both are kept; diverts lead to the last.",
        HeadersWithoutNode {} = "Headers without a “---” line below them are not a node. They are kept and written back.",
        NodeUntitled {} = "This node has no title.",
        TitleNotIdentifier { title: String } = "The title “{title}” is not an identifier, so Yarn Spinner will not compile it.",
        NodeEndMissing {} = "This node has no “===” line at its end.",
        DuplicateNode { title: String, line: usize } = "A node “{title}” already exists in line {line}. Both are kept; jumps may lead to either.",
        DuplicateNodeInFile { title: String, file: String, line: usize } = "A node “{title}” already exists in {file}, line {line}. Both are kept; jumps may lead to either.",

        // Arcweave, articy:draft, cards, novels.
        ExternalMediaSkipped { count: usize } = "Pictures and sounds lie apart from the file and are not read: {count}.",
        ConnectionTargetMissing { title: String } = "A connection of “{title}” leads nowhere. Left out.",
        ScriptKept { title: String } = "Code in the text of “{title}” is not carried out; it stays there as code.",
        InstructionSkipped { title: String, code: String } = "An instruction after “{title}” is not carried out and was left out: {code}.",
        TextsInTable { count: usize } = "{count} texts are in a table beside the file and are missing here. Export from articy:draft again without localization, or as articy:draft X does, and import that.",
        LanguagesSkipped { languages: String } = "Only the texts of the first language are read, not those of {languages}.",
        CardMissing {} = "This card is missing; it is left out.",
        PageMissing {} = "This page is missing or empty; it is left out.",
        PageDamaged {} = "The file is damaged here; what follows in it is missing.",
        ChaptersNotFound {} = "No chapter headings were found: the whole text is one scene. Headings like “Chapter 1”, “第一章” or “# Title” on lines of their own are known.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displays_file_and_line() {
        let odd = || ImportWarning::NodeIdMissing {};
        let words = odd().to_string();
        for (file, line, place) in [
            ("a/b.twee", Some(3), "a/b.twee:3: "),
            ("a/b.twee", None, "a/b.twee: "),
            ("", Some(3), "line 3: "),
            ("", None, ""),
        ] {
            let warning = Warning::maybe_at(line, odd()).in_file(file);
            assert_eq!(warning.to_string(), format!("{place}{words}"));
        }
    }

    #[test]
    fn warnings_serialize_as_key_and_arguments() {
        let odd = ImportWarning::DuplicatePassage {
            name: "Hall".to_owned(),
            line: 7,
        };
        assert_eq!(
            serde_json::json!(odd),
            serde_json::json!({ "what": "duplicate_passage", "parts": { "name": "Hall", "line": 7 } })
        );
    }

    #[test]
    fn sorts_by_file_and_line() {
        let at = |file: &str, line| {
            Warning::maybe_at(line, ImportWarning::NodeIdMissing {}).in_file(file)
        };
        let mut all = vec![
            at("", None),
            at("b", Some(1)),
            at("a", None),
            at("a", Some(9)),
        ];
        sort_by_position(&mut all);
        let order: Vec<_> = all.iter().map(|it| (it.file.as_deref(), it.line)).collect();
        assert_eq!(
            order,
            [
                (Some("a"), Some(9)),
                (Some("a"), None),
                (Some("b"), Some(1)),
                (None, None)
            ]
        );
    }
}
