### Words of the history of the whole story.

history-title = History
history-states = Snapshots
history-state-name = Name of the snapshot
history-state-hint = e.g. before the rewrite
history-keep = Save snapshot
history-named = Saved snapshot “{ $name }”.
history-no-states = Snapshots let you return to the whole story as it is now.
history-restored = The story is as it was at “{ $name }”
history-restore = Restore
history-restore-this = Restore “{ $name }”
history-rename-snapshot = Rename…
history-delete-snapshot = Delete
history-delete-title = Delete the snapshot “{ $name }”?
history-delete-note = The story stays as it is, and every earlier text stays in its history. The name of this moment is lost.
history-cancel = Cancel
history-new-name = New name of “{ $name }”
history-more-of = More for “{ $name }”
history-compare-this = What has changed since “{ $name }”
history-compared = { $count ->
    [0] Nothing has changed since.
    [one] { $count } change since.
   *[other] { $count } changes since.
  }
history-steps = Changes
history-reading = Loading the history…
history-none = No changes yet
history-none-hint = Every change shows up here, and you can undo it.
history-more = Earlier changes
history-undo = Undo this
history-undo-this = Undo: { $what }
history-undone = Undone
history-draft = In a draft
history-turn = { $count ->
    [one] One request, { $count } change
   *[other] One request, { $count } changes
  }
history-comma = ,{" "}
history-and-more = and { $count } more
history-number = Change { $numbers }
history-compare = Show changes
history-made = { $part }: new
history-gone = { $part }: deleted
history-changed = { $part }
history-deleted-card = a deleted card
history-deleted-link = a deleted link
history-words = { $count ->
    [one] { $sign }{ $count } word
   *[other] { $sign }{ $count } words
  }
history-first-words = {" "}· “{ $words }”

history-kinds-undo = undid a change
history-kinds-redo = redid a change
history-kinds-restore = restored a snapshot
history-kinds-adopt = accepted a draft

history-parts-kv = attributes
history-parts-text = text
history-parts-image = picture
history-parts-sound = sound
history-parts-node = title and kind
history-parts-layout = position on the map
history-parts-edge = link
history-parts-play = play settings
history-parts-story = story settings
history-parts-style_guide = style guide
history-parts-alternatives = alternatives
history-parts-findings = findings
history-parts-facts = changes along the story
history-parts-summary = summary
history-parts-languages = languages
history-parts-glossary = glossary
history-parts-translation = translation
