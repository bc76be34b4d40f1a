### Words of the history of the whole story.

history-title = 历史
history-states = 快照
history-state-name = 快照的名称
history-state-hint = 例如“改写之前”
history-keep = 保存快照
history-named = 已保存快照“{ $name }”。
history-no-states = 快照能让你回到整个故事现在的样子。
history-restored = 故事已回到“{ $name }”时的样子
history-restore = 恢复
history-restore-this = 恢复“{ $name }”
history-rename-snapshot = 重命名…
history-delete-snapshot = 删除
history-delete-title = 删除快照“{ $name }”？
history-delete-note = 故事内容不变，以前的文字仍在历史记录里，只是这个时刻不再有名称。
history-cancel = 取消
history-new-name = “{ $name }”的新名称
history-more-of = “{ $name }”的更多操作
history-compare-this = “{ $name }”以来的改动
history-compared = { $count ->
    [0] 此后没有改动。
   *[other] 此后有 { $count } 处改动。
  }
history-steps = 改动
history-reading = 正在读取历史…
history-none = 还没有任何改动
history-none-hint = 每次改动都会记在这里，随时可以撤销。
history-more = 更早的改动
history-undo = 撤销此项
history-undo-this = 撤销：{ $what }
history-undone = 已撤销
history-draft = 在草稿中
history-turn = 一次请求，{ $count } 处改动
history-comma = 、
history-and-more = 还有 { $count } 项
history-number = 改动 { $numbers }
history-compare = 查看改动
history-made = { $part }：新建
history-gone = { $part }：已删除
history-changed = { $part }
history-deleted-card = 已删除的卡片
history-deleted-link = 已删除的连接
history-words = { $sign }{ $count } 字
history-first-words = {" "}· “{ $words }”

history-kinds-undo = 撤销了一处改动
history-kinds-redo = 重做了一处改动
history-kinds-restore = 恢复了快照
history-kinds-adopt = 采纳了草稿

history-parts-kv = 属性
history-parts-text = 正文
history-parts-image = 图片
history-parts-sound = 声音
history-parts-node = 标题与类型
history-parts-layout = 在地图上的位置
history-parts-edge = 连接
history-parts-play = 试玩设置
history-parts-story = 故事设置
history-parts-style_guide = 写作规范
history-parts-alternatives = 备选
history-parts-findings = 疑点
history-parts-facts = 剧情变化
history-parts-summary = 摘要
history-parts-languages = 语言
history-parts-glossary = 术语表
history-parts-translation = 译文
