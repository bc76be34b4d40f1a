### Words of the palette.

palette-title = 搜索与命令
palette-placeholder = 搜索标题、正文或命令
palette-nodes = 卡片
palette-recent = 最近
palette-texts = 正文
palette-find-all = 查找所有“{ $words }”
palette-actions = 命令
palette-tools = 工具
palette-none = 没有找到。试试少输几个词。
