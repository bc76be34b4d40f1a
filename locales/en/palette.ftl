### Words of the palette.

palette-title = Search and commands
palette-placeholder = A title, words of a text, or a command
palette-nodes = Nodes
palette-texts = In the text
palette-actions = Commands
palette-tools = Tools
palette-none = Nothing found. Try fewer words.
