### Words of the outline.

outline-title = Gliederung
outline-story = Geschichte
outline-loose = Noch nicht verbunden

outline-kinds-scene = Szenen
outline-kinds-character = Figuren
outline-kinds-place = Orte
outline-kinds-note = Notizen
outline-kinds-group = Gruppen

outline-again = siehe oben
outline-by = über die Entscheidung „{ $label }“
outline-start = Hier beginnt die Geschichte
outline-ending = Die Geschichte kann hier enden
outline-problem = Hat Probleme
outline-new-title = Neuer Titel von { $title }
outline-into = { $what } in „{ $group }“ verschieben
outline-out-of = { $what } aus der Gruppe herausnehmen
outline-several = { $count } Karten
outline-empty-title = Noch nichts hier
outline-empty = Hier steht jede Karte deiner Geschichte in Lesereihenfolge.
outline-expand = Aufklappen
outline-collapse = Zuklappen

outline-filter = Filtern
