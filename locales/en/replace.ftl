### Words of finding and replacing in all texts.

replace-title = Find and replace in all texts
replace-note = Every place is shown first. What you replace is one step, which undo takes back.
replace-close = Close
replace-find = Find
replace-with = Replace with
replace-with-nothing = nothing: the words go
replace-match-case = Match case
replace-whole-word = Whole words
replace-scope = Where

replace-where-all = Whole story
replace-where-selected = Selection ({ $count })

replace-places = Places
replace-hint = Type the words to look for, in any language.
replace-none = No text holds these words.
replace-more = { $count ->
    [one] and { $count } more place
   *[other] and { $count } more places
  }
replace-found = { $count ->
    [0] Nothing found
    [one] { $count } place in one node
   *[other] { $count } places in { $nodes } nodes
  }
replace-replace = { $count ->
    [0] Replace
    [one] Replace { $count } place
   *[other] Replace { $count } places
  }
replace-done = { $count ->
    [one] Replaced { $count } place
   *[other] Replaced { $count } places in { $nodes } nodes
  }
