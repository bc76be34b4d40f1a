### Words of the check and of the figures.

problems-title = Probleme
problems-badge = { $count ->
    [one] { $count } Problem stört beim Lesen
   *[other] { $count } Probleme stören beim Lesen
  }
problems-checking = Geschichte wird geprüft …
problems-failed = Die Geschichte konnte nicht geprüft werden
problems-none = Keine Probleme gefunden
problems-none-hint = Jede Szene ist erreichbar, und jedes Ende ist markiert.
problems-more = { $count ->
    [one] { $count } weiteres ist nicht aufgeführt.
   *[other] { $count } weitere sind nicht aufgeführt.
  }
problems-fix-by = Beheben: { $words }
problems-mended = Erledigt: { $words }
problems-mended-hint = Du kannst das rückgängig machen.

problems-severity-error = Fehler
problems-severity-warning = Warnung
problems-severity-note = Hinweis
problems-severity-hint = Unfertig

problems-severities-breaking = Stört beim Lesen
problems-severities-error = Fehler
problems-severities-warning = Warnungen
problems-severities-note = Hinweise
problems-severities-hint = Unfertiges

problems-kinds-no_start = Keine Anfangsszene
problems-kinds-broken_link = Link ins Leere
problems-kinds-script_error = Fehler im Skript
problems-kinds-unreadable_condition = Unlesbare Bedingung
problems-kinds-unreadable_effect = Unlesbare Wirkung
problems-kinds-unreadable_code = Unlesbarer Code im Text
problems-kinds-unreachable = Nicht erreichbar
problems-kinds-dead_end = Sackgasse
problems-kinds-endless_loop = Schleife ohne Ausweg
problems-kinds-never_offered = Nie angebotene Entscheidung
problems-kinds-nothing_open = Womöglich keine Wahl
problems-kinds-used_up = Entscheidungen gehen aus
problems-kinds-letter_case = Groß-/Kleinschreibung weicht ab
problems-kinds-link_without_edge = Verbindung fehlt auf der Pinnwand
problems-kinds-unknown_title = Verweist auf eine fehlende Szene
problems-kinds-never_set = Nie gesetzte Variable
problems-kinds-contradicting_fact = Widersprüchliche Angaben
problems-kinds-duplicate_title = Doppelter Titel
problems-kinds-empty = Leere Szene
problems-kinds-undescribed = Figur ohne Beschreibung
problems-kinds-dynamic = Nur über berechnete Links erreichbar
problems-kinds-missing_code = Skripte fehlen

problems-why-no_start = Wähle die Szene, mit der das Lesen beginnt.
problems-why-broken_link = Wer ihm folgt, kommt nirgends an.
problems-why-script_error = Bis das behoben ist, lässt sich die Geschichte nicht als Skript spielen.
problems-why-unreadable_condition = Bis das behoben ist, wird die Entscheidung immer angeboten.
problems-why-unreadable_effect = Bis das behoben ist, geschieht nichts.
problems-why-unreadable_code = Bis das behoben ist, sehen Leser ihn so, wie er geschrieben ist.
problems-why-unreachable = Das wird nie jemand lesen.
problems-why-dead_end = Wer liest, kann nicht erkennen, ob die Geschichte hier enden sollte.
problems-why-endless_loop = Wer hineingerät, kann die Geschichte nie beenden.
problems-why-never_offered = Die Bedingung kann nie erfüllt sein, was man auch tut.
problems-why-nothing_open = Ist keine Bedingung erfüllt, geht es nicht weiter.
problems-why-used_up = Wer alle genommen hat und zurückkehrt, kommt nicht weiter.
problems-why-letter_case = Die meisten Formate finden das Ziel so nicht.
problems-why-link_without_edge = Die Pinnwand zeigt diesen Weg nicht, und beim Spielen wird er nicht angeboten.
problems-why-unknown_title = Eine Szene, die es nicht gibt, wird nie besucht.
problems-why-never_set = Sie bleibt immer 0, falsch und leer.
problems-why-contradicting_fact = Wer liest, erfährt zweierlei, das nicht zugleich stimmen kann.
problems-why-duplicate_title = Ein Link mit diesem Titel kann beide meinen.
problems-why-empty = Hier stünde man vor einer leeren Seite.
problems-why-undescribed = Die Texte sprechen von jemandem, über den nichts festgehalten ist.
problems-why-dynamic = Kein fester Link führt dorthin, ein berechneter vielleicht.
problems-why-missing_code = Sie stehen in Skripten, die nicht mit eingelesen wurden; Probleme, die davon abhängen, werden nicht gemeldet.

problems-says-no_start = Die Geschichte hat keine Anfangsszene.
problems-says-broken_link = „{ $title }“ verweist auf „{ $target }“, das es nicht gibt.
problems-says-script_error = Das { $language } von „{ $title }“ enthält einen Fehler: { $error }
problems-says-unreadable_condition = { $link }: „{ $source }“ ist ab Zeichen { $at } nicht lesbar.
problems-says-unreadable_effect = { $link }: „{ $source }“ ist ab Zeichen { $at } nicht lesbar.
problems-says-unreadable_code = Im Text von „{ $title }“ ist { $source } nicht lesbar.
problems-says-unreadable_enter = Beim Betreten von „{ $title }“: „{ $source }“ ist ab Zeichen { $at } nicht lesbar.
problems-says-unreachable = { $count ->
    [0] „{ $title }“ ist nicht erreichbar.
    [one] „{ $title }“ ist nicht erreichbar, ebenso { $count } Szene danach.
   *[other] „{ $title }“ ist nicht erreichbar, ebenso { $count } Szenen danach.
  }
problems-says-dead_end = „{ $title }“ hat keine Entscheidungen und ist nicht als Ende markiert.
problems-says-endless_loop = { $count ->
    [one] Aus „{ $title }“ führt nichts heraus.
   *[other] Aus { $count } Szenen um „{ $title }“ führt nichts heraus.
  }
problems-says-never_offered = { $link }: { $source } ist nie erfüllt.
problems-says-nothing_open = { $count ->
    [one] Die einzige Entscheidung bei „{ $title }“ hat eine Bedingung, die nicht erfüllt sein muss.
   *[other] Alle { $count } Entscheidungen bei „{ $title }“ haben Bedingungen, und womöglich ist keine erfüllt.
  }
problems-says-used_up = { $count ->
    [one] Die einzige Entscheidung bei „{ $title }“ kann nur einmal getroffen werden und führt hierher zurück.
   *[other] Alle { $count } Entscheidungen bei „{ $title }“ können nur einmal getroffen werden, und jede führt hierher zurück.
  }
problems-says-letter_case = „{ $title }“ verweist auf „{ $target }“, aber der Titel ist „{ $called }“.
problems-says-link_without_edge = Der Text von „{ $title }“ verweist auf „{ $target }“.
problems-says-unknown_title = { $link } verweist auf „{ $asked }“, das es nicht gibt.
problems-says-never_set = { $count ->
    [one] { $variable } wird bei „{ $title }“ verwendet, aber nie gesetzt.
   *[other] { $variable } wird in { $count } Szenen verwendet, zuerst in „{ $title }“, aber nie gesetzt.
  }
problems-says-contradicting_fact = { $source ->
    [beginning] „{ $key }“ von „{ $title }“ ist von Anfang an „{ $value }“, unter den Attributen aber „{ $other }“.
   *[passage] Laut „{ $scene }“ ist „{ $key }“ von „{ $title }“ „{ $value }“, auf einem Weg dorthin aber „{ $other }“.
  }
problems-says-duplicate_title = Noch eine Karte heißt „{ $title }“.
problems-says-empty = „{ $title }“ ist leer.
problems-says-undescribed = „{ $by }“ erwähnt „{ $title }“; beschrieben ist die Figur nirgends.
problems-says-missing_code = Die Geschichte benutzt Makros oder Funktionen, die darin nicht definiert sind: { $names }.
problems-says-dynamic = { $count ->
    [one] „{ $title }“ ist nur über berechnete Links erreichbar.
   *[other] { $count } Szenen, zuerst „{ $title }“, sind nur über berechnete Links erreichbar.
  }

problems-mends-set_start = Bei „{ $title }“ beginnen lassen
problems-mends-link_from = „{ $title }“ damit verbinden
problems-mends-mark_ending = „{ $title }“ als Ende markieren
problems-mends-write_condition = In { $source } ändern
problems-mends-offer_always = Immer anbieten
problems-mends-open_choice = „{ $choice }“ immer anbieten
problems-mends-offer_again = „{ $choice }“ immer wieder anbieten
problems-mends-write_effect = In { $source } ändern
problems-mends-remove_effect = Wirkung entfernen
problems-mends-make_node = „{ $title }“ anlegen
problems-mends-write_target = In „{ $title }“ ändern
problems-mends-draw_link = Verbindung zu „{ $title }“ ziehen
problems-mends-set_variable = { $variable } bei „{ $title }“ setzen
problems-mends-rename = In „{ $title }“ umbenennen
problems-mends-write_title = Platzhalter einsetzen
problems-mends-write_name = Platzhalter einsetzen

problems-figures-title = Statistik
problems-figures-words = Wörter
problems-figures-reading = Lesezeit
problems-figures-minutes = { $count ->
    [one] { $count } Minute
   *[other] { $count } Minuten
  }
problems-figures-hours = { $hours } Std. { $minutes } Min.
problems-figures-nodes = Karten
problems-figures-endings = Enden
problems-figures-links = Verbindungen
problems-figures-characters = Zeichen
problems-figures-measuring = Wird gezählt …
problems-figures-under-minute = Unter einer Minute
problems-figures-readings = Lesewege
problems-figures-shortest = Kürzester Leseweg
problems-figures-longest = Längster Leseweg
problems-figures-longest-known = Längster Weg zu einem Ende
problems-figures-at-most = { $count ->
    [one] Ohne eine Szene zweimal zu besuchen, ist kein Leseweg länger als { $count } Wort.
   *[other] Ohne eine Szene zweimal zu besuchen, ist kein Leseweg länger als { $count } Wörter.
  }
problems-figures-more-endings = { $count ->
    [one] { $count } weiteres Ende ist nicht aufgeführt.
   *[other] { $count } weitere Enden sind nicht aufgeführt.
  }
problems-figures-word-count = { $count ->
    [one] { $count } Wort
   *[other] { $count } Wörter
  }
problems-figures-ending-list = Wege zu den Enden
problems-figures-no-endings = Noch keine Enden.
problems-figures-way = { $pages ->
    [one] { $pages } Szene
   *[other] { $pages } Szenen
  } · { $words ->
    [one] { $words } Wort
   *[other] { $words } Wörter
  }
problems-figures-no-way = nicht erreichbar
problems-figures-no-way-found = kein Weg gefunden
problems-figures-branches = Nach den ersten Entscheidungen
problems-figures-per-node = Wörter pro Szene
problems-figures-play = Spielen: { $name }
problems-figures-show = Auf der Pinnwand zeigen: { $name }
problems-figures-script = Das folgt den Verbindungen der Karten, nicht dem { $language } der Geschichte. Testleser spielen das { $language } selbst.

problems-days-title = Geschrieben nach Tagen
problems-days-period = Zeitraum
problems-days-last = Letzte { $count } Tage
problems-days-year = Letzte 12 Monate
problems-days-today = Heute
problems-days-average = Pro Schreibtag
problems-days-streak = Tage in Folge
problems-days-goal = Ziel bei diesem Tempo
problems-days-none = In dieser Zeit wurde nichts geschrieben.
problems-days-others = { $count ->
    [one] Der Assistent hat ein Wort geschrieben.
   *[other] Der Assistent hat { $count } Wörter geschrieben.
  }
problems-days-imported = { $count ->
    [one] Ein Wort kam aus Dateien.
   *[other] { $count } Wörter kamen aus Dateien.
  }
problems-days-uncounted = { $count ->
    [one] Eine Änderung lässt sich nicht zählen, weil die Datei verkleinert wurde.
   *[other] { $count } Änderungen lassen sich nicht zählen, weil die Datei verkleinert wurde.
  }
problems-days-bar = { $count ->
    [one] { $date }: ein Wort
   *[other] { $date }: { $count } Wörter
  }
problems-days-week = Woche ab { $date }
problems-days-with-assistant = { $day }, vom Assistenten { $count }

problems-playtest-title = Testleser
problems-playtest-why = Leser, die zufällig wählen, zeigen, wie oft jedes Ende gefunden wird, wo man nicht weiterkommt und was niemand liest.
problems-playtest-begin = { $count } Leser spielen lassen
problems-playtest-again = { $count } andere spielen lassen
problems-playtest-map = Pinnwand nach Lesern färben
problems-playtest-changed = Die Geschichte hat sich geändert, seit diese Leser gespielt haben.
problems-playtest-length = Die Hälfte der { $count } Leser las bis zu { $pages } Szenen, die Hälfte bis zu { $words } Wörter; der längste Durchgang hat { $most } Szenen.
problems-playtest-not-compiled = Sie sind nur den Links gefolgt: Das Skript enthält Fehler.
problems-playtest-stuck = Kein Weiterkommen: Alle Entscheidungen sind gesperrt
problems-playtest-failed = Fehler im Skript
problems-playtest-endless = { $count ->
    [one] { $count } Leser las nach { $pages } Szenen noch immer.
   *[other] { $count } Leser lasen nach { $pages } Szenen noch immer.
  }
problems-playtest-endings = Gefundene Enden
problems-playtest-unread = Von niemandem gelesen
problems-playtest-more = { $count ->
    [one] { $count } weitere Szene ist nicht aufgeführt.
   *[other] { $count } weitere Szenen sind nicht aufgeführt.
  }
problems-playtest-least = Am seltensten gelesen
problems-playtest-readers = { $count } Leser

problems-severities-continuity = Stimmigkeit
problems-severities-comments = Kommentare
problems-severities-waived = Bleibt so

problems-passage-kinds-contradiction = Widerspruch
problems-passage-kinds-promise = Offenes Versprechen
problems-passage-kinds-advancing = Versprechen, auf dem Weg
problems-passage-kinds-comment = Kommentar
problems-passage-changed = Die Stelle wurde seither geändert.
problems-passage-reopened = Wieder offen: Eine Stelle wurde seither geändert.
problems-passage-reason = Bleibt so: { $reason }
problems-passage-gone = Gelöschte Karte
problems-passage-open = Stelle in „{ $title }“ öffnen
problems-passage-close = Als behoben markieren
problems-passage-resolve = Erledigt
problems-passage-keep = Als eingelöst markieren
problems-passage-waive = So lassen …
problems-passage-why = Warum kann es so bleiben?
problems-passage-why-note = Ändert sich eine der Stellen, erscheint es wieder.
problems-passage-waive-save = So lassen
problems-passage-cancel = Abbrechen
problems-passage-reopen = Wieder öffnen
problems-passage-closed = Als erledigt markiert
problems-passage-waived = Bleibt so
problems-passage-reopened-done = Wieder geöffnet
