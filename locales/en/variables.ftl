### Words of the panel of variables.

variables-title = Variables
variables-reading = Reading the story…
variables-none = No variables yet
variables-none-note = Effects of scenes and choices set variables; conditions and texts read them.
variables-others = Scripts, or texts from Ink or Yarn, may use more variables than are listed here.
variables-rename = Rename “{ $name }”
variables-new-name = New name of “{ $name }”
variables-set =
    { $count ->
        [one] set in { $count } place
       *[other] set in { $count } places
    }
variables-read =
    { $count ->
        [one] read in { $count } place
       *[other] read in { $count } places
    }
variables-never-set = never set
variables-never-read = never read
variables-place-enter = on entering
variables-place-condition = condition
variables-place-effect = effect
variables-place-text = text
variables-place-choice = “{ $label }”
variables-does-sets = sets it
variables-does-reads = reads it
variables-does-both = reads and sets it
