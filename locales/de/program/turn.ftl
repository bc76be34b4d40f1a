### What a turn of the assistant says itself: why it ended, what was done, what to do next. What is wrong with a model (turn-error-…) the program says in English itself.

turn-offer_to_continue = Schreib „weiter“, um hier fortzufahren.
turn-too_many_corrections = Angehalten: Zu viele Aufrufe waren so nicht ausführbar.
turn-too_many_corrections-advice = Sag genauer, was du möchtest, in kleineren Schritten, oder wähle ein anderes Modell.
turn-too_many_failures = Angehalten: { $failures } Aufrufe hintereinander sind fehlgeschlagen.
turn-too_many_failures-advice = Sag es anders oder versuche es noch einmal.
turn-output_limit_while_thinking = Das Modell hat seine ganze Antwortlänge für Gedanken verbraucht, bevor es ein Wort gesagt hat.
turn-output_limit_before_text = Das Modell hat seine Antwortlänge erreicht, bevor es ein Wort gesagt hat.
turn-output_limit_before_text-advice = Erhöhe output_tokens dieses Modells in den Einstellungen oder verlange weniger auf einmal.
turn-output_limit_in_text = An der größten Antwortlänge des Modells abgeschnitten.
turn-declined_without_words = Das Modell hat ohne ein Wort abgelehnt.
turn-declined = Das Modell oder der Filter seines Dienstes hat die Antwort hier beendet.
turn-withheld = Begonnene Aufrufe wurden nicht ausgeführt: { $names }.
turn-rephrase = Sag es anders oder wähle ein anderes Modell.
turn-empty_reply = Das Modell hat geantwortet, aber weder Text geschrieben noch ein Werkzeug aufgerufen.
turn-empty_reply-advice = Sende es noch einmal oder wähle ein anderes Modell.
turn-step_limit = { $steps ->
    [one] Nach { $steps } Schritt angehalten, der Grenze einer Runde.
   *[other] Nach { $steps } Schritten angehalten, der Grenze einer Runde.
  }
turn-token_limit = Nach { $tokens } Tokens angehalten; die Grenze einer Runde ist { $bound }.
turn-cost_limit = Nach Kosten von { $cost } angehalten; die Grenze einer Runde ist { $bound }.
turn-unpriced_tokens = Tokens sind nicht eingerechnet: In den Einstellungen steht kein Preis für dieses Modell.
turn-unpriced_pictures = Bilder ohne Preis in den Einstellungen sind nicht eingerechnet: { $pictures }.
turn-unpriced_both = Mangels Preisen in den Einstellungen nicht eingerechnet: Tokens und Bilder ({ $pictures }).
turn-picture_count_limit = { $bound ->
    [one] Nach { $bound } bezahlten Bild angehalten, der Grenze einer Runde.
   *[other] Nach { $bound } bezahlten Bildern angehalten, der Grenze einer Runde.
  }
turn-picture_cost_limit = Vor einem Bild für { $price } angehalten: { $spent } sind ausgegeben, und die Grenze einer Runde ist { $bound }.
turn-request_too_large = Was jede Anfrage enthält (die Anweisungen an das Modell, die Karte und die Werkzeuge), braucht etwa { $needed } Tokens; von den { $window } des Modells bleiben dafür neben der Antwort { $available }.
turn-request_found_too_long = Der Dienst fand die Anfrage zu lang ({ $said }), und was jede Anfrage enthält, braucht etwa { $needed } Tokens; viel kürzer geht es also nicht.
turn-request_too_large-advice = Gib dem Modell einen längeren Kontext (context_tokens in den Einstellungen und, wenn sein Server auf diesem Computer läuft, auch dort), wähle ein Modell mit größerem Fenster oder behalte weniger auf dieser Karte.
turn-turn_too_long = Diese Runde ist zu lang für das Modell geworden: Auch mit aufs Kürzeste gekürzten Ergebnissen braucht die nächste Anfrage etwa { $needed } Tokens, und Platz ist für { $available }.
turn-turn_too_long-advice = Verlange weniger auf einmal oder wähle ein Modell mit größerem Fenster.
turn-instruction_too_long = Was du geschrieben hast, ist zu lang für dieses Modell: Die Anfrage braucht etwa { $needed } Tokens, und Platz ist für { $available }.
turn-instruction_too_long-advice = Lege langen Text auf eine Karte und nenne sie, oder wähle ein Modell mit größerem Fenster.
turn-stopped = Von dir angehalten.
turn-reason = { $why }.
turn-reason_after_tries = { $why } ({ $tries }-mal versucht).
turn-advice_wait = Sende es etwas später noch einmal oder wähle ein anderes Modell.
turn-advice_connection = Prüfe die Verbindung, sende es später noch einmal oder wähle ein anderes Modell.
turn-advice_key = Trage in den Einstellungen den Schlüssel des Anbieters ein und sende es noch einmal.
turn-advice_credit = Lade das Konto beim Anbieter auf oder wähle ein anderes Modell.
turn-advice_shorter = Beginne eine neue Unterhaltung, verlange weniger auf einmal oder wähle ein Modell mit größerem Fenster.
turn-advice_settings = Prüfe Namen und Optionen des Modells in den Einstellungen oder wähle ein anderes Modell.
turn-advice_again = Sende es noch einmal, verlange weniger auf einmal oder wähle ein anderes Modell.
turn-advice_go_on = Sende es noch einmal, um fortzufahren.

turn-error-rate_limited = { $provider } bittet um weniger Anfragen
turn-error-rate_limited_for = { $provider } bittet um weniger Anfragen; neuer Versuch in { $seconds } s
turn-error-overloaded = { $provider } meldet einen Fehler ({ $status }): { $message }
turn-error-unreachable = { $provider } ist nicht erreichbar: { $message }
turn-error-broken_off = Die Antwort von { $provider } ist abgebrochen: { $message }
turn-error-unauthorized = { $provider } lehnt den Schlüssel ab: { $message }
turn-error-no_credit = Das Konto bei { $provider } hat kein Guthaben mehr: { $message }
turn-error-too_long = Die Unterhaltung ist zu lang für { $provider }: { $message }
turn-error-refused = { $provider } lehnt ab: { $message }
turn-error-bad_request = { $provider } nimmt diese Anfrage nicht an ({ $status }): { $message }
turn-error-bad_tool_call = { $provider } konnte den Werkzeugaufruf des Modells nicht lesen: { $message }
turn-error-unreadable = Die Antwort von { $provider } ist nicht lesbar: { $message }
turn-error-empty = { $provider } hat geantwortet, aber nichts gesagt
turn-error-cancelled = angehalten

turn-wrote = { $capability } von { $title }, Version { $version }
turn-took_away = { $capability } von { $title } entfernt
turn-call = { $tool } ({ $what })
turn-and_more = { $listed } und { $more } weitere
turn-nothing_changed = Nichts wurde geändert.
turn-done = Erledigt: { $calls }.
turn-not_done = Nicht erledigt: { $calls }.
turn-not_run = Nicht ausgeführt: { $names }.

turn-interrupted = Unterbrochen: Das Programm wurde beendet, bevor diese Runde fertig war.
turn-doubtful = Ob das ausgeführt wurde, zeigt die Geschichte: { $tool }.
turn-nothing_runs_again = Von selbst wird nichts noch einmal ausgeführt; schreib „weiter“, um fortzufahren.

# Beginnings of words by which a person asks for a removal, and words that negate them; never shown.
turn-words_of_removal = lösch, entfern, tilg, streich, verwirf, verwerf, wirf, leere, zusammenführ, wiederherstell, zurücksetz
turn-words_of_negation = nicht, nichts, nie, niemals, ohne, kein, keine, keinen, keiner, keines
