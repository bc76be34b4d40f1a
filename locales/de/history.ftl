### Words of the history of the whole story.

history-title = Verlauf

history-states = Schnappschüsse
history-state-name = Name des Schnappschusses
history-state-hint = z. B. vor der Überarbeitung
history-keep = Schnappschuss speichern
history-named = Schnappschuss „{ $name }“ gespeichert.
history-no-states = Mit Schnappschüssen kannst du zur ganzen Geschichte in ihrem jetzigen Stand zurückkehren.
history-restored = Die Geschichte ist wieder wie bei „{ $name }“
history-restore = Wiederherstellen
history-restore-this = „{ $name }“ wiederherstellen
history-rename-snapshot = Umbenennen …
history-delete-snapshot = Löschen
history-delete-title = Schnappschuss „{ $name }“ löschen?
history-delete-note = Die Geschichte bleibt, wie sie ist, und jeder frühere Text bleibt im Verlauf. Nur der Name dieses Stands geht verloren.
history-cancel = Abbrechen
history-new-name = Neuer Name für „{ $name }“
history-more-of = Mehr zu „{ $name }“
history-compare-this = Was sich seit „{ $name }“ geändert hat
history-compared = { $count ->
    [0] Seither hat sich nichts geändert.
    [one] Seither { $count } Änderung.
   *[other] Seither { $count } Änderungen.
  }

history-steps = Änderungen
history-reading = Verlauf wird geladen …
history-none = Noch keine Änderungen
history-none-hint = Hier erscheint jede Änderung, und du kannst sie rückgängig machen.
history-more = Frühere Änderungen
history-undo = Rückgängig machen
history-undo-this = Rückgängig machen: { $what }
history-undone = Rückgängig gemacht
history-draft = In einem Entwurf
history-turn = { $count ->
    [one] Eine Anfrage, { $count } Änderung
   *[other] Eine Anfrage, { $count } Änderungen
  }
history-comma = ,{" "}
history-and-more = und { $count } weitere
history-number = Änderung { $numbers }
history-compare = Änderungen zeigen
history-made = { $part }: neu
history-gone = { $part }: gelöscht
history-changed = { $part }

history-kinds-undo = hat eine Änderung rückgängig gemacht
history-kinds-redo = hat eine Änderung wiederholt
history-kinds-restore = hat einen Schnappschuss wiederhergestellt
history-kinds-adopt = hat einen Entwurf übernommen

history-parts-kv = Attribute
history-parts-text = Text
history-parts-image = Bild
history-parts-sound = Ton
history-parts-node = Titel und Art
history-parts-layout = Platz auf der Pinnwand
history-parts-edge = Verbindung
history-parts-play = Spieleinstellungen
history-parts-story = Einstellungen der Geschichte
history-parts-style_guide = Stilvorgaben
history-parts-alternatives = Varianten
history-parts-findings = Anmerkungen
history-parts-facts = Veränderungen
history-parts-summary = Zusammenfassung

history-deleted-card = eine gelöschte Karte
history-deleted-link = eine gelöschte Verbindung
history-words = { $count ->
    [one] { $sign }{ $count } Wort
   *[other] { $sign }{ $count } Wörter
  }
history-first-words = {" "}· „{ $words }“
history-parts-languages = Sprachen
history-parts-glossary = Glossar
history-parts-translation = Übersetzung
