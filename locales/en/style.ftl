### Words of the style guide.

style-title = Style guide
style-note = How this story’s text should be written. The assistant reads it with every request.
style-close = Close
style-cancel = Cancel
style-save = Save
style-saved = Style guide saved
style-undoable = You can undo this.
style-length = { $length } of { $most } characters
style-voice = Voice
style-voice-hint = Dry, warm beneath
style-tense = Tense
style-tense-hint = Past
style-person = Person
style-person-hint = Second person; the reader is the smuggler
style-language = Language
style-language-hint = British English
style-spelling = Spelling
style-spelling-hint = -ise; single quotation marks
style-rules = Rules
style-rules-note = What to do and what to avoid, one rule each.
style-rule = Rule { $number }
style-rule-add = Add a rule
style-rule-remove = Remove rule { $number }
style-samples = Sample passages
style-samples-note = Passages that show how the text should sound.
style-sample = Sample passage { $number }
style-sample-add = Add a passage
style-sample-remove = Remove sample passage { $number }
style-proposed = Proposed rules
style-proposed-note = They follow from what you corrected in the assistant’s texts. None counts before you accept it.
style-proposed-because = { $count ->
    [one] From { $count } correction
   *[other] From { $count } corrections
  }
style-proposed-accept = Make it a rule
style-proposed-reject = Reject
style-proposed-accepted = Added to the rules
style-proposed-rejected = Rejected; it is not proposed again
