### What the pages say that a client of MCP shows: the difference of a draft, the links around a node.

apps-draft = Änderungen zur Prüfung
apps-draft-empty = Nichts wartet auf Prüfung.
apps-draft-moved = In der Geschichte seither geändert
apps-draft-review = Prüfe sie in Storyteller.
apps-draft-removed = Entfernt
apps-draft-before = Vorher
apps-draft-after = Nachher
apps-part-text = Text
apps-part-kv = Attribute
apps-part-image = Bild
apps-part-play = Spieleinstellungen
apps-part-node = Titel und Art
apps-part-edge = Verbindung
apps-part-layout = Platz auf der Pinnwand
apps-comes-from = Kommt von
apps-leads-to = Führt zu
apps-nothing = Nichts
apps-in-group = In der Gruppe
apps-members = In dieser Gruppe
apps-once = Nur einmal
apps-waiting = Wird geladen …
apps-failed = Das lässt sich nicht anzeigen.
