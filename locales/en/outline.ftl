### Words of the outline.

outline-title = Outline
outline-story = Story
outline-loose = Not linked yet

outline-kinds-scene = Scenes
outline-kinds-character = Characters
outline-kinds-place = Places
outline-kinds-note = Notes
outline-kinds-group = Groups

outline-again = shown above
outline-by = by the choice “{ $label }”
outline-start = The story starts here
outline-ending = The story may end here
outline-problem = Has problems
outline-new-title = New title of { $title }
outline-into = { $what } into “{ $group }”
outline-out-of = { $what } out of the group
outline-several = { $count } nodes
outline-empty-title = Nothing here yet
outline-empty = Every node of the story will be listed here, from the start through its links.
outline-expand = Open
outline-collapse = Close
