### Words of the reading.

play-title = Play
play-loading = Opening the story…
play-back = Back
play-again = Start over
play-sound-off = Turn sound off
play-sound-on = Turn sound on
play-comment = Comment on this scene
play-commented = Comment added
play-nothing-to-comment = This scene has no text to comment on.
play-path = Path so far

play-stopped-gone = The story has changed: “{ $node }” no longer has the choice “{ $choice }” (step { $step }).
play-stopped-closed = The story has changed: “{ $choice }” at “{ $node }” is no longer available (step { $step }).
play-stopped-unread = “{ $set }” at “{ $node }” can’t be read (step { $step }).

play-faults-state = These variables can’t be read. Write them like gold = 5; met = true; name = "Neo".
play-faults-gone = The scene this started from is gone. Start somewhere else.

play-needs = Needs { $condition }
play-otherwise = and there’s still another choice
play-holds = { $name } is { $value }
play-unset = { $name } isn’t set
play-comma = ,{" "}
play-taken = Already taken; this choice is available only once.
play-unread = Its condition can’t be read, so it’s always available.
play-blank = This scene has no text yet.
play-end = The end.
play-stuck = No choices from here.
play-closed = No choice is available here.
play-variables = Variables
play-no-variables = No variables yet.
play-value = Value of { $name }
play-new-variable = Set a variable, e.g. gold = 5
play-places = Start
play-from-start = From the beginning
play-from-node = From “{ $title }”
play-with-state = With variables: gold = 5; met = true
play-take-state = Use current variables
play-kept = Bookmarks
play-place-name = Bookmark name
play-keep = Add bookmark
play-right-here = Start right at “{ $name }”, without replaying the path
play-forget = Remove bookmark “{ $name }”

play-script-error = The { $language } has an error, so only its links are followed here: { $message }
play-script-error-in = The { $language } of “{ $title }” has an error, so only links are followed here: { $message }
play-script-show = Show “{ $title }”
play-script-problem = The script reports a problem: { $message }
play-left-out = Not played here as in the original program: { $parts }.
play-left-out-and = ;{" "}
play-leaves-conditional_text = text under conditions
play-leaves-alternatives = alternatives (the first is shown)
play-leaves-weaves = gathers and choices below choices (all shown at once)
play-leaves-ink_calls = functions, tunnels and threads
play-leaves-assignments = changes of variables after the first words
play-leaves-yarn_commands = commands and values
play-leaves-macros = macros and scripts
play-language = Language to play in
