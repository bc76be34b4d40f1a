### Words of the welcome screen.

welcome-title = Storyteller
welcome-what = Write stories that branch, and never lose a version.
welcome-new = New story
welcome-new-note = A blank map for your scenes, people and places
welcome-sample = Sample story
welcome-sample-note = The Last Ferry, a short tale to play with
welcome-import = Import a file
welcome-import-note = Twine, Ink, Word, EPUB, Markdown and more
welcome-open = Open a story file…
welcome-open-note = A .story file on this computer
welcome-recent = Recent stories
welcome-missing = File not found
welcome-forget = Remove “{ $title }” from the list
welcome-name = What is it called?
welcome-name-placeholder = The Glass Lighthouse
welcome-name-fault = Give your story a title
welcome-create = Create
welcome-create-note = Saved in your stories folder.
welcome-choose-where = Choose where to save…
welcome-cancel = Cancel
welcome-path = Path of the story file
welcome-path-open = Open
welcome-drop = Or drop a file or folder here. Twine, Ink, Word, EPUB, Markdown and more open as a new story.
welcome-story-dropped = A browser can’t see where a dropped story is stored. Open it by its path instead.
welcome-importing = Importing a file
welcome-imported = Imported “{ $title }”: { $count } cards
welcome-language = Language
welcome-theme = Theme

welcome-themes-system = System
welcome-themes-light = Light
welcome-themes-dark = Dark

welcome-settings = Settings
welcome-private = Nothing leaves this computer unless you choose an online model.

welcome-sample-title = The Last Ferry
welcome-sample-fresh = Make a fresh copy of the sample
welcome-search = Search stories
welcome-order = Order
welcome-orders-opened = Last opened
welcome-orders-title = Title
welcome-import-folder = Import a folder…
welcome-tour = Show me around
