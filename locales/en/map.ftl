### Words of the map.

map-label = Map of the story
map-about = Move from card to card with the arrow keys. The outline shows the same story as a list.
map-words = { $count ->
    [one] { $count } word
   *[other] { $count } words
  }
map-hides = { $count ->
    [one] { $count } card hidden
   *[other] { $count } cards hidden
  }
map-holds = { $count ->
    [one] { $count } card inside
   *[other] { $count } cards inside
  }
map-way = Surrounding groups
map-whole = Whole story
map-menu-kind = Kind
map-menu-newOf = New card of a kind
map-menu-align = Align

map-review-label = Draft
map-review-added = { $count } new
map-review-changed = { $count } changed
map-review-removed = { $count } removed
map-review-moved = { $count } edited since
map-review-adopt = Accept all
map-review-drop = Discard all
map-review-adoptSome = Accept { $count } selected
map-review-dropSome = Discard { $count } selected
map-review-close = Back to the story

map-menu-toGroup = Move into group
map-empty-title = Where does it begin?
map-empty-how = Double-click anywhere to place your first scene, or press
map-empty-write = Write the first scene
map-empty-assistant = Ask the assistant
map-empty-import = Import a file…

map-ask-create = Title of the new card
map-ask-rename = New title
map-ask-label = Text of the choice (optional)
map-ask-choice = What the reader chooses (optional)
map-ask-insert = Title of the inserted scene

map-selected = { $title }, { $kind }
map-selected-link = Link from { $from } to { $to }. { $label }
map-changed-there = { $count ->
    [one] Changed off screen: { $title }
   *[other] Changed off screen: { $title } and more ({ $count } in all)
  }

map-tip-start = The story starts here
map-tip-ending = The story can end here
map-tip-draft = A draft with changes to this card is waiting for review
map-tip-pictures = { $count ->
    [one] { $count } picture
   *[other] { $count } pictures, one in use
  }
map-tip-condition = Only if { $condition }
map-tip-once = Can be taken only once
map-tip-effect = Effect: { $effect }
map-tip-dynamic = Dashed: the target is worked out while the story runs
map-tip-part = Dotted: shows the other scene inside this one

map-connecting-from = Link from “{ $title }”
map-connecting-to = Link from “{ $title }” to “{ $to }”
map-connecting-how = Pick a card with the arrow keys or a click
map-connecting-link = link
map-connecting-cancel = cancel

map-menu-color = Color

map-kinds-scene = scene
map-kinds-character = character
map-kinds-place = place
map-kinds-note = note
map-kinds-group = group

map-link-panel = Selected link
map-link-close = Deselect the link
map-link-label = Label
map-link-label-hint = Plain link
map-link-condition = If
map-link-condition-hint = Always offered
map-link-effect = Then
map-link-effect-hint = Changes nothing
map-link-once = Only once
map-link-order = { $at } of { $of }
map-link-earlier = Offer it earlier
map-link-later = Offer it later

map-minimap-open = Show the minimap
map-minimap-close = Hide the minimap

map-filter-open = Filter the map
map-filter-close = Close the filter
map-filter-label = Filter of the map
map-filter-words = Words
map-filter-kind = Any kind
map-filter-tag = Any tag
map-filter-status = Any status
map-filter-character = Any character
map-filter-steps = Any distance
map-filter-steps-one = One step around the selection
map-filter-steps-two = Two steps around the selection
map-filter-count = { $count } of { $of }

map-missing-make = Not written yet. Click to create it.

map-heat = Color cards by words
map-heat-from = { $count } words or more
map-heat-none = Nothing written yet
map-heat-readers = Color cards by test readers
map-heat-of-readers = { $share } of readers
map-heat-from-readers = { $share } of readers or more
