### Words of the assistant.

assistant-title = Assistent
assistant-thread = Unterhaltung
assistant-threads = Frühere Unterhaltungen
assistant-thread-line = { $title } · { $day }
assistant-new-thread = Neue Unterhaltung
assistant-all-threads = Alle Unterhaltungen …
assistant-threads-title = Unterhaltungen
assistant-threads-filter = Titel und Nachrichten durchsuchen
assistant-threads-none = Keine Unterhaltung enthält diese Wörter.
assistant-threads-rename = „{ $title }“ umbenennen
assistant-threads-delete = „{ $title }“ löschen
assistant-threads-new-title = Neuer Titel für „{ $title }“
assistant-threads-delete-title = „{ $title }“ löschen?
assistant-threads-delete-note = Was gesagt wurde, wird endgültig gelöscht. Was der Assistent an der Geschichte geändert hat, bleibt und lässt sich weiterhin rückgängig machen.
assistant-threads-delete-yes = Löschen
assistant-threads-cancel = Abbrechen
assistant-threads-close = Schließen

assistant-prompts = Prompts
assistant-prompts-title = Prompts
assistant-prompts-note = Anweisungen, die du immer wieder brauchst. Du findest sie hier, mit / in der Nachricht und unter „Umschreiben…“.
assistant-prompts-close = Schließen
assistant-prompts-edit = Prompts bearbeiten …
assistant-prompts-save-this = Als Prompt speichern …
assistant-prompts-name = Name
assistant-prompts-text = Prompt
assistant-prompts-example = Zeigen, nicht erzählen
assistant-prompts-example-text = Gefühle sollen sich in Taten und Wahrnehmungen zeigen. Die Länge bleibt.
assistant-prompts-save = Prompt speichern
assistant-prompts-change = Änderungen speichern
assistant-prompts-new = Neuer Prompt
assistant-prompts-delete = „{ $name }“ löschen
assistant-prompts-replaces = Es gibt einen Prompt mit diesem Namen; beim Speichern wird er ersetzt.
assistant-turn = Frühere Anfrage
assistant-ways = Vorschläge
assistant-write = Nachricht an den Assistenten
assistant-placeholder = Was möchtest du ändern?
assistant-about = Zu: { $title }
assistant-no-about = { $title } weglassen
assistant-attach = Bilder anhängen
assistant-pictures = Angehängte Bilder
assistant-picture = Bild { $number }
assistant-remove-picture = Bild { $number } entfernen
assistant-send = Senden
assistant-stop = Anhalten
assistant-unread = Schreib /befehl und seine Werte: Wörter, schlüssel=wert oder ein JSON-Objekt.

assistant-autonomy-label = Arbeitsweise:
assistant-autonomy-review = Prüfen
assistant-autonomy-reviewNote = Änderungen warten als Entwurf
assistant-autonomy-adopt = Direkt anwenden
assistant-autonomy-adoptNote = jederzeit rückgängig zu machen
assistant-autonomy-ask = Erst fragen
assistant-autonomy-askNote = du bestätigst jede Änderung

assistant-working = Arbeitet …
assistant-thinking = Gedankengang
assistant-retry = Das Modell ist nicht erreichbar, neuer Versuch ({ $attempt }): { $reason }

assistant-ending-bounded = An einer Grenze angehalten
assistant-ending-refused = Das Modell hat abgelehnt
assistant-ending-cancelled = Angehalten
assistant-ending-failed = Es gab ein Problem

assistant-undo = Alles rückgängig machen
assistant-undo-one = Rückgängig machen
assistant-go-on = Weiter
assistant-go-on-words = weiter
assistant-again = Noch einmal versuchen
assistant-compare = Änderungen zeigen
assistant-uncompare = Änderungen ausblenden
assistant-compared-of = Änderungen an { $title }: { $what }
assistant-compared-pair = Version { $from } → { $to }
assistant-edited-by-you = Mit deinen Änderungen.

assistant-usage-plain = { $input } ein · { $output } aus
assistant-usage-cached = { $input } ein ({ $cached } aus dem Cache) · { $output } aus
assistant-usage-pictures = { $count ->
    [one] { $count } Bild
   *[other] { $count } Bilder
  }
assistant-usage-cost = Kosten { $cost }
assistant-usage-cost-full = In der Währung der Preise in den Einstellungen, soweit sie bekannt sind.
assistant-usage-no-price = Preis unbekannt
assistant-usage-partly = einige Preise unbekannt
assistant-usage-no-tokens = Die Tokens sind nicht eingerechnet: In den Einstellungen steht kein Preis für dieses Modell.
assistant-usage-no-pictures = { $count ->
    [one] { $count } Bild ist nicht eingerechnet: In den Einstellungen steht kein Preis für sein Modell.
   *[other] { $count } Bilder sind nicht eingerechnet: In den Einstellungen steht kein Preis für ihr Modell.
  }
assistant-usage-no-price-full = Trage in der Einstellungsdatei einen Preis für dieses Modell ein, um hier Kosten zu sehen.
assistant-usage-full = Tokens: { $input } gesendet, davon { $cached } aus einem Cache, { $output } empfangen

assistant-model-builtin = Eingebauter Assistent
assistant-model-choose = Es antwortet { $name }. Anderes Modell wählen

assistant-context-open = Was das Modell sieht
assistant-context-title = Was das Modell sieht
assistant-context-note = Alles in der letzten Anfrage
assistant-context-close = Schließen
assistant-context-reading = Wird gelesen …
assistant-context-filled = { $used } von { $limit } Tokens sind belegt
assistant-context-tokens = { $count ->
    [one] { $count } Token
   *[other] { $count } Tokens
  }

assistant-context-part-system = Anweisungen
assistant-context-part-tools = Werkzeuge
assistant-context-part-story = Aus der Geschichte
assistant-context-part-memory = Erinnerung an frühere Anfragen
assistant-context-part-messages = Nachrichten
assistant-context-part-free = Frei

assistant-context-role-system = Programm
assistant-context-role-user = Du
assistant-context-role-assistant = Assistent
assistant-context-role-tool = Werkzeug

assistant-context-no-pieces = Die offene Szene hat gereicht.
assistant-context-unnamed = Eine gelöschte Karte
assistant-context-unshown = (passte nicht hinein)
assistant-context-plugins = Aus Erweiterungen
assistant-context-plugins-note = Dokumente, die deine Erweiterungen anbieten. Angeheftete werden in dieser Unterhaltung für jede Nachricht neu gelesen.
assistant-context-unpin-resource = { $title } in dieser Unterhaltung weglassen
assistant-context-pin = { $title } immer mitgeben
assistant-context-unpin = { $title } nur mitgeben, wenn es passt
assistant-context-exclude = { $title } nie mitgeben
assistant-context-include = { $title } wieder mitgeben, wenn es passt

assistant-context-reason-pinned = angeheftet
assistant-context-reason-named-in-the-instruction = in deiner Nachricht genannt
assistant-context-reason-named-in-the-open-node = in der offenen Karte genannt
assistant-context-reason-leads-here = führt hierher
assistant-context-reason-follows-from-here = folgt von hier
assistant-context-reason-the-path-so-far = der bisherige Weg

assistant-context-reason-found = gefunden über „{ $word }“
assistant-context-reason-as = { $reason }, als „{ $alias }“

assistant-context-title_of-the-way-here = Weg hierher

assistant-context-background-title = Arbeit zwischen den Anfragen
assistant-context-background-note = Was das kleine Modell in dieser Unterhaltung für die Erinnerung verbraucht hat.
assistant-context-background-asked = { $count ->
    [one] { $count } Aufruf
   *[other] { $count } Aufrufe
  }
assistant-context-background-estimated = zum Teil geschätzt
assistant-context-background-waiting = Noch nicht fertig; geht nach der nächsten Anfrage weiter: { $why }

assistant-undone = Rückgängig gemacht.
assistant-details = Einzelheiten
assistant-open = { $title } öffnen
assistant-version = Version { $number }
assistant-made = neu
assistant-gone = gelöscht
assistant-adopted = übernommen
assistant-labeled = „{ $label }“
assistant-and-more = und { $count } weitere
assistant-words = { $before } → { $after } Wörter

assistant-state-done = Erledigt
assistant-state-partial = Zum Teil erledigt
assistant-state-failed = Hat nicht geklappt
assistant-state-asks = Wartet auf dich
assistant-state-runs = Läuft
assistant-state-unrun = Nicht ausgeführt

assistant-part-kv = Attribute
assistant-part-text = Text
assistant-part-image = Bild
assistant-part-sound = Ton
assistant-part-node = Titel und Art
assistant-part-layout = Platz auf der Pinnwand
assistant-part-edge = Verbindung
assistant-part-story = Geschichte
assistant-part-play = Spieleinstellungen
assistant-part-style_guide = Stilvorgaben
assistant-part-alternatives = Varianten
assistant-part-findings = Anmerkungen
assistant-part-facts = Veränderungen
assistant-part-summary = Zusammenfassung

assistant-field-title = Titel
assistant-field-kind = Art
assistant-field-from = Von
assistant-field-to = Nach
assistant-field-label = Text
assistant-field-order = Reihenfolge
assistant-field-condition = Bedingung
assistant-field-effect = Wirkung
assistant-field-ending = Ende
assistant-field-enter = Beim Betreten
assistant-field-color = Farbe
assistant-field-parent = Gruppe

assistant-asks-read = Das ansehen?
assistant-asks-write = Diese Änderung vornehmen? Du kannst sie rückgängig machen.
assistant-asks-spend = Das kann Geld kosten. Fortfahren?
assistant-asks-destroy = Das lässt sich nicht rückgängig machen. Fortfahren?
assistant-asks-removes = { $nodes } von { $of } Karten löschen? Du kannst es rückgängig machen.
assistant-asks-approve = Ja
assistant-asks-edit = Ändern …
assistant-asks-always = In dieser Unterhaltung immer
assistant-asks-reject = Nein
assistant-asks-approveEdited = Ja, mit meinen Änderungen
assistant-asks-back = Zurück
assistant-asks-message = Was soll stattdessen geschehen?

assistant-draft-title = { $count ->
    [one] { $count } Änderung zu prüfen
   *[other] { $count } Änderungen zu prüfen
  }
assistant-draft-look = Auf der Pinnwand zeigen
assistant-draft-unlook = Zurück zur Geschichte
assistant-draft-adoptAll = Alle übernehmen
assistant-draft-dropAll = Alle verwerfen
assistant-draft-adopt = Übernehmen
assistant-draft-drop = Verwerfen
assistant-draft-adoptOne = Änderungen an { $title } übernehmen
assistant-draft-dropOne = Änderungen an { $title } verwerfen
assistant-draft-removes = Wird gelöscht.
assistant-draft-moved = Du hast das geändert, seit der Entwurf entstand.
assistant-draft-movedAny = Du hast die Geschichte geändert, seit dieser Entwurf entstand.
assistant-draft-rebase = Entwurf an den jetzigen Text anpassen
assistant-draft-both = Ihr habt beide { $what } geändert. Der Entwurf behält seine Fassung; sieh sie dir vor dem Übernehmen an.
assistant-draft-taken-out = Aus dem Entwurf genommen, weil es die Karte oder den Link dazu nicht mehr gibt: { $what }.
assistant-draft-adopt_draft = Übernommen.
assistant-draft-drop_draft = Verworfen. Die Geschichte ist unverändert.
assistant-draft-gone = Über diesen Entwurf ist schon entschieden.

assistant-waiting-open = { $count ->
    [one] { $count } Entwurf zu prüfen
   *[other] { $count } Entwürfe zu prüfen
  }
assistant-waiting-title = Entwürfe zu prüfen
assistant-waiting-note = Aus allen Unterhaltungen. Nichts ändert sich, bevor du es übernimmst.
assistant-waiting-none = Keine Entwürfe zu prüfen.

assistant-spoken-asks = Der Assistent hat eine Frage.
assistant-spoken-done = Der Assistent ist fertig.

assistant-welcome-title = Sag einfach, was du möchtest
assistant-welcome-what = Der Assistent benutzt dieselben Werkzeuge wie du, zeigt dir, was er getan hat, und alles lässt sich rückgängig machen. Der eingebaute arbeitet offline auf diesem Computer und versteht einfache Anweisungen auf Englisch und Chinesisch. Probier eine aus:
assistant-welcome-examples = Beispiele
assistant-welcome-rename = Rename { $title } to Neo and make a portrait
assistant-welcome-character = Add a character "Mara"
assistant-welcome-scene = Add a scene "Der Nebel"
assistant-welcome-after = Add a scene "Der Nebel" after "{ $title }"
assistant-welcome-portrait = Make a portrait of { $title }
assistant-welcome-attributes = Set the age of { $title } to 37
assistant-welcome-model = Für freie Gespräche wähle in den Einstellungen ein Sprachmodell.
assistant-copied-address = Adresse kopiert.

assistant-about-several = { $count } Karten
assistant-about-one = Der eingebaute Assistent nimmt eine Karte auf einmal. Wähle eine aus oder schließe „Zu“.
assistant-about-too-many = Eine Nachricht kann zu höchstens { $most } Karten sein. Wähle weniger aus, oder schließe „Zu“ und sag, welche du meinst.
assistant-pictures-unseen = Der eingebaute Assistent kann keine Bilder sehen. Wähle in den Einstellungen ein Sprachmodell, das sie ansieht.
assistant-queued = Wartet auf das Senden
assistant-queued-note = Wird gesendet, wenn der Assistent fertig ist
assistant-queued-back = Zurückholen
assistant-many = { $name } × { $count }

assistant-pictures-not-shown = { $model } bekommt die Bilder nicht zu sehen. Wähle in den Einstellungen ein Modell, das Bilder ansieht; für einen eigenen Server setze „pictures = true“ in seinem Eintrag der settings.toml.
assistant-show-made = Auf der Pinnwand zeigen
assistant-part-languages = Sprachen
assistant-part-glossary = Glossar
assistant-part-translation = Übersetzung
