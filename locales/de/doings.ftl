### What a long call does now, said in the window's language; in English the program says it itself.

doings-adding-links = Verbindungen werden hinzugefügt
doings-adding-nodes = Karten werden hinzugefügt
doings-checking = Wird geprüft
doings-compiling-the-script = Das Skript wird übersetzt
doings-drawing-cards = Karten werden gezeichnet
doings-drawing-links = Verbindungen werden gezeichnet
doings-following-diverts = Sprüngen wird gefolgt
doings-following-jumps = Sprüngen wird gefolgt
doings-following-links = Links wird gefolgt
doings-keeping-pictures = Bilder werden gespeichert
doings-packing-the-picture = Bild wird verpackt
doings-painting = Wird gemalt
doings-reading-chapters = Kapitel werden gelesen
doings-reading-files = Dateien werden gelesen
doings-reading-links = Verbindungen werden gelesen
doings-reading-nodes = Karten werden gelesen
doings-reading-pages = Seiten werden gelesen
doings-reading-passages = Abschnitte werden gelesen
doings-reading-the-file = Datei wird gelesen
doings-reading-the-story = Geschichte wird gelesen
doings-reading-the-text = Text wird gelesen
doings-setting-pages = Seiten werden gesetzt
doings-writing-chapters = Kapitel werden geschrieben
doings-writing-links = Verbindungen werden geschrieben
doings-writing-nodes = Karten werden geschrieben
doings-writing-pages = Seiten werden geschrieben
