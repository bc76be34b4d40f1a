### Words of the palette.

palette-title = Suche und Befehle
palette-placeholder = Titel, Text oder Befehle suchen
palette-nodes = Karten
palette-recent = Zuletzt
palette-texts = Im Text
palette-find-all = Alle Stellen mit „{ $words }“
palette-actions = Befehle
palette-tools = Werkzeuge
palette-none = Nichts gefunden. Versuche es mit weniger Wörtern.
