### Words of the bible.

bible-title = Bible
bible-sheet = Spreadsheet

bible-paste-open = Paste from a spreadsheet…
bible-paste-title = Paste from a spreadsheet
bible-paste-note = Each row is a card. A new title adds a card; a title you already have updates its attributes. Empty cells change nothing. One undo reverts it all.
bible-paste-text = Copied cells
bible-paste-text-hint = Copy cells in Excel, Sheets, Numbers or WPS, or lines of a CSV file, and paste them here
bible-paste-other = Paste something else
bible-paste-named = First row has the column names
bible-paste-kind-of-new = Kind of new cards
bible-paste-column = What column { $column } holds

bible-paste-means-title = Title
bible-paste-means-kind = Kind
bible-paste-means-key = Attribute
bible-paste-means-nothing = Skip

bible-paste-key = Attribute of column { $column }
bible-paste-key-hint = attribute name

bible-paste-does-make = New
bible-paste-does-change = Changed
bible-paste-does-same = Unchanged

bible-paste-row = Row
bible-paste-preview = Preview
bible-paste-more = { $count ->
    [one] and { $count } more row
   *[other] and { $count } more rows
  }
bible-paste-counts = { $made } new · { $changed } changed · { $same } unchanged
bible-paste-write = { $count ->
    [one] Paste { $count } row
   *[other] Paste { $count } rows
  }
bible-paste-left = { $count ->
    [one] { $count } row will be skipped:
   *[other] { $count } rows will be skipped:
  }
bible-paste-at = Row { $row }, column { $column }:{" "}
bible-paste-at-row = Row { $row }:{" "}

bible-paste-why-noTitle = no title.
bible-paste-why-longTitle = a title is one line of up to 300 characters: “{ $what }…”
bible-paste-why-twice = same title as row { $what }.
bible-paste-why-ambiguous = several cards are called “{ $what }”; rename all but one first.
bible-paste-why-noKind = there’s no kind called “{ $what }”.
bible-paste-why-group = groups are made on the map.

bible-paste-no-title-column = Choose which column holds the titles.
bible-paste-double-key = Columns { $one } and { $other } have the same name. Rename one or skip it.
bible-paste-unnamed = Give column { $column } a name, or skip it.
bible-paste-open_quote = A quotation mark in row { $row } is never closed, so cells may be split in the wrong place. Check the rows below.
bible-paste-nothing = Nothing here is different from the story.
bible-paste-done = Pasted: { $made } new, { $changed } changed.
bible-paste-close = Close

bible-copy-table = Copy table
bible-save-table = Save as CSV…
bible-copied = { $count ->
    [one] Copied { $count } row, ready to paste into a spreadsheet.
   *[other] Copied { $count } rows, ready to paste into a spreadsheet.
  }
bible-kind = Kind
bible-all = All kinds
bible-filter = Filter
bible-filter-columns = Filter by column
bible-filter-of = Filter { $name }
bible-filter-hint = contains…
bible-kind-of = Kind of { $title }
bible-new-row = Title of a new row
bible-new-of = New: { $kind }
bible-new-kind = Kind of the new row
bible-add-row = Add row
bible-aliases = Aliases
bible-alias-hint = Other names, separated by commas. Mentions under these names are found too.
bible-bulk-kind = Kind of all selected rows
bible-bulk-color = Color of all selected rows
bible-rows = { $count ->
    [one] { $count } row
   *[other] { $count } rows
  }
bible-lines = { $count ->
    [one] { $count } line
   *[other] { $count } lines
  }

bible-columns-title = Title
bible-columns-kind = Kind

bible-column = Column { $name }
bible-new-column = New attribute
bible-add = Add column
bible-fields = Fields…
bible-rename-key = Rename attribute
bible-rename-note = Renames it on every card that has it. One undo reverts it all.
bible-new-name = New name
bible-rename = Rename
bible-remove-key = Remove from these rows
bible-cancel = Cancel
bible-choose-all = Select all rows
bible-choose = Select { $title }
bible-bulk = { $count ->
    [one] { $count } row selected
   *[other] { $count } rows selected
  }
bible-key = Attribute
bible-value = Value
bible-set = Set
bible-take-away = Remove
bible-none = No characters or places yet
bible-show-scenes = Show scenes
bible-none-hint = Your characters, places and custom kinds appear here with their attributes.

bible-facts-words = Words
bible-facts-ending = Ending
bible-facts-edited = Last edited
bible-columns-choose = Columns
bible-pov = Point of view

bible-parts = Parts of the bible
bible-parts-table = Table
bible-parts-appearances = Who is where
bible-appearances-scene = Scene
bible-appearances-scenes = { $count ->
    [0] In no scene
    [one] In one scene
   *[other] In { $count } scenes
  }
bible-appearances-absence = { $count ->
    [one] Absent for one scene, between “{ $after }” and “{ $until }”
   *[other] Absent for { $count } scenes, between “{ $after }” and “{ $until }”
  }
bible-appearances-times = { $count ->
    [one] named once
   *[other] named { $count } times
  }
bible-appearances-cell = { $title } in “{ $scene }”: { $what }
bible-appearances-count = { $scenes ->
    [one] One scene
   *[other] { $scenes } scenes
  }
bible-appearances-nobody = Nobody to follow yet
bible-appearances-nobody-hint = Add a character or a place. Here you then see which scenes name it, by its title or an alias.
bible-appearances-nowhere = There are no scenes yet
