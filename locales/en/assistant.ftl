### Words of the assistant.

assistant-title = Assistant
assistant-thread = Conversation
assistant-threads = Earlier conversations
assistant-thread-line = { $title } · { $day }
assistant-new-thread = New conversation
assistant-all-threads = All conversations…
assistant-threads-title = Conversations
assistant-threads-filter = Search titles and messages
assistant-threads-none = No conversation contains these words.
assistant-threads-rename = Rename “{ $title }”
assistant-threads-delete = Delete “{ $title }”
assistant-threads-new-title = New title for “{ $title }”
assistant-threads-delete-title = Delete “{ $title }”?
assistant-threads-delete-note = What was said is deleted for good. What the assistant changed in the story stays, and you can still undo it.
assistant-threads-delete-yes = Delete
assistant-threads-cancel = Cancel
assistant-threads-close = Close

assistant-prompts = Prompts
assistant-prompts-title = Prompts
assistant-prompts-note = Instructions you use again and again. You find them here, by typing / in the message, and in “Rewrite…”.
assistant-prompts-close = Close
assistant-prompts-edit = Edit prompts…
assistant-prompts-save-this = Save this as a prompt…
assistant-prompts-name = Name
assistant-prompts-text = Prompt
assistant-prompts-example = Show, don’t tell
assistant-prompts-example-text = Let feelings show in what people do and notice. Keep the length.
assistant-prompts-save = Save prompt
assistant-prompts-change = Save changes
assistant-prompts-new = New prompt
assistant-prompts-delete = Delete “{ $name }”
assistant-prompts-replaces = A prompt with this name exists. Saving replaces it.
assistant-turn = Earlier request
assistant-ways = Suggestions
assistant-write = Message to the assistant
assistant-placeholder = What would you like to change?
assistant-about = About: { $title }
assistant-no-about = Leave out { $title }
assistant-about-several = { $count } cards
assistant-about-one = The built-in assistant takes one card at a time. Select one, or close “About”.
assistant-about-too-many = A message can be about { $most } cards at most. Select fewer, or close “About” and say which you mean.
assistant-pictures-unseen = The built-in assistant can’t see pictures. Choose a language model in Settings to have them looked at.
assistant-attach = Attach pictures
assistant-pictures = Attached pictures
assistant-picture = Picture { $number }
assistant-remove-picture = Remove picture { $number }
assistant-send = Send
assistant-stop = Stop
assistant-unread = Type /command and its values: words, key=value, or a JSON object.

assistant-autonomy-label = How it works:
assistant-autonomy-review = Review
assistant-autonomy-reviewNote = changes wait as a draft
assistant-autonomy-adopt = Apply directly
assistant-autonomy-adoptNote = undo any time
assistant-autonomy-ask = Ask first
assistant-autonomy-askNote = you approve each change

assistant-working = Working…
assistant-queued = Waiting to be sent
assistant-queued-note = Sent when the assistant is done
assistant-queued-back = Take back
assistant-thinking = Thinking
assistant-retry = Can’t reach the model. Trying again ({ $attempt }): { $reason }

assistant-ending-bounded = Stopped at a limit
assistant-ending-refused = The model declined
assistant-ending-cancelled = Stopped
assistant-ending-failed = The assistant ran into a problem

assistant-undo = Undo all of this
assistant-undo-one = Undo this
assistant-go-on = Continue
assistant-go-on-words = continue
assistant-again = Try again
assistant-compare = Show changes
assistant-uncompare = Hide changes
assistant-compared-of = Changes to { $title }: { $what }
assistant-compared-pair = version { $from } → { $to }
assistant-edited-by-you = With your edits.

assistant-usage-plain = { $input } in · { $output } out
assistant-usage-cached = { $input } in ({ $cached } cached) · { $output } out
assistant-usage-pictures = { $count ->
    [one] { $count } picture
   *[other] { $count } pictures
  }
assistant-usage-cost = cost { $cost }
assistant-usage-cost-full = In the currency of the prices in your settings, where they’re known.
assistant-usage-no-price = price unknown
assistant-usage-partly = some prices unknown
assistant-usage-no-tokens = Tokens aren’t in the cost: your settings have no price for this model.
assistant-usage-no-pictures = { $count ->
    [one] { $count } picture isn’t in the cost: your settings have no price for its model.
   *[other] { $count } pictures aren’t in the cost: your settings have no price for their model.
  }
assistant-usage-no-price-full = Add a price for this model to the settings file to see costs here.
assistant-usage-full = Tokens: { $input } in ({ $cached } from cache), { $output } out

assistant-model-builtin = Built-in assistant
assistant-model-choose = Answers come from { $name }. Choose another model

assistant-context-open = What the model sees
assistant-context-title = What the model sees
assistant-context-note = Everything in the latest request
assistant-context-close = Close
assistant-context-reading = Reading…
assistant-context-filled = { $used } of { $limit } tokens used
assistant-context-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
  }

assistant-context-part-system = Instructions
assistant-context-part-tools = Tools
assistant-context-part-story = From the story
assistant-context-part-memory = Memory of earlier requests
assistant-context-part-messages = Messages
assistant-context-part-free = Free

assistant-context-role-system = Program
assistant-context-role-user = You
assistant-context-role-assistant = Assistant
assistant-context-role-tool = Tool

assistant-context-no-pieces = The open scene was enough.
assistant-context-unnamed = A deleted card
assistant-context-unshown = (didn’t fit)
assistant-context-plugins = From plugins
assistant-context-plugins-note = Documents that your plugins offer. Those you pin are read again for each message in this conversation.
assistant-context-unpin-resource = Don’t include { $title } in this conversation
assistant-context-pin = Always include { $title }
assistant-context-unpin = Include { $title } only when it’s relevant
assistant-context-exclude = Never include { $title }
assistant-context-include = Include { $title } again when it’s relevant

assistant-context-reason-pinned = pinned
assistant-context-reason-named-in-the-instruction = named in your message
assistant-context-reason-the-path-so-far = the path so far

assistant-context-reason-found = found by “{ $word }”
assistant-context-reason-as = { $reason } as “{ $alias }”

assistant-context-title_of-the-way-here = Path to here

assistant-context-background-title = Work between requests
assistant-context-background-note = What the light model has spent in this conversation to keep its memory.
assistant-context-background-asked = { $count ->
    [one] { $count } call
   *[other] { $count } calls
  }
assistant-context-background-estimated = partly estimated
assistant-context-background-waiting = Not finished; continues after the next request: { $why }

assistant-undone = Undone.
assistant-copied-address = Address copied.
assistant-details = Details
assistant-open = Open { $title }
assistant-version = version { $number }
assistant-made = new
assistant-gone = deleted
assistant-adopted = accepted
assistant-labeled = “{ $label }”
assistant-and-more = and { $count } more
assistant-many = { $name } × { $count }
assistant-words = { $before } → { $after } words

assistant-state-done = Done
assistant-state-partial = Partly done
assistant-state-failed = Didn’t work
assistant-state-asks = Waiting for you
assistant-state-runs = Running
assistant-state-unrun = Didn’t run

assistant-part-kv = attributes
assistant-part-text = text
assistant-part-image = picture
assistant-part-sound = sound
assistant-part-node = title and kind
assistant-part-layout = position on the map
assistant-part-edge = link
assistant-part-story = story
assistant-part-play = play settings
assistant-part-style_guide = style guide
assistant-part-alternatives = alternatives
assistant-part-findings = findings
assistant-part-facts = changes along the story
assistant-part-summary = summary

assistant-field-title = Title
assistant-field-kind = Kind
assistant-field-from = From
assistant-field-to = To
assistant-field-label = Label
assistant-field-order = Order
assistant-field-condition = Condition
assistant-field-effect = Effect
assistant-field-ending = Ending
assistant-field-enter = On arrival
assistant-field-color = Color
assistant-field-parent = Group

assistant-asks-read = Look at this?
assistant-asks-write = Make this change? You can undo it.
assistant-asks-spend = This may cost money. Go ahead?
assistant-asks-destroy = This can’t be undone. Go ahead?
assistant-asks-removes = Delete { $nodes } of { $of } cards? You can undo it.
assistant-asks-approve = Yes
assistant-asks-edit = Edit…
assistant-asks-always = Always in this conversation
assistant-asks-reject = No
assistant-asks-approveEdited = Yes, with my edits
assistant-asks-back = Back
assistant-asks-message = What should it do instead?

assistant-draft-title = { $count ->
    [one] { $count } change to review
   *[other] { $count } changes to review
  }
assistant-draft-look = Show on the map
assistant-draft-unlook = Back to the story
assistant-draft-adoptAll = Accept all
assistant-draft-dropAll = Discard all
assistant-draft-adopt = Accept
assistant-draft-drop = Discard
assistant-draft-adoptOne = Accept the changes to { $title }
assistant-draft-dropOne = Discard the changes to { $title }
assistant-draft-removes = Will be deleted.
assistant-draft-moved = You’ve edited this since the draft was made.
assistant-draft-movedAny = You’ve edited the story since this draft was made.
assistant-draft-rebase = Update draft to the current text
assistant-draft-both = You both changed { $what }. The draft keeps its wording; check it before you accept.
assistant-draft-taken-out = Left out of the draft, because its card or link is gone: { $what }.
assistant-draft-adopt_draft = Accepted.
assistant-draft-drop_draft = Discarded. The story hasn’t changed.
assistant-draft-gone = This draft has been handled.

assistant-waiting-open = { $count ->
    [one] { $count } draft to review
   *[other] { $count } drafts to review
  }
assistant-waiting-title = Drafts to review
assistant-waiting-note = From all conversations. Nothing changes until you accept it.
assistant-waiting-none = No drafts to review.

assistant-spoken-asks = The assistant has a question.
assistant-spoken-done = The assistant has finished.

assistant-welcome-title = Just say what you’d like
assistant-welcome-what = The assistant uses the same tools you do, shows you what it did, and everything can be undone. The built-in one works offline, right on this computer, and understands simple instructions in English and Chinese. Try one:
assistant-welcome-examples = Examples
assistant-welcome-rename = Rename { $title } to Neo and make a portrait
assistant-welcome-character = Add a character "Mara"
assistant-welcome-scene = Add a scene "The fog"
assistant-welcome-after = Add a scene "The fog" after "{ $title }"
assistant-welcome-portrait = Make a portrait of { $title }
assistant-welcome-attributes = Set the age of { $title } to 37
assistant-welcome-model = To chat freely, choose a language model in Settings.

assistant-pictures-not-shown = { $model } won’t be shown pictures. Choose a model that sees them in Settings; for a server of your own, set “pictures = true” in its entry of settings.toml.
assistant-show-made = Show on the map
assistant-part-languages = languages
assistant-part-glossary = glossary
assistant-part-translation = translation
