### Words of the panel that finds words in the whole story.

find-title = Suchen
find-words = Gesuchte Wörter
find-hint = In allen Texten der Geschichte. F8 im Text führt zur nächsten Fundstelle.
find-elsewhere = In Titeln, Attributen und Auswahlmöglichkeiten
find-replace = Ersetzen …
find-more-scenes = { $count ->
    [one] und eine weitere Szene
   *[other] und { $count } weitere Szenen
  }
