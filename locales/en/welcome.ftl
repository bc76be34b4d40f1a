### Words of the welcome screen.

welcome-title = Storyteller
welcome-what = Write stories that branch, and never lose a version.
welcome-new = New story
welcome-new-note = A blank map for your scenes, people and places
welcome-sample = Sample story
welcome-sample-note = The Last Ferry: a short tale to try everything on
welcome-import = Import a file
welcome-import-note = Twine, Ink, JSON Canvas, Markdown and others
welcome-open = Open a story file…
welcome-open-note = A .story file on this computer
welcome-recent = Recent stories
welcome-missing = The file is not there
welcome-forget = Take “{ $title }” off the list
welcome-name = What is it called?
welcome-name-placeholder = The Glass Lighthouse
welcome-name-fault = A story needs a title
welcome-create = Create
welcome-create-note = It is kept in the folder of your stories.
welcome-choose-where = Choose where it is kept…
welcome-cancel = Cancel
welcome-path = Path of the story file
welcome-path-open = Open
welcome-drop = Or drop a file here: Twine, Ink, Yarn, Markdown and others become a story of their own.
welcome-story-dropped = A browser does not say where a dropped story lies: open it by its path
welcome-importing = Importing a file
welcome-imported = Imported “{ $title }”: { $count } nodes
welcome-language = Language
welcome-theme = Colors

welcome-themes-system = System
welcome-themes-light = Light
welcome-themes-dark = Dark

welcome-settings = Settings
welcome-private = Nothing leaves this computer unless you choose a model elsewhere.
