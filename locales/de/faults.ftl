### What went wrong by its code, in a window whose language is not the program's: a heading and what to do. The program's own words, which are English, stand below as the detail.

faults-INVALID_ACTION_INPUT-title = Eine Angabe stimmt nicht
faults-INVALID_ACTION_INPUT-hint = Ändere sie, wie unten beschrieben, und versuche es noch einmal.
faults-UNKNOWN_ACTION-title = Diesen Befehl gibt es nicht
faults-UNKNOWN_ACTION-hint = Suche den Namen in der Befehlsliste.
faults-NOT_FOUND-title = Nicht gefunden
faults-NOT_FOUND-hint = Es wurde vielleicht gelöscht oder umbenannt.
faults-CONFLICT-title = Hier hat sich etwas geändert
faults-CONFLICT-hint = Sieh dir den jetzigen Stand an und versuche es noch einmal; nichts wurde überschrieben.
faults-REPEATED_CALL-title = Wiederholter Aufruf
faults-REPEATED_CALL-hint = Derselbe Aufruf wurde bei dieser Anfrage schon gemacht und nicht noch einmal ausgeführt.

faults-TOOL_DISABLED-title = Werkzeug abgeschaltet
faults-TOOL_DISABLED-hint = Seine Angaben waren mehrmals ungültig; bei dieser Anfrage wird es nicht mehr benutzt.

faults-PERMISSION_DENIED-title = Nicht erlaubt
faults-PERMISSION_DENIED-hint = Das braucht deine Erlaubnis, oder die Datei lässt sich nur lesen.
faults-UNAVAILABLE-title = Im Moment nicht möglich
faults-UNAVAILABLE-hint = Prüfe Netz, Einstellungen oder Datei und versuche es dann noch einmal.
faults-CANCELLED-title = Abgebrochen
faults-CANCELLED-hint = Es wurde nichts geschrieben.
faults-INTERNAL-title = Fehler im Programm
faults-INTERNAL-hint = Was geschrieben wurde, ist noch da. Versuche es noch einmal; hilft das nicht, öffne die Geschichte neu.
faults-detail = Einzelheiten (im Wortlaut des Programms)
faults-field = „{ $field }“{" "}
faults-condition = Bedingung,{" "}
faults-effect = Wirkung,{" "}
faults-atCharacter = Zeichen { $at }: { $why }
