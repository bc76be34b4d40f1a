//! Why a file cannot be read: a fixed key with arguments, for translation, and the message in
//! English.

model::messages! {
    /// Why a file was rejected. Serialized as a fixed key with arguments; `detail` is the
    /// untranslated message of the parsing library.
    pub enum FormatErrorKind {
        // Any file.
        FileEmpty {} = "The file is empty. Choose another.",
        FileTooLarge { megabytes: usize, most: usize } = "The file has {megabytes} MiB; at most {most} MiB can be read. Split it into several files.",
        NotText {} = "This is not a text file. Choose a file in one of the formats listed by the import.",
        ParseFailed { detail: String, column: usize } = "This cannot be read: {detail} (column {column}).",
        TooManyNodes { count: usize, most: usize } = "The file has {count} cards; at most {most} can be read. Split it into several stories.",
        TooManyEdges { count: usize, most: usize } = "The file has {count} edges; at most {most} can be read. Split it into several stories.",

        // Archives.
        ArchiveDamaged { detail: String } = "The archive is damaged ({detail}). Pack it again, or get a new copy.",
        ArchiveTooManyFiles { count: usize, most: usize } = "The archive holds {count} files; at most {most} can be read.",
        ArchiveDuplicateFile { name: String } = "The archive contains {name} twice, and programs disagree on which one counts. Pack it again.",
        ArchiveDuplicateNames {} = "The archive contains a file twice, and programs disagree on which one counts. Pack it again.",
        ArchiveEncrypted {} = "The archive is encrypted. Unpack it with its password and pack it again without one.",
        ArchivePathOutside { name: String } = "The archive names a file outside itself ({name}). It is not read.",
        ArchiveCompressionRatio { path: String, times: u64 } = "{path} is compressed by a factor of {times} or more, as no story is. The archive is not read.",
        ArchiveTooLarge { megabytes: u64 } = "The archive is larger than {megabytes} MB unpacked. It is not read.",
        ArchiveNoMatchingFile { extensions: String } = "The archive has no file of this format (*.{extensions}).",

        // Our own formats.
        NotStorytellerJson { format: &'static str } = "This is JSON, but not a Storyteller story: it does not say \"format\": \"{format}\".",
        NewerVersion { version: u64, most: u64 } = "This was written by a newer Storyteller (format version {version}; this one reads up to {most}). Update Storyteller to read it.",
        VersionMissing { version: u64 } = "The story does not say which version of the format it is in; \"version\": {version} is expected.",
        EdgeEndMissing { edge: String, end: String } = "The edge {edge} names {end}, which is not in the file.",
        DuplicateId { id: String, list: &'static str } = "The id {id} occurs twice among the {list}. Give one of them another id.",
        FolderWithoutStory {} = "The folder has neither a story.yaml nor Markdown files. Choose another.",
        NotStorytellerFolder { format: &'static str } = "This does not say “format: {format}”: it is not a Storyteller story.",
        FrontMatterTooDeep { most: usize } = "More than {most} brackets are open at once.",
        FrontMatterNotAMapping {} = "The head must be a list of names and values, like “title: The hall”.",
        InvalidFrontMatter { detail: String } = "The head cannot be read: {detail}.",

        // Files that no format reads.
        PdfFile {} = "This is a PDF, which holds pages rather than paragraphs. Export the text as Word or RTF from the program that made it, and import that.",
        OldOfficeFile {} = "This is a document of an old kind (.doc). Save it as Word (.docx) and import that.",
        PagesFile {} = "This is a document of Pages. Export it as Word and import that.",
        SpreadsheetFile {} = "This is a spreadsheet. Copy its rows and choose “Paste from a spreadsheet” in the Bible.",
        ScrivenerIndex {} = "This is only the index of a Scrivener project. Pack the whole project (.scriv) into a ZIP archive and import that, or import its folder at the command line.",
        ArticyProject {} = "This is a project of articy:draft in a form that is not read. Export it as JSON from there (Technical Export), and import that.",

        // Formats of other programs.
        PassagesNotFound {} = "No passage was found: in Twee each begins with a line like “:: Name”.",
        TwineStoryNotFound {} = "This page has no tw-storydata element, so there is no Twine story in it. Pages that Twine 2 or its compilers have published have one.",
        MultipleTwineStories {} = "A second story begins here: this is an archive. Import it as twine-archive.",
        TwineArchiveEmpty {} = "There is no tw-storydata element in this file, so there is no story in the archive.",
        NotTwineJson {} = "This is not Twine 2 JSON: it has no list of “passages”.",
        InkStoryNotFound {} = "There is no story in this file: no knot (“=== name ===”) and no line of prose.",
        YarnNodesNotFound {} = "No node was found: in Yarn each has a “title:” header, a line “---”, its text, and a line “===”.",
        NotArcweave {} = "This is not an Arcweave project, or it is empty: it has no elements. Export it as JSON from Arcweave.",
        NotArticy {} = "This is not an export of articy:draft, or it is empty: it has no objects. Export the project as JSON (Technical Export).",
        ArticyPartMissing { path: String } = "The export of articy:draft consists of several files, and {path} is missing. Import its whole folder, or pack that into a ZIP archive and import it.",
        NotJsonCanvas { key: &'static str } = "“{key}” is not a list: this is not JSON Canvas. Check that the file is complete.",
        CardNotInPicture {} = "This picture contains no character card. Choose another.",
        CardFileMissing {} = "The archive contains no card.json. Choose another.",
        NotCharacterCard {} = "This is not a character card: it has neither “data” nor a description.",
        BookProtected {} = "The book is protected and cannot be read. Use a copy without protection.",
        BookContentsMissing {} = "The book does not say where its contents are. Save it again as EPUB.",
        TextNotFound {} = "There is no text in the file. Choose another.",
        DocumentPartMissing { path: String } = "The file lacks its part {path}. Save it again from the program it comes from.",

        // Translations.
        NotXliff {} = "This is XML, but no XLIFF: it has no element “xliff”.",
        XmlDamaged { detail: String } = "The XML is damaged: {detail}.",
        PoDamaged {} = "This line belongs to no message: in PO, texts stand in quotation marks behind msgctxt, msgid or msgstr.",
        TableDamaged { detail: String } = "The table cannot be read: {detail}.",
        TableWithoutColumns {} = "The table has no columns “source” and “target”. Its first row must name the columns.",
        TranslationUnitsNotFound {} = "The file holds no translations.",
    }
}
