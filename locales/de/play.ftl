### Words of the reading.

play-title = Spielen
play-loading = Geschichte wird geöffnet …
play-back = Zurück
play-again = Von vorn
play-sound-off = Ton ausschalten
play-sound-on = Ton einschalten
play-comment = Diese Szene kommentieren
play-commented = Kommentar hinzugefügt
play-nothing-to-comment = Diese Szene hat keinen Text zum Kommentieren.
play-path = Der bisherige Weg
play-stopped-gone = Die Geschichte hat sich geändert: „{ $node }“ hat die Entscheidung „{ $choice }“ nicht mehr (Schritt { $step }).
play-stopped-closed = Die Geschichte hat sich geändert: „{ $choice }“ bei „{ $node }“ ist nicht mehr verfügbar (Schritt { $step }).
play-stopped-unread = Bei „{ $node }“ ist „{ $set }“ nicht lesbar (Schritt { $step }).
play-faults-state = Diese Variablen sind nicht lesbar. Schreib sie so: gold = 5; met = true; name = "Neo".
play-faults-gone = Die Szene, mit der das begann, gibt es nicht mehr. Fang woanders an.
play-needs = Nötig ist { $condition }
play-otherwise = und es gibt noch eine andere Entscheidung
play-holds = { $name } ist { $value }
play-unset = { $name } ist nicht gesetzt
play-comma = ,{" "}
play-taken = Schon getroffen; diese Entscheidung gibt es nur einmal.
play-unread = Die Bedingung ist nicht lesbar, deshalb ist die Entscheidung immer verfügbar.
play-blank = Diese Szene hat noch keinen Text.
play-end = Ende.
play-stuck = Keine Entscheidungen von hier aus.
play-closed = Hier ist keine Entscheidung verfügbar.
play-variables = Variablen
play-no-variables = Noch keine Variablen.
play-value = Wert von { $name }
play-new-variable = Variable setzen, z. B. gold = 5
play-places = Beginnen
play-from-start = Von Anfang an
play-from-node = Ab „{ $title }“
play-with-state = Mit Variablen: gold = 5; met = true
play-take-state = Jetzige Variablen verwenden
play-kept = Lesezeichen
play-place-name = Name des Lesezeichens
play-keep = Lesezeichen setzen
play-right-here = Direkt bei „{ $name }“ beginnen, ohne den Weg noch einmal zu gehen
play-forget = Lesezeichen „{ $name }“ entfernen

play-script-error = Das { $language } enthält einen Fehler, deshalb wird hier nur den Verbindungen gefolgt: { $message }
play-script-error-in = Das { $language } von „{ $title }“ enthält einen Fehler, deshalb wird hier nur den Verbindungen gefolgt: { $message }
play-script-show = „{ $title }“ zeigen
play-script-problem = Das Skript meldet ein Problem: { $message }
play-left-out = Hier nicht wie im ursprünglichen Programm gespielt: { $parts }.
play-left-out-and = ;{" "}
play-leaves-conditional_text = Text unter Bedingungen
play-leaves-alternatives = Alternativen (die erste steht da)
play-leaves-weaves = Zusammenführungen und Entscheidungen unter Entscheidungen (alles steht zugleich da)
play-leaves-ink_calls = Funktionen, Tunnel und Threads
play-leaves-assignments = Änderungen von Variablen nach den ersten Worten
play-leaves-yarn_commands = Befehle und Werte
play-leaves-macros = Makros und Skripte
play-language = Sprache beim Spielen
