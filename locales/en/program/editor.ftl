### What an editor shows that talks to the assistant: its modes, the answers to its questions.

editor-mode-review = Review
editor-mode-review-note = Changes wait as a draft until you accept them
editor-mode-adopt = Apply directly
editor-mode-adopt-note = Changes count at once and can be undone any time
editor-mode-ask = Ask first
editor-mode-ask-note = You approve each change
editor-answer-allow = Allow
editor-answer-always = Always in this conversation
editor-answer-reject = Don't allow
editor-discarded = The text above doesn't count: the model's reply could not be used.
