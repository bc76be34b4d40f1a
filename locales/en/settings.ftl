### Words of the settings.

settings-title = Settings
settings-close = Close
settings-save = Save
settings-saved = Saved
settings-model = Assistant
settings-provider = Provider
settings-builtin = Built-in: simple instructions
settings-builtin-note = The built-in assistant needs no key and no internet. It understands simple instructions in English and Chinese, such as “rename the hero to Neo” or “add a scene after the docks”. It doesn’t write prose.
settings-provider-local = { $name } (on this computer)
settings-provider-own = OpenAI-compatible server
settings-provider-agent = An agent on this computer
settings-name = Model
settings-name-fault = Enter a model
settings-name-placeholder = e.g. gpt-5-mini
settings-address = Address
settings-address-note = Leave empty for { $address }
settings-address-own = Where its API starts, e.g. http://127.0.0.1:8080/v1
settings-key = Key
settings-key-there = A key is saved in { $place }. Paste a new one to replace it.
settings-key-none = No key yet. It’s stored in the key chain and never shown again.
settings-key-forget = Remove the key
settings-list = List models…
settings-list-hide = Hide list
settings-listed = Models on this server ({ $count })
settings-list-empty = The server didn’t list any models. Type the name its provider uses.
settings-window = { $size } tokens
settings-conversations = Conversations
settings-of-tools = Tools the model gets

settings-of-tools-all = All
settings-of-tools-fitting = Relevant only
settings-of-tools-project_cli = Single entry point

settings-of-tools-all-note = Every tool in every request. Most reliable, uses the most tokens.
settings-of-tools-fitting-note = Tools for the open scene and your words, plus one that finds the rest. Good for small context windows.
settings-of-tools-project_cli-note = Only project_cli, which reaches all the others. Uses the fewest tokens.

settings-of-limit_steps = Steps per request
settings-of-limit_steps-note = Leave empty for 25
settings-of-limit_tokens = Tokens per request
settings-of-limit_tokens-note = Leave empty for no limit
settings-of-limit_pictures = Paid pictures per request
settings-of-limit_pictures-note = Leave empty for 8

settings-long = When a conversation gets long
settings-long-note = Nothing is deleted: whatever isn’t sent stays in the conversation.
settings-place = Applies to

settings-places-settings = Everywhere
settings-places-story = This story
settings-places-thread = This conversation

settings-strategy = What to send
settings-strategy-wider = Same as the wider setting: { $name }

settings-strategies-std-sliding-window = Latest requests
settings-strategies-std-summarization-strategy = Summary and latest requests
settings-strategies-std-entity-extraction = Facts you define and latest requests

settings-strategy-notes-std-sliding-window = As many of the latest requests as fit.
settings-strategy-notes-std-summarization-strategy = Older requests are condensed into a summary that is sent along.
settings-strategy-notes-std-entity-extraction = What older requests established is kept as data in the shape you define.

settings-strategy-faults-threshold = Enter a whole number, 1 or more
settings-strategy-faults-fold = Enter a whole number, 1 or more
settings-strategy-faults-schema = This isn’t a JSON object

settings-threshold = Requests sent in full
settings-fold = Requests condensed at a time
settings-light = Model for this
settings-light-note = provider:model, ideally small and fast. Leave empty to use the conversation’s model.
settings-schema = Shape of the facts
settings-schema-note = A JSON Schema with the fields and what each one holds
settings-allowed = Always allowed in this conversation
settings-allowed-note = You chose “Always in this conversation” for these. Remove one and the assistant asks again.
settings-allowed-none = Nothing yet. Choose “Always in this conversation” when the assistant asks, and it’s listed here.
settings-revoke = Remove
settings-revoke-of = Remove: { $name }
settings-test = Test connection
settings-testing = Testing…
settings-works = Connected. Answered in { $ms } ms.

settings-outcomes-key_refused = The key is missing or wrong. Paste the right one above.
settings-outcomes-no_credit = The account has no credit left.
settings-outcomes-model_unknown = The server doesn’t know this model.
settings-outcomes-not_reachable = Nothing answers at that address. Is the server running, and is the address right?
settings-outcomes-busy = The server is busy. Try again in a moment.
settings-outcomes-misconfigured = These settings don’t work together.
settings-outcomes-failed = It didn’t work.

settings-has = Available: { $models }
settings-started-with = Storyteller was started with the model { $name }, which is used instead of this setting.
settings-of-image_model = Image model
settings-of-image_model-note = builtin paints simple scenes on this computer. For others, write provider:model; they use that provider’s key.
settings-of-light_model = Background model
settings-of-light_model-note = Keeps a summary of each scene you change, and proposes rules for the style guide from your corrections. Write provider:model; it uses that provider’s key and costs a little. Empty: nothing is asked.
settings-of-autonomy = How it works

settings-of-autonomy-review = Review
settings-of-autonomy-adopt = Apply directly
settings-of-autonomy-ask = Ask first

settings-of-autonomy-review-note = Changes wait as a draft until you accept them.
settings-of-autonomy-adopt-note = Changes are applied right away; undo a whole request in one step.
settings-of-autonomy-ask-note = You approve each change.

settings-look = General
settings-language = Language

settings-theme = Theme
settings-of-scale = Size
settings-scale-browser = In a browser, use the browser’s zoom.
settings-of-author = Your name in the history
settings-of-author-note = Leave empty to use your account name
settings-of-backup_minutes = Minutes between backups
settings-of-backup_minutes-note = Of stories that are open, and when they are closed. 0: no backups
settings-file = Saved in { $file }
settings-file-none = This system has no folder for settings.

settings-writing = Writing
settings-writing-font = Font
settings-writing-fonts-serif = Serif
settings-writing-fonts-sans = Sans serif
settings-writing-fonts-mono = Typewriter
settings-writing-measure = Line length
settings-writing-measures-narrow = Short
settings-writing-measures-usual = Normal
settings-writing-measures-wide = Long
settings-writing-size = Size
settings-writing-spelling = Spell check
settings-writing-spelling-browser = Same as the browser
settings-writing-indent = Indent paragraphs
settings-writing-smart = Curly quotes and dashes as you type
settings-writing-typewriter = Keep the line you write in the middle
settings-writing-goal = Words per day
settings-writing-goal-note = Leave empty for no goal. Only what you type yourself is counted, on this computer.

settings-plugins = Plugins
settings-plugins-note = Programs that give the assistant more tools (MCP servers). What they answer is information for the assistant, never an instruction.
settings-plugins-none = No plugins yet.
settings-plugins-phases-starting = Starting…
settings-plugins-phases-running = Running
settings-plugins-phases-failed = Not working
settings-plugins-phases-stopped = Stopped
settings-plugins-phases-waiting = Starts when you open a story
settings-plugins-start = Start
settings-plugins-start-of = Start: { $name }
settings-plugins-restart = Try again
settings-plugins-restart-of = Try again: { $name }
settings-plugins-stop = Stop
settings-plugins-stop-of = Stop: { $name }
settings-plugins-edit = Change
settings-plugins-edit-of = Change: { $name }
settings-plugins-remove = Remove
settings-plugins-remove-of = Remove: { $name }
settings-plugins-remove-sure = Remove for good?
settings-plugins-remove-sure-of = Remove for good: { $name }
settings-plugins-signin = Sign in
settings-plugins-signin-of = Sign in: { $name }
settings-plugins-signin-needed = Sign in to use it
settings-plugins-signin-waiting = Sign in on the page that opened in your browser.
settings-plugins-signin-copy = Copy the page’s address
settings-plugins-signin-copy-of = Copy the address of the page: { $name }
settings-plugins-signin-cancel-of = Don’t sign in: { $name }
settings-plugins-signin-done = You’re signed in.
settings-plugins-signout = Sign out
settings-plugins-signout-of = Sign out: { $name }
settings-plugins-tools-of = Tools of { $name }
settings-plugins-permission-of = What { $tool } may do
settings-plugins-permissions-allow = Allow
settings-plugins-permissions-ask = Ask first
settings-plugins-permissions-refuse = Never
settings-plugins-changed = You allowed this tool, but it now describes itself differently. It asks again until you allow it again.
settings-plugins-add = Add a plugin
settings-plugins-change = Change { $name }
settings-plugins-name = Plugin name
settings-plugins-name-note = Letters, digits and _. Its tools’ names start with it.
settings-plugins-way = How to reach it
settings-plugins-way-command = Start a program
settings-plugins-way-url = Connect to an address
settings-plugins-command = Command
settings-plugins-command-note = A plugin is a program with your rights on this computer. Only add one you trust.
settings-plugins-args = Arguments
settings-plugins-args-note = One per line
settings-plugins-env = Environment
settings-plugins-env-note = NAME=VALUE, one per line. Values are never shown again; a NAME alone keeps its value.
settings-plugins-url = Plugin address
settings-plugins-url-note = e.g. http://127.0.0.1:4000/mcp
settings-plugins-key = Plugin key
settings-plugins-key-none = Leave empty if it needs none, or if you sign in there. It’s never shown again.
settings-plugins-key-there = A key is saved in { $place }. Paste a new one to replace it.
settings-plugins-client = Your own OAuth client
settings-plugins-client-note = Some services take only programs that you register on their site. Register one as a desktop or native program that returns to http://127.0.0.1, and paste what the site gives you.
settings-plugins-client-id = Client ID
settings-plugins-client-secret = Client secret
settings-plugins-client-secret-none = Only if the service gave you one. It’s never shown again.
settings-plugins-cancel = Cancel
settings-plugins-save = Save plugin

settings-about = About
settings-about-version = Storyteller { $version }
settings-about-license = Free to use, change and share under the MIT license or the Apache License 2.0, as you choose.
settings-about-text = License text: { $name }
settings-about-notices = Parts made by others
settings-about-no-notices = The list of parts made by others comes with the installed program; this copy was built without it.
