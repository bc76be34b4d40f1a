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

app-resize-outline = Outline width
app-resize-side = Side panel width
app-sides-left = Panels on the left
app-sides-right = Panels on the right
app-side-menu = More panels, and where they are
app-tab-waiting = { $name }, { $what }
app-move-left = Move { $panel } to the left
app-move-right = Move { $panel } to the right
app-close-side = Close this side

app-toolbar = Story
app-new-menu = New card of a kind
app-rename-story = Rename the story
app-story-title = Title of the story
app-preferences = Settings, appearance and language
app-more-menu = More: play, history, panels
app-story-menu = This story: close, import, export, copy
app-back = All stories
app-loading = Opening the story…
app-message = { $name }: { $text }
app-message-show = Open the chat
app-backup-failed = The story could not be backed up.
app-backup-show = Show backups
app-start-slow = Opening takes longer than usual.
app-start-failed = Your stories could not be listed.
app-lost = Offline. Your words are kept here and will be saved.
app-restarted = Storyteller was started again. Open the address it printed last; your words are kept here until then.
app-copy-too-large = These cards hold too many pictures for the clipboard. Copy fewer at a time.
app-paste-by-keys = The browser doesn’t let a menu read the clipboard. Paste with Ctrl+V or ⌘V.
app-paste-nothing = The clipboard holds no text and no cards.
app-no-node = Select a card first. The picture goes to the card you’re working on.
app-no-node-sound = Select a card first. The sound goes to the card you’re working on.
app-notices = Notices
app-failed = Something went wrong
app-failed-hint = Check that Storyteller is still running, then try again.
app-retry = Try again
app-broken = Part of the window stopped working
app-broken-hint = Your story is safe: every edit is already saved.
app-show-again = Reload this part

app-progress-label = In progress
app-progress-more = and { $count } more

app-saved = Everything is saved
app-untitled = Untitled story

app-since = { $count ->
    [one] Since you left: { $count } change by { $who }
   *[other] Since you left: { $count } changes by { $who }
  }
app-since-show = Show
app-folder-large = This folder is too large: at most 256 MB in 100,000 files are read. Choose the folder of the story alone.
app-folder-empty = There are no files in this folder.
app-removed = “{ $title }” was deleted elsewhere while you were writing in it. Your words are kept and come back when the deletion is undone.
app-removed-history = Show history
