### What the built-in assistant answers: what each call did, what it did not understand, what it can do.

offline-introduction = I'm the built-in assistant: I follow plain commands in English and Chinese. I'm not a language model.
offline-examples =
    For example:
    - rename the hero to Neo and make a portrait
    - set age to 27, and hair to red
    - add a scene called "The Lobby" after this, with text "Marble and silence."
    - connect "The Lobby" to "The Roof", labelled "Take the stairs"
    - write: It was a dark night. / append "He ran." / replace "night" with "day"
    - draw a lighthouse at night by the sea, 16:9
    - find "Morpheus" / list all characters / show this scene / outline
    - check the story / list the dead ends / mark this as an ending
    - list versions / go back to version 2 of the picture / undo / redo
offline-say_help = Say "help" for examples of what I understand.
offline-needs_model = With a language model (--model, or in the settings) such requests work too.
offline-no_invention = I can't invent or rework prose ({ $words }). I write the words you give me, as in write: It was a dark night.
offline-not_understood = I didn't understand { $words }.
offline-thanks = You're welcome.
offline-empty = There was no instruction.
offline-too_long = I read commands of up to { $limit } characters, and this is longer, so I did nothing. To put a long text into a scene, begin with write: or append: and let it follow.
offline-files = To import or export files, use the command line: storyteller import and storyteller export, each with --help.
offline-which_hero = Which character do you mean: { $titles }? Say the name, or open the card.
offline-no_hero = This story has no character yet. Open the card you mean, or say its name.
offline-no_node = No card is open. Open one, or say which one you mean.
offline-no_tool = I understood this, but the tool for it ({ $tool }) isn't available here, so I didn't do it.
offline-which_capability = Versions of what: the text, the picture or the attributes? For example: go back to version 2 of the text.
offline-undo_limit = I take at most { $limit } steps at a time. Say it again for more.
offline-in_draft = The changes are in a draft for you to review.

offline-failed = I couldn't { $action }: { $message }.
offline-failed_with_hint = I couldn't { $action }: { $message } ({ $hint }).
offline-action-update_node_kv = set the attribute
offline-action-remove_node_kv = remove the attribute
offline-action-generate_image = generate the picture
offline-action-create_node = create the card
offline-action-rename_node = rename the card
offline-action-rename_story = rename the story
offline-action-set_start = set the starting scene
offline-action-link_nodes = link the cards
offline-action-update_link = edit the link
offline-action-remove_link = delete the link
offline-action-remove_node = delete the card
offline-action-remove_nodes = delete the cards
offline-action-set_ending = mark the ending
offline-action-check_story = check the story
offline-action-story_statistics = measure the story
offline-action-writing_progress = count the words of each day
offline-action-find_repetitions = find repetitions
offline-action-list_appearances = find out who appears where
offline-action-move_node = move the card
offline-action-write_text = write the text
offline-action-append_text = append the text
offline-action-replace_text = replace the passage
offline-action-read_text = read the text
offline-action-find_nodes = find cards
offline-action-search_story = search the story
offline-action-show_node = show the card
offline-action-outline = make the outline
offline-action-neighbors = list the linked cards
offline-action-list_versions = list the versions
offline-action-compare_versions = compare the versions
offline-action-adopt_version = go back to that version
offline-action-undo = undo
offline-action-redo = redo

offline-attribute_changed = { $key } { $old } → { $new }
offline-attribute_set = { $key } is now { $value }
offline-updated = Updated { $node }: { $attributes }.
offline-attributes_removed = Removed { $keys } from { $node }.
offline-picture_made = Generated a picture for { $node }: { $prompt }.
offline-added = Added { $node }.
offline-added_after = Added { $node } after { $after }.
offline-renamed = Renamed { $before } to { $title }.
offline-story_renamed = The story is now called { $title }.
offline-starts_at = The story now starts at { $node }.
offline-unlinked = Unlinked { $from } from { $to }.
offline-relabelled = The link from { $from } to { $to } now says { $label }.
offline-linked_with_label = Linked { $from } to { $to }: { $label }.
offline-linked = Linked { $from } to { $to }.
offline-removed = Deleted { $node }.
offline-moved = Moved { $node }.
offline-replaced = Replaced { $old } with { $new } in { $node }, { $count }×.
offline-appended = Added text to { $node }.
offline-appended_words = { $words ->
    [one] Added text to { $node }; it has { $words } word now.
   *[other] Added text to { $node }; it has { $words } words now.
  }
offline-wrote = Wrote the text of { $node }.
offline-wrote_words = { $words ->
    [one] Wrote the text of { $node }: { $words } word.
   *[other] Wrote the text of { $node }: { $words } words.
  }
offline-adopted = Version { $number } of { $capability } of { $node } is in use again.
offline-the_text = the text
offline-the_picture = the picture
offline-the_attributes = the attributes
offline-undone = Undone.
offline-undone_steps = Undone: { $steps }.
offline-redone = Redone.
offline-redone_steps = Redone: { $steps }.
offline-done = Done ({ $tool }).

offline-no_text = { $node } has no text yet.
offline-text_of = The text of { $node }:
offline-found_none = I didn't find such a card.
offline-found = Found { $count }: { $titles }.
offline-hits_none = { $query } isn't anywhere in the story.
offline-hits = { $count ->
    [one] { $query } is found in { $count } place:
   *[other] { $query } is found in { $count } places:
  }
offline-picture_line = picture: { $prompt }
offline-no_links = { $node } has no links yet.
offline-around = Around { $node }:
offline-outline = The story so far:
offline-no_versions = { $node } has no versions yet.
offline-adopted_mark = in use
offline-versions_of = Versions of { $node }:
offline-no_difference = There is no difference in { $node }.
offline-difference = The difference in { $node }:

offline-removed_nodes = Deleted { $count }: { $titles }.
offline-ending_marked = The story may end at { $node }.
offline-ending_unmarked = { $node } is no longer an ending.
offline-none_of_kind = There is no such card, so I deleted nothing.
offline-too_many_nodes = There are { $count } such cards, more than I delete at once, so I deleted nothing.
offline-check_none = I checked the story and found no problems.
offline-check = I checked the story. Problems found: { $count }.
offline-dead_ends_none = There are no dead ends: every scene leads on or is marked as an ending.
offline-dead_ends = Dead ends ({ $count }): { $titles }. To say that the story may end there: mark … as an ending.
offline-length = { $words ->
    [one] The story has one word
   *[other] The story has { $words } words
  }, { $minutes ->
    [one] about one minute to read
   *[other] about { $minutes } minutes to read
  }, and { $endings ->
    [one] one ending
   *[other] { $endings } endings
  }.
offline-written_today = { $words ->
    [one] You wrote one word today.
   *[other] You wrote { $words } words today.
  }
offline-written = { $words ->
    [one] You wrote one word
   *[other] You wrote { $words } words
  }{" "}{ $days ->
    [one] on one day
   *[other] on { $days } days
  }, { $average } on each.
offline-repeated_close = Words repeated close together ({ $count }):
offline-repeated_phrases = Frequent phrases ({ $count }):
offline-repeated_none = No repetitions stand out.
offline-appears = { $count ->
    [0] { $title } appears in no scene.
    [one] { $title } appears in one scene.
   *[other] { $title } appears in { $count } scenes.
  }
offline-appears_nobody = The story has no characters or places yet.
offline-finding-no_start = No starting scene
offline-finding-broken_link = Broken link
offline-finding-script_error = Error in the script
offline-finding-unreadable_condition = Unreadable condition
offline-finding-unreadable_effect = Unreadable effect
offline-finding-unreadable_code = Unreadable code in a text
offline-finding-unreachable = Can’t be reached
offline-finding-dead_end = Dead end
offline-finding-endless_loop = Loop with no way out
offline-finding-never_offered = Choice never available
offline-finding-nothing_open = Readers may have no choice
offline-finding-used_up = Readers can run out of choices
offline-finding-letter_case = Capital letters differ
offline-finding-link_without_edge = Link missing from the map
offline-finding-unknown_title = Refers to a missing scene
offline-finding-never_set = Variable never set
offline-finding-duplicate_title = Duplicate title
offline-finding-empty = Empty scene
offline-finding-undescribed = Character without a description
offline-finding-dynamic = Reached only by computed links
offline-finding-missing_code = Scripts not included
