### Words of the check and of the figures. What was found, why it matters and what a fix does (problems-says, -why, -mends) the program says in English itself.

problems-title = Problems
problems-badge = { $count ->
    [one] { $count } problem affects readers
   *[other] { $count } problems affect readers
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
problems-severity-hint = Unfinished

problems-severities-breaking = Affects readers
problems-severities-error = Errors
problems-severities-warning = Warnings
problems-severities-note = Notes
problems-severities-hint = Unfinished work

problems-kinds-no_start = No starting scene
problems-kinds-broken_link = Broken link
problems-kinds-script_error = Error in the script
problems-kinds-unreadable_condition = Unreadable condition
problems-kinds-unreadable_effect = Unreadable effect
problems-kinds-unreadable_code = Unreadable code in a text
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
problems-kinds-contradicting_fact = Facts that contradict
problems-kinds-duplicate_title = Duplicate title
problems-kinds-empty = Empty scene
problems-kinds-undescribed = Character without a description
problems-kinds-dynamic = Reached only by computed links
problems-kinds-missing_code = Scripts not included

problems-figures-title = Statistics
problems-figures-words = Words
problems-figures-reading = Reading time
problems-figures-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
  }
problems-figures-hours = { $hours } h { $minutes } min
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
problems-figures-way = { $pages ->
    [one] { $pages } scene
   *[other] { $pages } scenes
  } · { $words ->
    [one] { $words } word
   *[other] { $words } words
  }
problems-figures-no-way = can’t be reached
problems-figures-no-way-found = no path found
problems-figures-branches = After the first choices
problems-figures-per-node = Words per scene
problems-figures-play = Play: { $name }
problems-figures-show = Show on the map: { $name }
problems-figures-script = These follow the links between the cards, not the { $language } of the story. Test readers play the { $language } itself.

problems-days-title = Writing by day
problems-days-period = Period
problems-days-last = Last { $count } days
problems-days-year = Last 12 months
problems-days-today = Today
problems-days-average = Average per writing day
problems-days-streak = Days in a row
problems-days-goal = Goal at this pace
problems-days-none = Nothing was written in this time.
problems-days-others = { $count ->
    [one] The assistant wrote one word.
   *[other] The assistant wrote { $count } words.
  }
problems-days-imported = { $count ->
    [one] One word came from files.
   *[other] { $count } words came from files.
  }
problems-days-uncounted = { $count ->
    [one] One change can’t be counted, because the file was compacted.
   *[other] { $count } changes can’t be counted, because the file was compacted.
  }
problems-days-bar = { $count ->
    [one] { $date }: one word
   *[other] { $date }: { $count } words
  }
problems-days-week = Week of { $date }
problems-days-with-assistant = { $day }, by the assistant { $count }

problems-playtest-title = Test readers
problems-playtest-why = Readers who choose at random show how often each ending is found, where a reader gets stuck, and what nobody reads.
problems-playtest-begin = Let { $count } readers play
problems-playtest-again = Let { $count } others play
problems-playtest-map = Color the map by readers
problems-playtest-changed = The story has changed since these readers played.
problems-playtest-length = Half of the { $count } readers read up to { $pages } scenes, half up to { $words } words; the longest reading has { $most } scenes.
problems-playtest-not-compiled = They followed the links only: the script contains errors.
problems-playtest-stuck = Stuck: every choice is closed
problems-playtest-failed = Errors in the script
problems-playtest-endless = { $count ->
    [one] { $count } reader was still reading after { $pages } scenes.
   *[other] { $count } readers were still reading after { $pages } scenes.
  }
problems-playtest-endings = Endings they found
problems-playtest-unread = Read by nobody
problems-playtest-more = { $count ->
    [one] { $count } more scene isn’t listed.
   *[other] { $count } more scenes aren’t listed.
  }
problems-playtest-least = Read by the fewest
problems-playtest-readers = { $count ->
    [one] { $count } reader
   *[other] { $count } readers
  }

problems-severities-continuity = Continuity
problems-severities-comments = Comments
problems-severities-waived = Left as is

problems-passage-kinds-contradiction = Contradiction
problems-passage-kinds-promise = Unkept promise
problems-passage-kinds-advancing = Promise, on its way
problems-passage-kinds-comment = Comment
problems-passage-changed = The passage has changed since this was noted.
problems-passage-reopened = Open again: a passage has changed since this was left as is.
problems-passage-reason = Left as is: { $reason }
problems-passage-gone = Deleted card
problems-passage-open = Open the passage in “{ $title }”
problems-passage-close = Mark as fixed
problems-passage-resolve = Resolve
problems-passage-keep = Mark as kept
problems-passage-waive = Leave as is…
problems-passage-why = Why can it stay?
problems-passage-why-note = It comes back if one of the passages changes.
problems-passage-waive-save = Leave as is
problems-passage-cancel = Cancel
problems-passage-reopen = Reopen
problems-passage-closed = Marked as done
problems-passage-waived = Left as is
problems-passage-reopened-done = Reopened
