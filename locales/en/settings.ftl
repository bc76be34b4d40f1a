### Words of the settings.

settings-title = Settings
settings-close = Close
settings-save = Save
settings-saved = Saved
settings-model = Assistant
settings-provider = Model from
settings-builtin = Built in: reads plain commands
settings-builtin-note = The built-in assistant needs no key and no network. It understands plain commands in English and Chinese, such as “rename the hero to Neo” or “add a scene after the docks”. It does not write prose.
settings-provider-local = { $name } (on this computer)
settings-provider-own = A server of your own (OpenAI’s wire)
settings-name = Model
settings-name-fault = Say which model
settings-name-placeholder = as the service calls it
settings-address = Address
settings-address-note = Empty: { $address }
settings-address-own = Where its API begins: http://127.0.0.1:8080/v1
settings-key = Key
settings-key-there = A key is kept in { $place }. Paste another to replace it.
settings-key-none = There is no key yet. It is kept in the key chain and never shown again.
settings-key-forget = Forget the key
settings-list = Its models…
settings-list-hide = Hide the list
settings-listed = Models of the server ({ $count })
settings-list-empty = The server names no models. Type the name as its maker does.
settings-window = { $size } tokens
settings-conversations = Conversations
settings-tools = Tools the assistant is shown

settings-tool-choices-all = All
settings-tool-choices-fitting = The fitting few
settings-tool-choices-project_cli = One for all

settings-tool-notes-all = Every tool in each request. The surest, and the most to read.
settings-tool-notes-fitting = Those of the open node, those that fit your words, and one that finds the rest. For small windows.
settings-tool-notes-project_cli = project_cli alone, through which all others are reached. The least to read.

settings-long = When a conversation grows long
settings-long-note = Nothing is deleted: what is not sent stays in the conversation.
settings-place = Where this counts

settings-places-settings = Everywhere
settings-places-story = This story
settings-places-thread = This conversation

settings-strategy = What is sent of it
settings-strategy-wider = As chosen more widely: { $name }

settings-strategies-std-sliding-window = The newest turns
settings-strategies-std-summarization-strategy = A summary, and the newest turns
settings-strategies-std-entity-extraction = A state you describe, and the newest turns

settings-strategy-notes-std-sliding-window = As many whole turns as fit into the window, newest first.
settings-strategy-notes-std-summarization-strategy = Older turns are folded into a summary, which goes along.
settings-strategy-notes-std-entity-extraction = What older turns settled is kept as data of a shape of yours.

settings-strategy-faults-threshold = A whole number from 1 up
settings-strategy-faults-fold = A whole number from 1 up
settings-strategy-faults-schema = This is not the JSON of an object

settings-threshold = Turns kept whole
settings-fold = Turns folded at once
settings-light = Model for this work
settings-light-note = provider:model, a small and quick one; empty: the model of the conversation
settings-schema = Shape of the state
settings-schema-note = A JSON Schema: which fields there are and what each holds
settings-allowed = Allowed without a question in this conversation
settings-allowed-note = You answered “Always in this conversation” to these. Taken back, it asks again.
settings-allowed-none = Nothing. What you answer “Always in this conversation” to stands here.
settings-revoke = Take back
settings-revoke-of = Take back: { $name }
settings-test = Test the connection
settings-testing = Asking…
settings-works = It answers, after { $ms } ms.

settings-outcomes-key_refused = The key is missing or was refused. Paste the right one above.
settings-outcomes-no_credit = The account has no credit left.
settings-outcomes-model_unknown = The server knows no model of that name.
settings-outcomes-not_reachable = Nothing answers at that address. Is the server running, and the address right?
settings-outcomes-busy = The server is busy; try again later.
settings-outcomes-misconfigured = These settings cannot work together.
settings-outcomes-failed = It did not work.

settings-has = It has: { $models }
settings-started-with = This program was started with the model { $name }, which stands before this one.
settings-image-model = Image model
settings-image-model-note = builtin paints simple scenes on this computer; others are provider:model, with the key of that provider.
settings-autonomy = What it may do by itself

settings-autonomies-review = Review
settings-autonomies-adopt = Adopt
settings-autonomies-ask = Ask

settings-autonomy-notes-review = Its work waits as a draft until you adopt it.
settings-autonomy-notes-adopt = It writes at once; a whole turn undoes as one step.
settings-autonomy-notes-ask = Each change waits for your yes.

settings-look = Window
settings-language = Language

settings-languages-en = English
settings-languages-zh = 简体中文

settings-theme = Colors
settings-scale = Size
settings-scale-browser = In a browser the size is the browser’s own zoom.
settings-author = Your name in the history
settings-author-note = Empty: the name of your account
settings-file = Kept in { $file }
settings-file-none = This system has no folder for settings.
