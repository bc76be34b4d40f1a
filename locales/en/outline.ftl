### Words of the outline.

outline-title = Outline
outline-story = Story
outline-loose = Not linked yet

outline-kinds-scene = Scenes
outline-kinds-character = Characters
outline-kinds-place = Places
outline-kinds-note = Notes
outline-kinds-group = Groups

outline-again = see above
outline-by = via the choice “{ $label }”
outline-start = The story starts here
outline-ending = The story can end here
outline-problem = Has problems
outline-new-title = New title of { $title }
outline-into = Move { $what } into “{ $group }”
outline-out-of = Move { $what } out of the group
outline-several = { $count } cards
outline-empty-title = Nothing here yet
outline-empty = Every card of your story is listed here, in reading order.
outline-expand = Expand
outline-collapse = Collapse

outline-filter = Filter
