### Worte der Sprachen einer Geschichte, ihres Glossars und der Dateien für Übersetzer.

translations-title = Sprachen und Übersetzungen
translations-note = Leser können beim Spielen zwischen den Sprachen wechseln.
translations-close = Schließen
translations-parts-languages = Sprachen
translations-parts-glossary = Glossar
translations-parts-files = Dateien für Übersetzer

translations-source = Geschrieben in
translations-targets = Übersetzt in
translations-add = In eine weitere Sprache übersetzen
translations-add-hint = en, zh-CN, Französisch …
translations-add-this = Hinzufügen
translations-remove = { $name } entfernen. Die Übersetzungen bleiben erhalten.
translations-progress = { $done } von { $count } übersetzt
translations-missing = { $count } fehlen
translations-stale = { $count } veraltet
translations-story-title = Titel der Geschichte auf { $name }
translations-story-title-hint = Titel: { $title }
translations-by-model = { $count ->
    [one] { $count } Szene vom Assistenten übersetzen lassen …
   *[other] { $count } Szenen vom Assistenten übersetzen lassen …
}

translations-glossary-note = Namen und Begriffe, die immer gleich übersetzt werden. Der Assistent hält sich daran, und auf andere Worte wird hingewiesen.
translations-term = Name oder Begriff
translations-term-note = Hinweis
translations-term-new = Neuer Name oder Begriff
translations-term-add = Hinzufügen
translations-term-in = „{ $term }“ auf { $name }
translations-term-note-of = Hinweis zu „{ $term }“
translations-term-remove = „{ $term }“ entfernen

translations-export = Einem Übersetzer geben
translations-format = Format
translations-formats-xliff = XLIFF 2
translations-formats-xliff-note = Für Programme von Übersetzern wie OmegaT, Trados und memoQ.
translations-formats-po = PO (gettext)
translations-formats-po-note = Für Poedit, Weblate und andere.
translations-formats-csv = Tabelle (CSV)
translations-formats-csv-note = Für Tabellenprogramme.
translations-formats-yarn = Yarn Spinner
translations-formats-yarn-note = Das Skript mit einer Kennung an jeder Zeile und eine Texttabelle je Sprache, in einem Archiv.
translations-formats-ink = Ink
translations-formats-ink-note = Das Skript mit einer Kennung an jeder Zeile, eine Tabelle aller Sprachen und das Skript in jeder Sprache, in einem Archiv.
translations-language = Sprache
translations-only-open = Nur was fehlt oder veraltet ist
translations-save = Speichern …
translations-import = Vom Übersetzer zurücknehmen
translations-import-note = XLIFF, PO, CSV oder eine Texttabelle von Yarn Spinner oder Ink. Du kannst den Import rückgängig machen.
translations-choose = Datei wählen …
translations-written = { $count } übernommen
translations-unchanged = { $count } unverändert
translations-unplaced = { $count ->
    [one] { $count } Text fand keinen Platz
   *[other] { $count } Texte fanden keinen Platz
}
translations-reasons-no_place = Steht nicht mehr in der Geschichte:
translations-reasons-newer_here = Hier ist eine neuere Übersetzung:
translations-reasons-source_changed = Das Original wurde seitdem geändert:
translations-reasons-refused = Die Links führen woanders hin:
