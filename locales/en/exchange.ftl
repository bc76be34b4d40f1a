### Words of importing and exporting.

exchange-close = Close
exchange-cancel = Cancel
exchange-comma = ,{" "}
exchange-several = { $count } files are added to this story, one after the other.
exchange-open-copy = Open this story?
exchange-open-copy-note = A browser does not say where a file lies, so a copy of it is laid among your stories and opened here. The story you are in is saved and stays on the list.
exchange-do-open-copy = Open the copy
exchange-import = Import into this story
exchange-came-in = Imported
exchange-import-note = What comes in can be taken back by undo.
exchange-mode = What becomes of this story

exchange-modes-add = Add to this story
exchange-modes-replace = Replace this story

exchange-mode-notes-add = Nodes and links are added beside what is there.
exchange-mode-notes-replace = The file takes the place of what is here: to bring back an export that was changed elsewhere.

exchange-replaced = The story is now the file: { $what }

exchange-brought-nodes = { $count ->
    [one] { $count } node
   *[other] { $count } nodes
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

exchange-with-history = With its history: every version, with who wrote it, when and why
exchange-choose = Choose a file…
exchange-nothing = No file yet. Drop one here, or choose one.
exchange-format = Format
exchange-format-auto = Found out from the file
exchange-do-import = Import
exchange-importing = Importing…
exchange-imported = Added: { $what }
exchange-warnings = What you should know
exchange-line = Line { $line }:{" "}
exchange-in-file = { $file }:{" "}
exchange-in-file-line = { $file }, line { $line }:{" "}
exchange-more-warnings = And { $count } more.
exchange-show = Show it
exchange-export = Export the story
exchange-export-note = The story stays as it is; the file is a copy in another format.
exchange-preparing = Making the file…
exchange-looking = Looking what this format can hold…
exchange-losses = What this format cannot hold
exchange-loss-of = { $words } ({ $count } { $unit })
exchange-loss-of-story = { $words }
exchange-loss-names = { $line }: { $names }{ $more }

exchange-show-nodes = { $count ->
    [one] Show it
   *[other] Show { $count }
  }
exchange-show-nodes-of = { $show }: { $loss }
exchange-lossless = This format holds everything that is adopted in the story.
exchange-save = Save the file
exchange-saved = Saved: { $path }
exchange-downloaded = Handed to your downloads: { $name }
