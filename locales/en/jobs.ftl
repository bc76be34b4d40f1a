### Words of jobs: one instruction carried out on many texts.

jobs-title = Jobs
jobs-task-own = An instruction of your own
jobs-task-translate = Translate into { $name }
jobs-translate-instruction = Anything to keep in mind? (optional)
jobs-translate-instruction-hint = For example: Address the reader informally.
jobs-instruction = What should happen to each text?
jobs-instruction-hint = For example: Put it into the past tense.
jobs-scope = Which cards
jobs-scope-selection = Selected ({ $count })
jobs-scope-scenes = All scenes ({ $count })
jobs-scope-none = Select some cards on the map or in the outline first.
jobs-scope-no-scenes = There are no scenes yet.
jobs-requests = { $count ->
    [one] { $count } text, one request
   *[other] { $count } texts, one request each
  }
jobs-tokens = about { $tokens } tokens
jobs-used = { $tokens } tokens
jobs-cost = about { $cost }
jobs-cost-so-far = cost { $cost }
jobs-no-price = no price known
jobs-model = Model: { $model }
jobs-empty = { $count ->
    [one] { $count } card has no text and is left out.
   *[other] { $count } cards have no text and are left out.
  }
jobs-too-long = { $count ->
    [one] { $count } text is too long for one request and is left out.
   *[other] { $count } texts are too long for one request and are left out.
  }
jobs-builtin = This needs a language model. Choose one in the settings.
jobs-most = Stop at a cost of
jobs-most-note = Leave empty for no limit.
jobs-start = Start
jobs-note = Nothing changes until you accept it.
jobs-progress = { $done } of { $count }
jobs-written = { $count ->
    [one] { $count } changed
   *[other] { $count } changed
  }
jobs-unchanged = { $count } needed no change
jobs-failed = { $count } failed
jobs-why-failed = What failed
jobs-stopped = Stopped: { $why }
jobs-pause = Pause
jobs-pausing = Pausing…
jobs-resume = Resume
jobs-retry = Try again
jobs-review = { $count ->
    [one] Review { $count } text
   *[other] Review { $count } texts
  }
jobs-remove = Remove from the list
jobs-task = What to do
jobs-task-rewrite = Rewrite texts
jobs-task-rewrite-note = Translate, proofread, shorten, change the tense: one instruction for each text.
jobs-task-names = Correct names
jobs-task-names-note = Writes every name as your characters and places have it.
jobs-task-summaries = Write summaries
jobs-task-summaries-note = A few sentences on each scene, where there is no summary or the text has changed since.
jobs-task-continuity = Check continuity
jobs-task-continuity-note = Reads scene by scene and notes contradictions and open promises under “Problems”.
jobs-task-portraits = Paint pictures
jobs-task-portraits-note = A picture of each character without one, from its attributes and text.
jobs-wishes = Anything to heed? (optional)
jobs-scope-characters = All characters ({ $count })
jobs-scope-no-characters = There are no characters yet.
jobs-pictures = { $count ->
    [one] { $count } picture
   *[other] { $count } pictures
  }
jobs-done = { $count ->
    [one] { $count } card has it already and is left out.
   *[other] { $count } cards have it already and are left out.
  }
jobs-note-kept = No text is changed.
jobs-found = { $count ->
    [0] no findings
    [one] { $count } finding
   *[other] { $count } findings
  }
jobs-review-pictures = { $count ->
    [one] Review { $count } picture
   *[other] Review { $count } pictures
  }
