### Wie jemand ein Werkzeug nennt, der seinen Namen nicht kennt: eine Wendung je Zeile, in den Worten von Schreibenden.
### Suche, Palette und Schrägstrichbefehle finden das Werkzeug NAME unter aliases-NAME.

## kv

aliases-update_node_kv =
    ein Attribut setzen
    in den Charakterbogen schreiben
    eine Eigenschaft notieren
    einen Fakt festhalten
    das Profil ausfüllen
    merk dir, dass sie
    sein Alter ändern
    er hat einen neuen Beruf
    Haar- und Augenfarbe eintragen
    der Figur eine Vorgeschichte geben
    dieses Detail behalten
aliases-remove_node_kv =
    ein Attribut löschen
    ein Feld entfernen
    eine Eigenschaft streichen
    einen Eintrag aus dem Bogen nehmen
    dieses Detail gilt nicht mehr
    vergiss, was über ihn dasteht
aliases-read_node_kv =
    Attribute lesen
    den Charakterbogen ansehen
    was wissen wir über ihn
    wie alt ist sie
    was ist ihr Beruf
    welche Eigenschaften hat er
    ein Detail nachschlagen
    wann ist sie geboren
aliases-list_attributes =
    Attribute aller Figuren
    Tabelle der Eigenschaften
    die Figuren vergleichen
    Übersicht über alle Profile
    wer hat welchen Wert
    Besetzungsliste mit Angaben
    welche Attribute gibt es
aliases-set_attribute =
    derselbe Status für jede Szene
    dasselbe Attribut für mehrere Karten
    allen denselben Wert geben
    eine Eigenschaft für alle setzen
    alle diese kennzeichnen
    gleiche Fraktion für die ganze Truppe
    ein Feld auf vielen Karten ausfüllen
    sie gehören alle zu
aliases-update_attribute_table =
    eine Tabelle einfügen
    die Attributtabelle ausfüllen
    Zeilen eines Tabellenblatts eintragen
    eine Namensliste mit Angaben übernehmen
    viele Figuren auf einmal
    mehrere Karten mit je eigenen Werten
    ganze Spalten eintragen
aliases-rename_attribute =
    ein Attribut umbenennen
    das Feld anders nennen
    das Attribut überall umbenennen
    anderer Name für die Eigenschaft
    das Feld ist überall falsch geschrieben
    die Spaltenüberschrift ändern

## image

aliases-generate_image =
    ein Porträt zeichnen
    ein Bild malen
    eine Illustration erzeugen
    Konzeptzeichnung
    Bild von diesem Ort
    wie könnte er aussehen
    ein Titelbild entwerfen
    diese Szene skizzieren
    Bild nach einer Beschreibung
    zeig mir, wie es aussieht
    bebildern
aliases-add_image =
    mein eigenes Bild verwenden
    ein Bild hochladen
    ein Foto anhängen
    eine Bilddatei hinzufügen
    diese Zeichnung auf die Karte setzen
    diese Datei als Porträt nehmen
    ich habe ein Bild von ihr
aliases-remove_image =
    das Bild entfernen
    das Porträt wegnehmen
    kein Bild mehr
    die Illustration löschen
    ohne Bild
    das Foto weg
aliases-list_images =
    welche Bilder gibt es
    frühere Porträts
    alle Bilder der Karte zeigen
    Bildverlauf
    ältere Illustrationen
    Galerie
    was haben wir vorher gemalt

## sound

aliases-set_sound =
    Musik in die Szene legen
    Regen im Hintergrund abspielen
    ein Geräusch, wenn die Tür aufgeht
    Hintergrundmusik
    eine Tondatei anhängen
    ab hier still sein
    die Musik in dieser Szene beenden
aliases-remove_sound =
    die Musik wegnehmen
    kein Ton mehr in dieser Szene
    die Tondatei löschen
    das Geräusch entfernen

## text

aliases-write_text =
    die Szene schreiben
    den ganzen Text schreiben
    das Kapitel entwerfen
    den Abschnitt von Grund auf neu schreiben
    mit dem Text von vorn beginnen
    dieses Kapitel verfassen
    eine neue Fassung des Textes
    mit anderer Stimme erzählen
    aus meinen Notizen Prosa machen
aliases-replace_text =
    einen Satz ersetzen
    ein Wort im Text ändern
    eine Wendung austauschen
    einen Tippfehler verbessern
    diese Zeile korrigieren
    einen Satz umformulieren
    statt dieses Wortes schreib
    eine Stelle bearbeiten
    die Dialogzeile ändern
aliases-append_text =
    den Text fortsetzen
    weiterschreiben
    am Ende einen Absatz anfügen
    von hier an weiter
    einen Schlusssatz hinzufügen
    die Szene verlängern
    den Abschnitt zu Ende schreiben
    schreib, was als Nächstes geschieht
aliases-read_text =
    den Text lesen
    lies mir das Kapitel vor
    was steht in der Szene
    die Prosa zeigen
    der Wortlaut der Stelle
    lass mich das Kapitel sehen
    was habe ich hier geschrieben
aliases-read_texts =
    die ganze Geschichte lesen
    mehrere Szenen lesen
    alle Kapitel hintereinander
    Texte einer Gruppe
    diesen Zweig bis zum Ende lesen
    von hier bis dort lesen
    weiterlesen
aliases-find_in_texts =
    wo steht dieses Wort in den Texten
    alle Stellen einer Wendung
    zählen, wie oft ein Wort vorkommt
    welche Szenen sagen das
    alle Fundstellen zeigen
    bevor ich es überall ersetze
aliases-replace_in_texts =
    in der ganzen Geschichte suchen und ersetzen
    überall ersetzen
    ein Wort in allen Texten ändern
    jemanden in der ganzen Prosa umbenennen
    eine Schreibweise überall austauschen
    den Namen in allen Kapiteln berichtigen
aliases-find_repetitions =
    Wortwiederholungen
    gleiche Wörter kurz hintereinander
    zu häufige Wendungen
    Lieblingswörter finden
    wo wiederhole ich mich
    Floskeln suchen

## story

aliases-create_node =
    eine Szene hinzufügen
    neue Figur
    ein Kapitel anlegen
    neuer Ort
    eine neue Seite beginnen
    danach eine Szene einfügen
    wir brauchen noch eine Figur
    eine Karte hinzufügen
    neuer Abschnitt
    eine Notiz machen
    jemand Neues tritt auf
    das nächste Kapitel beginnen
    noch ein Raum
aliases-rename_node =
    die Szene umbenennen
    ein anderer Titel
    das Kapitel nennen
    den Namen der Figur ändern
    eine bessere Überschrift geben
    sie heißt jetzt anders
    neuer Titel für diese Seite
    der Ort heißt nun
aliases-set_node_kind =
    die Art ändern
    das ist ein Ort, keine Szene
    in eine Figur verwandeln
    eine Notiz daraus machen
    falsche Art von Karte
    den Typ dieser Karte ändern
aliases-move_node =
    die Karte verschieben
    nach links ziehen
    auf der Pinnwand verrücken
    woanders hinlegen
    in die Gruppe verschieben
    aus dem Rahmen nehmen
    darunter platzieren
    näher heranrücken
aliases-move_nodes =
    die Karten ausrichten
    in eine Reihe legen
    in einer Spalte stapeln
    diese Karten verteilen
    mehrere Karten platzieren
    die ausgewählten Szenen anordnen
    gleichmäßige Abstände
    mehrere auf einmal verschieben
aliases-tidy_map =
    die Pinnwand aufräumen
    automatisch anordnen
    Karten überlappen sich
    das ist ein Durcheinander
    alles neu auslegen
    Ordnung schaffen
    die Übersicht lesbar machen
aliases-group_nodes =
    diese Szenen gruppieren
    in einen Rahmen setzen
    zu einem Akt zusammenfassen
    aus diesen Kapiteln einen Teil machen
    unter einer Überschrift sammeln
    neue Gruppe um sie herum
    zu einem Band zusammenfassen
aliases-ungroup =
    die Gruppe auflösen
    den Rahmen entfernen, aber die Szenen behalten
    die Gruppierung aufheben
    keine Gruppe mehr
    den Rahmen weg
aliases-fold_groups =
    die Gruppe zuklappen
    den Akt einklappen
    den Inhalt verbergen
    die Gruppe aufklappen
    ausklappen
    zeigen, was in der Gruppe ist
    weniger Unordnung
aliases-fit_groups =
    den Rahmen an seine Karten anpassen
    die Gruppe auf ihren Inhalt verkleinern
    der Rahmen ist zu groß
    den Kasten passend machen
    zu viel leerer Platz im Akt
aliases-color_nodes =
    die Karten färben
    rot anmalen
    diese Szenen blau markieren
    Karten hervorheben
    andere Farbe für die Kapitel
    die übliche Farbe zurückgeben
    Farbe nach Erzählperspektive
    einfärben
aliases-set_node_kinds =
    die Art mehrerer Karten ändern
    alle in Orte verwandeln
    das sind alles Figuren
    Notizen daraus machen
    falsche Art bei allen
    das sollen alles Szenen sein
aliases-duplicate_nodes =
    die Szene kopieren
    die Figur duplizieren
    klonen
    dieselbe Szene noch einmal
    eine Kopie mit allem
    eine Variante dieser Szene
    noch so eine
    eine Kopie einfügen
aliases-remove_node =
    die Szene löschen
    die Figur entfernen
    dieses Kapitel streichen
    die Karte wegwerfen
    weg damit
    der Ort wird nicht gebraucht
    diese Szene fällt weg
aliases-remove_nodes =
    mehrere Szenen löschen
    alle diese entfernen
    alles hinauswerfen
    die ausgewählten Karten löschen
    alle Notizen loswerden
    diese Kapitel streichen
    sie gehören nicht mehr zur Geschichte
aliases-split_node =
    die Szene in zwei teilen
    das Kapitel hier teilen
    aus einer Szene zwei machen
    die zweite Hälfte wird eine eigene Szene
    hier eine neue Szene beginnen
    eine lange Stelle aufteilen
    an diesem Satz trennen
aliases-merge_nodes =
    zusammenführen
    aus mehreren Kapiteln eines machen
    aus mehreren eine machen
    die Stellen vereinen
    den Text zweier Karten vereinen
    Karten verschmelzen
    zu einem Text zusammenfügen
aliases-reorder_node =
    diese Szene früher
    die Szene hinter den Sturm setzen
    Reihenfolge der Szenen ändern
    zwei Kapitel tauschen
    mit dieser Szene beginnen
aliases-extract_passage =
    diese Stelle in eine eigene Szene verschieben
    den Absatz herauslösen
    aus diesem Teil eine Karte machen
    die Rückblende auslagern
    den Dialog in eine eigene Szene setzen
    ausschneiden und verlinken
    Stelle herausziehen
aliases-link_nodes =
    zwei Szenen verbinden
    verbinde sie miteinander
    eine Entscheidung hinzufügen
    verlinken mit
    eine Möglichkeit, die führt zu
    von hier kann der Leser gehen nach
    einen Pfeil ziehen
    den Spieler wählen lassen
    verzweigen
    auf diese Szene folgt
    neuer Weg von hier nach dort
aliases-update_link =
    die Entscheidung ändern
    die Möglichkeit umformulieren
    die Beschriftung der Verbindung ändern
    nur verfügbar, wenn
    Bedingung einer Entscheidung
    eine Möglichkeit sperren
    nur zeigen, wenn
    diese Wahl kostet Gold
    die Entscheidung führt woandershin
    Entscheidungen umsortieren
    nur einmal wählbar
aliases-remove_link =
    die Verbindung löschen
    trennen
    die Entscheidung entfernen
    die Verbindung kappen
    kein Weg von hier nach dort
    die Möglichkeit wegnehmen
    den Pfeil löschen
aliases-find_nodes =
    Figuren finden
    welche Szenen haben
    alle Orte
    Karten mit diesem Attribut
    alle Figuren auflisten
    Karten mit dem Status
    Szenen erzählt von
    wer gehört zu
    die Karten filtern
    jede Notiz zeigen
    nach dem Titel
aliases-outline =
    Gliederung der Geschichte
    Aufbau des Buches
    Übersicht über die Handlung
    wie hängen die Kapitel zusammen
    Baum der Szenen
    das große Ganze
    Inhaltsverzeichnis
    Zusammenfassung des Ganzen
    die Zweige auf einen Blick
aliases-neighbors =
    was liegt drum herum
    was kommt davor und danach
    vorige und nächste Szene
    was führt hierher
    wohin kann man von hier
    eingehende und ausgehende Verbindungen
    Möglichkeiten in dieser Szene
    welche Entscheidungen gibt es hier
aliases-find_paths =
    Wege vom Anfang zum Ende
    Route zum Ende
    wie kommt man dorthin
    kann der Leser erreichen
    Wege zwischen zwei Szenen
    welche Entscheidungen führen nach
    Komplettlösung
    gibt es einen Weg
aliases-show_node =
    alles über diese Karte
    erzähl mir alles über
    die ganze Karte zeigen
    alle Daten der Szene
    was haben wir über
    Einzelheiten der Karte
    die Karte öffnen
    vollständiger Eintrag
aliases-read_map =
    jede Karte und Verbindung
    den ganzen Graphen lesen
    was hat sich auf der Pinnwand geändert seit
    Stand der Pinnwand
aliases-read_node =
    die Karte in einem Zug lesen
    alle Daten und Verbindungen einer Karte
    was erwähnt diese Karte
    Rückverweise
aliases-set_start =
    hier anfangen
    die Geschichte beginnt bei
    erste Szene
    Anfangsszene
    Einstieg
    das zum Anfang machen
    der Leser beginnt mit
    wo das Spiel startet
aliases-rename_story =
    das Buch umbenennen
    Titel der Geschichte
    das Projekt nennen
    neuer Name für das Ganze
    Arbeitstitel
    der Roman heißt
    den Namen des Spiels ändern
    ich habe mich für einen Titel entschieden
aliases-set_tag_color =
    Farbe eines Schlagworts
    dieses Schlagwort grün machen
    jedem Schlagwort eine eigene Farbe geben
    Schlagwort umfärben
aliases-set_word_goal =
    Wortziel der Geschichte
    wie lang die Geschichte werden soll
    Zielzahl der Wörter
    ich will 50.000 Wörter schreiben
aliases-define_kind =
    neue Art von Karte
    einen Typ festlegen
    eigene Kategorie
    eigene Art von Karten
    eine Art für Zaubersprüche
    außer Szenen und Figuren brauche ich
    Art für Fraktionen
    womit neue Karten dieser Art beginnen

## style_guide

aliases-read_style_guide =
    die Regeln des Buches
    Stilvorgaben zeigen
    in welcher Zeit wird erzählt
    wie soll ich schreiben
    was ist verboten
    die Stimme des Erzählers
    Hausstil
aliases-write_style_guide =
    immer in der Vergangenheit schreiben
    diese Regel für das ganze Buch merken
    nie Adverbien verwenden
    die Erzählstimme festlegen
    ab jetzt zweite Person
    Rechtschreibung festlegen
    so wie diese Stelle schreiben

## play

aliases-play_story =
    die Geschichte spielen
    das Spiel testen
    als Leser ausprobieren
    durchspielen
    Vorschau ab hier
    mit Entscheidungen lesen
    welche Möglichkeiten stehen offen
    mit diesen Variablen versuchen
    Probespiel
aliases-playtest_story =
    Spieltest
    Testleser
    automatisch spielen
    Leser simulieren
    zufällige Durchgänge
    wie viele finden welches Ende
    Szenen, die niemand liest
    wo bleiben Leser stecken
    welches Ende ist zu selten
    tausendmal durchspielen
aliases-set_ending =
    das ist ein Ende
    hier endet die Geschichte
    als Ende kennzeichnen
    letzte Szene
    kein Ende mehr
    eines der Enden
    danach kommt nichts
    hier ist alles vorbei
aliases-set_enter_effect =
    wenn der Leser eintritt
    bei der Ankunft eine Variable setzen
    der Eintritt kostet Gold
    hier einen Gegenstand bekommen
    beim Besuch ein Merkmal setzen
    Leben verlieren, wenn man herkommt
    der Zähler steigt mit jedem Besuch
    geschieht automatisch
aliases-list_variables =
    Variablen
    Variablen auflisten
    Variablen der Geschichte
    welche Variablen gibt es
    wo wird eine Variable verwendet
    wo wird Gold gesetzt
    Zähler und Merker
    wer ändert diese Variable
aliases-rename_variable =
    Variable umbenennen
    Variable anders nennen
    Name einer Variable ändern
    Merker umbenennen
    falsch geschriebene Variable berichtigen

## examine

aliases-check_story =
    auf Probleme prüfen
    Sackgassen
    unerreichbare Szenen
    Fehler finden
    Lücken in der Handlung
    ist etwas kaputt
    Widersprüche suchen
    lose Enden
    den Aufbau prüfen
    ist alles in Ordnung
    vor dem Veröffentlichen
aliases-story_statistics =
    wie viele Wörter
    Wortzahl
    Lesezeit
    wie lang ist sie
    Länge der Kapitel
    Statistik
    Anzahl der Enden
    längste Szene
    kürzester Durchgang
    wie viel habe ich geschrieben
aliases-list_appearances =
    in welchen Szenen kommt sie vor
    wer kommt wo vor
    wo tritt diese Figur auf
    Szenen mit dieser Figur
    wer ist lange nicht mehr aufgetreten
    Besetzung jeder Szene
    Matrix aus Figuren und Szenen
    wann sehen wir ihn zuletzt
aliases-writing_progress =
    Wörter am Tag
    wie viel habe ich heute geschrieben
    Fortschritt beim Schreiben
    an wie vielen Tagen hintereinander
    schaffe ich mein Wortziel
    wann bin ich fertig
    wie viele Wörter in dieser Woche
    Schreibtage
    Wörter vom Assistenten

## findings

aliases-add_finding =
    diesen Widerspruch merken
    vorher waren die Augen blau
    eine Lücke in der Handlung festhalten
    ein Versprechen an die Leser
    diese Stelle anmerken
    das passt nicht zu Kapitel zwei
    eine Unstimmigkeit notieren
aliases-list_findings =
    welche Widersprüche gibt es
    offene Versprechen
    Anschlussfehler
    was ist noch zu beheben
    Unstimmigkeiten auflisten
    welche Anmerkungen sind offen
    was ist aufgefallen
aliases-waive_finding =
    das ist Absicht
    den Widerspruch so lassen
    diese Anmerkung übergehen
    das darf bleiben
    das ist kein Fehler
aliases-reply_to_finding =
    auf einen Kommentar antworten
    der Lektorin antworten
    auf diese Anmerkung erwidern
    die Frage meiner Leserin beantworten
aliases-update_finding =
    einen Kommentar ändern
    meine Anmerkung umformulieren
    den Wortlaut einer Anmerkung verbessern
aliases-close_finding =
    der Widerspruch ist behoben
    das Versprechen ist eingelöst
    mit der Anmerkung fertig
    hier wird es eingelöst
    die Lücke ist geschlossen
aliases-advance_promise =
    die Pistole wird von der Wand genommen
    ein Schritt zur Einlösung
    diese Szene führt das Versprechen weiter
    hier kommt es wieder vor
    vor der Auflösung noch einmal erwähnt
aliases-write_summary =
    die Szene in meinen Worten zusammenfassen
    notieren, was hier geschieht
    eine Inhaltsangabe schreiben
    die Zusammenfassung berichtigen
    die Zusammenfassung entfernen

## facts

aliases-set_fact =
    ab dieser Szene ist der Arm gebrochen
    seit dem Brand hinkt er
    von hier an kennt sie das Geheimnis
    das ändert sich in Kapitel drei
    nach der Schlacht ist das Schwert verloren
    was von nun an gilt
aliases-remove_fact =
    das ändert sich doch nicht
    diese Tatsache wegnehmen
    die Verletzung gab es nicht
    sie weiß es noch nicht
    die Änderung vergessen
aliases-list_facts =
    wie verändert sich ihr Arm im Lauf der Geschichte
    alle Veränderungen dieser Figur
    zeig die Tatsachen zu Ada
    was ändert sich an ihm und wann
    Tatsachen auflisten
aliases-facts_at =
    was gilt in dieser Szene
    ist der Arm hier noch gebrochen
    wer kennt das Geheimnis schon
    was hat sich bis hierher geändert
    Stand der Dinge an dieser Stelle
    was trägt er hier bei sich

## versions

aliases-list_versions =
    frühere Versionen
    Versionsverlauf dieser Szene
    wie sah es vorher aus
    ältere Fassungen des Textes
    wer hat das geändert
    wie oft wurde es umgeschrieben
    früherer Wortlaut
aliases-compare_versions =
    Unterschied zwischen Versionen
    was hat sich im Text geändert
    zwei Fassungen vergleichen
    alt gegen neu
    die Änderungen zeigen
    nebeneinander mit der früheren
    was hast du hier geändert
aliases-adopt_version =
    zur früheren Version zurück
    den alten Text wieder verwenden
    das vorige Porträt wiederherstellen
    die ältere war besser
    die erste Fassung zurückholen
    zu dieser Version wechseln
    diese Version war die beste
aliases-undo =
    rückgängig
    nimm das zurück
    den letzten Schritt zurücknehmen
    das war falsch
    so meinte ich es nicht
    einen Schritt zurück
    mach das wieder weg
    Strg Z
    nicht so
aliases-redo =
    wiederholen
    noch einmal machen
    Rückgängiges zurückholen
    wieder vorwärts
    ich will die Änderung doch
    den zurückgenommenen Schritt wieder anwenden
aliases-list_steps =
    Schritte, die sich rückgängig machen lassen
    was kann ich zurücknehmen
    Liste der letzten Aktionen
    wie viele Schritte zurück
    was wird als Nächstes zurückgenommen
aliases-story_history =
    Verlauf der Änderungen
    wer hat was geändert
    was ist zuletzt geschehen
    was wurde heute gemacht
    Änderungsprotokoll
    was hat der Assistent getan
    Änderungen seit gestern
    wann wurde es gelöscht
aliases-create_snapshot =
    diesen Stand sichern
    einen Schnappschuss machen
    einen Meilenstein setzen
    dem jetzigen Stand einen Namen geben
    vor dem Umschreiben sichern
    Sicherungspunkt
    merken, wo wir sind
    eine sichere Kopie behalten
aliases-list_snapshots =
    Schnappschüsse
    gespeicherte Meilensteine
    Liste der Schnappschüsse
    welche Sicherungspunkte gibt es
    welche Stände habe ich gesichert
aliases-compare_snapshot =
    was hat sich seit dem Schnappschuss geändert
    mit dem ersten Entwurf vergleichen
    Unterschied zu einem Sicherungspunkt
    was ist seit dem Meilenstein neu
    alles, was seither umgeschrieben wurde
aliases-restore_snapshot =
    zum Meilenstein zurück
    den Schnappschuss wiederherstellen
    einen gesicherten Stand laden
    die ganze Geschichte zurücksetzen auf
    alles wie vorher
    das Buch zurückdrehen
aliases-rename_snapshot =
    den Schnappschuss umbenennen
    den Meilenstein anders nennen
    anderer Name für einen Sicherungspunkt
aliases-delete_snapshot =
    den Schnappschuss löschen
    einen Meilenstein entfernen
    alte Sicherungspunkte aufräumen
aliases-list_drafts =
    wartende Entwürfe
    offene Vorschläge
    was wartet auf meine Entscheidung
    Vorschläge zum Prüfen
    ungeprüfte Änderungen
    etwas zu genehmigen
aliases-show_draft =
    was würde der Entwurf ändern
    den Vorschlag zeigen
    lass mich die vorgeschlagenen Änderungen sehen
    Änderungen vor dem Übernehmen ansehen
    was steht im Entwurf
    deine vorgeschlagene Überarbeitung
aliases-adopt_draft =
    den Entwurf übernehmen
    den Vorschlag annehmen
    den Vorschlag genehmigen
    ja, nimm ihn
    die Änderungen übernehmen
aliases-drop_draft =
    den Entwurf ablehnen
    den Vorschlag verwerfen
    nein, lass es
    den Vorschlag zurückweisen
    den Entwurf wegwerfen
aliases-rebase_draft =
    den Entwurf auf den neuen Stand bringen
    die Geschichte hat sich seit dem Entwurf geändert
    den Konflikt eines Entwurfs lösen
    den Vorschlag erneuern
aliases-adopt_passages =
    einen Teil des Entwurfs übernehmen
    nur diese Stellen nehmen
    einige Sätze übernehmen
    teilweise annehmen

## alternatives

aliases-list_alternatives =
    die Varianten zeigen
    die Anfänge nebeneinander
    welche Varianten gibt es
    was haben wir noch versucht
    andere Fassungen
    Alternativen auflisten
aliases-keep_alternative =
    diese Fassung als Variante behalten
    unter einem Namen beiseitelegen
    diesen Wortlaut für später sichern
    dieses Bild als Möglichkeit merken
    nenne diese wärmer
    diesen Versuch nicht verlieren
aliases-use_alternative =
    die wärmere nehmen
    den zweiten Anfang verwenden
    zu dieser Variante wechseln
    diese Alternative wählen
    den anderen Wortlaut nehmen
    durch die Variante ersetzen
aliases-remove_alternative =
    diese Variante wegwerfen
    die Alternative löschen
    der andere Anfang wird nicht gebraucht
    die kältere verwerfen
    die Möglichkeit entfernen

## search

aliases-search_story =
    nach einem Wort suchen
    wo wird es erwähnt
    in welchem Kapitel steht
    eine Wendung finden
    wo habe ich geschrieben über
    Vorkommen eines Namens
    alle Texte durchsuchen
    sagt jemand
    nach einer Andeutung suchen

## exchange

aliases-export_story =
    exportieren
    als Datei speichern
    in Twine umwandeln
    ein E-Book machen
    als PDF drucken
    Word-Dokument
    als HTML ausgeben
    eine spielbare Fassung weitergeben
    für meinen Verlag
    gib mir die Datei
    die Geschichte herunterladen
    ein Spielbuch mit nummerierten Abschnitten
aliases-import_edits =
    Änderungen übernehmen
    überarbeitetes Dokument
    Änderungen des Lektorats
    Änderungen aus Word
    bearbeitete Tabelle
    eine Kopie der Geschichte zusammenführen
aliases-import_story =
    eine Datei importieren
    eine Geschichte laden
    mein altes Projekt übernehmen
    eine Twine-Datei öffnen
    ein Manuskript einlesen
    von einem anderen Programm umziehen
    eine vorhandene Geschichte einfügen
aliases-preview_import =
    was käme herein
    Vorschau des Imports
    wie würde mein Roman in Kapitel geteilt
    die Datei vor dem Importieren ansehen
aliases-list_formats =
    welche Formate
    kann ich exportieren als
    unterstützte Dateitypen
    wird unterstützt
    gibt es EPUB
    verträgliche Programme
    was lässt sich importieren

## assistant

aliases-send_message =
    den Assistenten fragen
    mit dem Assistenten reden
    dem Modell sagen
    chatten
    eine Anweisung geben
aliases-cancel_turn =
    den Assistenten anhalten
    die Antwort abbrechen
    unterbrechen
    stopp
aliases-answer_request =
    die Frage des Assistenten beantworten
    den Aufruf genehmigen
    erlauben
    nein sagen
aliases-list_turns =
    was macht der Assistent gerade
    offene Fragen
    laufende Anfragen
    arbeitet er noch
aliases-thread_history =
    die Unterhaltung lesen
    was haben wir gesagt
    frühere Nachrichten
    Gesprächsverlauf
aliases-list_threads =
    meine Unterhaltungen
    Liste der Unterhaltungen
    frühere Gespräche
aliases-create_thread =
    eine Unterhaltung beginnen
    neuer Chat
    ein neues Gespräch anfangen
aliases-rename_thread=
    eine Unterhaltung umbenennen
    dem Chat einen anderen Titel geben
    Titel der Unterhaltung ändern
aliases-delete_thread=
    eine Unterhaltung löschen
    einen Chat entfernen
    das Gespräch vergessen
aliases-attach_picture =
    ein Bild anhängen
    dem Assistenten ein Bild zeigen
    der Nachricht ein Bild beifügen
aliases-show_context =
    was wurde dem Modell gezeigt
    Kontextfenster
    wie viele Token
    gesendete Anweisung
aliases-set_node_context =
    diese Karte immer mitschicken
    an den Kontext heften
    das nie senden
    vom Kontext ausschließen
aliases-list_resources =
    Dokumente der Erweiterungen
    was lässt sich aus einer Erweiterung anheften
    MCP-Ressourcen
aliases-set_resource_context =
    dieses Dokument immer mitschicken
    Dokument einer Erweiterung anheften
    Ressource anheften
aliases-read_context_strategy =
    welche Strategie ist eingestellt
    wie wird die Unterhaltung behalten
    Einstellungen des Gedächtnisses
    wird zusammengefasst
aliases-set_context_strategy =
    wie die Unterhaltung gekürzt wird
    alte Anfragen zusammenfassen
    gleitendes Fenster
    Strategie des Gedächtnisses
aliases-find_tools =
    ein Werkzeug finden
    was kannst du
    gibt es einen Befehl für
    nach einer Funktion suchen
    andere Werkzeuge
    welches Werkzeug kann
aliases-list_allowed =
    was darf er ohne zu fragen
    erteilte Erlaubnisse
    immer erlaubte Werkzeuge
aliases-revoke_allowed =
    frag mich wieder
    eine Erlaubnis zurücknehmen
    nicht mehr erlauben
aliases-plan_job =
    was würde die Übersetzung kosten
    wie viele Token braucht das alles
    erst schätzen
    Preis des ganzen Auftrags
    wie teuer wird es
aliases-run_job =
    die ganze Geschichte übersetzen
    jede Szene umschreiben
    alle Kapitel in die Vergangenheit setzen
    alles Korrektur lesen
    alles kürzen
    dasselbe für jedes Kapitel
    alle Texte auf einmal ändern
    mit dem Auftrag weitermachen
aliases-list_jobs =
    wie weit ist der Auftrag
    was läuft noch
    welche Aufträge gibt es
    was ist zuletzt gescheitert
    den Fortschritt zeigen
aliases-remove_job =
    diesen Auftrag vergessen
    den Auftrag von der Liste nehmen
    fertige Aufträge entfernen
    den abgebrochenen Auftrag löschen
    Auftrag nicht mehr nötig
aliases-rewrite_passage =
    diesen Satz anders sagen
    andere Worte für diese Stelle
    diesen Absatz ausbauen
    diesen Absatz kürzen
    hier den Ton ändern
    diesen Satz übersetzen
    von hier an weiterschreiben

## stories

aliases-get_workspace_state =
    zuletzt geöffnete Geschichten
    wo war ich
    Programmversion
aliases-open_story =
    eine Geschichte öffnen
    eine Datei öffnen
aliases-create_story =
    neue Geschichte
    eine Geschichte anfangen
aliases-open_sample_story =
    Beispiel
    Beispielgeschichte
aliases-create_story_from_file =
    eine Datei als neue Geschichte importieren
aliases-preview_file =
    Vorschau einer Datei als neue Geschichte
    wie würde dieses Manuskript geteilt
aliases-list_imports =
    wie weit ist der Import
aliases-cancel_import =
    den Import abbrechen
aliases-copy_story =
    eine Kopie speichern
aliases-close_story =
    die Geschichte schließen
aliases-remove_recent_story =
    aus den zuletzt geöffneten Geschichten entfernen
aliases-compact_story =
    die Datei verkleinern
    alte Versionen entfernen
aliases-verify_story_file =
    ist die Datei beschädigt
    die Datei prüfen

## backups

aliases-list_backups =
    welche Sicherungen gibt es
    Sicherungen auflisten
    ältere Kopien meiner Geschichte
aliases-back_up_story =
    die Geschichte sichern
    jetzt eine Sicherung anlegen
aliases-open_backup =
    eine Sicherung öffnen
    aus einer Sicherung wiederherstellen
    meine Geschichte ist kaputt

## calls

aliases-list_tools =
    welche Werkzeuge gibt es
    alle Befehle
aliases-cancel_call =
    einen laufenden Aufruf abbrechen
aliases-run_slash_command =
    einen Schrägstrichbefehl ausführen

## settings

aliases-get_settings =
    Einstellungen
    Vorlieben
    Optionen
aliases-read_licenses =
    Lizenzen des Programms
    woraus besteht das Programm
aliases-update_settings =
    eine Einstellung ändern
    ein Modell wählen
    dunkles Design

## api_keys

aliases-get_api_key_status =
    gibt es einen Schlüssel
    wo ist mein Schlüssel
aliases-list_api_keys =
    welche Schlüssel gibt es
aliases-set_api_key =
    einen Schlüssel speichern
    einen API-Schlüssel hinzufügen
aliases-remove_api_key =
    einen Schlüssel löschen
    einen API-Schlüssel entfernen

## models

aliases-test_model =
    funktioniert das Modell
    ein Modell ausprobieren
    den Schlüssel prüfen
aliases-list_models =
    welche Modelle gibt es
    Modelle eines Servers

## agents

aliases-open_to_agents =
    Agenten hereinlassen
    die Geschichte für andere Programme freigeben
    einen Hub starten
aliases-close_to_agents =
    Agenten aussperren
    Freigabe beenden
    den Hub anhalten
aliases-list_participants =
    wer ist verbunden
    was tun die Agenten
aliases-list_agent_credentials =
    wer darf herein
    Zugang der Agenten
aliases-add_agent_credential =
    einen Agenten einladen
    jemanden hereinlassen
    Zugangsdaten ausstellen
aliases-change_agent_credential =
    einem Agenten weniger erlauben
    einem Agenten mehr erlauben
aliases-renew_agent_credential =
    Zugang verlängern
    Ende des Zugangs
    Zugangsdaten erneuern
aliases-end_agent_credential =
    Zugangsdaten widerrufen
    den Zugang entziehen
aliases-drop_participant =
    einen Agenten trennen
    jemanden hinauswerfen
aliases-post_message =
    meinen Lesenden schreiben
    allen an der Geschichte eine Nachricht schicken
aliases-list_messages =
    was haben meine Lesenden geschrieben
    den Chat der Geschichte lesen
aliases-undo_agent =
    alles zurücknehmen, was ein Agent getan hat

## outside_servers

aliases-list_outside_servers =
    welche Erweiterungen gibt es
    MCP-Server anzeigen
aliases-set_outside_server =
    Erweiterung hinzufügen
    MCP-Server hinzufügen
    andere Werkzeuge anschließen
aliases-remove_outside_server =
    Erweiterung entfernen
    MCP-Server entfernen
aliases-start_outside_server =
    Erweiterung starten
    MCP-Server neu starten
aliases-stop_outside_server =
    Erweiterung anhalten
    MCP-Server abschalten
aliases-sign_in_to_server =
    bei einer Erweiterung anmelden
    in einen MCP-Server einloggen
    mein Konto verbinden
aliases-sign_out_of_server =
    bei einer Erweiterung abmelden
    aus einem MCP-Server ausloggen
    Anmeldung vergessen
aliases-set_outside_tool =
    Werkzeug einer Erweiterung erlauben
    Werkzeug einer Erweiterung verbieten

## languages

aliases-read_story_languages =
    in welchen Sprachen gibt es die Geschichte
    in welcher Sprache ist sie geschrieben
    Sprachen dieses Buchs
    gibt es eine deutsche Fassung
    die Sprachen auflisten
aliases-set_story_languages =
    die Geschichte auch auf Deutsch anbieten
    die Geschichte zweisprachig machen
    welche Sprachen hat die Geschichte
    die Geschichte ist auf Englisch geschrieben
    eine Sprache hinzufügen
    Leser sollen die Sprache wechseln können

## glossary

aliases-list_glossary =
    wie werden Namen übersetzt
    das Glossar zeigen
    Namen und Begriffe für Übersetzer auflisten
    welche Begriffe sind festgelegt
    Terminologie anzeigen
aliases-set_glossary_term =
    der Leuchtturm heißt immer so
    festlegen wie ein Name übersetzt wird
    einen Begriff ins Glossar aufnehmen
    diesen Namen in jeder Sprache behalten
    die Übersetzung eines Begriffs bestimmen
aliases-remove_glossary_term =
    einen Begriff aus dem Glossar nehmen
    diese Übersetzung eines Namens vergessen
    einen Glossareintrag löschen
    der Begriff ist nicht mehr festgelegt
    einen Begriff streichen

## translation

aliases-list_translations =
    wie weit ist die Übersetzung
    was ist noch nicht übersetzt
    welche Übersetzungen sind veraltet
    was muss neu übersetzt werden
    Stand der Übersetzung
aliases-read_translation =
    die Übersetzung dieser Szene zeigen
    Übersetzung mit dem Original vergleichen
    was hat sich seit der Übersetzung geändert
    die Szene in der anderen Sprache lesen
    Original und Übersetzung nebeneinander
aliases-write_translation =
    diese Szene übersetzen
    diese Zeile auf Englisch
    die Übersetzung verbessern
    den Titel übersetzen
    den Text in einer anderen Sprache schreiben
aliases-confirm_translation =
    die Übersetzung passt noch
    im Original wurde nur ein Tippfehler verbessert
    die Übersetzung als aktuell markieren
    das muss nicht neu übersetzt werden
    die Änderung ist für die Übersetzung egal
aliases-export_translations =
    die Texte einem Übersetzer geben
    als XLIFF ausgeben
    eine PO-Datei machen
    eine Tabelle für den Übersetzer
    Texttabelle für das Spiel
aliases-import_translations =
    einlesen was der Übersetzer geschickt hat
    die Übersetzung ist zurück
    eine PO-Datei einlesen
    die übersetzte Tabelle einlesen
    XLIFF importieren
aliases-check_continuity =
    Widersprüche finden
    passt die Geschichte zusammen
    alles auf Stimmigkeit lesen
    nach Lücken in der Handlung suchen
    wer weiß wann was
aliases-list_summaries =
    was geschieht in jeder Szene
    Inhaltsangabe aller Kapitel
    welche Zusammenfassungen sind veraltet
    die Geschichte in Kürze
    die Zusammenfassungen lesen
aliases-propose_rules =
    aus meinen Korrekturen lernen
    welche Regeln folgen aus meinen Änderungen
    sieh dir an, was ich an Entwürfen geändert habe
    Regeln für die Stilvorgaben vorschlagen
    meine Gewohnheiten erkennen
aliases-list_proposed_rules =
    welche Regeln sind vorgeschlagen
    Regeln, die auf mich warten
    was hast du von mir gelernt
    vorgeschlagene Stilregeln zeigen
    Vorschläge für die Stilvorgaben
aliases-decide_proposed_rule =
    die vorgeschlagene Regel annehmen
    diese Regel ablehnen
    den Vorschlag in die Stilvorgaben aufnehmen
    nein, das ist keine Regel
    ja, ab jetzt immer so
