### Words of finding and replacing in all texts.

replace-title = 全文查找和替换
replace-note = 会先列出每一处。替换后撤销一次即可还原。
replace-close = 关闭
replace-find = 查找
replace-with = 替换为
replace-with-nothing = 留空则删去
replace-match-case = 区分大小写
replace-whole-word = 全词匹配
replace-scope = 范围

replace-where-all = 整个故事
replace-where-selected = 所选（{ $count }）

replace-places = 匹配
replace-hint = 输入要查找的文字。
replace-none = 没有找到。
replace-more = 还有 { $count } 处
replace-found = { $count ->
    [0] 没有找到
   *[other] { $nodes } 个场景中有 { $count } 处
  }
replace-replace = { $count ->
    [0] 替换
   *[other] 替换 { $count } 处
  }
replace-done = 已在 { $nodes } 个场景中替换 { $count } 处
