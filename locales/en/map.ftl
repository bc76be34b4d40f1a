### Words of the map.

map-label = Map of the story
map-about = Arrow keys go from card to card. The outline shows the same story as a list.
map-words = { $count ->
    [one] { $count } word
   *[other] { $count } words
  }
map-holds = { $count ->
    [one] { $count } card inside
   *[other] { $count } cards inside
  }
map-way = Groups around this one
map-whole = Whole story
map-menu-kind = Kind
map-menu-newOf = New of a kind
map-menu-align = Align

map-review-label = Draft
map-review-added = { $count } new
map-review-changed = { $count } changed
map-review-removed = { $count } removed
map-review-moved = { $count } changed in the story since
map-review-adopt = Adopt all
map-review-drop = Drop all
map-review-adoptSome = Adopt { $count } selected
map-review-dropSome = Drop { $count } selected
map-review-close = Look at the story itself

map-menu-toGroup = Move into group
map-empty-title = Where does it begin?
map-empty-how = Double-click where the first scene is to stand, or press
map-empty-write = Write the first scene
map-empty-assistant = Ask the assistant
map-empty-import = Import a file…

map-ask-create = Title of the new node
map-ask-rename = New title
map-ask-label = Label of the link (optional)

map-selected = { $title }, { $kind }
map-selected-link = Link from { $from } to { $to }. { $label }
map-changed-there = { $count ->
    [one] Changed out of sight: { $title }
   *[other] Changed out of sight: { $title } and more, { $count } in all
  }

map-tip-start = The story starts here
map-tip-ending = The story may end here
map-tip-draft = A draft that changes this node waits to be decided
map-tip-pictures = { $count ->
    [one] { $count } picture
   *[other] { $count } pictures, of which one is adopted
  }
map-tip-condition = Offered if { $condition }
map-tip-once = May be taken only once
map-tip-effect = Taking it: { $effect }
map-tip-dynamic = Dashed: where it leads is computed when the story runs
map-tip-part = Dotted: shows the other node as a part of this one

map-connecting-from = Link from “{ $title }”
map-connecting-to = Link from “{ $title }” to “{ $to }”
map-connecting-how = Choose a card by arrow keys or a click
map-connecting-link = link
map-connecting-cancel = cancel

map-menu-color = Color

map-kinds-scene = scene
map-kinds-character = character
map-kinds-place = place
map-kinds-note = note
map-kinds-group = group
