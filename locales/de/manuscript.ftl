### Words of the running text.

manuscript-title = Text der Geschichte
manuscript-pages = Seiten
manuscript-source = Zu lesen
manuscript-sources-story = Ganze Geschichte
manuscript-sources-selection = Auswahl
manuscript-sources-group = Gruppe
manuscript-sources-way = Weg hierher
manuscript-passages = { $count ->
    [one] { $count } Szene
   *[other] { $count } Szenen
  }
manuscript-words = { $count ->
    [one] { $count } Wort
   *[other] { $count } Wörter
  }
manuscript-replace = In allen Texten suchen und ersetzen
manuscript-side-by-side = Nebeneinander
manuscript-one-text = Fortlaufend
manuscript-left = Szene links
manuscript-right = Szene rechts
manuscript-name = Titel
manuscript-none = Noch nichts zu lesen
manuscript-none-hint = Wähle Szenen auf der Pinnwand oder in der Gliederung aus, oder lies die ganze Geschichte.
manuscript-goal = Wortziel der Geschichte
