### Words of the bible.

bible-title = Bibel
bible-sheet = Tabelle
bible-paste-open = Aus einer Tabelle einfügen …
bible-paste-title = Aus einer Tabelle einfügen
bible-paste-note = Jede Zeile ist eine Karte. Ein neuer Titel legt eine an; ein vorhandener Titel ändert ihre Attribute. Leere Zellen ändern nichts. Ein Schritt „Rückgängig“ nimmt alles zurück.
bible-paste-text = Kopierte Zellen
bible-paste-text-hint = Kopiere Zellen aus Excel, Google Tabellen, Numbers oder WPS oder Zeilen einer CSV-Datei und füge sie hier ein
bible-paste-other = Etwas anderes einfügen
bible-paste-named = Die erste Zeile enthält die Spaltennamen
bible-paste-kind-of-new = Art neuer Karten
bible-paste-column = Inhalt von Spalte { $column }
bible-paste-means-title = Titel
bible-paste-means-kind = Art
bible-paste-means-key = Attribut
bible-paste-means-nothing = Auslassen
bible-paste-key = Attribut in Spalte { $column }
bible-paste-key-hint = Name des Attributs
bible-paste-does-make = Neu
bible-paste-does-change = Geändert
bible-paste-does-same = Unverändert
bible-paste-row = Zeile
bible-paste-preview = Vorschau
bible-paste-more = { $count ->
    [one] und { $count } weitere Zeile
   *[other] und { $count } weitere Zeilen
  }
bible-paste-counts = { $made } neu · { $changed } geändert · { $same } unverändert
bible-paste-write = { $count ->
    [one] { $count } Zeile einfügen
   *[other] { $count } Zeilen einfügen
  }
bible-paste-left = { $count ->
    [one] { $count } Zeile wird ausgelassen:
   *[other] { $count } Zeilen werden ausgelassen:
  }
bible-paste-at = Zeile { $row }, Spalte { $column }:{" "}
bible-paste-at-row = Zeile { $row }:{" "}
bible-paste-why-noTitle = kein Titel.
bible-paste-why-longTitle = ein Titel ist eine Zeile mit höchstens 300 Zeichen: „{ $what }…“
bible-paste-why-twice = gleicher Titel wie in Zeile { $what }.
bible-paste-why-ambiguous = mehrere Karten heißen „{ $what }“; benenne zuerst alle bis auf eine um.
bible-paste-why-noKind = eine Art „{ $what }“ gibt es nicht.
bible-paste-why-group = Gruppen entstehen auf der Pinnwand.
bible-paste-no-title-column = Wähle die Spalte mit den Titeln.
bible-paste-double-key = Die Spalten { $one } und { $other } heißen gleich. Benenne eine um oder lass sie weg.
bible-paste-unnamed = Spalte { $column } braucht einen Namen. Oder lass sie weg.
bible-paste-open_quote = Ein Anführungszeichen in Zeile { $row } wird nie geschlossen; die Zellen sind vielleicht falsch getrennt. Prüfe die Zeilen darunter.
bible-paste-nothing = Nichts weicht von der Geschichte ab.
bible-paste-done = Eingefügt: { $made } neu, { $changed } geändert.
bible-paste-close = Schließen

bible-copy-table = Tabelle kopieren
bible-save-table = Als CSV speichern …
bible-copied = { $count ->
    [one] { $count } Zeile kopiert. Füge sie in eine Tabelle ein.
   *[other] { $count } Zeilen kopiert. Füge sie in eine Tabelle ein.
  }
bible-kind = Art
bible-all = Alle Arten
bible-filter = Filtern
bible-filter-columns = Nach Spalten filtern
bible-filter-of = { $name } filtern
bible-filter-hint = enthält …
bible-kind-of = Art von { $title }
bible-new-row = Titel einer neuen Zeile
bible-new-of = Neu: { $kind }
bible-new-kind = Art der neuen Zeile
bible-add-row = Zeile hinzufügen
bible-aliases = Weitere Namen
bible-alias-hint = Andere Namen, durch Kommas getrennt. Auch unter ihnen werden Erwähnungen gefunden.
bible-bulk-kind = Art aller ausgewählten Zeilen
bible-bulk-color = Farbe aller ausgewählten Zeilen
bible-rows = { $count ->
    [one] { $count } Zeile
   *[other] { $count } Zeilen
  }
bible-lines = { $count ->
    [one] { $count } Zeile
   *[other] { $count } Zeilen
  }

bible-columns-title = Titel
bible-columns-kind = Art

bible-column = Spalte { $name }
bible-new-column = Neues Attribut
bible-add = Spalte hinzufügen
bible-fields = Felder…
bible-rename-key = Attribut umbenennen
bible-rename-note = Benennt es auf jeder Karte um, die es hat. Ein Schritt „Rückgängig“ nimmt alles zurück.
bible-new-name = Neuer Name
bible-rename = Umbenennen
bible-remove-key = Aus diesen Zeilen entfernen
bible-cancel = Abbrechen
bible-choose-all = Alle Zeilen auswählen
bible-choose = { $title } auswählen
bible-bulk = { $count ->
    [one] { $count } Zeile ausgewählt
   *[other] { $count } Zeilen ausgewählt
  }
bible-key = Attribut
bible-value = Wert
bible-set = Setzen
bible-take-away = Entfernen
bible-none = Noch keine Figuren oder Orte
bible-show-scenes = Szenen zeigen
bible-none-hint = Hier erscheinen deine Figuren, Orte und eigenen Arten mit ihren Attributen.

bible-facts-words = Wörter
bible-facts-ending = Ende
bible-facts-edited = Zuletzt bearbeitet
bible-columns-choose = Spalten
bible-pov = Perspektive

bible-parts = Teile der Bibel
bible-parts-table = Tabelle
bible-parts-appearances = Wer ist wo
bible-appearances-scene = Szene
bible-appearances-scenes = { $count ->
    [0] In keiner Szene
    [one] In einer Szene
   *[other] In { $count } Szenen
  }
bible-appearances-absence = { $count ->
    [one] Fehlt eine Szene lang, zwischen „{ $after }“ und „{ $until }“
   *[other] Fehlt { $count } Szenen lang, zwischen „{ $after }“ und „{ $until }“
  }
bible-appearances-times = { $count ->
    [one] einmal genannt
   *[other] { $count }-mal genannt
  }
bible-appearances-cell = { $title } in „{ $scene }“: { $what }
bible-appearances-count = { $scenes ->
    [one] Eine Szene
   *[other] { $scenes } Szenen
  }
bible-appearances-nobody = Noch niemand da
bible-appearances-nobody-hint = Lege eine Figur oder einen Ort an. Hier siehst du dann, welche Szenen sie nennen, mit Titel oder Alias.
bible-appearances-nowhere = Es gibt noch keine Szenen
