### Words of the panel of repetitions.

repetitions-title = Repetitions
repetitions-where = Where to look
repetitions-story = Whole story
repetitions-scene = Selected scene
repetitions-reading = Reading the story…
repetitions-no-scene = Select a scene
repetitions-none = No repetitions stand out
repetitions-none-note = Words repeated close together are listed here, and phrases used often.
repetitions-close = Close together
repetitions-phrases = Frequent phrases
repetitions-open = Open “{ $title }” there
repetitions-more = { $count ->
    [one] and one more place
   *[other] and { $count } more places
  }
