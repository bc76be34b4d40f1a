### Words of finding and replacing in all texts.

replace-title = Überall suchen und ersetzen
replace-note = Du siehst zuerst jeden Treffer. Ein Schritt „Rückgängig“ nimmt das Ersetzen zurück.
replace-close = Schließen
replace-find = Suchen
replace-with = Ersetzen durch
replace-with-nothing = leer: Treffer löschen
replace-match-case = Groß-/Kleinschreibung
replace-whole-word = Ganze Wörter
replace-scope = Wo

replace-where-all = Ganze Geschichte
replace-where-selected = Auswahl ({ $count })

replace-places = Treffer
replace-hint = Gib die gesuchten Wörter ein.
replace-none = Keine Treffer.
replace-more = { $count ->
    [one] und { $count } weiterer Treffer
   *[other] und { $count } weitere Treffer
  }
replace-found = { $count ->
    [0] Keine Treffer
    [one] { $count } Treffer in einer Szene
   *[other] { $count } Treffer in { $nodes } Szenen
  }
replace-replace = { $count ->
    [0] Ersetzen
    [one] { $count } Treffer ersetzen
   *[other] { $count } Treffer ersetzen
  }
replace-done = { $count ->
    [one] { $count } Treffer ersetzt
   *[other] { $count } Treffer in { $nodes } Szenen ersetzt
  }
