### Texte zu Agenten und Menschen in anderen Programmen.

agents-title = Teilen
agents-closed = Mit Agenten und Lesenden arbeiten
agents-closed-hint = Lass Agenten anderer Programme an dieser Geschichte arbeiten, und lade Menschen ein, sie im Browser zu lesen, zu spielen und zu besprechen. Ohne Einladung oder Zugang von dir kommt niemand herein.
agents-reach = Wer kann es erreichen?
agents-reach-computer = Dieser Computer
agents-reach-network = Mein Netzwerk
agents-reach-hint = Alle in deinem Netzwerk können die Adresse erreichen. Was du schickst, ist nur verschlüsselt, wenn deine Einstellungsdatei ein Zertifikat nennt. Ohne Einladung kommt niemand hinein.
agents-open = Für Agenten öffnen
agents-close = Für Agenten schließen
agents-address = Adresse
agents-address-hint = Ein Agent verbindet sich mit dieser Adresse und /agent/NAME dahinter, ein Mensch mit /human/NAME.
agents-mcp = Adresse für MCP
agents-mcp-hint = Assistenten, die MCP sprechen, verbinden sich mit dieser Adresse. Sie bitten dich um eine Anmeldung oder nehmen einen Zugang als Bearer-Token.
agents-code = Code zur Anmeldung
agents-code-hint = Ein Programm, das sich anmeldet, öffnet eine Seite im Browser, und die fragt nach diesem Code.
agents-copy = Kopieren: { $what }
agents-copied = Kopiert

agents-connected = Gerade verbunden
agents-nobody = Noch ist niemand verbunden.
agents-kind = Für wen?
agents-kind-agent = Agent
agents-kind-human = Mensch
agents-actions = { $count ->
    [one] { $count } Aktion
   *[other] { $count } Aktionen
  }
agents-running = Gerade: { $action }
agents-last = Zuletzt: { $action }, { $ago }
agents-last-refused = Zuletzt: { $action }, nicht ausgeführt, { $ago }
agents-since = Verbunden { $ago }
agents-undo = Alles rückgängig machen
agents-undo-of = { $name }: Alles rückgängig machen
agents-undone = { $count ->
    [one] { $count } Änderung von { $name } rückgängig gemacht
   *[other] { $count } Änderungen von { $name } rückgängig gemacht
  }
agents-drop = Trennen
agents-drop-of = { $name }: Trennen

agents-chat = Chat

agents-traffic = { $connections ->
    [one] { $connections } Verbindung
   *[other] { $connections } Verbindungen
  }, { $received ->
    [one] { $received } Nachricht
   *[other] { $received } Nachrichten
  }
agents-traffic-received = Empfangene Nachrichten
agents-traffic-delivered = Gesendete Nachrichten
agents-traffic-queued = Warten auf den Versand
agents-traffic-skipped = Ausgelassen für langsame Empfänger
agents-traffic-median = Die Hälfte wird weitergeleitet innerhalb von
agents-traffic-p99 = 99 von 100 werden weitergeleitet innerhalb von
agents-traffic-ms = { $time } ms
agents-traffic-errors = Gesendete Fehler

agents-credentials = Wer sich verbinden kann
agents-level = Was ist erlaubt?
agents-level-of = Was { $name } darf
agents-level-none = Nichts
agents-level-read = Lesen
agents-level-comment = Kommentieren
agents-level-draft = Vorschlagen
agents-level-write = Schreiben
agents-level-read-hint = Liest die Geschichte und verfolgt, was geschieht.
agents-level-comment-hint = Liest und kommentiert Stellen. Ändert keinen Text.
agents-level-draft-hint = Änderungen warten in einem Entwurf, bis du sie annimmst.
agents-level-write-hint = Ändert die Geschichte direkt. Du kannst alles rückgängig machen.
agents-spend = Darf Geld ausgeben
agents-until = Endet { $when }
agents-until-of = Wann der Zugang von { $name } endet
agents-until-from-now = Ab jetzt: { $lifetime }
agents-only = nur { $methods }
agents-end = Zugang beenden
agents-end-of = { $name }: Zugang beenden

agents-add = Hereinlassen
agents-invite = Einladen
agents-name = Name
agents-name-hint = Buchstaben, Ziffern und - _ . : ohne Leerzeichen. Diesen Namen zeigt der Verlauf der Geschichte.
agents-name-person-hint = Diesen Namen zeigt der Verlauf der Geschichte.
agents-methods = Nur diese Werkzeuge
agents-methods-hint = Zum Beispiel: kv.read, text.write. Leer erlaubt alle Werkzeuge.
agents-lifetime = Wie lange?
agents-lifetime-10 = 10 Minuten
agents-lifetime-60 = 1 Stunde
agents-lifetime-480 = 8 Stunden
agents-lifetime-10080 = 1 Woche
agents-made = { $name } kann sich jetzt verbinden.
agents-made-address = Adresse dafür
agents-made-secret = Zugang
agents-made-hint = Kopiere den Zugang jetzt, er wird nicht wieder gezeigt. Gib ihn dem Programm in der Umgebungsvariable STAR_CREDENTIAL.
agents-invited = { $name } ist eingeladen.
agents-invitation = Einladung
agents-invitation-hint = Schicke diese Adresse weiter; sie wird nicht noch einmal gezeigt. Im Browser geöffnet, lässt sie unter diesem Namen die Geschichte lesen und dir schreiben.
agents-invitation-local = Diese Adresse funktioniert nur auf diesem Computer. Für Menschen an anderen Computern schließe wieder für Agenten, wähle „Mein Netzwerk“ und öffne erneut.
