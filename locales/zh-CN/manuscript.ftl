### Words of the running text.

manuscript-title = 故事文稿
manuscript-pages = 连续文稿
manuscript-source = 阅读范围

manuscript-sources-story = 整个故事
manuscript-sources-selection = 所选
manuscript-sources-group = 分组
manuscript-sources-way = 到此的路径

manuscript-passages = { $count } 节
manuscript-words = { $count } 字
manuscript-replace = 在所有正文中查找和替换
manuscript-side-by-side = 并排两节
manuscript-one-text = 连续文稿
manuscript-left = 左边的一节
manuscript-right = 右边的一节
manuscript-name = 标题
manuscript-none = 这里没有可读的内容
manuscript-none-hint = 在地图或大纲中选择节点，或阅读整个故事。
