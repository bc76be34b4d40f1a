### Words of the cards: prose, attributes, pictures.

cards-run-running = Running…
cards-run-stopping = Stopping…
cards-run-cancel = Cancel


cards-text-beside = { $count ->
    [one] { $count } change in this draft
   *[other] { $count } changes in this draft
  }
cards-text-besideKeys = F7 next · Alt+Enter accept · Alt+Backspace discard
cards-text-takePassage = Accept
cards-text-dropPassage = Discard
cards-text-label = Text of { $title }

cards-text-find-find = Find
cards-text-find-replace = Replace with
cards-text-find-next = Next
cards-text-find-previous = Previous
cards-text-find-matchCase = Match case
cards-text-find-regexp = Regular expression
cards-text-find-byWord = Whole words
cards-text-find-replaceOne = Replace
cards-text-find-replaceAll = Replace all
cards-text-find-close = Close
cards-text-find-replaces = Show replace field
cards-text-find-at = { $at } of { $count }
cards-text-find-count = { $count ->
    [one] { $count } match
   *[other] { $count } matches
  }
cards-text-find-none = No matches

cards-text-links-go = { $keys }+click or F12 to open
cards-text-links-make = { $keys }+click or F12 to create it
cards-text-links-create = Create “{ $title }”
cards-text-links-none = There’s no “{ $title }” yet.
cards-text-links-nearly = The capital letters differ from the title, so this link would break when exported.

cards-text-hint = Start writing…
cards-text-words = { $count ->
    [one] { $count } word
   *[other] { $count } words
  }
cards-text-today = { $count } today
cards-text-goal = { $today } of { $goal } today
cards-text-session = { $count } since you opened the window
cards-text-words-of = { $words } of { $goal } words
cards-text-goal-scene = Word goal of this scene
cards-text-goal-key = Word goal
cards-text-saving = Saving…
cards-text-saved = Saved
cards-text-retry = Try again
cards-text-focus = Focus mode
cards-text-leave = Back to the story
cards-text-changed = This text was changed somewhere else while you were writing.
cards-text-choose = Which words to keep
cards-text-keep-theirs = Keep theirs
cards-text-keep-both = Keep both
cards-text-keep-mine = Keep mine
cards-text-side-theirs = Their words
cards-text-side-mine = Your words
cards-text-side-nothing = Deleted
cards-text-settleNote = Everything else has been merged. The other version stays in the history, and undo brings your words back.
cards-text-settle = Continue with these words

cards-comments-selection = Comment…
cards-comments-open = Comment on the selection
cards-comments-title = Comments
cards-comments-title-add = New comment
cards-comments-says = Your comment
cards-comments-add = Comment
cards-comments-cancel = Cancel
cards-comments-close = Close
cards-comments-none = No open comments on this text.
cards-comments-gone = This passage has changed or is no longer here
cards-comments-show = Show the passage
cards-comments-resolve = Resolve
cards-comments-reply = Reply
cards-comments-your-reply = Your reply
cards-comments-edit = Edit
cards-comments-save = Save
cards-comments-replies = Replies
cards-comments-writer = Writer
cards-comments-button = Comments: { $count }
cards-rewrite-open = Rewrite the selection
cards-rewrite-selection = Rewrite…
cards-rewrite-title = Rewrite
cards-rewrite-title-caret = Write on from here
cards-rewrite-close = Close
cards-rewrite-own = How should it change?
cards-rewrite-go = Go
cards-rewrite-back = Back
cards-rewrite-task-rephrase = Rephrase
cards-rewrite-task-expand = Expand
cards-rewrite-task-shorten = Shorten
cards-rewrite-task-tone = Change tone…
cards-rewrite-task-continue = Continue
cards-rewrite-task-translate = Translate…
cards-rewrite-ask-tone = Which tone?
cards-rewrite-ask-translate = Into which language?
cards-rewrite-tone-warmer = warmer
cards-rewrite-tone-colder = colder
cards-rewrite-tone-tenser = more tense
cards-rewrite-tone-lighter = lighter, with humor
cards-rewrite-tone-plainer = plainer
cards-rewrite-tone-lyrical = more lyrical
cards-rewrite-waiting = Waiting for the model…
cards-rewrite-stop = Stop
cards-rewrite-new = New words
cards-rewrite-take = Take it
cards-rewrite-take-part = Take these changes
cards-rewrite-another = Another
cards-rewrite-other = Something else
cards-rewrite-by-word = Word by word
cards-rewrite-count = { $after ->
    [one] { $after } word
   *[other] { $after } words
  }
cards-rewrite-counts = { $before } → { $after } words
cards-rewrite-change = “{ $removed }” becomes “{ $added }”
cards-rewrite-nothing = nothing
cards-rewrite-cut = The model reached its limit, so these words break off.
cards-rewrite-lost = Without the links to: { $titles }
cards-rewrite-gone = The passage has changed since. Select it again to rewrite it.

cards-kv-label = Attributes
cards-kv-key = Key { $key }
cards-kv-value = Value of { $key }
cards-kv-remove = Remove { $key }
cards-kv-new-key = Attribute
cards-kv-new-value = Value
cards-kv-aliases = Aliases
cards-kv-alias-short = Other names
cards-kv-alias-hint = Other names, separated by commas. Mentions under these names are found too.
cards-kv-add = Add attribute
cards-kv-double = { $key } already exists. Change its value above.
cards-kv-unsaid = –
cards-kv-item = Add to { $key }…
cards-kv-item-remove = Remove “{ $item }” from { $key }

cards-image-none = No picture yet. Describe one to generate, or drop or paste an image.
cards-image-own = Upload…
cards-image-own-label = Upload a picture
cards-image-gone = This picture was removed to save space.
cards-image-unnamed = Picture
cards-image-seed = seed { $seed }
cards-image-variants = Pictures so far
cards-image-variant = Use picture { $number }: { $prompt }
cards-image-painting = Generate a picture
cards-image-prompt = Describe the picture
cards-image-ratio = Shape
cards-image-paint = Generate
cards-image-running = Generating…

cards-sound-none = No sound yet. Choose a file (MP3, Ogg, M4A, FLAC, WAV), or drop one here.
cards-sound-silence = Music from earlier scenes stops here.
cards-sound-choose = Choose a sound…
cards-sound-replace = Replace…
cards-sound-stop = Stop the music here
cards-sound-remove = Remove
cards-sound-plays = How it’s played
cards-sound-plays-once = Once, when the scene opens
cards-sound-plays-loop = Again and again while the scene is open
cards-sound-plays-music = As music, through the scenes that follow
cards-sound-name = What is heard
cards-sound-play = Play
cards-sound-pause = Pause
cards-sound-unplayable = This sound can’t be played here. Your system may lack the decoder for it; MP3 and Ogg work nearly everywhere.

cards-play-ending = The story can end here
cards-play-enter = When a reader arrives, set:
cards-play-enter-hint = e.g. gold = gold + 5; roll = random(1, 6)
cards-rules-completions = Completions

cards-draft-line = You’re viewing a draft. Nothing is applied yet.
cards-draft-back = Back to the story

cards-other-none = Nothing here yet.
cards-other-no = No
cards-other-yes = Yes
cards-other-do = Run
cards-chat-empty = No messages yet.
cards-chat-messages = Messages
cards-chat-write = Write a message
cards-chat-send = Send
cards-chat-you = You
cards-chat-writer = { $name } (writer)
