### Words of the assistant.

assistant-title = Assistant
assistant-thread = Conversation
assistant-threads = Earlier conversations
assistant-thread-line = { $title } · { $day }
assistant-new-thread = New conversation
assistant-turn = Earlier request
assistant-ways = Ways to go on
assistant-write = Message to the assistant
assistant-placeholder = Say what should change…
assistant-about = about: { $title }
assistant-no-about = Not about { $title }
assistant-attach = Attach pictures
assistant-pictures = Attached pictures
assistant-picture = Picture { $number }
assistant-remove-picture = Take picture { $number } away
assistant-send = Send
assistant-stop = Stop
assistant-unread = A command is /name and then its values: words, key=value, or one JSON object.

assistant-autonomy-label = How freely it works:
assistant-autonomy-review = Review
assistant-autonomy-reviewNote = changes wait in a draft
assistant-autonomy-adopt = Adopt
assistant-autonomy-adoptNote = changes count at once
assistant-autonomy-ask = Ask
assistant-autonomy-askNote = each change waits for your yes

assistant-working = Working…
assistant-thinking = Thinking
assistant-retry = The model could not be reached, trying again ({ $attempt }): { $reason }

assistant-ending-bounded = It stopped at a limit
assistant-ending-refused = The model declined
assistant-ending-cancelled = You stopped it
assistant-ending-failed = It could not go on

assistant-undo = Undo all of this
assistant-undo-one = Undo this
assistant-go-on = Go on
assistant-go-on-words = go on
assistant-again = Try again
assistant-compare = Compare
assistant-uncompare = Hide the comparison
assistant-compared-of = What changed: { $title }, { $what }
assistant-compared-pair = version { $from } → { $to }
assistant-edited-by-you = With the arguments as you changed them.

assistant-usage-plain = { $input } in · { $output } out
assistant-usage-cached = { $input } in ({ $cached } cached) · { $output } out
assistant-usage-pictures = { $count ->
    [one] { $count } picture
   *[other] { $count } pictures
  }
assistant-usage-cost = cost { $cost }
assistant-usage-cost-full = In the currency of the prices in the settings, as far as those are known.
assistant-usage-no-price = price unknown
assistant-usage-partly = not all of it has a price
assistant-usage-no-tokens = The tokens are not in the cost: the settings give no price for this model.
assistant-usage-no-pictures = { $count ->
    [one] { $count } picture is not in the cost: the settings give no price for its model.
   *[other] { $count } pictures are not in the cost: the settings give no price for their model.
  }
assistant-usage-no-price-full = The settings file says no price for this model; with one, the cost is reckoned here.
assistant-usage-full = Tokens: { $input } asked, { $cached } of them from a cache, { $output } answered

assistant-model-builtin = Built-in assistant
assistant-model-choose = { $name } answers. Choose another model

assistant-context-open = What the model was shown
assistant-context-title = What the model was shown
assistant-context-note = Every part of the newest request of this turn
assistant-context-close = Close
assistant-context-reading = Reading…
assistant-context-filled = { $used } of { $limit } tokens are used
assistant-context-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
  }

assistant-context-part-system = Instructions
assistant-context-part-tools = Tools
assistant-context-part-story = From the story
assistant-context-part-memory = Memory of earlier turns
assistant-context-part-messages = Messages
assistant-context-part-free = Free

assistant-context-role-system = Program
assistant-context-role-user = You
assistant-context-role-assistant = Assistant
assistant-context-role-tool = Tool

assistant-context-no-pieces = Nothing beside the open node was needed.
assistant-context-unnamed = A node that is gone
assistant-context-unshown = (did not fit)
assistant-context-pin = Always show { $title }
assistant-context-unpin = Show { $title } only when it fits
assistant-context-exclude = Never show { $title }
assistant-context-include = Show { $title } again when it fits

assistant-context-reason-pinned = pinned
assistant-context-reason-named-in-the-instruction = named in the instruction
assistant-context-reason-the-path-so-far = the path so far

assistant-context-reason-found = found by “{ $word }”
assistant-context-reason-as = { $reason } as “{ $alias }”

assistant-context-title_of-the-way-here = The way here

assistant-context-background-title = Work after turns
assistant-context-background-note = What keeping a memory took in this conversation so far, of the light model.
assistant-context-background-asked = { $count ->
    [one] { $count } question
   *[other] { $count } questions
  }
assistant-context-background-estimated = in part estimated
assistant-context-background-waiting = Still to be done, after the next turn: { $why }

assistant-undone = Taken back.
assistant-details = Details
assistant-open = Open { $title }
assistant-version = version { $number }
assistant-gone = removed
assistant-adopted = adopted
assistant-labeled = “{ $label }”
assistant-and-more = and { $count } more
assistant-words = { $before } → { $after } words

assistant-state-done = Done
assistant-state-partial = Done in part
assistant-state-failed = Did not work
assistant-state-asks = Waits for you
assistant-state-runs = Running
assistant-state-unrun = Not run

assistant-part-kv = attributes
assistant-part-text = text
assistant-part-image = picture
assistant-part-node = title and kind
assistant-part-layout = place on the map
assistant-part-edge = link
assistant-part-story = story
assistant-part-play = play

assistant-field-title = Title
assistant-field-kind = Kind
assistant-field-from = From
assistant-field-to = To
assistant-field-label = Label
assistant-field-order = Order
assistant-field-condition = Condition
assistant-field-effect = Effect
assistant-field-ending = Ending
assistant-field-enter = On coming here
assistant-field-color = Color
assistant-field-parent = Group

assistant-asks-read = It wants to look at this. May it?
assistant-asks-write = It wants to make this change, which you can undo. May it?
assistant-asks-spend = This costs money or machine time. May it?
assistant-asks-destroy = This cannot be undone. May it?
assistant-asks-approve = Yes
assistant-asks-edit = Change it…
assistant-asks-always = Always in this conversation
assistant-asks-reject = No
assistant-asks-approveEdited = Yes, like this
assistant-asks-back = Back
assistant-asks-message = What should it do instead?

assistant-draft-title = { $count ->
    [one] { $count } change waits for you
   *[other] { $count } changes wait for you
  }
assistant-draft-look = See it on the map
assistant-draft-unlook = Back to the story
assistant-draft-adoptAll = Adopt all
assistant-draft-dropAll = Drop
assistant-draft-adopt = Adopt
assistant-draft-drop = Drop
assistant-draft-adoptOne = Adopt what concerns { $title }
assistant-draft-dropOne = Drop what concerns { $title }
assistant-draft-removes = Is removed.
assistant-draft-moved = The story has changed here since.
assistant-draft-movedAny = The story went on since this was written.
assistant-draft-rebase = Bring it onto what is there now
assistant-draft-both = Both had changed the same in: { $what }. The draft keeps its words there; look before you adopt.
assistant-draft-adopt_draft = Adopted into the story.
assistant-draft-drop_draft = Dropped. The story stayed as it was.
assistant-draft-gone = This draft waits no more.

assistant-waiting-open = { $count ->
    [one] { $count } draft waits for you
   *[other] { $count } drafts wait for you
  }
assistant-waiting-title = Drafts that wait for you
assistant-waiting-note = From every conversation. None of it counts until you adopt it.
assistant-waiting-none = No draft waits.

assistant-spoken-asks = The assistant has a question.
assistant-spoken-done = The assistant is done.

assistant-welcome-title = Say it in plain words
assistant-welcome-what = The assistant changes the story with the same tools you have, shows what it did, and everything can be undone. The built-in one works on this computer without any model or network and understands plain instructions, in English and Chinese. Try one:
assistant-welcome-examples = Examples
assistant-welcome-rename = Rename { $title } to Neo and make a portrait
assistant-welcome-character = Add a character "Mara"
assistant-welcome-scene = Add a scene "The fog"
assistant-welcome-after = Add a scene "The fog" after "{ $title }"
assistant-welcome-portrait = Make a portrait of { $title }
assistant-welcome-attributes = Set the age of { $title } to 37
assistant-welcome-model = For free conversation choose a language model in the settings.

assistant-did-update_node_kv = Set attributes
assistant-did-remove_node_kv = Remove attributes
assistant-did-read_node_kv = Read attributes
assistant-did-list_attributes = List attributes
assistant-did-set_attribute = Set an attribute on several nodes
assistant-did-update_attribute_table = Write a table of attributes
assistant-did-rename_attribute = Rename an attribute
assistant-did-generate_image = Generate an image
assistant-did-list_images = List pictures
assistant-did-add_image = Give a picture of your own
assistant-did-remove_image = Take the picture off
assistant-did-write_text = Write text
assistant-did-replace_text = Change text
assistant-did-find_in_texts = Find words in all texts
assistant-did-replace_in_texts = Replace words in all texts
assistant-did-append_text = Add text
assistant-did-read_text = Read text
assistant-did-create_node = Create node
assistant-did-rename_node = Rename
assistant-did-set_node_kind = Change kind or color
assistant-did-move_node = Move on the map
assistant-did-move_nodes = Move several nodes
assistant-did-tidy_map = Tidy up the map
assistant-did-group_nodes = Group nodes
assistant-did-ungroup = Take a group apart
assistant-did-fit_groups = Fit frames to their cards
assistant-did-fold_groups = Fold groups
assistant-did-color_nodes = Color cards
assistant-did-set_node_kinds = Change the kind of several nodes
assistant-did-duplicate_nodes = Copy nodes
assistant-did-remove_node = Remove node
assistant-did-remove_nodes = Remove several nodes
assistant-did-link_nodes = Link
assistant-did-update_link = Update link
assistant-did-remove_link = Remove link
assistant-did-find_nodes = Find nodes
assistant-did-outline = Read the outline
assistant-did-neighbors = Look at neighbors
assistant-did-find_paths = Find ways
assistant-did-show_node = Look at node
assistant-did-read_map = Read the map
assistant-did-read_node = Read all of a node
assistant-did-set_start = Set the beginning
assistant-did-rename_story = Rename the story
assistant-did-define_kind = Define a kind
assistant-did-play_story = Play the story
assistant-did-set_ending = Mark or unmark an ending
assistant-did-set_enter_effect = Set what entering does
assistant-did-check_story = Check the story
assistant-did-story_statistics = Measure the story
assistant-did-list_versions = List versions
assistant-did-compare_versions = Compare versions
assistant-did-adopt_version = Go to a version
assistant-did-undo = Undo
assistant-did-redo = Redo
assistant-did-list_steps = List the steps to undo
assistant-did-story_history = Read the history
assistant-did-create_snapshot = Create a snapshot
assistant-did-list_snapshots = List snapshots
assistant-did-restore_snapshot = Restore a snapshot
assistant-did-list_drafts = List drafts
assistant-did-show_draft = Look at a draft
assistant-did-adopt_draft = Adopt a draft
assistant-did-drop_draft = Drop a draft
assistant-did-rebase_draft = Bring a draft up to date
assistant-did-adopt_passages = Adopt passages of a draft
assistant-did-search_story = Search the story
assistant-did-export_story = Export the story
assistant-did-import_story = Import a story
assistant-did-list_formats = List formats
assistant-did-send_message = Tell the assistant
assistant-did-cancel_turn = Stop the assistant
assistant-did-answer_request = Answer the assistant
assistant-did-thread_history = Read a conversation
assistant-did-list_threads = List conversations
assistant-did-list_turns = See what the assistant is doing
assistant-did-list_allowed = List what is allowed without asking
assistant-did-revoke_allowed = Take back an “always”
assistant-did-show_context = Show what the model was shown
assistant-did-set_node_context = Choose what the model is shown
assistant-did-read_context_strategy = Look up how conversations are shortened
assistant-did-set_context_strategy = Choose how conversations are shortened
assistant-did-find_tools = Find tools
