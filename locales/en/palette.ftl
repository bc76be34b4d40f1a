### Words of the palette.

palette-title = Search and commands
palette-placeholder = Search titles, text or commands
palette-nodes = Cards
palette-recent = Recent
palette-texts = In the text
palette-find-all = Find every “{ $words }”
palette-actions = Commands
palette-tools = Tools
palette-none = No results. Try fewer words.
