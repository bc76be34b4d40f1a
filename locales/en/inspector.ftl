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
inspector-capabilities-sound = Sound
inspector-capabilities-play = Play settings
inspector-capabilities-node = Title and kind
inspector-capabilities-translation = Translation

inspector-add = Add { $name }
inspector-chips = What can be added
inspector-chips-kv = Attribute
inspector-chips-color = Color
inspector-chips-choices = Choice
inspector-wide = Wide page
inspector-narrow = Back to the map
inspector-back = Back to { $title }
inspector-places = Opened from { $list }
inspector-places-back = Back to { $list }
inspector-places-at = { $at } of { $count }
inspector-places-close = Close this list

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
inspector-relation-of = { $field } of
inspector-kind-fields = Fields of this kind…

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

inspector-undoable = You can undo this.

inspector-chips-alternatives = Alternative
inspector-alternatives-title = Alternatives
inspector-alternatives-compare = Side by side
inspector-alternatives-add = Add an alternative
inspector-alternatives-use = Use
inspector-alternatives-use-this = Use “{ $name }”
inspector-alternatives-remove = Remove the alternative “{ $name }”
inspector-alternatives-used = “{ $name }” is in use now
inspector-alternatives-removed = Removed “{ $name }”
inspector-alternatives-name = Name
inspector-alternatives-numbered = Alternative { $number }
inspector-alternatives-double = There’s already an alternative called “{ $name }”.
inspector-alternatives-text = Text
inspector-alternatives-text-note = Leave empty to keep the current text under this name.
inspector-alternatives-write = Add alternative
inspector-alternatives-keep = Keep current text
inspector-alternatives-ask = Ask for three
inspector-alternatives-ask-message = Write three alternatives for this text, each with a different tone and a telling name. Leave the text in use as it is.
inspector-alternatives-compare-title = Alternatives for “{ $title }”
inspector-alternatives-compare-note = Use one of them, or have the assistant blend two.
inspector-alternatives-close = Close
inspector-alternatives-in-use = In use
inspector-alternatives-in-use-text = the text in use
inspector-alternatives-quoted = “{ $name }”
inspector-alternatives-pick = Blend
inspector-alternatives-pick-this = Blend “{ $name }” with another
inspector-alternatives-blend = Blend two…
inspector-alternatives-blend-message = Write a new alternative for this text that blends { $one } with { $other }. Keep the best of both, and leave the text in use as it is.

inspector-chips-facts = Change along the story
inspector-chips-summary = Summary
inspector-facts-title = Changes along the story
inspector-facts-add = Add a change
inspector-facts-beginning = From the beginning
inspector-facts-go = Go to “{ $title }”
inspector-facts-value = { $key }, from: { $from }
inspector-facts-remove = Remove { $key }, from: { $from }
inspector-facts-open = Open the passage in “{ $title }”: { $quote }
inspector-facts-stale = The text no longer says this.
inspector-facts-key = What changes
inspector-facts-new-value = What it becomes
inspector-facts-scene = From this scene on
inspector-facts-scene-hint = From the beginning, or a scene
inspector-facts-source = Words in “{ $title }” that say so (optional)
inspector-facts-no-scene = There’s no scene called “{ $title }”.

inspector-holds-title = What holds here
inspector-holds-since = since “{ $title }”
inspector-holds-unknown = or not mentioned
inspector-holds-depends = depends on the path
inspector-batch = Edit the texts…
inspector-summary-title = Summary
inspector-summary-hint = What happens here, in a few sentences
inspector-summary-stale = The text has changed since.
inspector-summary-model = Kept by { $model }. What you write yourself is never written over.
inspector-translations-title = Translations
inspector-translations-none = not translated
inspector-translations-current = up to date
inspector-translations-missing = { $count } missing
inspector-translations-stale = { $count } outdated
inspector-translations-nothing = There is nothing to translate here.
inspector-translations-of = { $name }, piece by piece
inspector-translations-piece = { $name } of “{ $source }”
inspector-translations-empty = Translation
inspector-translations-source-changed = The original was changed since.
inspector-translations-confirm = Still fits
inspector-translations-confirm-all = All { $count } still fit
inspector-translations-versions = Earlier versions
inspector-translations-term = The glossary has “{ $translation }” for “{ $term }”.
