### Words of the welcome screen.

welcome-title = Storyteller
welcome-what = Schreib Geschichten, die sich verzweigen, und verlier nie wieder eine Fassung.
welcome-new = Neue Geschichte
welcome-new-note = Eine leere Pinnwand für deine Szenen, Figuren und Orte
welcome-sample = Beispielgeschichte
welcome-sample-note = Die letzte Fähre: eine kurze Erzählung zum Ausprobieren
welcome-import = Datei importieren
welcome-import-note = Twine, Ink, Word, EPUB, Markdown und andere
welcome-open = Geschichte öffnen …
welcome-open-note = Eine .story-Datei auf diesem Computer
welcome-recent = Zuletzt geöffnet
welcome-missing = Datei nicht gefunden
welcome-forget = „{ $title }“ aus der Liste entfernen
welcome-name = Wie soll sie heißen?
welcome-name-placeholder = Der gläserne Leuchtturm
welcome-name-fault = Gib deiner Geschichte einen Titel
welcome-create = Anlegen
welcome-create-note = Wird im Ordner deiner Geschichten gespeichert.
welcome-choose-where = Speicherort wählen …
welcome-cancel = Abbrechen
welcome-path = Pfad der Geschichte
welcome-path-open = Öffnen
welcome-drop = Oder zieh eine Datei oder einen Ordner hierher. Twine, Ink, Word, EPUB, Markdown und andere werden als neue Geschichte geöffnet.
welcome-story-dropped = Ein Browser sieht nicht, wo eine abgelegte Geschichte liegt. Öffne sie stattdessen über ihren Pfad.
welcome-importing = Datei wird importiert
welcome-imported = „{ $title }“ importiert: { $count } Karten
welcome-language = Sprache
welcome-theme = Aussehen

welcome-themes-system = System
welcome-themes-light = Hell
welcome-themes-dark = Dunkel

welcome-settings = Einstellungen
welcome-private = Nichts verlässt diesen Computer, solange du kein Online-Modell wählst.

welcome-sample-title = Die letzte Fähre
welcome-sample-fresh = Beispiel neu anlegen
welcome-search = Geschichten suchen
welcome-order = Reihenfolge
welcome-orders-opened = Zuletzt geöffnet
welcome-orders-title = Titel
welcome-import-folder = Ordner importieren…
welcome-tour = Rundgang beginnen
