### Wörter der Ansicht der Wiederholungen.

repetitions-title = Wiederholungen
repetitions-where = Wo gesucht wird
repetitions-story = Ganze Geschichte
repetitions-scene = Gewählte Szene
repetitions-reading = Die Geschichte wird gelesen …
repetitions-no-scene = Wähle eine Szene
repetitions-none = Keine Wiederholung fällt auf
repetitions-none-note = Hier stehen Wörter, die bald wiederkehren, und Wendungen, die immer wieder vorkommen.
repetitions-close = Dicht beieinander
repetitions-phrases = Häufige Wendungen
repetitions-open = „{ $title }“ dort öffnen
repetitions-more = { $count ->
    [one] und eine weitere Stelle
   *[other] und { $count } weitere Stellen
  }
