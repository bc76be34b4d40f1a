### Words of the backups of a story.

backups-title = Backups of “{ $title }”
backups-note = Copies of the whole story, taken now and then while it is open and when it is closed. Opening one makes a story of its own; this one stays as it is.
backups-needed = The story cannot be opened. Each of its backups can be opened as a story of its own.
backups-close = Close
backups-now = Back up now
backups-taken = The story was backed up.
backups-unchanged = Nothing has changed since the last backup.
backups-failed = The last backup was not taken.
backups-none = No backups yet. The first one is taken while you work, or when you close the story.
backups-list = Backups, newest first
backups-size = { $size } MB
backups-open = Open
backups-open-of = Open the backup of { $time }
backups-folder = Kept in { $folder }
