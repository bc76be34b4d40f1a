### Words of the palette.

palette-title = 搜索与命令
palette-placeholder = 标题、正文中的词，或命令
palette-nodes = 节点
palette-texts = 正文
palette-actions = 命令
palette-tools = 工具
palette-none = 没有找到。试试更少的词。
