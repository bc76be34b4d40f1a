### Words of the inspector.

inspector-title = Szene
inspector-none = Nichts ausgewählt
inspector-none-hint = Wähle eine Karte auf der Pinnwand aus, um sie hier zu lesen und zu bearbeiten.
inspector-loading = Wird geladen …
inspector-several = { $count ->
    [one] { $count } Karte ausgewählt
   *[other] { $count } Karten ausgewählt
  }
inspector-more = und { $count } weitere
inspector-name = Titel
inspector-kind = Art: { $kind }

inspector-kinds-scene = Szene
inspector-kinds-character = Figur
inspector-kinds-place = Ort
inspector-kinds-note = Notiz
inspector-kinds-group = Gruppe

inspector-color = Farbe
inspector-colors-1 = Rot
inspector-colors-2 = Orange
inspector-colors-3 = Gelb
inspector-colors-4 = Grün
inspector-colors-5 = Türkis
inspector-colors-6 = Violett
inspector-colors-none = Standardfarbe

inspector-remove = Löschen
inspector-history = Verlauf von { $name }

inspector-capabilities-text = Text
inspector-capabilities-kv = Attribute
inspector-capabilities-image = Bild
inspector-capabilities-play = Spieleinstellungen
inspector-capabilities-node = Titel und Art

inspector-add = { $name } hinzufügen

inspector-choices-title = Entscheidungen
inspector-choices-none = Noch keine Entscheidungen.
inspector-choices-label = Text der Entscheidung für { $title }
inspector-choices-label-hint = Einfach weiter
inspector-choices-condition = Bedingung der Entscheidung für { $title }
inspector-choices-if = wenn
inspector-choices-then-word = dann
inspector-choices-condition-hint = Immer angeboten
inspector-choices-effect = Wirkung der Entscheidung für { $title }
inspector-choices-effect-hint = Keine Wirkung
inspector-choices-once = Entscheidung für { $title } nur einmal anbieten
inspector-choices-unread = Wird behalten, ist aber nicht lesbar: { $why }
inspector-choices-retarget = Entscheidung für { $title } woandershin führen
inspector-choices-target = Ziel statt { $title }
inspector-choices-go = Zu { $title } gehen
inspector-choices-up = Entscheidung für { $title } nach oben
inspector-choices-down = Entscheidung für { $title } nach unten
inspector-choices-remove = Entscheidung für { $title } entfernen
inspector-choices-new-label = Neue Entscheidung
inspector-choices-new-target = Führt zu …
inspector-choices-add = Entscheidung hinzufügen
inspector-choices-make = Entscheidung und Szene hinzufügen
inspector-choices-make-hint = Legt eine neue Szene „{ $title }“ an.
inspector-choices-ambiguous = Mehrere Karten heißen „{ $title }“; verwendet wird die erste.

inspector-into = Führt hierher
inspector-mentions = Erwähnt
inspector-backlinks = Erwähnt in

inspector-chips = Was sich hinzufügen lässt
inspector-chips-kv = Attribut
inspector-chips-color = Farbe
inspector-chips-choices = Entscheidung
inspector-wide = Breite Seite
inspector-narrow = Zurück zur Pinnwand
inspector-back = Zurück zu { $title }

inspector-chips-tags = Schlagwort
inspector-chips-status = Status
inspector-tags = Schlagwörter
inspector-tags-key = Schlagwörter
inspector-tags-add = Schlagwort hinzufügen
inspector-tags-color = Farbe des Schlagworts „{ $tag }“
inspector-tags-color-usual = Übliche Farbe
inspector-tags-remove = Schlagwort { $tag } entfernen
inspector-status-key = Status
inspector-status-is = Status: { $name }
inspector-status-idea = Idee
inspector-status-draft = Entwurf
inspector-status-revised = Überarbeitet
inspector-status-done = Fertig
inspector-status-none = Kein Status
inspector-status-various = Verschieden
inspector-status-own = Anderer …
inspector-status-name = Name des Status

inspector-name-differs = Der Name ist „{ $name }“, aber die Karte heißt „{ $title }“.
inspector-name-take = Karte in „{ $name }“ umbenennen
inspector-name-leave = So lassen
