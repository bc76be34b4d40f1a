### Words of the settings.

settings-title = Einstellungen
settings-close = Schließen
settings-save = Speichern
settings-saved = Gespeichert

settings-model = Assistent
settings-provider = Anbieter
settings-builtin = Eingebaut: einfache Anweisungen
settings-builtin-note = Der eingebaute Assistent braucht weder Schlüssel noch Internet. Er versteht einfache Anweisungen auf Englisch und Chinesisch, etwa „rename the hero to Neo“ oder „add a scene after the docks“. Prosa schreibt er nicht.
settings-provider-local = { $name } (auf diesem Computer)
settings-provider-own = OpenAI-kompatibler Server
settings-provider-agent = Ein Agent auf diesem Computer
settings-name = Modell
settings-name-fault = Gib ein Modell ein
settings-name-placeholder = z. B. gpt-5-mini
settings-address = Adresse
settings-address-note = Leer lassen für { $address }
settings-address-own = Wo die API beginnt, z. B. http://127.0.0.1:8080/v1
settings-key = Schlüssel
settings-key-there = Ein Schlüssel ist gespeichert in { $place }. Füge einen neuen ein, um ihn zu ersetzen.
settings-key-none = Noch kein Schlüssel. Er kommt in den Schlüsselbund und wird nie wieder angezeigt.
settings-key-forget = Schlüssel entfernen
settings-list = Modelle auflisten …
settings-list-hide = Liste ausblenden
settings-listed = Modelle auf diesem Server ({ $count })
settings-list-empty = Der Server hat keine Modelle genannt. Gib den Namen ein, den der Anbieter verwendet.
settings-window = { $size } Tokens
settings-conversations = Unterhaltungen
settings-of-tools = Werkzeuge für das Modell

settings-of-tools-all = Alle
settings-of-tools-fitting = Nur passende
settings-of-tools-project_cli = Ein Zugang

settings-of-tools-all-note = Jedes Werkzeug in jeder Anfrage. Am zuverlässigsten, verbraucht die meisten Tokens.
settings-of-tools-fitting-note = Werkzeuge für die offene Szene und deine Worte, dazu eines, das die übrigen findet. Gut für kleine Kontextfenster.
settings-of-tools-project_cli-note = Nur project_cli, das alle anderen erreicht. Verbraucht die wenigsten Tokens.

settings-of-limit_steps = Schritte je Anfrage
settings-of-limit_steps-note = Leer lassen für 25
settings-of-limit_tokens = Tokens je Anfrage
settings-of-limit_tokens-note = Leer lassen für keine Grenze
settings-of-limit_pictures = Bezahlte Bilder je Anfrage
settings-of-limit_pictures-note = Leer lassen für 8

settings-long = Wenn eine Unterhaltung lang wird
settings-long-note = Nichts wird gelöscht: Was nicht gesendet wird, bleibt in der Unterhaltung.
settings-place = Gilt für

settings-places-settings = Alles
settings-places-story = Diese Geschichte
settings-places-thread = Diese Unterhaltung

settings-strategy = Was gesendet wird
settings-strategy-wider = Wie übergeordnet eingestellt: { $name }

settings-strategies-std-sliding-window = Letzte Anfragen
settings-strategies-std-summarization-strategy = Zusammenfassung und letzte Anfragen
settings-strategies-std-entity-extraction = Von dir bestimmte Fakten und letzte Anfragen

settings-strategy-notes-std-sliding-window = So viele der letzten Anfragen, wie hineinpassen.
settings-strategy-notes-std-summarization-strategy = Ältere Anfragen werden zu einer Zusammenfassung verdichtet, die mitgesendet wird.
settings-strategy-notes-std-entity-extraction = Was ältere Anfragen ergeben haben, bleibt als Daten in der von dir bestimmten Form.

settings-strategy-faults-threshold = Gib eine ganze Zahl ab 1 ein
settings-strategy-faults-fold = Gib eine ganze Zahl ab 1 ein
settings-strategy-faults-schema = Das ist kein JSON-Objekt

settings-threshold = Vollständig gesendete Anfragen
settings-fold = Auf einmal verdichtete Anfragen
settings-light = Modell dafür
settings-light-note = anbieter:modell, am besten klein und schnell. Leer lassen für das Modell der Unterhaltung.
settings-schema = Form der Fakten
settings-schema-note = Ein JSON-Schema mit den Feldern und dem, was sie enthalten
settings-allowed = In dieser Unterhaltung immer erlaubt
settings-allowed-note = Hierfür hast du „In dieser Unterhaltung immer“ gewählt. Entferne etwas, und der Assistent fragt wieder.
settings-allowed-none = Noch nichts. Wähle „In dieser Unterhaltung immer“, wenn der Assistent fragt, dann steht es hier.
settings-revoke = Entfernen
settings-revoke-of = Entfernen: { $name }
settings-test = Verbindung testen
settings-testing = Wird getestet …
settings-works = Verbunden. Antwort in { $ms } ms.

settings-outcomes-key_refused = Der Schlüssel fehlt oder ist falsch. Füge oben den richtigen ein.
settings-outcomes-no_credit = Das Konto hat kein Guthaben mehr.
settings-outcomes-model_unknown = Der Server kennt dieses Modell nicht.
settings-outcomes-not_reachable = Unter dieser Adresse antwortet niemand. Läuft der Server, und stimmt die Adresse?
settings-outcomes-busy = Der Server ist ausgelastet. Versuche es gleich noch einmal.
settings-outcomes-misconfigured = Diese Einstellungen passen nicht zusammen.
settings-outcomes-failed = Es hat nicht geklappt.

settings-has = Verfügbar: { $models }
settings-started-with = Storyteller wurde mit dem Modell { $name } gestartet; es gilt statt dieser Einstellung.
settings-of-image_model = Bildmodell
settings-of-image_model-note = builtin malt einfache Szenen auf diesem Computer. Für andere schreib anbieter:modell; sie verwenden den Schlüssel dieses Anbieters.
settings-of-light_model = Hintergrundmodell
settings-of-light_model-note = Hält zu jeder Szene, die du änderst, eine Zusammenfassung bereit und schlägt aus deinen Korrekturen Regeln für die Stilvorgaben vor. Schreib anbieter:modell; es verwendet den Schlüssel dieses Anbieters und kostet etwas. Leer: nichts wird gefragt.
settings-of-autonomy = Arbeitsweise

settings-of-autonomy-review = Prüfen
settings-of-autonomy-adopt = Direkt anwenden
settings-of-autonomy-ask = Erst fragen

settings-of-autonomy-review-note = Änderungen warten als Entwurf, bis du sie übernimmst.
settings-of-autonomy-adopt-note = Änderungen gelten sofort; eine ganze Anfrage lässt sich in einem Schritt rückgängig machen.
settings-of-autonomy-ask-note = Du bestätigst jede Änderung.

settings-look = Allgemein
settings-language = Sprache

settings-theme = Farbschema
settings-of-scale = Größe
settings-scale-browser = Verwende im Browser dessen Zoom.
settings-of-author = Dein Name im Verlauf
settings-of-author-note = Leer lassen für den Namen deines Kontos
settings-of-backup_minutes = Minuten zwischen Sicherungen
settings-of-backup_minutes-note = Von offenen Geschichten, und wenn sie geschlossen werden. 0: keine Sicherungen
settings-file = Gespeichert in { $file }
settings-file-none = Dieses System hat keinen Ordner für Einstellungen.

settings-writing = Schreiben
settings-writing-font = Schrift
settings-writing-fonts-serif = Mit Serifen
settings-writing-fonts-sans = Ohne Serifen
settings-writing-fonts-mono = Schreibmaschine
settings-writing-measure = Zeilenlänge
settings-writing-measures-narrow = Kurz
settings-writing-measures-usual = Normal
settings-writing-measures-wide = Lang
settings-writing-size = Größe
settings-writing-spelling = Rechtschreibung
settings-writing-spelling-browser = Wie im Browser
settings-writing-indent = Absätze einrücken
settings-writing-smart = Typografische Anführungszeichen und Striche beim Tippen
settings-writing-typewriter = Die Zeile, in der du schreibst, in der Mitte halten
settings-writing-goal = Wörter pro Tag
settings-writing-goal-note = Leer lassen für kein Ziel. Gezählt wird nur, was du auf diesem Computer selbst tippst.

settings-plugins = Erweiterungen
settings-plugins-note = Programme, die dem Assistenten weitere Werkzeuge geben (MCP-Server). Was sie antworten, ist Auskunft für den Assistenten, nie eine Anweisung.
settings-plugins-none = Noch keine Erweiterungen.
settings-plugins-phases-starting = Startet …
settings-plugins-phases-running = Läuft
settings-plugins-phases-failed = Funktioniert nicht
settings-plugins-phases-stopped = Angehalten
settings-plugins-phases-waiting = Startet, wenn du eine Geschichte öffnest
settings-plugins-start = Starten
settings-plugins-start-of = Starten: { $name }
settings-plugins-restart = Noch einmal versuchen
settings-plugins-restart-of = Noch einmal versuchen: { $name }
settings-plugins-stop = Anhalten
settings-plugins-stop-of = Anhalten: { $name }
settings-plugins-edit = Ändern
settings-plugins-edit-of = Ändern: { $name }
settings-plugins-remove = Entfernen
settings-plugins-remove-of = Entfernen: { $name }
settings-plugins-remove-sure = Endgültig entfernen?
settings-plugins-remove-sure-of = Endgültig entfernen: { $name }
settings-plugins-signin = Anmelden
settings-plugins-signin-of = Anmelden: { $name }
settings-plugins-signin-needed = Melde dich an, um sie zu benutzen
settings-plugins-signin-waiting = Melde dich auf der Seite an, die sich im Browser geöffnet hat.
settings-plugins-signin-copy = Adresse der Seite kopieren
settings-plugins-signin-copy-of = Adresse der Seite kopieren: { $name }
settings-plugins-signin-cancel-of = Nicht anmelden: { $name }
settings-plugins-signin-done = Du bist angemeldet.
settings-plugins-signout = Abmelden
settings-plugins-signout-of = Abmelden: { $name }
settings-plugins-tools-of = Werkzeuge von { $name }
settings-plugins-permission-of = Was { $tool } darf
settings-plugins-permissions-allow = Erlauben
settings-plugins-permissions-ask = Erst fragen
settings-plugins-permissions-refuse = Nie
settings-plugins-changed = Du hast dieses Werkzeug erlaubt, aber es beschreibt sich jetzt anders. Bis du es neu erlaubst, fragt es wieder.
settings-plugins-add = Erweiterung hinzufügen
settings-plugins-change = { $name } ändern
settings-plugins-name = Name der Erweiterung
settings-plugins-name-note = Buchstaben, Ziffern und _. Die Namen ihrer Werkzeuge beginnen damit.
settings-plugins-way = Wie sie erreicht wird
settings-plugins-way-command = Programm starten
settings-plugins-way-url = Mit Adresse verbinden
settings-plugins-command = Befehl
settings-plugins-command-note = Eine Erweiterung ist ein Programm mit deinen Rechten auf diesem Rechner. Nimm nur, wem du vertraust.
settings-plugins-args = Argumente
settings-plugins-args-note = Eins je Zeile
settings-plugins-env = Umgebung
settings-plugins-env-note = NAME=WERT, eine je Zeile. Werte werden nie wieder gezeigt; ein NAME allein behält seinen Wert.
settings-plugins-url = Adresse der Erweiterung
settings-plugins-url-note = z. B. http://127.0.0.1:4000/mcp
settings-plugins-key = Schlüssel der Erweiterung
settings-plugins-key-none = Leer lassen, wenn sie keinen braucht oder du dich dort anmeldest. Er wird nie wieder gezeigt.
settings-plugins-key-there = Ein Schlüssel liegt in { $place }. Füge einen neuen ein, um ihn zu ersetzen.
settings-plugins-client = Eigener OAuth-Client
settings-plugins-client-note = Manche Dienste nehmen nur Programme an, die du auf ihrer Website registrierst. Lege dort ein Desktop-Programm an, das zu http://127.0.0.1 zurückkehrt, und füge ein, was du bekommst.
settings-plugins-client-id = Client-ID
settings-plugins-client-secret = Client-Geheimnis
settings-plugins-client-secret-none = Nur wenn der Dienst eines ausgibt. Es wird nie wieder gezeigt.
settings-plugins-cancel = Abbrechen
settings-plugins-save = Erweiterung speichern

settings-about = Über
settings-about-version = Storyteller { $version }
settings-about-license = Frei zu nutzen, zu ändern und weiterzugeben, nach Wahl unter der MIT-Lizenz oder der Apache License 2.0.
settings-about-text = Lizenztext: { $name }
settings-about-notices = Bestandteile von anderen
settings-about-no-notices = Die Liste der Bestandteile von anderen liegt dem installierten Programm bei; diese Fassung wurde ohne sie gebaut.
