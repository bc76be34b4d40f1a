### Words of importing and exporting.

exchange-close = Schließen
exchange-cancel = Abbrechen
exchange-comma = ,{" "}
exchange-several = Die { $count } Dateien werden nacheinander zu dieser Geschichte hinzugefügt.
exchange-open-copy = Diese Geschichte öffnen?
exchange-open-copy-note = Ein Browser kann die Datei nicht dort öffnen, wo sie liegt. Deshalb wird eine Kopie bei deinen Geschichten gespeichert und hier geöffnet. Die aktuelle Geschichte ist gespeichert und bleibt in der Liste.
exchange-do-open-copy = Kopie öffnen
exchange-modes-open = Als eigene Geschichte öffnen
exchange-mode-notes-open = Eine Kopie wird bei deinen Geschichten gespeichert und hier geöffnet. Die aktuelle Geschichte ist gespeichert und bleibt in der Liste.

exchange-import = In diese Geschichte importieren
exchange-came-in = Importiert
exchange-import-note = Du kannst den Import rückgängig machen.
exchange-mode = Art des Imports
exchange-modes-add = Zu dieser Geschichte hinzufügen
exchange-modes-replace = Diese Geschichte ersetzen
exchange-modes-edits = Änderungen prüfen
exchange-mode-notes-add = Karten und Verbindungen kommen zu den vorhandenen hinzu.
exchange-mode-notes-replace = Ersetzt, was hier ist, zum Beispiel durch einen Export, den du anderswo geändert hast.
exchange-mode-notes-edits = Diese Datei stammt aus dieser Geschichte. Was darin geändert wurde, wartet als Entwurf auf dich; was du seither geschrieben hast, bleibt.
exchange-replaced = Die Geschichte kommt jetzt aus der Datei: { $what }
exchange-brought-nodes = { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
  }
exchange-brought-groups = { $count ->
    [one] { $count } Gruppe
   *[other] { $count } Gruppen
  }
exchange-brought-links = { $count ->
    [one] { $count } Verbindung
   *[other] { $count } Verbindungen
  }
exchange-brought-assets = { $count ->
    [one] { $count } Bild
   *[other] { $count } Bilder
  }
exchange-brought-nothing = nichts
exchange-with-history = Mit Verlauf: jede Version, mit wem, wann und warum
exchange-with-comments = Offene Kommentare mitgeben, für alle, die das Dokument lesen
exchange-choose = Datei wählen …
exchange-choose-folder = Ordner wählen…
exchange-nothing = Noch keine Datei. Zieh eine hierher oder wähle eine aus.
exchange-format = Format
exchange-language = Sprache
exchange-language-play = Die Seite enthält alle Sprachen; Leser können wechseln. Sie beginnt in dieser, wenn der Leser nicht schon eine andere gewählt hat.
exchange-format-auto = An der Datei erkennen
exchange-formats-play = Spielbare Webseite
exchange-formats-novel = Roman oder Drehbuch (Text, Markdown, Word, OpenDocument, RTF, Scrivener, HTML, EPUB, Fountain, Final Draft)
exchange-formats-docx = Word-Dokument (DOCX)
exchange-formats-manuscript = Manuskript zur Einreichung (DOCX)
exchange-formats-markdown = Markdown-Dokument
exchange-formats-fountain = Fountain-Drehbuch
exchange-formats-fdx = Final-Draft-Drehbuch
exchange-formats-pdf = PDF-Buch
exchange-formats-epub = EPUB-Buch
exchange-formats-epub-choices = EPUB-Spielbuch, Entscheidungen als Links
exchange-formats-csv = CSV-Tabelle der Attribute
exchange-formats-mermaid = Mermaid-Flussdiagramm (Markdown)
exchange-formats-svg = SVG-Bild des Graphen
exchange-formats-png = PNG-Bild des Graphen
exchange-formats-renpy = Ren’Py-Skript
exchange-formats-folder = Textordner
exchange-formats-card = Figurenkarten
exchange-formats-twine-archive = Twine-2-Archiv
exchange-story-format = Story-Format
exchange-story-format-note = Jedes Story-Format von Twine schreibt Bedingungen und Wirkungen mit eigenen Makros.
exchange-story-format-own = Das der Geschichte, sonst SugarCube
exchange-chapters = Kapitel
exchange-chapters-note = Ein Kapitel aus einer Gruppe trägt deren Titel, und zwischen den Szenen steht ein Trenner.
exchange-chapters-scene = Eines für jede Szene
exchange-chapters-group = Eines für jede Gruppe
exchange-numbering = Abschnitte
exchange-numbering-note = Für ein gedrucktes Spielbuch: Bei jeder Entscheidung steht, bei welchem Abschnitt es weitergeht.
exchange-numbering-none = Mit Titeln
exchange-numbering-in_order = Nummeriert, in der Reihenfolge des Lesens
exchange-numbering-shuffled = Nummeriert und gemischt
exchange-paper = Papier
exchange-paper-a4 = A4
exchange-paper-letter = US Letter
exchange-design = Gestaltung
exchange-design-note = Hell oder dunkel entscheiden die Lesenden.
exchange-design-book = Buch
exchange-design-modern = Modern
exchange-design-parchment = Pergament
exchange-design-terminal = Terminal
exchange-design-pastel = Pastell
exchange-do-import = Importieren
exchange-do-edits = Änderungen prüfen
exchange-edits-none = In der Datei wurde nichts geändert.
exchange-edits-wait = { $what }. Alles wartet darauf, dass du es prüfst.
exchange-edits-changed = { $count ->
    [one] { $count } Karte geändert
   *[other] { $count } Karten geändert
}
exchange-edits-added = { $count } neu
exchange-edits-removed = { $count } entfernt
exchange-edits-comments = { $count ->
    [one] { $count } neuer Kommentar
   *[other] { $count } neue Kommentare
}
exchange-edits-story = Einstellungen der Geschichte geändert
exchange-edits-conflicts =
    { $count ->
        [one] An einer Stelle
       *[other] An { $count } Stellen
    } hast du dasselbe geändert; im Entwurf steht, was die Datei sagt.
exchange-edits-missing =
    { $count ->
        [one] Eine Karte fehlt in der Datei und bleibt, wie sie ist: { $titles }.
       *[other] { $count } Karten fehlen in der Datei und bleiben, wie sie sind, etwa { $titles }.
    }
exchange-edits-unknown =
    { $count ->
        [one] Eine Szene des Dokuments wurde
       *[other] { $count } Szenen des Dokuments wurden
    } nicht erkannt.
exchange-importing = Wird importiert …
exchange-imported = Hinzugefügt: { $what }
exchange-warnings = Gut zu wissen
exchange-line = Zeile { $line }:{" "}
exchange-in-file = { $file }:{" "}
exchange-in-file-line = { $file }, Zeile { $line }:{" "}
exchange-more-warnings = Und { $count } weitere.
exchange-show = Anzeigen

exchange-export = Geschichte exportieren
exchange-export-note = Die Geschichte bleibt, wie sie ist; die Datei ist eine Kopie in einem anderen Format.
exchange-preparing = Datei wird erstellt …
exchange-looking = Es wird geprüft, was dieses Format behält …
exchange-losses = Was dieses Format nicht behält
exchange-loss-of = { $words } ({ $unit })
exchange-loss-of-story = { $words }
exchange-loss-names = { $line }: { $names }{ $more }
exchange-show-nodes = { $count ->
    [one] Anzeigen
   *[other] { $count } anzeigen
  }
exchange-show-nodes-of = { $show }: { $loss }
exchange-lossless = Dieses Format behält alles in der Geschichte.
exchange-save = Datei speichern
exchange-saved = Gespeichert: { $path }
exchange-downloaded = Wird heruntergeladen: { $name }

exchange-units-node = { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
  }
exchange-units-group = { $count ->
    [one] { $count } Gruppe
   *[other] { $count } Gruppen
  }
exchange-units-node_or_group = { $count ->
    [one] { $count } Karte oder Gruppe
   *[other] { $count } Karten und Gruppen
  }
exchange-units-edge = { $count ->
    [one] { $count } Verbindung
   *[other] { $count } Verbindungen
  }
exchange-units-link = { $count ->
    [one] { $count } Link
   *[other] { $count } Links
  }
exchange-units-jump = { $count ->
    [one] { $count } Sprung
   *[other] { $count } Sprünge
  }
exchange-units-divert = { $count ->
    [one] { $count } Sprung
   *[other] { $count } Sprünge
  }
exchange-units-capability = { $count ->
    [one] { $count } Fähigkeit
   *[other] { $count } Fähigkeiten
  }
exchange-units-kind = { $count ->
    [one] { $count } Art
   *[other] { $count } Arten
  }
exchange-units-setting = { $count ->
    [one] { $count } Einstellung
   *[other] { $count } Einstellungen
  }
exchange-units-asset = { $count ->
    [one] { $count } Datei
   *[other] { $count } Dateien
  }

exchange-intent = Wozu?
exchange-intents-play = Spielen
exchange-intents-read = Lesen
exchange-intents-elsewhere = Anderswo weiterarbeiten
exchange-intents-data = Daten
exchange-intent-notes-play = Eine Seite oder ein Buch, das man durchspielt.
exchange-intent-notes-read = Der Text als Buch oder Manuskript.
exchange-intent-notes-elsewhere = Die Geschichte für ein anderes Programm.
exchange-intent-notes-data = Alles oder ein Teil davon, für andere Werkzeuge und zum Aufbewahren.

exchange-split = Text aufteilen
exchange-split-automatic = An Kapitelüberschriften
exchange-split-headings = Nur an Überschriften, die in der Datei ausgezeichnet sind
exchange-split-none = Gar nicht
exchange-split-lines = An Zeilen, die beginnen mit …
exchange-split-counted = { $label } ({ $count })
exchange-split-words = Zeilen, die beginnen mit
exchange-split-words-note = * steht für Beliebiges.
exchange-split-words-example = Tag *
exchange-split-title = Diesen Text als Geschichte importieren?
exchange-split-scenes = Szenen, die entstehen
exchange-split-makes = { $count ->
    [one] { $count } Szene, { $words } Wörter
   *[other] { $count } Szenen, { $words } Wörter
  }
exchange-split-word-count = { $count ->
    [one] { $count } Wort
   *[other] { $count } Wörter
  }
