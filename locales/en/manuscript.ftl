### Words of the running text.

manuscript-title = Text of the story
manuscript-pages = Pages
manuscript-source = What is read

manuscript-sources-story = Whole story
manuscript-sources-selection = Selection
manuscript-sources-group = Group
manuscript-sources-way = Way here

manuscript-passages = { $count ->
    [one] { $count } passage
   *[other] { $count } passages
  }
manuscript-words = { $count ->
    [one] { $count } word
   *[other] { $count } words
  }
manuscript-replace = Find and replace in all texts
manuscript-side-by-side = Two side by side
manuscript-one-text = One text
manuscript-left = What stands on the left
manuscript-right = What stands on the right
manuscript-name = Title
manuscript-none = Nothing to read here
manuscript-none-hint = Select nodes on the map or in the outline, or read the whole story.
