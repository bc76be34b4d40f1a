//! Why a file cannot be read: a fixed word and its parts for whoever says it in another language, and
//! the same in English.

model::said! {
    /// Why a file is refused. As JSON it is a fixed word and its parts; `detail` stays in the words of
    /// the library that read so far.
    pub enum Refusal {
        // Any file.
        FileEmpty {} = "The file is empty. Choose another.",
        FileLarge { megabytes: usize, most: usize } = "The file has {megabytes} MiB; at most {most} MiB can be read. Split it into several files.",
        NoText {} = "This is not a text file. Choose a file in one of the formats listed by the import.",
        Unread { detail: String, column: usize } = "This cannot be read: {detail} (column {column}).",
        ManyNodes { count: usize, most: usize } = "The file has {count} nodes; at most {most} can be read. Split it into several stories.",
        ManyEdges { count: usize, most: usize } = "The file has {count} edges; at most {most} can be read. Split it into several stories.",

        // Archives.
        ArchiveDamaged { detail: String } = "The archive is damaged ({detail}). Pack it again, or ask for it once more.",
        ArchiveFiles { count: usize, most: usize } = "The archive holds {count} files; at most {most} can be read.",
        ArchiveTwice { name: String } = "The archive holds {name} twice, and programs differ on which of them counts. Pack it again.",
        ArchiveNames {} = "The archive holds a file twice, and programs differ on which of them counts. Pack it again.",
        ArchiveLocked {} = "The archive is encrypted. Unpack it with its password and pack it again without one.",
        ArchiveOutside { name: String } = "The archive names a file outside itself ({name}). It is not read.",
        ArchiveTight { path: String, times: u64 } = "{path} is packed {times} times tighter than it is unpacked or more, as no story is. The archive is not read.",
        ArchiveLarge { megabytes: u64 } = "The archive is larger than {megabytes} MB unpacked. It is not read.",
        ArchiveNone { extensions: String } = "The archive has no file of this format (*.{extensions}).",

        // Our own formats.
        OtherJson { format: &'static str } = "This is JSON, but not a story of Storyteller: it does not say \"format\": \"{format}\".",
        Newer { version: u64, most: u64 } = "This was written by a newer Storyteller (format version {version}; this one reads up to {most}). Update Storyteller to read it.",
        NoVersion { version: u64 } = "The story does not say which version of the format it is in; \"version\": {version} is expected.",
        EdgeEnd { edge: String, end: String } = "The edge {edge} names {end}, which is no node here.",
        IdTwice { id: String, list: &'static str } = "The id {id} stands twice among the {list}. Give one of them another.",
        FolderNone {} = "The folder has neither a story.yaml nor Markdown files. Choose another.",
        FolderOther { format: &'static str } = "This does not say “format: {format}”: it is no story of Storyteller.",
        HeadDeep { most: usize } = "More than {most} brackets are open at once.",
        HeadList {} = "The head must be a list of names and values, like “title: The hall”.",
        HeadUnread { detail: String } = "The head cannot be read: {detail}.",

        // Formats of others.
        NoPassage {} = "No passage was found: in Twee each begins with a line like “:: Name”.",
        TwineNone {} = "This page has no tw-storydata element, so there is no Twine story in it. Pages that Twine 2 or its compilers have published have one.",
        TwineSecond {} = "A second story begins here: this is an archive. Import it as twine-archive.",
        TwineArchiveNone {} = "There is no tw-storydata element in this file, so there is no story in the archive.",
        TwineJsonNone {} = "This is no Twine 2 JSON: it has no list of “passages”.",
        InkNone {} = "There is no story in this file: no knot (“=== name ===”) and no line of prose.",
        YarnNone {} = "No node was found: in Yarn each has a “title:” header, a line “---”, its text, and a line “===”.",
        ArcweaveNone {} = "This is no Arcweave project, or an empty one: it has no elements. Export it as JSON from Arcweave.",
        CanvasList { key: &'static str } = "“{key}” is not a list: this is no JSON Canvas. Check that the file is complete.",
        CardNone {} = "This picture holds no character card. Choose another.",
        CardNoFile {} = "The archive holds no card.json. Choose another.",
        CardOther {} = "This is no character card: it has neither “data” nor a description.",
        BookLocked {} = "The book is protected and cannot be read. Use a copy without protection.",
        BookNoContents {} = "The book does not say where its contents are. Save it again as EPUB.",
        NoWords {} = "There is no text in the file. Choose another.",
        PartMissing { path: String } = "The file lacks its part {path}. Save it again from the program it comes from.",
    }
}
