### Words of the check and of the figures.

problems-title = Problems
problems-badge = { $count ->
    [0] No problems
    [one] { $count } problem
   *[other] { $count } problems
  }
problems-checking = Checking the story…
problems-failed = Couldn’t check the story
problems-none = No problems found
problems-none-hint = Every scene can be reached and every ending is marked.
problems-more = { $count ->
    [one] { $count } more isn’t listed.
   *[other] { $count } more aren’t listed.
  }
problems-fix-by = Fix: { $words }
problems-mended = Done: { $words }
problems-mended-hint = You can undo this.

problems-severity-error = Error
problems-severity-warning = Warning
problems-severity-note = Note

problems-severities-error = Errors
problems-severities-warning = Warnings
problems-severities-note = Notes

problems-kinds-no_start = No starting scene
problems-kinds-broken_link = Broken link
problems-kinds-unreadable_condition = Unreadable condition
problems-kinds-unreadable_effect = Unreadable effect
problems-kinds-unreachable = Can’t be reached
problems-kinds-dead_end = Dead end
problems-kinds-endless_loop = Loop with no way out
problems-kinds-never_offered = Choice never available
problems-kinds-nothing_open = Readers may have no choice
problems-kinds-used_up = Readers can run out of choices
problems-kinds-letter_case = Capital letters differ
problems-kinds-link_without_edge = Link missing from the map
problems-kinds-unknown_title = Refers to a missing scene
problems-kinds-never_set = Variable never set
problems-kinds-duplicate_title = Duplicate title
problems-kinds-empty = Empty scene
problems-kinds-undescribed = Character without a description
problems-kinds-dynamic = Reached only by computed links

problems-why-no_start = Choose the scene readers start from.
problems-why-broken_link = Readers who follow it get nowhere.
problems-why-unreadable_condition = The choice is always available until this is fixed.
problems-why-unreadable_effect = It has no effect until this is fixed.
problems-why-unreachable = No reader will ever see it.
problems-why-dead_end = Readers can’t tell whether the story is meant to stop here.
problems-why-endless_loop = Readers who get in can never finish the story.
problems-why-never_offered = Its condition can’t be true, whatever the reader does.
problems-why-nothing_open = If no condition is true, the reader is stuck.
problems-why-used_up = A reader who has taken them all and comes back is stuck.
problems-why-letter_case = Most story formats won’t find the target.
problems-why-link_without_edge = It doesn’t show on the map, and readers don’t get it when playing.
problems-why-unknown_title = A scene that doesn’t exist is never visited.
problems-why-never_set = It always stays 0, false and empty.
problems-why-duplicate_title = A link to this title could mean either.
problems-why-empty = Readers would see a blank page.
problems-why-undescribed = The text mentions this character, but nothing is written about them.
problems-why-dynamic = No fixed link leads there, but a computed one might.

problems-says-no_start = The story has no starting scene.
problems-says-broken_link = “{ $title }” links to “{ $target }”, which doesn’t exist.
problems-says-unreadable_condition = { $link }: “{ $source }” can’t be read from character { $at }.
problems-says-unreadable_effect = { $link }: “{ $source }” can’t be read from character { $at }.
problems-says-unreadable_enter = On arrival at “{ $title }”: “{ $source }” can’t be read from character { $at }.
problems-says-unreachable = { $count ->
    [0] Readers can’t reach “{ $title }”.
    [one] Readers can’t reach “{ $title }” or { $count } scene after it.
   *[other] Readers can’t reach “{ $title }” or { $count } scenes after it.
  }
problems-says-dead_end = “{ $title }” has no choices and isn’t marked as an ending.
problems-says-endless_loop = { $count ->
    [one] There’s no way out of “{ $title }”.
   *[other] There’s no way out of { $count } scenes around “{ $title }”.
  }
problems-says-never_offered = { $link }: { $source } is never true.
problems-says-nothing_open = { $count ->
    [one] The only choice at “{ $title }” has a condition that may be false.
   *[other] All { $count } choices at “{ $title }” have conditions, and all of them may be false.
  }
problems-says-used_up = { $count ->
    [one] The only choice at “{ $title }” can be taken only once and leads back here.
   *[other] All { $count } choices at “{ $title }” can be taken only once and lead back here.
  }
problems-says-letter_case = “{ $title }” links to “{ $target }”, but the title is “{ $called }”.
problems-says-link_without_edge = The text of “{ $title }” links to “{ $target }”.
problems-says-unknown_title = { $link } refers to “{ $asked }”, which doesn’t exist.
problems-says-never_set = { $count ->
    [one] { $variable } is used at “{ $title }” but never set.
   *[other] { $variable } is used in { $count } scenes, starting with “{ $title }”, but never set.
  }
problems-says-duplicate_title = Another card is also called “{ $title }”.
problems-says-empty = “{ $title }” is empty.
problems-says-undescribed = “{ $by }” mentions “{ $title }”, who isn’t described anywhere.
problems-says-dynamic = { $count ->
    [one] “{ $title }” can be reached only by computed links.
   *[other] { $count } scenes, starting with “{ $title }”, can be reached only by computed links.
  }

problems-mends-set_start = Start at “{ $title }”
problems-mends-link_from = Link from “{ $title }”
problems-mends-mark_ending = Mark “{ $title }” as an ending
problems-mends-write_condition = Change to { $source }
problems-mends-offer_always = Always offer it
problems-mends-open_choice = Always offer “{ $choice }”
problems-mends-offer_again = Offer “{ $choice }” every time
problems-mends-write_effect = Change to { $source }
problems-mends-remove_effect = Remove the effect
problems-mends-make_node = Create “{ $title }”
problems-mends-write_target = Change to “{ $title }”
problems-mends-draw_link = Add the link to “{ $title }”
problems-mends-set_variable = Set { $variable } at “{ $title }”
problems-mends-rename = Rename to “{ $title }”
problems-mends-write_title = Fill with a placeholder
problems-mends-write_name = Fill with a placeholder

problems-figures-title = Statistics
problems-figures-words = Words
problems-figures-reading = Reading time
problems-figures-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
  }
problems-figures-nodes = Cards
problems-figures-endings = Endings
problems-figures-links = Links
problems-figures-characters = Characters
problems-figures-measuring = Counting…
problems-figures-under-minute = Under a minute
problems-figures-readings = Read-throughs
problems-figures-shortest = Shortest read-through
problems-figures-longest = Longest read-through
problems-figures-longest-known = Longest path to an ending
problems-figures-at-most = { $count ->
    [one] Without visiting a scene twice, no read-through is longer than { $count } word.
   *[other] Without visiting a scene twice, no read-through is longer than { $count } words.
  }
problems-figures-more-endings = { $count ->
    [one] { $count } more ending isn’t listed.
   *[other] { $count } more endings aren’t listed.
  }
problems-figures-word-count = { $count ->
    [one] { $count } word
   *[other] { $count } words
  }
problems-figures-ending-list = Paths to the endings
problems-figures-no-endings = No endings yet.
problems-figures-way = { $pages } scenes · { $words } words
problems-figures-no-way = can’t be reached
problems-figures-no-way-found = no path found
problems-figures-branches = After the first choices
problems-figures-per-node = Words per scene
problems-figures-play = Play: { $name }
problems-figures-show = Show on the map: { $name }
