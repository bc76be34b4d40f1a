### Words of finding and replacing in all texts.

replace-title = Find and replace everywhere
replace-note = You see every match first. One undo reverts the replacement.
replace-close = Close
replace-find = Find
replace-with = Replace with
replace-with-nothing = empty: delete the matches
replace-match-case = Match case
replace-whole-word = Whole words
replace-scope = In

replace-where-all = Whole story
replace-where-selected = Selection ({ $count })

replace-places = Matches
replace-hint = Type the words to find.
replace-none = No matches.
replace-more = { $count ->
    [one] and { $count } more match
   *[other] and { $count } more matches
  }
replace-found = { $count ->
    [0] No matches
    [one] { $count } match in one scene
   *[other] { $count } matches in { $nodes } scenes
  }
replace-replace = { $count ->
    [0] Replace
    [one] Replace { $count } match
   *[other] Replace { $count } matches
  }
replace-done = { $count ->
    [one] Replaced { $count } match
   *[other] Replaced { $count } matches in { $nodes } scenes
  }
