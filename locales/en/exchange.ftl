### Words of importing and exporting.

exchange-close = Close
exchange-cancel = Cancel
exchange-comma = ,{" "}
exchange-several = The { $count } files are added to this story one after another.
exchange-open-copy = Open this story?
exchange-open-copy-note = A browser can’t open the file where it is, so a copy is saved with your stories and opened here. The story you’re in is saved and stays in the list.
exchange-do-open-copy = Open a copy
exchange-modes-open = Open as its own story
exchange-mode-notes-open = A copy is saved with your stories and opened here. The story you’re in is saved and stays in the list.
exchange-import = Import into this story
exchange-came-in = Imported
exchange-import-note = You can undo the import.
exchange-mode = How to import

exchange-modes-add = Add to this story
exchange-modes-replace = Replace this story
exchange-modes-edits = Review its edits

exchange-mode-notes-add = Adds cards and links to what you have.
exchange-mode-notes-replace = Replaces what’s here, for example with an export you edited elsewhere.
exchange-mode-notes-edits = This file came from this story. What was changed in it waits as a draft for you to accept; what you have written since stays.

exchange-replaced = The story now comes from the file: { $what }

exchange-brought-nodes = { $count ->
    [one] { $count } card
   *[other] { $count } cards
  }
exchange-brought-groups = { $count ->
    [one] { $count } group
   *[other] { $count } groups
  }
exchange-brought-links = { $count ->
    [one] { $count } link
   *[other] { $count } links
  }
exchange-brought-assets = { $count ->
    [one] { $count } picture
   *[other] { $count } pictures
  }
exchange-brought-nothing = nothing

exchange-with-history = Include history: every version, with who wrote it, when and why
exchange-with-comments = Include open comments, for whoever reads the document
exchange-choose = Choose a file…
exchange-choose-folder = Choose a folder…
exchange-nothing = No file yet. Drop one here or choose one.
exchange-format = Format
exchange-language = Language
exchange-language-play = The page holds all languages; readers can switch. It begins in this one unless the reader chose another before.
exchange-format-auto = Detect automatically
exchange-story-format = Story format
exchange-story-format-note = Twine’s macros for conditions and effects differ between story formats.
exchange-story-format-own = The story’s own, or SugarCube
exchange-chapters = Chapters
exchange-chapters-note = A chapter made of a group has the group’s title, and breaks between its scenes.
exchange-chapters-scene = One for each scene
exchange-chapters-group = One for each group
exchange-numbering = Sections
exchange-numbering-note = For a gamebook in print: choices say which section to turn to.
exchange-numbering-none = Under their titles
exchange-numbering-in_order = Numbered, in the order of reading
exchange-numbering-shuffled = Numbered and shuffled
exchange-paper = Paper
exchange-paper-a4 = A4
exchange-paper-letter = US Letter
exchange-design = Design
exchange-design-note = Light or dark is up to the reader.
exchange-design-book = Book
exchange-design-modern = Modern
exchange-design-parchment = Parchment
exchange-design-terminal = Terminal
exchange-design-pastel = Pastel
exchange-do-import = Import
exchange-do-edits = Review edits
exchange-edits-none = Nothing was changed in the file.
exchange-edits-wait = { $what }. All of it waits for your review.
exchange-edits-changed = { $count ->
    [one] { $count } card changed
   *[other] { $count } cards changed
}
exchange-edits-added = { $count } new
exchange-edits-removed = { $count } removed
exchange-edits-comments = { $count ->
    [one] { $count } new comment
   *[other] { $count } new comments
}
exchange-edits-story = The story’s own settings changed
exchange-edits-conflicts =
    { $count ->
        [one] In one place
       *[other] In { $count } places
    } you changed the same; the draft has what the file says.
exchange-edits-missing =
    { $count ->
        [one] One card is not in the file and stays as it is: { $titles }.
       *[other] { $count } cards are not in the file and stay as they are, such as { $titles }.
    }
exchange-edits-unknown =
    { $count ->
        [one] One scene of the document was
       *[other] { $count } scenes of the document were
    } not recognized.
exchange-importing = Importing…
exchange-imported = Added: { $what }
exchange-warnings = Good to know
exchange-line = Line { $line }:{" "}
exchange-in-file = { $file }:{" "}
exchange-in-file-line = { $file }, line { $line }:{" "}
exchange-more-warnings = And { $count } more.
exchange-show = Show
exchange-export = Export the story
exchange-export-note = Your story stays as it is; the file is a copy in another format.
exchange-preparing = Preparing the file…
exchange-looking = Checking what this format keeps…
exchange-losses = What this format can’t keep
exchange-loss-of = { $words } ({ $unit })
exchange-loss-of-story = { $words }
exchange-loss-names = { $line }: { $names }{ $more }

exchange-show-nodes = { $count ->
    [one] Show
   *[other] Show { $count }
  }
exchange-show-nodes-of = { $show }: { $loss }
exchange-lossless = This format keeps everything in the story.
exchange-save = Save file
exchange-saved = Saved: { $path }
exchange-downloaded = Downloading: { $name }

exchange-units-node = { $count ->
    [one] { $count } card
   *[other] { $count } cards
  }
exchange-units-group = { $count ->
    [one] { $count } group
   *[other] { $count } groups
  }
exchange-units-node_or_group = { $count ->
    [one] { $count } card or group
   *[other] { $count } cards and groups
  }
exchange-units-edge = { $count ->
    [one] { $count } link
   *[other] { $count } links
  }
exchange-units-link = { $count ->
    [one] { $count } link
   *[other] { $count } links
  }
exchange-units-jump = { $count ->
    [one] { $count } jump
   *[other] { $count } jumps
  }
exchange-units-divert = { $count ->
    [one] { $count } divert
   *[other] { $count } diverts
  }
exchange-units-capability = { $count ->
    [one] { $count } kind of data
   *[other] { $count } kinds of data
  }
exchange-units-kind = { $count ->
    [one] { $count } kind
   *[other] { $count } kinds
  }
exchange-units-setting = { $count ->
    [one] { $count } setting
   *[other] { $count } settings
  }
exchange-units-asset = { $count ->
    [one] { $count } file
   *[other] { $count } files
  }

exchange-intent = What for?
exchange-intents-play = Play
exchange-intents-read = Read
exchange-intents-elsewhere = Continue elsewhere
exchange-intents-data = Data
exchange-intent-notes-play = A page or book that readers play through.
exchange-intent-notes-read = The text as a book or manuscript.
exchange-intent-notes-elsewhere = The story for another program.
exchange-intent-notes-data = Everything, or one aspect of it, for other tools and for keeping.

exchange-split = Divide the text
exchange-split-automatic = At chapter headings
exchange-split-headings = Only at headings marked in the file
exchange-split-none = Not at all
exchange-split-lines = At lines that begin with…
exchange-split-counted = { $label } ({ $count })
exchange-split-words = Lines that begin with
exchange-split-words-note = * stands for anything.
exchange-split-words-example = Day *
exchange-split-title = Import this text as a story?
exchange-split-scenes = Scenes that will be made
exchange-split-makes = { $count ->
    [one] { $count } scene, { $words } words
   *[other] { $count } scenes, { $words } words
  }
exchange-split-word-count = { $count ->
    [one] { $count } word
   *[other] { $count } words
  }
