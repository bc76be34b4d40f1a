### What a turn of the assistant says itself: why it ended, what was done, what to do next. What is wrong with a model (turn-error-…) the program says in English itself.

turn-offer_to_continue = Say "continue" to go on from here.
turn-too_many_corrections = Stopped: too many calls were invalid.
turn-too_many_corrections-advice = Be more specific, ask for smaller steps, or choose another model.
turn-too_many_failures = Stopped after { $failures } failed calls in a row.
turn-too_many_failures-advice = Rephrase your request or try again.
turn-output_limit_while_thinking = The model used its whole output limit for thinking and didn't answer.
turn-output_limit_before_text = The model reached its output limit before it answered.
turn-output_limit_before_text-advice = Raise output_tokens for this model in the settings, or ask for less at once.
turn-output_limit_in_text = Cut off at the model's output limit.
turn-declined_without_words = The model declined without giving a reason.
turn-declined = The model or its provider's filter ended the answer here.
turn-withheld = These calls were not run: { $names }.
turn-rephrase = Rephrase your request or choose another model.
turn-empty_reply = The model answered with no text and no tool call.
turn-empty_reply-advice = Send it again or choose another model.
turn-step_limit = { $steps ->
    [one] Stopped after { $steps } step, the limit for one request.
   *[other] Stopped after { $steps } steps, the limit for one request.
  }
turn-token_limit = Stopped after { $tokens } tokens; the limit for one request is { $bound }.
turn-cost_limit = Stopped after spending { $cost }; the limit for one request is { $bound }.
turn-unpriced_tokens = Tokens aren't included: the settings have no price for this model.
turn-unpriced_pictures = Pictures without a price in the settings aren't included: { $pictures }.
turn-unpriced_both = Not included, because the settings have no price for them: tokens and pictures ({ $pictures }).
turn-picture_count_limit = { $bound ->
    [one] Stopped after { $bound } paid picture, the limit for one request.
   *[other] Stopped after { $bound } paid pictures, the limit for one request.
  }
turn-picture_cost_limit = Stopped before a picture that costs { $price }: { $spent } is spent already, and the limit for one request is { $bound }.
turn-request_too_large = Every request includes the instructions to the model, the open scene and the tools. They take about { $needed } tokens, but only { $available } of the model's { $window } are left for them beside its answer.
turn-request_found_too_long = The service rejected the request as too long ({ $said }). What every request includes takes about { $needed } tokens, so it can't get much shorter.
turn-request_too_large-advice = Give the model a longer context (context_tokens in its settings, and on its server if that runs on your computer), choose a model with a larger window, or keep less in this scene.
turn-turn_too_long = This request has grown too long for the model: even with its results cut as short as they can be, the next step takes about { $needed } tokens, and there is room for { $available }.
turn-turn_too_long-advice = Ask for less at once, or choose a model with a larger window.
turn-instruction_too_long = Your message is too long for this model: the request takes about { $needed } tokens, and there is room for { $available }.
turn-instruction_too_long-advice = Put long text in a scene and mention the scene instead, or choose a model with a larger window.
turn-stopped = Stopped by the person.
turn-reason = { $why }.
turn-reason_after_tries = { $why } (tried { $tries } times).
turn-advice_wait = Send it again in a moment, or choose another model.
turn-advice_connection = Check the connection and send it again, or choose another model.
turn-advice_key = Add the provider's key in the settings and send it again.
turn-advice_credit = Add credit to your account with the provider, or choose another model.
turn-advice_shorter = Start a new conversation, ask for less at once, or choose a model with a larger window.
turn-advice_settings = Check the model's name and options in the settings, or choose another model.
turn-advice_again = Send it again, ask for less at once, or choose another model.
turn-advice_go_on = Send it again to continue.

turn-wrote = { $capability } of { $title }, version { $version }
turn-took_away = { $capability } of { $title } removed
turn-call = { $tool } ({ $what })
turn-and_more = { $listed }, and { $more } more
turn-nothing_changed = Nothing was changed.
turn-done = Done: { $calls }.
turn-not_done = Not done: { $calls }.
turn-not_run = Not run: { $names }.

turn-interrupted = Interrupted: the program closed before this request was finished.
turn-doubtful = This may or may not have been done, so check the story: { $tool }.
turn-nothing_runs_again = Nothing runs again by itself; say "continue" to go on.

# Beginnings of words by which a person asks for a removal, and words that negate them; never shown.
turn-words_of_removal = delet, remov, eras, discard, wipe, purge, prune, get rid, throw away, throw out, merg, restor, revert, go back, start over
turn-words_of_negation = not, never, without, no, nothing, n't, cannot
