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
inspector-capabilities-sound = Ton
inspector-capabilities-play = Spieleinstellungen
inspector-capabilities-node = Titel und Art
inspector-capabilities-translation = Übersetzung

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
inspector-relation-of = { $field } von
inspector-kind-fields = Felder dieser Art…

inspector-chips = Was sich hinzufügen lässt
inspector-chips-kv = Attribut
inspector-chips-color = Farbe
inspector-chips-choices = Entscheidung
inspector-wide = Breite Seite
inspector-narrow = Zurück zur Pinnwand
inspector-back = Zurück zu { $title }
inspector-places = Geöffnet aus { $list }
inspector-places-back = Zurück zu { $list }
inspector-places-at = { $at } von { $count }
inspector-places-close = Diese Liste schließen

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

inspector-undoable = Das lässt sich rückgängig machen.

inspector-chips-alternatives = Variante
inspector-alternatives-title = Varianten
inspector-alternatives-compare = Nebeneinander
inspector-alternatives-add = Variante hinzufügen
inspector-alternatives-use = Verwenden
inspector-alternatives-use-this = „{ $name }“ verwenden
inspector-alternatives-remove = Variante „{ $name }“ entfernen
inspector-alternatives-used = „{ $name }“ ist jetzt in Gebrauch
inspector-alternatives-removed = „{ $name }“ entfernt
inspector-alternatives-name = Name
inspector-alternatives-numbered = Variante { $number }
inspector-alternatives-double = Eine Variante „{ $name }“ gibt es schon.
inspector-alternatives-text = Text
inspector-alternatives-text-note = Leer lassen, um den jetzigen Text unter diesem Namen zu behalten.
inspector-alternatives-write = Variante hinzufügen
inspector-alternatives-keep = Jetzigen Text behalten
inspector-alternatives-ask = Drei schreiben lassen
inspector-alternatives-ask-message = Schreib drei Varianten dieses Textes, jede in einem anderen Ton und mit einem sprechenden Namen. Der Text in Gebrauch bleibt, wie er ist.
inspector-alternatives-compare-title = Varianten von „{ $title }“
inspector-alternatives-compare-note = Verwende eine davon oder lass den Assistenten zwei verbinden.
inspector-alternatives-close = Schließen
inspector-alternatives-in-use = In Gebrauch
inspector-alternatives-in-use-text = den Text in Gebrauch
inspector-alternatives-quoted = „{ $name }“
inspector-alternatives-pick = Verbinden
inspector-alternatives-pick-this = „{ $name }“ mit einer anderen verbinden
inspector-alternatives-blend = Zwei verbinden …
inspector-alternatives-blend-message = Schreib eine neue Variante dieses Textes, die { $one } und { $other } verbindet. Behalte das Beste von beiden; der Text in Gebrauch bleibt, wie er ist.

inspector-chips-facts = Veränderung
inspector-chips-summary = Zusammenfassung
inspector-facts-title = Im Lauf der Geschichte
inspector-facts-add = Veränderung hinzufügen
inspector-facts-beginning = Von Anfang an
inspector-facts-go = Zu „{ $title }“ gehen
inspector-facts-value = { $key }, ab: { $from }
inspector-facts-remove = { $key } entfernen, ab: { $from }
inspector-facts-open = Stelle in „{ $title }“ öffnen: { $quote }
inspector-facts-stale = Im Text steht das nicht mehr.
inspector-facts-key = Was sich ändert
inspector-facts-new-value = Was daraus wird
inspector-facts-scene = Ab dieser Szene
inspector-facts-scene-hint = Von Anfang an oder ab Szene
inspector-facts-source = Worte in „{ $title }“, die das sagen (optional)
inspector-facts-no-scene = Eine Szene „{ $title }“ gibt es nicht.

inspector-holds-title = Was hier gilt
inspector-holds-since = seit „{ $title }“
inspector-holds-unknown = oder nicht erwähnt
inspector-holds-depends = je nach Weg
inspector-batch = Texte ändern …
inspector-summary-title = Zusammenfassung
inspector-summary-hint = Was hier geschieht, in ein paar Sätzen
inspector-summary-stale = Der Text hat sich seither geändert.
inspector-summary-model = Von { $model } geführt. Was du selbst schreibst, wird nie überschrieben.
inspector-translations-title = Übersetzungen
inspector-translations-none = nicht übersetzt
inspector-translations-current = aktuell
inspector-translations-missing = { $count } fehlen
inspector-translations-stale = { $count } veraltet
inspector-translations-nothing = Hier gibt es nichts zu übersetzen.
inspector-translations-of = { $name }, Stück für Stück
inspector-translations-piece = { $name } von „{ $source }“
inspector-translations-empty = Übersetzung
inspector-translations-source-changed = Das Original wurde seitdem geändert.
inspector-translations-confirm = Passt noch
inspector-translations-confirm-all = Alle { $count } passen noch
inspector-translations-versions = Frühere Fassungen
inspector-translations-term = Im Glossar steht „{ $translation }“ für „{ $term }“.
