### What a turn of the assistant says itself: why it ended, what was done, what to do next. What is wrong with a model (turn-error-…) the program says in English itself.

turn-offer_to_continue = Say "go on" to go on from here.
turn-too_many_corrections = Stopped: too many calls could not be carried out as they were made.
turn-too_many_corrections-advice = Say more precisely what you want, in smaller steps, or choose another model.
turn-too_many_failures = Stopped: { $failures } calls in a row failed.
turn-too_many_failures-advice = Say in other words what you want, or try on.
turn-output_limit_while_thinking = The model's thinking used up the whole room for its answer before it said a word.
turn-output_limit_before_text = The model came to its output limit before it said a word.
turn-output_limit_before_text-advice = Raise output_tokens of this model in the settings, or ask for less at once.
turn-output_limit_in_text = Cut at the model's output limit.
turn-declined_without_words = The model declined without a word.
turn-declined = The model, or its service's filter, ended the answer here and will not go on.
turn-withheld = Calls it had begun were not carried out: { $names }.
turn-rephrase = Say it in other words, or choose another model.
turn-empty_reply = The model answered, but gave no words and called no tool.
turn-empty_reply-advice = Send it again, or choose another model.
turn-step_limit = { $steps ->
    [one] Stopped after { $steps } step, the bound of one turn.
   *[other] Stopped after { $steps } steps, the bound of one turn.
  }
turn-token_limit = Stopped after { $tokens } tokens; the bound of one turn is { $bound }.
turn-cost_limit = Stopped after spending { $cost }; the bound of one turn is { $bound }.
turn-unpriced_tokens = Tokens are not counted in it: the settings give no price for this model.
turn-unpriced_pictures = Pictures without a price in the settings are not counted in it: { $pictures }.
turn-unpriced_both = Not counted in it, for want of a price in the settings: tokens, and pictures ({ $pictures }).
turn-picture_count_limit = { $bound ->
    [one] Stopped after { $bound } picture that is paid for, the bound of one turn.
   *[other] Stopped after { $bound } pictures that are paid for, the bound of one turn.
  }
turn-picture_cost_limit = Stopped before a picture that costs { $price }: { $spent } is spent, and the bound of one turn is { $bound }.
turn-request_too_large = What every request holds (the instructions to the model, the node and the tools) takes about { $needed } tokens, and { $available } of the model's { $window } are left for it beside its answer.
turn-request_found_too_long = The service found the request too long ({ $said }), and what every request holds takes about { $needed } tokens, so it cannot be made much shorter.
turn-request_too_large-advice = Give the model a longer context (context_tokens in its settings, and on its server where that runs on your machine), choose a model with a larger window, or keep less on this node.
turn-turn_too_long = This turn has grown too long for the model: with its tool results cut as short as they can be, the next request takes about { $needed } tokens, and there is room for { $available }.
turn-turn_too_long-advice = Ask for less at once, or choose a model with a larger window.
turn-instruction_too_long = What you wrote is too long for this model: the request takes about { $needed } tokens, and there is room for { $available }.
turn-instruction_too_long-advice = Put long text on a node and name the node instead, or choose a model with a larger window.
turn-stopped = Stopped by the person.
turn-reason = { $why }.
turn-reason_after_tries = { $why } (tried { $tries } times).
turn-advice_wait = Send it again a little later, or choose another model.
turn-advice_connection = Check the connection, send it again later, or choose another model.
turn-advice_key = Set the provider's key in the settings and send it again.
turn-advice_credit = Add credit to the provider's account, or choose another model.
turn-advice_shorter = Begin a new thread, ask for less at once, or choose a model with a larger window.
turn-advice_settings = Check the model's name and options in the settings, or choose another model.
turn-advice_again = Send it again, ask for less at once, or choose another model.
turn-advice_go_on = Send it again to go on.

turn-wrote = { $capability } of { $title }, version { $version }
turn-took_away = { $capability } of { $title } taken away
turn-call = { $tool } ({ $what })
turn-and_more = { $listed }, and { $more } more
turn-nothing_changed = Nothing was changed.
turn-done = Done: { $calls }.
turn-not_done = Not done: { $calls }.
turn-not_run = Not run: { $names }.

turn-interrupted = Interrupted: the program ended before this turn was over.
turn-doubtful = Carried out or not, look at the story: { $tool }.
turn-nothing_runs_again = Nothing is run again by itself; say "go on" to go on.
