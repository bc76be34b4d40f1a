### Words of the actions: what a writer can do.

actions-undo = Rückgängig
actions-redo = Wiederholen
actions-newNode = Neue Szene
actions-newOf = Neu: { $kind }
actions-kindOf = Art: { $kind }
actions-newKind = Eigene Art festlegen …
actions-newLinked = Neue Szene mit Verbindung von hier
actions-rename = Umbenennen
actions-link = Die beiden Karten verbinden
actions-linkTo = Mit einer anderen Karte verbinden …
actions-nextLink = Nächste Verbindung der Karte
actions-previousLink = Vorherige Verbindung der Karte
actions-groupAround = Umgebende Gruppe auswählen

actions-map-keys-title = Auf der Pinnwand
actions-map-keys-everywhere = Alles andere
actions-map-keys-go = Von Karte zu Karte gehen oder von einer Verbindung zu ihren Enden
actions-map-keys-add = Nächste Karte zur Auswahl hinzufügen
actions-map-keys-move = Ausgewählte Karten verschieben
actions-map-keys-moveFar = Weiter verschieben
actions-map-keys-pan = Pinnwand verschieben
actions-map-keys-toStart = Zum Anfang der Geschichte gehen
actions-map-keys-edit = In der ausgewählten Szene schreiben
actions-map-keys-menu = Menü der Auswahl
actions-map-keys-letGo = Abbrechen, Auswahl aufheben oder Gruppe verlassen

actions-setStart = Geschichte hier beginnen
actions-group = Gruppieren
actions-ungroup = Gruppe auflösen
actions-alignLeft = Linksbündig ausrichten
actions-alignCenter = Waagerecht zentrieren
actions-alignRight = Rechtsbündig ausrichten
actions-alignTop = Oben ausrichten
actions-alignMiddle = Senkrecht zentrieren
actions-alignBottom = Unten ausrichten
actions-spreadAcross = Waagerecht verteilen
actions-spreadDown = Senkrecht verteilen
actions-fold = Gruppe zuklappen
actions-unfold = Gruppe aufklappen
actions-collapseBranch = Zweig einklappen
actions-expandBranch = Zweig ausklappen
actions-fitGroup = Rahmen an die Karten anpassen
actions-fitAlready = Der Rahmen passt schon zu seinen Karten.
actions-enterGroup = Gruppe öffnen
actions-leaveGroup = Gruppe verlassen
actions-intoGroup = In die ausgewählte Gruppe verschieben
actions-outOfGroup = Aus der Gruppe herausnehmen
actions-duplicate = Duplizieren
actions-cut = Ausschneiden
actions-copy = Kopieren
actions-paste = Einfügen
actions-color1 = Farbe: Rot
actions-color2 = Farbe: Orange
actions-color3 = Farbe: Gelb
actions-color4 = Farbe: Grün
actions-color5 = Farbe: Türkis
actions-color6 = Farbe: Violett
actions-colorNone = Farbe: wie die Art
actions-remove = Löschen
actions-selectAll = Alles auswählen
actions-fitAll = Ganze Pinnwand zeigen
actions-fitSelection = Auswahl zeigen
actions-zoomIn = Vergrößern
actions-zoomOut = Verkleinern
actions-zoomFull = Auf 100 % zoomen
actions-tidy = Pinnwand aufräumen
actions-viewMap = Ansicht: Pinnwand
actions-viewText = Ansicht: Text
actions-viewBible = Ansicht: Bibel
actions-focus = Alle Bereiche aus- oder einblenden
actions-search = Suchen oder Befehl ausführen
actions-outline = Gliederung ein- oder ausblenden
actions-inspector = Szenenbereich ein- oder ausblenden
actions-assistant = Assistenten ein- oder ausblenden
actions-closeStory = Geschichte schließen
actions-newStory = Neue Geschichte …
actions-openStory = Andere Geschichte öffnen …
actions-newWindow = Neues Fenster
actions-importFile = Datei importieren …
actions-exportStory = Exportieren …
actions-saveCopy = Kopie speichern …

actions-window-keys-nextPanel = Nächster Bereich
actions-window-keys-previousPanel = Vorheriger Bereich
actions-window-keys-goToName = In einem Text: die dort genannte Karte öffnen

actions-pictured = „{ $title }“ hat ein neues Bild
actions-replaceAll = Überall suchen und ersetzen …
actions-savedCopy = Kopie gespeichert: { $path }
actions-settings = Einstellungen …
actions-keysHelp = Tastenkürzel
actions-themeLight = Hell
actions-themeDark = Dunkel
actions-themeSystem = Wie das System
actions-newGroup = Neue Gruppe
actions-play = Geschichte spielen
actions-playHere = Von hier an spielen
actions-problems = Probleme ein- oder ausblenden
actions-history = Verlauf der Geschichte ein- oder ausblenden
actions-agents = Agenten ein- oder ausblenden
actions-statistics = Statistik ein- oder ausblenden
actions-followed = { $count ->
    [one] Ein Link nennt jetzt den neuen Titel, in { $titles }
   *[other] { $count } Links nennen jetzt den neuen Titel, in { $titles }
  }
actions-followedHint = „Rückgängig“ nimmt Titel und Links zusammen zurück.
actions-mentioned = { $count ->
    [one] „{ $title }“ wird noch einmal erwähnt, in { $titles }
   *[other] „{ $title }“ wird noch { $count }-mal erwähnt, in { $titles }
  }
actions-mentions-change = Erwähnungen auch ändern
actions-mentions-changed = { $count ->
    [one] Eine Erwähnung geändert, in { $titles }
   *[other] { $count } Erwähnungen geändert, in { $titles }
  }
actions-comma = ,{" "}

actions-steps-create_node = neue Karte
actions-steps-rename_node = Umbenennung
actions-steps-set_node_kind = Art oder Farbe
actions-steps-remove_node = Löschung
actions-steps-remove_nodes = Löschung
actions-steps-set_node_kinds = Art
actions-steps-duplicate_nodes = Kopien
actions-steps-fit_groups = Anpassen eines Rahmens
actions-steps-fold_groups = Auf- oder Zuklappen
actions-steps-set_attribute = Attribute
actions-steps-update_attribute_table = Attribute
actions-steps-rename_attribute = Name eines Attributs
actions-steps-move_node = Verschieben
actions-steps-move_nodes = Verschieben
actions-steps-tidy_map = Aufräumen
actions-steps-group_nodes = Gruppieren
actions-steps-ungroup = Auflösen einer Gruppe
actions-steps-color_nodes = Einfärben
actions-steps-link_nodes = neue Verbindung
actions-steps-update_link = Änderung einer Verbindung
actions-steps-remove_link = Löschen einer Verbindung
actions-steps-set_start = Anfang der Geschichte
actions-steps-set_ending = Markierung eines Endes
actions-steps-set_enter_effect = Wirkung beim Betreten
actions-steps-rename_story = Titel der Geschichte
actions-steps-set_tag_color = Farbe des Schlagworts
actions-steps-set_word_goal = Wortziel
actions-steps-write_text = Schreiben
actions-steps-replace_text = Schreiben
actions-steps-replace_in_texts = Suchen und Ersetzen
actions-steps-append_text = Schreiben
actions-steps-update_node_kv = Attribute
actions-steps-remove_node_kv = Attribute
actions-steps-generate_image = neues Bild
actions-steps-adopt_version = Rückkehr zu einer Version
actions-steps-adopt_draft = Übernahme eines Entwurfs
actions-steps-import_story = Import
actions-steps-restore_snapshot = Rückkehr zu einem Schnappschuss

actions-tidyAlready = Die Pinnwand ist schon aufgeräumt.
actions-undone = Rückgängig gemacht: { $what }
actions-redone = Wiederholt: { $what }
actions-removedOne = „{ $title }“ gelöscht. Du kannst das rückgängig machen.
actions-removedMany = { $count } Karten gelöscht. Du kannst das rückgängig machen.
actions-rightSide = Rechte Seite ein- oder ausblenden
actions-editCondition = Bedingung bearbeiten …
actions-insertScene = Szene hier einfügen …
actions-reverseLink = Umkehren
actions-goToTarget = Zum Ziel gehen

actions-keys-letters = Buchstaben und Ziffern allein sind Tastenkürzel
actions-keys-letters-note = Nur solange die Pinnwand oder die Gliederung die Tastatur hat. Schalte das aus, wenn du diktierst oder versehentlich Tasten drückst.
actions-keys-reset = Alle Tastenkürzel zurücksetzen
actions-keys-none = Ohne Tastenkürzel
actions-keys-usual = Übliches Tastenkürzel von { $name }
actions-keys-change = Tastenkürzel von { $name } ändern
actions-keys-press = Tasten drücken … Rücktaste entfernt
actions-keys-taken = Gehört zu „{ $name }“
actions-tour = Rundgang durch das Fenster
