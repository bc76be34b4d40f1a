### Words of the languages of a story, its glossary, and files for translators.

translations-title = Languages and translations
translations-note = Readers can switch between the languages while they play.
translations-close = Close
translations-parts-languages = Languages
translations-parts-glossary = Glossary
translations-parts-files = Files for translators

translations-source = Written in
translations-targets = Translated into
translations-add = Translate into another language
translations-add-hint = de, zh-CN, French…
translations-add-this = Add
translations-remove = Remove { $name }. Its translations are kept.
translations-progress = { $done } of { $count } translated
translations-missing = { $count } missing
translations-stale = { $count } outdated
translations-story-title = Title of the story in { $name }
translations-story-title-hint = Title: { $title }
translations-by-model = { $count ->
    [one] Have the assistant translate { $count } scene…
   *[other] Have the assistant translate { $count } scenes…
}

translations-glossary-note = Names and terms that are always translated in the same way. The assistant is told, and translations with other words are pointed out.
translations-term = Name or term
translations-term-note = Note
translations-term-new = New name or term
translations-term-add = Add
translations-term-in = “{ $term }” in { $name }
translations-term-note-of = Note on “{ $term }”
translations-term-remove = Remove “{ $term }”

translations-export = Give to a translator
translations-format = Format
translations-formats-xliff = XLIFF 2
translations-formats-xliff-note = For the programs of translators, such as OmegaT, Trados and memoQ.
translations-formats-po = PO (gettext)
translations-formats-po-note = For Poedit, Weblate and others.
translations-formats-csv = Table (CSV)
translations-formats-csv-note = For spreadsheets.
translations-formats-yarn = Yarn Spinner
translations-formats-yarn-note = The script with an id on every line, and a string table for each language, as one archive.
translations-formats-ink = Ink
translations-formats-ink-note = The script with an id on every line, a table of all languages, and the script in each language, as one archive.
translations-language = Language
translations-only-open = Only what is missing or outdated
translations-save = Save…
translations-import = Take back from a translator
translations-import-note = XLIFF, PO, CSV, or a string table of Yarn Spinner or Ink. You can undo the import.
translations-choose = Choose a file…
translations-written = { $count } taken over
translations-unchanged = { $count } unchanged
translations-unplaced = { $count ->
    [one] { $count } text could not be placed
   *[other] { $count } texts could not be placed
}
translations-reasons-no_place = It is no longer in the story:
translations-reasons-newer_here = A newer translation is here:
translations-reasons-source_changed = The original was changed since:
translations-reasons-refused = Its links lead elsewhere:
