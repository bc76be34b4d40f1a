### Words of the style guide.

style-title = Stilvorgaben
style-note = Wie der Text dieser Geschichte geschrieben sein soll. Der Assistent liest sie bei jeder Anfrage.
style-close = Schließen
style-cancel = Abbrechen
style-save = Speichern
style-saved = Stilvorgaben gespeichert
style-undoable = Das lässt sich rückgängig machen.
style-length = { $length } von { $most } Zeichen
style-voice = Stimme
style-voice-hint = Trocken, darunter warm
style-tense = Zeitform
style-tense-hint = Präteritum
style-person = Person
style-person-hint = Zweite Person; der Leser ist der Schmuggler
style-language = Sprache
style-language-hint = Deutsch
style-spelling = Schreibweise
style-spelling-hint = Gedankenstriche statt Klammern
style-rules = Regeln
style-rules-note = Was zu tun und was zu lassen ist, je eine Regel.
style-rule = Regel { $number }
style-rule-add = Regel hinzufügen
style-rule-remove = Regel { $number } entfernen
style-samples = Beispielstellen
style-samples-note = Stellen, die zeigen, wie der Text klingen soll.
style-sample = Beispielstelle { $number }
style-sample-add = Stelle hinzufügen
style-sample-remove = Beispielstelle { $number } entfernen
style-proposed = Vorgeschlagene Regeln
style-proposed-note = Sie folgen aus dem, was du in Texten des Assistenten korrigiert hast. Keine gilt, bevor du sie annimmst.
style-proposed-because = { $count ->
    [one] Aus { $count } Korrektur
   *[other] Aus { $count } Korrekturen
  }
style-proposed-accept = Zur Regel machen
style-proposed-reject = Ablehnen
style-proposed-accepted = Zu den Regeln hinzugefügt
style-proposed-rejected = Abgelehnt; sie wird nicht mehr vorgeschlagen
