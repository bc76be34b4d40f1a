### Words of jobs: one instruction carried out on many texts.

jobs-title = Aufträge
jobs-task-own = Eine eigene Anweisung
jobs-task-translate = In { $name } übersetzen
jobs-translate-instruction = Was ist zu beachten? (optional)
jobs-translate-instruction-hint = Zum Beispiel: Den Leser duzen.
jobs-instruction = Was soll mit jedem Text geschehen?
jobs-instruction-hint = Zum Beispiel: Setz ihn in die Vergangenheit.
jobs-scope = Welche Karten
jobs-scope-selection = Ausgewählte ({ $count })
jobs-scope-scenes = Alle Szenen ({ $count })
jobs-scope-none = Wähle zuerst Karten auf der Pinnwand oder in der Gliederung aus.
jobs-scope-no-scenes = Es gibt noch keine Szenen.
jobs-requests = { $count ->
    [one] { $count } Text, eine Anfrage
   *[other] { $count } Texte, je eine Anfrage
  }
jobs-tokens = etwa { $tokens } Tokens
jobs-used = { $tokens } Tokens
jobs-cost = etwa { $cost }
jobs-cost-so-far = Kosten { $cost }
jobs-no-price = Preis unbekannt
jobs-model = Modell: { $model }
jobs-empty = { $count ->
    [one] { $count } Karte hat keinen Text und bleibt außen vor.
   *[other] { $count } Karten haben keinen Text und bleiben außen vor.
  }
jobs-too-long = { $count ->
    [one] { $count } Text ist zu lang für eine Anfrage und bleibt außen vor.
   *[other] { $count } Texte sind zu lang für eine Anfrage und bleiben außen vor.
  }
jobs-builtin = Dafür braucht es ein Sprachmodell. Wähle eines in den Einstellungen.
jobs-most = Kostengrenze
jobs-most-note = Leer lassen für keine Grenze.
jobs-start = Starten
jobs-note = Nichts ändert sich, bevor du es übernimmst.
jobs-progress = { $done } von { $count }
jobs-written = { $count } geändert
jobs-unchanged = { $count } ohne Änderung
jobs-failed = { $count } gescheitert
jobs-why-failed = Was gescheitert ist
jobs-stopped = Angehalten: { $why }
jobs-pause = Anhalten
jobs-pausing = Wird angehalten …
jobs-resume = Fortsetzen
jobs-retry = Noch einmal versuchen
jobs-review = { $count ->
    [one] { $count } Text prüfen
   *[other] { $count } Texte prüfen
  }
jobs-remove = Aus der Liste entfernen
jobs-task = Was zu tun ist
jobs-task-rewrite = Texte umschreiben
jobs-task-rewrite-note = Übersetzen, Korrektur lesen, kürzen, die Zeitform ändern: eine Anweisung für jeden Text.
jobs-task-names = Namen vereinheitlichen
jobs-task-names-note = Schreibt jeden Namen so, wie ihn deine Figuren und Orte haben.
jobs-task-summaries = Zusammenfassungen schreiben
jobs-task-summaries-note = Ein paar Sätze zu jeder Szene, wo es keine gibt oder sich der Text geändert hat.
jobs-task-continuity = Stimmigkeit prüfen
jobs-task-continuity-note = Liest Szene für Szene und vermerkt Widersprüche und offene Versprechen unter „Probleme“.
jobs-task-portraits = Bilder malen
jobs-task-portraits-note = Ein Bild jeder Figur, die noch keines hat, nach Attributen und Text.
jobs-wishes = Worauf ist zu achten? (freiwillig)
jobs-scope-characters = Alle Figuren ({ $count })
jobs-scope-no-characters = Es gibt noch keine Figuren.
jobs-pictures = { $count ->
    [one] { $count } Bild
   *[other] { $count } Bilder
  }
jobs-done = { $count ->
    [one] { $count } Karte hat es schon und wird ausgelassen.
   *[other] { $count } Karten haben es schon und werden ausgelassen.
  }
jobs-note-kept = Kein Text wird geändert.
jobs-found = { $count ->
    [0] keine Anmerkungen
    [one] { $count } Anmerkung
   *[other] { $count } Anmerkungen
  }
jobs-review-pictures = { $count ->
    [one] { $count } Bild prüfen
   *[other] { $count } Bilder prüfen
  }
