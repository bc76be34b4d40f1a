### Words of the panel of variables.

variables-title = Variablen
variables-reading = Geschichte wird gelesen …
variables-none = Noch keine Variablen
variables-none-note = Wirkungen von Szenen und Entscheidungen setzen Variablen; Bedingungen und Texte lesen sie.
variables-others = Skripte oder Texte aus Ink oder Yarn können weitere Variablen verwenden.
variables-rename = „{ $name }“ umbenennen
variables-new-name = Neuer Name von „{ $name }“
variables-set =
    { $count ->
        [one] an { $count } Stelle gesetzt
       *[other] an { $count } Stellen gesetzt
    }
variables-read =
    { $count ->
        [one] an { $count } Stelle gelesen
       *[other] an { $count } Stellen gelesen
    }
variables-never-set = nie gesetzt
variables-never-read = nie gelesen
variables-place-enter = beim Betreten
variables-place-condition = Bedingung
variables-place-effect = Wirkung
variables-place-text = Text
variables-place-choice = „{ $label }“
variables-does-sets = setzt sie
variables-does-reads = liest sie
variables-does-both = liest und setzt sie
