### Words of the frame: the bar, the views, what goes wrong.

app-name = Storyteller

app-menus-story = Story
app-menus-edit = Edit
app-menus-view = View
app-menus-quit = Quit

app-close = Close
app-view = View

app-views-map = Map
app-views-text = Text
app-views-bible = Bible

app-resize-outline = Width of the outline
app-resize-side = Width of the side
app-sides-left = Panels on the left
app-sides-right = Panels on the right
app-side-menu = More panels, and where they are
app-move-left = Move { $panel } to the left
app-move-right = Move { $panel } to the right
app-close-side = Close this side

app-toolbar = Story
app-new-menu = New node of a kind
app-rename-story = Rename the story
app-story-title = Title of the story
app-preferences = Settings, colors and language
app-more-menu = More: play, history, panels
app-story-menu = This story: close, import, export, copy
app-back = All stories
app-loading = Opening the story…
app-lost = The connection to the program was lost. Trying again…
app-copy-too-large = These nodes hold more pictures than a clipboard takes: copy fewer of them at once
app-paste-by-keys = A menu may not read the clipboard here: paste with Ctrl+V or ⌘V
app-paste-nothing = There is neither text nor a node in the clipboard
app-no-node = Select a node first: a picture goes to the node you work on
app-failed = Something went wrong
app-failed-hint = Look whether the program is still running, then try again.
app-retry = Try again
app-broken = This part of the window failed
app-broken-hint = Your story is safe: every edit was saved when it was made.
app-show-again = Show it again

app-progress-label = What is running
app-progress-more = and { $count } more

app-saved = Everything is saved
app-untitled = Untitled story
