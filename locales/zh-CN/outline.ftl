### Words of the outline.

outline-title = 大纲
outline-story = 故事
outline-loose = 尚未连接

outline-kinds-scene = 场景
outline-kinds-character = 角色
outline-kinds-place = 地点
outline-kinds-note = 笔记
outline-kinds-group = 分组

outline-again = 见上文
outline-by = 经由选项“{ $label }”
outline-start = 故事从这里开始
outline-ending = 故事可以在这里结束
outline-problem = 有问题
outline-new-title = “{ $title }”的新标题
outline-into = 把{ $what }放入“{ $group }”
outline-out-of = 把{ $what }移出分组
outline-several = { $count } 张卡片
outline-empty-title = 这里还没有内容
outline-empty = 故事的所有卡片都会按阅读顺序列在这里。
outline-expand = 展开
outline-collapse = 收起

outline-filter = 筛选
