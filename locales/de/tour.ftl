### Words of the tour.

tour-step = Schritt { $at } von { $of }
tour-leave = Rundgang verlassen
tour-back = Zurück
tour-next = Weiter
tour-play-now = Geschichte spielen
tour-map = Deine Geschichte ist eine Pinnwand
tour-map-how = Szenen sind Karten, Entscheidungen sind Linien. Ein Doppelklick auf den Grund legt eine Szene an; vom Rand einer Karte ziehst du eine Entscheidung.
tour-page = Auf der Seite schreiben
tour-page-how = Drücke Enter auf einer Karte. Zuerst kommt der Text, direkt darunter stehen die Entscheidungen; Esc führt zurück zur Pinnwand.
tour-draft = Der Assistent wartet auf dein Ja
tour-draft-how = Sag, was getan werden soll. Hier hat er eine Szene geschrieben: Sieh sie dir auf der Pinnwand an und übernimm oder verwirf sie.
tour-versions = Nichts geht verloren
tour-versions-how = Jede Änderung bleibt erhalten, deine und die des Assistenten. Rückgängig geht auch nach einem Neustart.
tour-play = Lies wie deine Leser
tour-play-how = Spiele ab jeder Szene, mit Entscheidungen, Bedingungen und Variablen, wie sie jetzt sind.
