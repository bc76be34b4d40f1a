### Words of jobs: one instruction carried out on many texts.

jobs-title = Jobs
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
