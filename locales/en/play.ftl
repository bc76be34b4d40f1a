### Words of the reading.

play-title = Play
play-loading = Opening the book…
play-back = Back
play-again = From the beginning
play-path = The way so far

play-stopped-gone = The story has changed: “{ $choice }” no longer leads on from “{ $node }” (step { $step }).
play-stopped-closed = The story has changed: “{ $choice }” is closed now at “{ $node }” (step { $step }).
play-stopped-unread = At “{ $node }”, “{ $set }” cannot be read (step { $step }).

play-faults-state = These variables cannot be read. Write them as gold = 5; met = true; name = "Neo".
play-faults-gone = Where this reading began is no longer there. Begin elsewhere.

play-needs = It needs { $condition }
play-otherwise = and something else can still be taken
play-holds = { $name } is { $value }
play-unset = { $name } is not set
play-comma = ,{" "}
play-taken = It may be taken only once, and was taken.
play-unread = Its condition cannot be read, so it is always open.
play-blank = Nothing is written here yet.
play-end = The end.
play-stuck = Nothing leads on from here.
play-closed = Every choice here is closed.
play-variables = Variables
play-no-variables = None is set yet.
play-value = Value of { $name }
play-new-variable = Set one, for instance gold = 5
play-places = Begin
play-from-start = At the start
play-from-node = At “{ $title }”
play-with-state = With variables: gold = 5; met = true
play-take-state = Take the variables of now
play-kept = Kept places
play-place-name = Name of this place
play-keep = Keep this place
play-right-here = Begin right at “{ $name }”, without the way there
play-forget = Forget “{ $name }”
