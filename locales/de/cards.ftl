### Words of the cards: prose, attributes, pictures.

cards-run-running = Läuft …
cards-run-stopping = Wird angehalten …
cards-run-cancel = Abbrechen


cards-text-beside = { $count ->
    [one] { $count } Änderung in diesem Entwurf
   *[other] { $count } Änderungen in diesem Entwurf
  }
cards-text-besideKeys = F7 nächste · Alt+Eingabe übernehmen · Alt+Rücktaste verwerfen
cards-text-takePassage = Übernehmen
cards-text-dropPassage = Verwerfen
cards-text-label = Text von { $title }

cards-text-find-find = Suchen
cards-text-find-replace = Ersetzen durch
cards-text-find-next = Weiter
cards-text-find-previous = Zurück
cards-text-find-matchCase = Groß-/Kleinschreibung
cards-text-find-regexp = Regulärer Ausdruck
cards-text-find-byWord = Ganze Wörter
cards-text-find-replaceOne = Ersetzen
cards-text-find-replaceAll = Alle ersetzen
cards-text-find-close = Schließen
cards-text-find-replaces = Ersetzen einblenden
cards-text-find-at = { $at } von { $count }
cards-text-find-count = { $count ->
    [one] { $count } Treffer
   *[other] { $count } Treffer
  }
cards-text-find-none = Keine Treffer

cards-text-links-go = { $keys }+Klick oder F12 zum Öffnen
cards-text-links-make = { $keys }+Klick oder F12 zum Anlegen
cards-text-links-none = „{ $title }“ gibt es noch nicht.
cards-text-links-nearly = Groß-/Kleinschreibung weicht vom Titel ab, deshalb wäre der Link nach einem Export kaputt.

cards-text-hint = Fang an zu schreiben …
cards-text-words = { $count ->
    [one] { $count } Wort
   *[other] { $count } Wörter
  }
cards-text-today = { $count } heute
cards-text-goal = { $today } von { $goal } heute
cards-text-session = { $count }, seit das Fenster offen ist
cards-text-words-of = { $words } von { $goal } Wörtern
cards-text-goal-scene = Wortziel dieser Szene
cards-text-goal-key = Wortziel
cards-text-saving = Wird gespeichert …
cards-text-saved = Gespeichert
cards-text-retry = Noch einmal versuchen
cards-text-focus = Ohne Ablenkung schreiben
cards-text-leave = Zurück zur Geschichte
cards-text-changed = Dieser Text wurde anderswo geändert, während du geschrieben hast.
cards-text-choose = Welche Worte bleiben
cards-text-keep-theirs = Andere behalten
cards-text-keep-both = Beide behalten
cards-text-keep-mine = Meine behalten
cards-text-side-theirs = Die anderen Worte
cards-text-side-mine = Deine Worte
cards-text-side-nothing = Gelöscht
cards-text-settleNote = Alles Übrige ist schon zusammengeführt. Die andere Fassung bleibt im Verlauf, und „Rückgängig“ bringt deine Worte zurück.
cards-text-settle = Mit diesen Worten weiter

cards-comments-selection = Kommentieren…
cards-comments-open = Auswahl kommentieren
cards-comments-title = Kommentare
cards-comments-title-add = Neuer Kommentar
cards-comments-says = Dein Kommentar
cards-comments-add = Kommentieren
cards-comments-cancel = Abbrechen
cards-comments-close = Schließen
cards-comments-none = Keine offenen Kommentare zu diesem Text.
cards-comments-gone = Diese Stelle wurde geändert oder steht nicht mehr hier
cards-comments-show = Stelle zeigen
cards-comments-resolve = Erledigt
cards-comments-reply = Antworten
cards-comments-your-reply = Deine Antwort
cards-comments-edit = Bearbeiten
cards-comments-save = Speichern
cards-comments-replies = Antworten
cards-comments-writer = Wer die Geschichte schreibt
cards-comments-button = Kommentare: { $count }
cards-rewrite-open = Auswahl umschreiben
cards-rewrite-selection = Umschreiben…
cards-rewrite-title = Umschreiben
cards-rewrite-title-caret = Von hier an weiterschreiben
cards-rewrite-close = Schließen
cards-rewrite-own = Was soll damit geschehen?
cards-rewrite-go = Los
cards-rewrite-back = Zurück
cards-rewrite-task-rephrase = Anders sagen
cards-rewrite-task-expand = Ausbauen
cards-rewrite-task-shorten = Kürzen
cards-rewrite-task-tone = Ton ändern…
cards-rewrite-task-continue = Weiterschreiben
cards-rewrite-task-translate = Übersetzen…
cards-rewrite-ask-tone = Welcher Ton?
cards-rewrite-ask-translate = In welche Sprache?
cards-rewrite-tone-warmer = wärmer
cards-rewrite-tone-colder = kälter
cards-rewrite-tone-tenser = spannender
cards-rewrite-tone-lighter = leichter, mit Humor
cards-rewrite-tone-plainer = schlichter
cards-rewrite-tone-lyrical = lyrischer
cards-rewrite-waiting = Warten auf das Modell…
cards-rewrite-stop = Anhalten
cards-rewrite-new = Neue Worte
cards-rewrite-take = Übernehmen
cards-rewrite-take-part = Diese Änderungen übernehmen
cards-rewrite-another = Noch eine
cards-rewrite-other = Etwas anderes
cards-rewrite-by-word = Wort für Wort
cards-rewrite-count = { $after ->
    [one] { $after } Wort
   *[other] { $after } Wörter
  }
cards-rewrite-counts = { $before } → { $after } Wörter
cards-rewrite-change = „{ $removed }“ wird „{ $added }“
cards-rewrite-nothing = nichts
cards-rewrite-cut = Das Modell ist an seine Grenze gestoßen, die Worte brechen ab.
cards-rewrite-lost = Ohne die Links zu: { $titles }
cards-rewrite-gone = Die Stelle hat sich inzwischen geändert. Wähl sie neu aus.

cards-kv-label = Attribute
cards-kv-key = Attribut { $key }
cards-kv-value = Wert von { $key }
cards-kv-remove = { $key } entfernen
cards-kv-new-key = Attribut
cards-kv-new-value = Wert
cards-kv-aliases = Weitere Namen
cards-kv-alias-short = Andere Namen
cards-kv-alias-hint = Andere Namen, durch Kommas getrennt. Auch unter ihnen werden Erwähnungen gefunden.
cards-kv-add = Attribut hinzufügen
cards-kv-double = { $key } gibt es schon; ändere den Wert darüber.
cards-kv-unsaid = –
cards-kv-item = Zu { $key } hinzufügen…
cards-kv-item-remove = „{ $item }“ aus { $key } entfernen

cards-image-none = Noch kein Bild. Beschreibe eines, um es zu erzeugen, oder füge ein Bild ein.
cards-image-own = Hochladen …
cards-image-own-label = Bild hochladen
cards-image-gone = Dieses Bild wurde gelöscht, um Platz zu sparen.
cards-image-unnamed = Bild
cards-image-seed = Startwert { $seed }
cards-image-variants = Bisherige Bilder
cards-image-variant = Bild { $number } verwenden: { $prompt }
cards-image-painting = Bild erzeugen
cards-image-prompt = Beschreibe das Bild
cards-image-ratio = Format
cards-image-paint = Erzeugen
cards-image-running = Wird erzeugt …

cards-sound-none = Noch kein Ton. Wähle eine Datei (MP3, Ogg, M4A, FLAC, WAV) oder zieh eine hierher.
cards-sound-silence = Musik aus früheren Szenen endet hier.
cards-sound-choose = Ton wählen …
cards-sound-replace = Ersetzen …
cards-sound-stop = Musik hier beenden
cards-sound-remove = Entfernen
cards-sound-plays = Wie er gespielt wird
cards-sound-plays-once = Einmal, wenn die Szene beginnt
cards-sound-plays-loop = Immer wieder, solange die Szene offen ist
cards-sound-plays-music = Als Musik, auch in den folgenden Szenen
cards-sound-name = Was zu hören ist
cards-sound-play = Abspielen
cards-sound-pause = Anhalten
cards-sound-unplayable = Dieser Ton lässt sich hier nicht abspielen. Vielleicht fehlt deinem System der Decoder; MP3 und Ogg gehen fast überall.

cards-play-ending = Die Geschichte kann hier enden
cards-play-enter = Beim Betreten setzen:
cards-play-enter-hint = Zum Beispiel: gold = gold + 5; roll = random(1, 6)
cards-rules-completions = Vorschläge

cards-draft-line = Du siehst einen Entwurf. Noch ist nichts übernommen.
cards-draft-back = Zurück zur Geschichte

cards-other-none = Noch nichts hier.
cards-other-no = Nein
cards-other-yes = Ja
cards-other-do = Ausführen
cards-text-links-create = „{ $title }“ anlegen
cards-chat-empty = Noch keine Nachrichten.
cards-chat-messages = Nachrichten
cards-chat-write = Nachricht schreiben
cards-chat-send = Senden
cards-chat-you = Du
cards-chat-writer = { $name } (schreibt die Geschichte)
