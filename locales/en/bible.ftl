### Words of the bible.

bible-title = Bible
bible-sheet = Spreadsheet

bible-paste-open = Paste from a spreadsheet…
bible-paste-title = Paste from a spreadsheet
bible-paste-note = Each row is a node: a new title makes one, a known title changes its attributes. Empty cells leave what is there. One undo takes all of it back.
bible-paste-text = Cells as they were copied
bible-paste-text-hint = Copy cells in Excel, Sheets, Numbers or WPS, or rows of a CSV file, and paste them here
bible-paste-other = Paste something else
bible-paste-named = The first row names the columns
bible-paste-kind-of-new = Kind of new nodes
bible-paste-column = What column { $column } holds

bible-paste-means-title = Title
bible-paste-means-kind = Kind
bible-paste-means-key = Attribute
bible-paste-means-nothing = Leave out

bible-paste-key = Attribute of column { $column }
bible-paste-key-hint = its name

bible-paste-does-make = New
bible-paste-does-change = Changed
bible-paste-does-same = As it is

bible-paste-row = Row
bible-paste-preview = What will be written
bible-paste-more = { $count ->
    [one] and { $count } more row
   *[other] and { $count } more rows
  }
bible-paste-counts = { $made } new · { $changed } changed · { $same } as they are
bible-paste-write = { $count ->
    [one] Write { $count } row
   *[other] Write { $count } rows
  }
bible-paste-left = { $count ->
    [one] { $count } row is left out:
   *[other] { $count } rows are left out:
  }
bible-paste-at = Row { $row }, column { $column }:{" "}
bible-paste-at-row = Row { $row }:{" "}

bible-paste-why-noTitle = there is no title.
bible-paste-why-longTitle = a title is one line of at most 300 characters: “{ $what }…”
bible-paste-why-twice = row { $what } has this title already.
bible-paste-why-ambiguous = several nodes are called “{ $what }”; rename all but one first.
bible-paste-why-noKind = there is no kind “{ $what }”.
bible-paste-why-group = groups are made on the map, of nodes.

bible-paste-no-title-column = Say which column holds the titles.
bible-paste-double-key = Columns { $one } and { $other } have the same name; rename one or leave it out.
bible-paste-unnamed = Column { $column } needs a name, or leave it out.
bible-paste-open_quote = A quotation mark in row { $row } is never closed, so where the cells end is not certain. Look at the rows below with care.
bible-paste-nothing = Nothing here differs from the story.
bible-paste-done = Written: { $made } new, { $changed } changed.
bible-paste-close = Close

bible-copy-table = Copy the table
bible-save-table = Save as CSV…
bible-copied = { $count ->
    [one] Copied: { $count } row. Paste it into a spreadsheet.
   *[other] Copied: { $count } rows. Paste them into a spreadsheet.
  }
bible-kind = Kind
bible-all = All kinds
bible-filter = Filter by any word
bible-filter-columns = Filter each column
bible-filter-of = Filter { $name }
bible-filter-hint = holds…
bible-kind-of = Kind of { $title }
bible-new-row = Title of a new row
bible-new-of = New: { $kind }
bible-new-kind = Kind of the new row
bible-add-row = Add row
bible-aliases = Aliases
bible-alias-hint = Other names, with commas between: mentions are found by them.
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
bible-rename-key = Rename the attribute
bible-rename-note = On every node that has it, as one step.
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
bible-none = Nobody lives here yet
bible-none-hint = Characters, places and your own kinds stand here with their attributes.
