### What the pages say that a client of MCP shows: the difference of a draft, the links around a node.

apps-draft = 等待审阅的改动
apps-draft-empty = 没有等待审阅的改动。
apps-draft-moved = 故事里此后已有改动
apps-draft-review = 请在 Storyteller 里审阅。
apps-draft-removed = 已移除
apps-draft-before = 之前
apps-draft-after = 之后
apps-part-text = 正文
apps-part-kv = 属性
apps-part-image = 图片
apps-part-play = 试玩设置
apps-part-node = 标题与类型
apps-part-edge = 连接
apps-part-layout = 地图上的位置
apps-comes-from = 来自
apps-leads-to = 通向
apps-nothing = 无
apps-in-group = 所在编组
apps-members = 组内卡片
apps-once = 只能选一次
apps-waiting = 正在载入…
apps-failed = 无法显示。
