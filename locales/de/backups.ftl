### Words of the backups of a story.

backups-title = Sicherungen von „{ $title }“
backups-note = Kopien der ganzen Geschichte, angelegt von Zeit zu Zeit, solange sie offen ist, und beim Schließen. Beim Öffnen entsteht eine eigene Geschichte; diese bleibt, wie sie ist.
backups-needed = Die Geschichte lässt sich nicht öffnen. Jede ihrer Sicherungen lässt sich als eigene Geschichte öffnen.
backups-close = Schließen
backups-now = Jetzt sichern
backups-taken = Die Geschichte wurde gesichert.
backups-unchanged = Seit der letzten Sicherung hat sich nichts geändert.
backups-failed = Die letzte Sicherung gelang nicht.
backups-none = Noch keine Sicherungen. Die erste entsteht, während du arbeitest oder wenn du die Geschichte schließt.
backups-list = Sicherungen, neueste zuerst
backups-size = { $size } MB
backups-open = Öffnen
backups-open-of = Sicherung von { $time } öffnen
backups-folder = Aufbewahrt in { $folder }
