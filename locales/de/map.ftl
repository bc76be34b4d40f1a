### Words of the map.

map-label = Pinnwand der Geschichte
map-about = Mit den Pfeiltasten gehst du von Karte zu Karte. Die Gliederung zeigt dieselbe Geschichte als Liste.
map-words = { $count ->
    [one] { $count } Wort
   *[other] { $count } Wörter
  }
map-hides = { $count ->
    [one] { $count } Karte verborgen
   *[other] { $count } Karten verborgen
  }
map-holds = { $count ->
    [one] { $count } Karte darin
   *[other] { $count } Karten darin
  }
map-way = Umgebende Gruppen
map-whole = Ganze Geschichte
map-menu-kind = Art
map-menu-newOf = Neue Karte nach Art
map-menu-align = Ausrichten
map-review-label = Entwurf
map-review-added = { $count } neu
map-review-changed = { $count } geändert
map-review-removed = { $count } entfernt
map-review-moved = { $count } seither geändert
map-review-adopt = Alle übernehmen
map-review-drop = Alle verwerfen
map-review-adoptSome = { $count } ausgewählte übernehmen
map-review-dropSome = { $count } ausgewählte verwerfen
map-review-close = Zurück zur Geschichte
map-menu-toGroup = In Gruppe verschieben
map-empty-title = Wo fängt es an?
map-empty-how = Doppelklicke irgendwo, um deine erste Szene anzulegen, oder drücke
map-empty-write = Erste Szene schreiben
map-empty-assistant = Assistenten fragen
map-empty-import = Datei importieren …
map-ask-create = Titel der neuen Karte
map-ask-rename = Neuer Titel
map-ask-label = Text der Entscheidung (optional)
map-selected = { $title }, { $kind }
map-selected-link = Verbindung von { $from } zu { $to }. { $label }
map-changed-there = { $count ->
    [one] Außer Sicht geändert: { $title }
   *[other] Außer Sicht geändert: { $title } und weitere (insgesamt { $count })
  }
map-tip-start = Hier beginnt die Geschichte
map-tip-ending = Die Geschichte kann hier enden
map-tip-draft = Ein Entwurf mit Änderungen an dieser Karte wartet auf Prüfung
map-tip-pictures = { $count ->
    [one] { $count } Bild
   *[other] { $count } Bilder, eines in Gebrauch
  }
map-tip-condition = Nur wenn { $condition }
map-tip-once = Kann nur einmal gewählt werden
map-tip-effect = Wirkung: { $effect }
map-tip-dynamic = Gestrichelt: Das Ziel ergibt sich erst beim Spielen
map-tip-part = Gepunktet: zeigt die andere Szene innerhalb von dieser
map-connecting-from = Verbindung von „{ $title }“
map-connecting-to = Verbindung von „{ $title }“ zu „{ $to }“
map-connecting-how = Wähle eine Karte mit den Pfeiltasten oder per Klick
map-connecting-link = verbinden
map-connecting-cancel = abbrechen
map-menu-color = Farbe

map-kinds-scene = Szene
map-kinds-character = Figur
map-kinds-place = Ort
map-kinds-note = Notiz
map-kinds-group = Gruppe

map-ask-choice = Was man hier wählt (optional)
map-ask-insert = Titel der eingefügten Szene
map-link-panel = Ausgewählte Verbindung
map-link-close = Auswahl der Verbindung aufheben
map-link-label = Text
map-link-label-hint = Einfach weiter
map-link-condition = Wenn
map-link-condition-hint = Immer angeboten
map-link-effect = Dann
map-link-effect-hint = Ändert nichts
map-link-once = Nur einmal
map-link-order = { $at } von { $of }
map-link-earlier = Früher anbieten
map-link-later = Später anbieten

map-minimap-open = Minikarte zeigen
map-minimap-close = Minikarte ausblenden

map-filter-open = Karte filtern
map-filter-close = Filter schließen
map-filter-label = Filter der Karte
map-filter-words = Wörter
map-filter-kind = Alle Arten
map-filter-tag = Alle Schlagwörter
map-filter-status = Jeder Status
map-filter-character = Alle Figuren
map-filter-steps = Jede Entfernung
map-filter-steps-one = Einen Schritt um die Auswahl
map-filter-steps-two = Zwei Schritte um die Auswahl
map-filter-count = { $count } von { $of }

map-missing-make = Noch nicht geschrieben. Klicken legt sie an.

map-heat = Karten nach Wörtern färben
map-heat-from = ab { $count } Wörtern
map-heat-none = Noch nichts geschrieben
map-heat-readers = Karten nach Testlesern färben
map-heat-of-readers = { $share } der Leser
map-heat-from-readers = ab { $share } der Leser
