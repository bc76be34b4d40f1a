### Words of the frame: the bar, the views, what goes wrong.

app-name = Storyteller

app-menus-story = Geschichte
app-menus-edit = Bearbeiten
app-menus-view = Ansicht
app-menus-quit = Beenden

app-close = Schließen
app-view = Ansicht

app-views-map = Pinnwand
app-views-text = Text
app-views-bible = Bibel

app-resize-outline = Breite der Gliederung
app-resize-side = Breite der Seitenleiste

app-toolbar = Geschichte
app-new-menu = Neue Karte nach Art
app-rename-story = Geschichte umbenennen
app-story-title = Titel der Geschichte
app-preferences = Einstellungen, Aussehen und Sprache
app-more-menu = Mehr: Spielen, Verlauf, Bereiche
app-story-menu = Diese Geschichte: schließen, importieren, exportieren, kopieren
app-back = Alle Geschichten
app-loading = Geschichte wird geöffnet …
app-message = { $name }: { $text }
app-message-show = Chat öffnen
app-backup-failed = Die Geschichte konnte nicht gesichert werden.
app-backup-show = Sicherungen zeigen
app-start-slow = Das Öffnen dauert länger als sonst.
app-start-failed = Deine Geschichten konnten nicht aufgelistet werden.
app-lost = Keine Verbindung. Dein Text bleibt hier und wird noch gespeichert.
app-restarted = Storyteller wurde neu gestartet. Öffne die Adresse, die es zuletzt ausgegeben hat; dein Text bleibt so lange hier.
app-copy-too-large = Diese Karten enthalten zu viele Bilder für die Zwischenablage. Kopiere weniger auf einmal.
app-paste-by-keys = Im Browser darf ein Menü die Zwischenablage nicht lesen. Füge mit Strg+V oder ⌘V ein.
app-paste-nothing = In der Zwischenablage sind weder Text noch Karten.
app-no-node = Wähle zuerst eine Karte aus. Das Bild kommt zu der Karte, an der du arbeitest.
app-no-node-sound = Wähle erst eine Karte. Der Ton kommt auf die Karte, an der du arbeitest.
app-notices = Meldungen
app-failed = Etwas ist schiefgegangen
app-failed-hint = Sieh nach, ob Storyteller noch läuft, und versuche es dann noch einmal.
app-retry = Noch einmal versuchen
app-broken = Ein Teil des Fensters funktioniert nicht mehr
app-broken-hint = Deine Geschichte ist sicher: Jede Änderung ist schon gespeichert.
app-show-again = Diesen Teil neu laden

app-progress-label = Läuft gerade
app-progress-more = und { $count } weitere

app-saved = Alles gespeichert
app-untitled = Geschichte ohne Titel
app-sides-left = Bereiche links
app-sides-right = Bereiche rechts
app-side-menu = Weitere Bereiche und wo sie stehen
app-tab-waiting = { $name }, { $what }
app-move-left = { $panel } nach links
app-move-right = { $panel } nach rechts
app-close-side = Diese Seite schließen

app-since = { $count ->
    [one] Seit du weg warst: { $count } Änderung von { $who }
   *[other] Seit du weg warst: { $count } Änderungen von { $who }
  }
app-since-show = Zeigen
app-folder-large = Dieser Ordner ist zu groß: Höchstens 256 MB in 100.000 Dateien werden gelesen. Wähle nur den Ordner der Geschichte.
app-folder-empty = In diesem Ordner sind keine Dateien.
app-removed = „{ $title }“ wurde anderswo gelöscht, während du darin geschrieben hast. Dein Text bleibt erhalten und kommt wieder, wenn das Löschen rückgängig gemacht wird.
app-removed-history = Verlauf zeigen
