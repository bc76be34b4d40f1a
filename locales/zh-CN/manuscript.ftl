### Words of the running text.

manuscript-title = 故事文稿
manuscript-pages = 连续文稿
manuscript-source = 阅读范围

manuscript-sources-story = 整个故事
manuscript-sources-selection = 所选
manuscript-sources-group = 分组
manuscript-sources-way = 到此的路径

manuscript-passages = { $count } 个场景
manuscript-words = { $count } 字
manuscript-replace = 全文查找和替换
manuscript-side-by-side = 并排
manuscript-one-text = 连续文稿
manuscript-left = 左边的场景
manuscript-right = 右边的场景
manuscript-name = 标题
manuscript-none = 还没有可读的内容
manuscript-none-hint = 在地图或大纲中选择场景，或阅读整个故事。
manuscript-goal = 故事的目标字数
