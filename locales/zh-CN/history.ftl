### Words of the history of the whole story.

history-title = 历史
history-states = 已命名的状态
history-state-name = 给故事现在的样子起个名字
history-state-hint = 例如“改写之前”
history-keep = 命名此状态
history-named = 已记为“{ $name }”。
history-no-states = 给故事现在的样子起个名字，以后随时可以回来。
history-restore = 回到这里
history-restore-this = 回到“{ $name }”
history-steps = 步骤
history-reading = 正在读取历史…
history-none = 还没有任何改动
history-none-hint = 每次改动都会记在这里，随时可以撤销。
history-more = 更早的步骤
history-undo = 撤销这一步
history-undo-this = 撤销：{ $what }
history-undone = 已撤销
history-draft = 在草稿中
history-turn = 一次请求，{ $count } 处改动
history-comma = 、
history-and-more = 还有 { $count } 项
history-number = 改动 { $numbers }
history-compare = 比较
history-made = { $part }：新建
history-gone = { $part }：已删除
history-changed = { $part }

history-kinds-undo = 撤销了一步
history-kinds-redo = 重做了一步
history-kinds-restore = 回到了已命名的状态
history-kinds-adopt = 采纳了草稿

history-parts-kv = 属性
history-parts-text = 正文
history-parts-image = 图片
history-parts-node = 标题与类型
history-parts-layout = 在地图上的位置
history-parts-edge = 连接
history-parts-play = 试玩
history-parts-story = 故事本身
