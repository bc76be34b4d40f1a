### Words of the cards: prose, attributes, pictures.

cards-run-running = Running…
cards-run-stopping = Stopping…
cards-run-cancel = Cancel

cards-close = Close

cards-text-beside = { $count ->
    [one] { $count } passage of this draft differs from the story
   *[other] { $count } passages of this draft differ from the story
  }
cards-text-besideKeys = F7 next · Alt+Enter take · Alt+Backspace drop
cards-text-takePassage = Take into the story
cards-text-dropPassage = Drop
cards-text-label = Text of { $title }

cards-text-find-find = Find
cards-text-find-replace = Replace with
cards-text-find-next = Next
cards-text-find-previous = Previous
cards-text-find-all = All
cards-text-find-matchCase = Match case
cards-text-find-regexp = Regular expression
cards-text-find-byWord = Whole words
cards-text-find-replaceOne = Replace
cards-text-find-replaceAll = Replace all
cards-text-find-close = Close

cards-text-links-go = { $keys }+click or F12 goes there
cards-text-links-make = { $keys }+click or F12 makes it
cards-text-links-none = No node is called “{ $title }”.
cards-text-links-nearly = Written with other capital letters than its title, so it leads nowhere when exported.

cards-text-hint = Begin to write…
cards-text-words = { $count ->
    [one] { $count } word
   *[other] { $count } words
  }
cards-text-saving = Saving…
cards-text-saved = Saved
cards-text-retry = Try again
cards-text-focus = Write with nothing else around
cards-text-leave = Back to the story
cards-text-changed = This text was changed elsewhere while you were writing.
cards-text-compare = Compare
cards-text-takeTheirs = Take theirs
cards-text-keepMine = Keep mine
cards-text-compareTitle = Your text and the other
cards-text-compareNote = Green is only in the other text, red only in yours. If you keep yours, the other stays in the history; if you take theirs, undo in the text brings yours back.

cards-kv-label = Attributes
cards-kv-key = Key { $key }
cards-kv-value = Value of { $key }
cards-kv-remove = Remove { $key }
cards-kv-new-key = New key
cards-kv-new-value = Value
cards-kv-aliases = Aliases
cards-kv-alias-short = Other names
cards-kv-alias-hint = Other names, with commas between; mentions are found by them
cards-kv-add = Add this attribute
cards-kv-double = { $key } is already there; change its value above.

cards-image-none = No picture yet. Say what it shows and have it painted, or drop or paste one of your own.
cards-image-own = Your own…
cards-image-own-label = Choose a picture of your own
cards-image-gone = This picture was dropped to save room.
cards-image-unnamed = Picture of the node
cards-image-seed = seed { $seed }
cards-image-variants = Pictures so far
cards-image-variant = Use picture { $number }: { $prompt }
cards-image-painting = Have a picture painted
cards-image-prompt = What the picture shows
cards-image-ratio = Shape
cards-image-paint = Paint
cards-image-running = Painting…

cards-play-ending = The story may end here
cards-play-enter = What coming here does to the variables
cards-play-enter-hint = For instance: gold = gold + 5; met_neo = true

cards-draft-line = A draft is laid over the story. None of it counts yet.
cards-draft-back = Back to the story

cards-other-none = Nothing here yet.
cards-other-no = No
cards-other-yes = Yes
cards-other-do = Do it
