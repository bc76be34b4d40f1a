### Words of the second page.

secondPage-title = Zweite Seite
secondPage-field = Karte zeigen …
secondPage-cards = Hier geöffnete Karten
secondPage-none = Hier ist noch keine Karte
secondPage-none-hint = Gib oben den Titel einer Karte ein, oder wähle im Menü einer Karte „Auf der zweiten Seite öffnen“. Sie bleibt hier, während du an anderen Karten arbeitest.
secondPage-loading = Wird geladen …
secondPage-go = Zu „{ $title }“ gehen
secondPage-close = „{ $title }“ von dieser Seite nehmen
secondPage-choices = Entscheidungen
