### What an editor shows that talks to the assistant: its modes, the answers to its questions.

editor-mode-review = Prüfen
editor-mode-review-note = Änderungen warten als Entwurf, bis du sie übernimmst
editor-mode-adopt = Direkt anwenden
editor-mode-adopt-note = Änderungen gelten sofort und sind jederzeit rückgängig zu machen
editor-mode-ask = Erst fragen
editor-mode-ask-note = Du bestätigst jede Änderung
editor-answer-allow = Erlauben
editor-answer-always = In dieser Unterhaltung immer
editor-answer-reject = Nicht erlauben
editor-discarded = Der Text darüber zählt nicht: Die Antwort des Modells war nicht brauchbar.
