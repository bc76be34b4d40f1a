### Words of the history of the whole story.

history-title = History
history-states = Named states
history-state-name = A name for the story as it stands now
history-state-hint = For instance “before the rewrite”
history-keep = Name this state
history-named = Kept as “{ $name }”.
history-no-states = Give the story as it stands a name, and you can always go back to it.
history-restore = Go back
history-restore-this = Go back to “{ $name }”
history-steps = Steps
history-reading = Reading the history…
history-none = Nothing was changed yet
history-none-hint = Every change is kept here, with the way back.
history-more = Earlier steps
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
history-compare = What differs
history-made = { $part }: new
history-gone = { $part }: removed
history-changed = { $part }

history-kinds-undo = took a step back
history-kinds-redo = did a step again
history-kinds-restore = went back to a named state
history-kinds-adopt = adopted a draft

history-parts-kv = attributes
history-parts-text = text
history-parts-image = picture
history-parts-node = title and kind
history-parts-layout = place on the map
history-parts-edge = link
history-parts-play = play
history-parts-story = the story itself
