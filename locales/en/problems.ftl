### Words of the check and of the figures.

problems-title = Problems
problems-badge = { $count ->
    [0] No problems
    [one] { $count } problem
   *[other] { $count } problems
  }
problems-checking = Checking the story…
problems-failed = The story could not be checked
problems-none = Nothing is wrong
problems-none-hint = Every page can be reached, every choice can be taken, every end is meant.
problems-more = { $count ->
    [one] { $count } more is not listed.
   *[other] { $count } more are not listed.
  }
problems-fix-by = Fix: { $words }
problems-mended = Done: { $words }
problems-mended-hint = Undo takes it back.

problems-severity-error = Error
problems-severity-warning = Warning
problems-severity-note = Note

problems-severities-error = Errors
problems-severities-warning = Warnings
problems-severities-note = Notes

problems-kinds-no_start = No beginning
problems-kinds-broken_link = Link to nothing
problems-kinds-unreadable_condition = Condition cannot be read
problems-kinds-unreadable_effect = Effect cannot be read
problems-kinds-unreachable = Cannot be reached
problems-kinds-dead_end = Dead end
problems-kinds-endless_loop = Loop without a way out
problems-kinds-never_offered = Choice that is never offered
problems-kinds-nothing_open = Choices that may all be closed
problems-kinds-used_up = Choices that can be used up
problems-kinds-letter_case = Differs in letter case
problems-kinds-link_without_edge = Link missing on the map
problems-kinds-unknown_title = Asks for a node that does not exist
problems-kinds-never_set = Variable that is never set
problems-kinds-duplicate_title = Title used twice
problems-kinds-empty = Empty page
problems-kinds-undescribed = Character not described
problems-kinds-dynamic = Only reached by computed links

problems-why-no_start = Nobody knows where reading begins.
problems-why-broken_link = A reader who follows it gets nowhere.
problems-why-unreadable_condition = The choice is offered always, whatever was meant.
problems-why-unreadable_effect = It does nothing.
problems-why-unreachable = No reader will ever see it.
problems-why-dead_end = A reader cannot tell whether the story was meant to stop here.
problems-why-endless_loop = Whoever comes in can never finish the story.
problems-why-never_offered = Its condition cannot hold, whatever the reader does.
problems-why-nothing_open = A reader for whom no condition holds is stuck.
problems-why-used_up = A reader who has taken them all and comes back is stuck.
problems-why-letter_case = Most story formats would find nothing there.
problems-why-link_without_edge = The map does not show this way, and playing does not offer it.
problems-why-unknown_title = What does not exist is never visited.
problems-why-never_set = It is 0, false and empty for ever.
problems-why-duplicate_title = A link by this title may mean either.
problems-why-empty = A reader would see a blank page.
problems-why-undescribed = Texts speak of somebody of whom nothing is written down.
problems-why-dynamic = No fixed link leads there; a computed one may.

problems-says-no_start = No node is where the story begins.
problems-says-broken_link = “{ $title }” links to “{ $target }”, which does not exist.
problems-says-unreadable_condition = { $link }: reading “{ $source }” stops at character { $at }.
problems-says-unreadable_effect = { $link }: reading “{ $source }” stops at character { $at }.
problems-says-unreadable_enter = Entering “{ $title }”: reading “{ $source }” stops at character { $at }.
problems-says-unreachable = { $count ->
    [0] “{ $title }” cannot be reached.
    [one] “{ $title }” cannot be reached, nor can { $count } node behind it.
   *[other] “{ $title }” cannot be reached, nor can { $count } nodes behind it.
  }
problems-says-dead_end = Nothing leads on from “{ $title }”, and it is not marked as an ending.
problems-says-endless_loop = { $count ->
    [one] Nothing leads out of “{ $title }”.
   *[other] Nothing leads out of { $count } nodes around “{ $title }”.
  }
problems-says-never_offered = { $link }: { $source } never holds.
problems-says-nothing_open = { $count ->
    [one] The only choice at “{ $title }” has a condition that need not hold.
   *[other] All { $count } choices at “{ $title }” have conditions, and it may be that none holds.
  }
problems-says-used_up = { $count ->
    [one] The only choice at “{ $title }” may be taken only once, and leads back here.
   *[other] All { $count } choices at “{ $title }” may be taken only once, and each leads back here.
  }
problems-says-letter_case = “{ $title }” links to “{ $target }”; the node is called “{ $called }”.
problems-says-link_without_edge = The text of “{ $title }” links to “{ $target }”.
problems-says-unknown_title = { $link } asks for “{ $asked }”, which does not exist.
problems-says-never_set = { $count ->
    [one] { $variable } is read at “{ $title }” and never set.
   *[other] { $variable } is read at { $count } nodes, “{ $title }” first, and never set.
  }
problems-says-duplicate_title = There is another node “{ $title }”.
problems-says-empty = “{ $title }” is empty.
problems-says-undescribed = “{ $title }” is named at “{ $by }” and described nowhere.
problems-says-dynamic = { $count ->
    [one] “{ $title }” is reached by computed links only.
   *[other] { $count } nodes, “{ $title }” first, are reached by computed links only.
  }

problems-mends-set_start = Let it begin at “{ $title }”
problems-mends-link_from = Link “{ $title }” to it
problems-mends-mark_ending = Mark “{ $title }” as an ending
problems-mends-write_condition = Make it { $source }
problems-mends-offer_always = Offer it always
problems-mends-open_choice = Offer “{ $choice }” always
problems-mends-offer_again = Offer “{ $choice }” again and again
problems-mends-write_effect = Make it { $source }
problems-mends-remove_effect = Remove the effect
problems-mends-make_node = Make a node “{ $title }”
problems-mends-write_target = Write “{ $title }”
problems-mends-draw_link = Draw the link to “{ $title }”
problems-mends-set_variable = Set { $variable } at “{ $title }”
problems-mends-rename = Call it “{ $title }”
problems-mends-write_title = Write its title as a placeholder
problems-mends-write_name = Write the name as a placeholder

problems-figures-title = Statistics
problems-figures-words = Words
problems-figures-reading = Reading time
problems-figures-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
  }
problems-figures-nodes = Nodes
problems-figures-endings = Endings
problems-figures-links = Links
problems-figures-characters = Characters
problems-figures-measuring = Measuring the story…
problems-figures-under-minute = Under a minute
problems-figures-readings = Readings
problems-figures-shortest = Shortest reading
problems-figures-longest = Longest reading
problems-figures-longest-known = Longest way to an ending
problems-figures-at-most = { $count ->
    [one] Without turning to a page twice, no reading has more than { $count } word.
   *[other] Without turning to a page twice, no reading has more than { $count } words.
  }
problems-figures-more-endings = { $count ->
    [one] { $count } more ending is not listed.
   *[other] { $count } more endings are not listed.
  }
problems-figures-word-count = { $count ->
    [one] { $count } word
   *[other] { $count } words
  }
problems-figures-ending-list = How the endings are reached
problems-figures-no-endings = The story has no ending yet.
problems-figures-way = { $pages } pages · { $words } words
problems-figures-no-way = cannot be reached
problems-figures-no-way-found = no way found
problems-figures-branches = Behind the first choices
problems-figures-per-node = Words per node
problems-figures-play = Play: { $name }
problems-figures-show = Show on the map: { $name }
