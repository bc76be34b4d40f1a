### 智能体与其他程序中的人：面板文字。

agents-title = 智能体
agents-closed = 与智能体协作
agents-closed-hint = 把这个故事开放给本机其他程序中的智能体和人。没有你发的凭证，谁也进不来。
agents-open = 对智能体开放
agents-close = 停止开放
agents-address = 地址
agents-address-hint = 智能体的连接地址是在后面加上 /agent/名称，人则加上 /human/名称。
agents-copy = 复制：{ $what }
agents-copied = 已复制

agents-connected = 正在连接
agents-nobody = 还没有人连接。
agents-kind = 给谁用？
agents-kind-agent = 智能体
agents-kind-human = 人
agents-actions = { $count } 次操作
agents-running = 正在执行：{ $action }
agents-last = 最近：{ $action }，{ $ago }
agents-last-refused = 最近：{ $action }，未执行，{ $ago }
agents-since = { $ago }连接
agents-undo = 全部撤销
agents-undo-of = 撤销 { $name } 所做的一切
agents-undone = 已撤销 { $name } 的 { $count } 处修改
agents-drop = 断开
agents-drop-of = 断开 { $name }

agents-credentials = 谁可以连接
agents-level = 可以做什么？
agents-level-of = { $name } 可以做什么
agents-level-none = 无权限
agents-level-read = 阅读
agents-level-draft = 提议
agents-level-write = 写入
agents-level-read-hint = 只阅读故事、了解动态。
agents-level-draft-hint = 它的修改先放进草稿，等你接受。
agents-level-write-hint = 直接修改故事。你可以全部撤销。
agents-spend = 可以花钱
agents-until = { $when }到期
agents-only = 仅限 { $methods }
agents-end = 收回权限
agents-end-of = 收回 { $name } 的权限

agents-add = 允许加入
agents-name = 名称
agents-name-hint = 故事的历史中会显示这个名称。
agents-methods = 只用这些工具
agents-methods-hint = 例如：kv.read、text.write。留空表示全部工具。
agents-lifetime = 有效多久？
agents-lifetime-10 = 10 分钟
agents-lifetime-60 = 1 小时
agents-lifetime-480 = 8 小时
agents-lifetime-10080 = 1 周
agents-made = { $name } 现在可以连接了。
agents-made-address = 它的地址
agents-made-secret = 它的凭证
agents-made-hint = 请现在复制凭证，之后不再显示。把它放进环境变量 STAR_CREDENTIAL 交给程序。
