### Words of jobs: one instruction carried out on many texts.

jobs-title = Aufträge
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
