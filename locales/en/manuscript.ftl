### Words of the running text.

manuscript-title = Text of the story
manuscript-pages = Pages
manuscript-source = What to read

manuscript-sources-story = Whole story
manuscript-sources-selection = Selection
manuscript-sources-group = Group
manuscript-sources-way = Path to here

manuscript-passages = { $count ->
    [one] { $count } scene
   *[other] { $count } scenes
  }
manuscript-words = { $count ->
    [one] { $count } word
   *[other] { $count } words
  }
manuscript-replace = Find and replace everywhere
manuscript-side-by-side = Side by side
manuscript-one-text = Continuous
manuscript-left = Scene on the left
manuscript-right = Scene on the right
manuscript-name = Title
manuscript-none = Nothing to read yet
manuscript-none-hint = Select scenes on the map or in the outline, or read the whole story.
manuscript-goal = Word goal of the story
