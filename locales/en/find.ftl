### Words of the panel that finds words in the whole story.

find-title = Find
find-words = Words to find
find-hint = In every text of the story. Press F8 in a text to go to the next match.
find-elsewhere = In titles, attributes and choices
find-replace = Replace…
find-more-scenes = { $count ->
    [one] and one more scene
   *[other] and { $count } more scenes
  }
