### Words of the inspector.

inspector-title = Scene
inspector-none = Nothing selected
inspector-none-hint = Select a card on the map to read and edit it here.
inspector-loading = Loading…
inspector-several = { $count ->
    [one] { $count } card selected
   *[other] { $count } cards selected
  }
inspector-more = and { $count } more
inspector-name = Title
inspector-kind = Kind: { $kind }

inspector-kinds-scene = Scene
inspector-kinds-character = Character
inspector-kinds-place = Place
inspector-kinds-note = Note
inspector-kinds-group = Group

inspector-color = Color

inspector-colors-1 = Red
inspector-colors-2 = Orange
inspector-colors-3 = Yellow
inspector-colors-4 = Green
inspector-colors-5 = Teal
inspector-colors-6 = Violet
inspector-colors-none = Default color

inspector-remove = Delete
inspector-history = History of { $name }

inspector-capabilities-text = Text
inspector-capabilities-kv = Attributes
inspector-capabilities-image = Picture
inspector-capabilities-play = Play settings
inspector-capabilities-node = Title and kind

inspector-add = Add { $name }
inspector-chips = What can be added
inspector-chips-kv = Attribute
inspector-chips-color = Color
inspector-chips-choices = Choice
inspector-wide = Wide page
inspector-narrow = Back to the map
inspector-back = Back to { $title }

inspector-choices-title = Choices
inspector-choices-none = No choices yet.
inspector-choices-label = Label of the choice to { $title }
inspector-choices-label-hint = Plain link
inspector-choices-condition = Condition of the choice to { $title }
inspector-choices-if = if
inspector-choices-then-word = then
inspector-choices-condition-hint = Always offered
inspector-choices-effect = Effect of the choice to { $title }
inspector-choices-effect-hint = No effect
inspector-choices-once = Offer the choice to { $title } only once
inspector-choices-unread = Kept, but can’t be read: { $why }
inspector-choices-retarget = Point the choice to { $title } somewhere else
inspector-choices-target = New target instead of { $title }
inspector-choices-go = Go to { $title }
inspector-choices-up = Move up the choice to { $title }
inspector-choices-down = Move down the choice to { $title }
inspector-choices-remove = Remove the choice to { $title }
inspector-choices-new-label = New choice
inspector-choices-new-target = Leads to…
inspector-choices-add = Add choice
inspector-choices-make = Add choice and scene
inspector-choices-make-hint = Creates a new scene “{ $title }”.
inspector-choices-ambiguous = Several cards are called “{ $title }”; this uses the first.

inspector-into = Leads here
inspector-mentions = Mentions
inspector-backlinks = Mentioned in

inspector-chips-tags = Tag
inspector-chips-status = Status
inspector-tags = Tags
inspector-tags-key = Tags
inspector-tags-add = Add a tag
inspector-tags-color = Color of the tag “{ $tag }”
inspector-tags-color-usual = Usual color
inspector-tags-remove = Remove the tag { $tag }
inspector-status-key = Status
inspector-status-is = Status: { $name }
inspector-status-idea = Idea
inspector-status-draft = Draft
inspector-status-revised = Revised
inspector-status-done = Done
inspector-status-none = No status
inspector-status-various = Various
inspector-status-own = Other…
inspector-status-name = Name of the status

inspector-name-differs = The name is “{ $name }”, but the card is called “{ $title }”.
inspector-name-take = Rename card to “{ $name }”
inspector-name-leave = Leave it
