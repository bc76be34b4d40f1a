### How the language writes quotations, lists and sentences.

punctuation-quote = „{ $words }“
punctuation-comma = {", "}
punctuation-space = {" "}
punctuation-clause = {", "}
