### What the built-in assistant answers: what each call did, what it did not understand, what it can do.

offline-introduction = Ich bin der eingebaute Assistent: Ich lese einfache Befehle auf Englisch und Chinesisch und bin kein Sprachmodell.
offline-examples =
    Zum Beispiel:
    - rename the hero to Neo and make a portrait
    - set age to 27, and hair to red
    - add a scene called "The Lobby" after this, with text "Marble and silence."
    - connect "The Lobby" to "The Roof", labelled "Take the stairs"
    - write: It was a dark night. / append "He ran." / replace "night" with "day"
    - draw a lighthouse at night by the sea, 16:9
    - find "Morpheus" / list all characters / show this scene / outline
    - check the story / list the dead ends / mark this as an ending
    - list versions / go back to version 2 of the picture / undo / redo
offline-say_help = Sag „help“ für Beispiele.
offline-needs_model = Mit einem eingestellten Sprachmodell (--model oder in den Einstellungen) gehen auch solche Wünsche.
offline-no_invention = Ich kann keine Prosa erfinden oder überarbeiten ({ $words }): Ich setze Wörter ein, wenn du sie mir gibst, etwa mit write: Es war eine dunkle Nacht.
offline-not_understood = Ich habe { $words } nicht verstanden.
offline-thanks = Gern geschehen.
offline-empty = Es gab keine Anweisung.
offline-too_long = Ich lese Befehle bis { $limit } Zeichen, und dieser ist länger; ich habe nichts getan. Um langen Text auf eine Karte zu legen, beginne mit write: oder append: und lass ihn folgen.
offline-files = Dateien übernimmt die Befehlszeile: storyteller import und storyteller export, beide mit --help.
offline-which_hero = Welche Figur meinst du: { $titles }? Nenne den Namen oder öffne die Karte.
offline-no_hero = Diese Geschichte hat noch keine Figur. Öffne die gemeinte Karte oder nenne sie.
offline-no_node = Es ist keine Karte offen: Öffne eine oder sag, welche du meinst.
offline-no_tool = Das habe ich verstanden, aber das Werkzeug dafür ({ $tool }) ist hier nicht verfügbar. Ich habe es deshalb nicht getan.
offline-which_capability = Versionen wovon: vom Text, vom Bild oder von den Attributen? Zum Beispiel: go back to version 2 of the text.
offline-undo_limit = Ich gehe höchstens { $limit } Schritte auf einmal; sag es noch einmal für mehr.
offline-in_draft = Die Änderungen liegen in einem Entwurf und warten auf deine Prüfung.

offline-failed = Das ging nicht ({ $action }): { $message }.
offline-failed_with_hint = Das ging nicht ({ $action }): { $message } ({ $hint }).
offline-action-update_node_kv = Attribut setzen
offline-action-remove_node_kv = Attribut entfernen
offline-action-generate_image = Bild erzeugen
offline-action-create_node = Karte anlegen
offline-action-rename_node = Karte umbenennen
offline-action-rename_story = Geschichte umbenennen
offline-action-set_start = Anfang festlegen
offline-action-link_nodes = Karten verbinden
offline-action-update_link = Text der Verbindung ändern
offline-action-remove_link = Verbindung löschen
offline-action-remove_node = Karte löschen
offline-action-remove_nodes = die Karten löschen
offline-action-set_ending = das Ende markieren
offline-action-check_story = die Geschichte prüfen
offline-action-story_statistics = die Geschichte ausmessen
offline-action-writing_progress = die Wörter der Tage zählen
offline-action-find_repetitions = Wiederholungen suchen
offline-action-list_appearances = nachsehen, wer wo vorkommt
offline-action-move_node = Karte verschieben
offline-action-write_text = Text schreiben
offline-action-append_text = Text ergänzen
offline-action-replace_text = Stelle ersetzen
offline-action-read_text = Text lesen
offline-action-find_nodes = Karten suchen
offline-action-search_story = Geschichte durchsuchen
offline-action-show_node = Karte zeigen
offline-action-outline = Gliederung zeigen
offline-action-neighbors = Nachbarn auflisten
offline-action-list_versions = Versionen auflisten
offline-action-compare_versions = Versionen vergleichen
offline-action-adopt_version = zu dieser Version zurückkehren
offline-action-undo = rückgängig machen
offline-action-redo = wiederholen

offline-attribute_changed = { $key } { $old } → { $new }
offline-attribute_set = { $key } ist jetzt { $value }
offline-updated = { $node } geändert: { $attributes }.
offline-attributes_removed = { $keys } von { $node } entfernt.
offline-picture_made = Bild für { $node } erzeugt: { $prompt }.
offline-added = { $node } angelegt.
offline-added_after = { $node } nach { $after } angelegt.
offline-renamed = { $before } in { $title } umbenannt.
offline-story_renamed = Die Geschichte heißt jetzt { $title }.
offline-starts_at = Die Geschichte beginnt jetzt bei { $node }.
offline-unlinked = Verbindung von { $from } zu { $to } gelöscht.
offline-relabelled = Die Verbindung von { $from } zu { $to } heißt jetzt { $label }.
offline-linked_with_label = { $from } mit { $to } verbunden: { $label }.
offline-linked = { $from } mit { $to } verbunden.
offline-removed = { $node } gelöscht.
offline-moved = { $node } verschoben.
offline-replaced = { $old } durch { $new } ersetzt in { $node }, { $count }-mal.
offline-appended = { $node } um Text ergänzt.
offline-appended_words = { $words ->
    [one] { $node } um Text ergänzt; jetzt { $words } Wort.
   *[other] { $node } um Text ergänzt; jetzt { $words } Wörter.
  }
offline-wrote = Text von { $node } geschrieben.
offline-wrote_words = { $words ->
    [one] Text von { $node } geschrieben: { $words } Wort.
   *[other] Text von { $node } geschrieben: { $words } Wörter.
  }
offline-adopted = Es gilt wieder Version { $number } ({ $capability }, { $node }).
offline-the_text = Text
offline-the_picture = Bild
offline-the_attributes = Attribute
offline-undone = Rückgängig gemacht.
offline-undone_steps = Rückgängig gemacht: { $steps }.
offline-redone = Wiederholt.
offline-redone_steps = Wiederholt: { $steps }.
offline-done = Erledigt ({ $tool }).

offline-no_text = { $node } hat noch keinen Text.
offline-text_of = Der Text von { $node }:
offline-found_none = Eine solche Karte habe ich nicht gefunden.
offline-found = { $count } gefunden: { $titles }.
offline-hits_none = { $query } steht nirgends in der Geschichte.
offline-hits = { $count ->
    [one] { $query } steht an { $count } Stelle:
   *[other] { $query } steht an { $count } Stellen:
  }
offline-picture_line = Bild: { $prompt }
offline-no_links = { $node } hat noch keine Verbindungen.
offline-around = Um { $node }:
offline-outline = Die Geschichte bisher:
offline-no_versions = { $node } hat noch keine Versionen.
offline-adopted_mark = gilt
offline-versions_of = Versionen von { $node }:
offline-no_difference = Bei { $node } gibt es keinen Unterschied.
offline-difference = Der Unterschied bei { $node }:

offline-removed_nodes = Gelöscht ({ $count }): { $titles }.
offline-ending_marked = Die Geschichte darf bei { $node } enden.
offline-ending_unmarked = { $node } ist kein Ende mehr.
offline-none_of_kind = Solche Karten gibt es nicht; ich habe nichts gelöscht.
offline-too_many_nodes = Es gibt { $count } solche Karten, mehr als ich auf einmal lösche; ich habe nichts gelöscht.
offline-check_none = Ich habe die Geschichte geprüft und keine Probleme gefunden.
offline-check = Ich habe die Geschichte geprüft. Gefundene Probleme: { $count }.
offline-dead_ends_none = Es gibt keine Sackgassen: Jede Szene führt weiter oder ist als Ende markiert.
offline-dead_ends = Sackgassen ({ $count }): { $titles }. Wenn die Geschichte dort enden darf, sag: mark … as an ending.
offline-length = { $words ->
    [one] Die Geschichte hat ein Wort
   *[other] Die Geschichte hat { $words } Wörter
  }, { $minutes ->
    [one] etwa eine Minute zu lesen
   *[other] etwa { $minutes } Minuten zu lesen
  }, und { $endings ->
    [one] ein Ende
   *[other] { $endings } Enden
  }.
offline-written_today = { $words ->
    [one] Du hast heute ein Wort geschrieben.
   *[other] Du hast heute { $words } Wörter geschrieben.
  }
offline-written = { $words ->
    [one] Du hast ein Wort
   *[other] Du hast { $words } Wörter
  }{" "}{ $days ->
    [one] an einem Tag
   *[other] an { $days } Tagen
  } geschrieben, { $average } an jedem.
offline-repeated_close = Wörter, die bald wiederkehren ({ $count }):
offline-repeated_phrases = Wendungen, die immer wieder vorkommen ({ $count }):
offline-repeated_none = Keine Wiederholung fällt auf.
offline-appears = { $count ->
    [0] { $title } kommt in keiner Szene vor.
    [one] { $title } kommt in einer Szene vor.
   *[other] { $title } kommt in { $count } Szenen vor.
  }
offline-appears_nobody = Die Geschichte hat noch keine Figuren oder Orte.
offline-finding-no_start = Keine Anfangsszene
offline-finding-broken_link = Link ins Leere
offline-finding-script_error = Fehler im Skript
offline-finding-unreadable_condition = Unlesbare Bedingung
offline-finding-unreadable_effect = Unlesbare Wirkung
offline-finding-unreadable_code = Unlesbarer Code im Text
offline-finding-unreachable = Nicht erreichbar
offline-finding-dead_end = Sackgasse
offline-finding-endless_loop = Schleife ohne Ausweg
offline-finding-never_offered = Nie angebotene Entscheidung
offline-finding-nothing_open = Womöglich keine Wahl
offline-finding-used_up = Entscheidungen gehen aus
offline-finding-letter_case = Groß-/Kleinschreibung weicht ab
offline-finding-link_without_edge = Verbindung fehlt auf der Pinnwand
offline-finding-unknown_title = Verweist auf eine fehlende Szene
offline-finding-never_set = Nie gesetzte Variable
offline-finding-duplicate_title = Doppelter Titel
offline-finding-empty = Leere Szene
offline-finding-undescribed = Figur ohne Beschreibung
offline-finding-dynamic = Nur über berechnete Links erreichbar
offline-finding-missing_code = Skripte fehlen
