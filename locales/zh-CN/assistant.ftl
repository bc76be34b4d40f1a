### Words of the assistant.

assistant-title = 助手
assistant-thread = 对话
assistant-threads = 以前的对话
assistant-thread-line = { $title } · { $day }
assistant-new-thread = 新对话
assistant-all-threads = 所有对话…
assistant-threads-title = 对话
assistant-threads-filter = 搜索标题和内容
assistant-threads-none = 没有包含这些文字的对话。
assistant-threads-rename = 重命名“{ $title }”
assistant-threads-delete = 删除“{ $title }”
assistant-threads-new-title = “{ $title }”的新标题
assistant-threads-delete-title = 删除“{ $title }”？
assistant-threads-delete-note = 对话内容会被永久删除。助手对故事所做的修改会保留，仍然可以撤销。
assistant-threads-delete-yes = 删除
assistant-threads-cancel = 取消
assistant-threads-close = 关闭

assistant-prompts = 提示词
assistant-prompts-title = 提示词
assistant-prompts-note = 经常用到的指令。可以在这里选，也可以在消息里输入 / 或在“改写…”里使用。
assistant-prompts-close = 关闭
assistant-prompts-edit = 编辑提示词…
assistant-prompts-save-this = 存为提示词…
assistant-prompts-name = 名称
assistant-prompts-text = 提示词
assistant-prompts-example = 多展示，少讲述
assistant-prompts-example-text = 让情感通过动作和细节表现出来，篇幅不变。
assistant-prompts-save = 保存提示词
assistant-prompts-change = 保存更改
assistant-prompts-new = 新建提示词
assistant-prompts-delete = 删除“{ $name }”
assistant-prompts-replaces = 已有同名的提示词，保存会替换它。
assistant-turn = 较早的请求
assistant-ways = 建议
assistant-write = 写给助手的话
assistant-placeholder = 想改什么，直接说…
assistant-about = 关于：{ $title }
assistant-no-about = 不针对“{ $title }”
assistant-about-several = { $count } 张卡片
assistant-about-one = 内置助手一次只处理一张卡片。请选一张，或关闭“关于”。
assistant-about-too-many = 一条消息最多针对 { $most } 张卡片。请少选几张，或关闭“关于”，用文字说明指的是哪些。
assistant-pictures-unseen = 内置助手看不到图片。要让它看图，请在设置里选择一个语言模型。
assistant-send = 发送
assistant-attach = 添加图片
assistant-pictures = 附带的图片
assistant-picture = 第 { $number } 张图片
assistant-remove-picture = 移除第 { $number } 张图片
assistant-stop = 停止
assistant-unread = 输入 /命令，再写上值：文字、键=值，或一个 JSON 对象。

assistant-autonomy-label = 工作方式：
assistant-autonomy-review = 审阅
assistant-autonomy-reviewNote = 改动先放进草稿
assistant-autonomy-adopt = 直接应用
assistant-autonomy-adoptNote = 随时可以撤销
assistant-autonomy-ask = 逐一询问
assistant-autonomy-askNote = 每处改动由你批准

assistant-working = 正在处理…
assistant-queued = 等待发送
assistant-queued-note = 助手完成后发送
assistant-queued-back = 取回
assistant-thinking = 思考过程
assistant-retry = 连不上模型，正在重试（第 { $attempt } 次）：{ $reason }

assistant-ending-bounded = 已达到上限，停了下来
assistant-ending-refused = 模型拒绝了
assistant-ending-cancelled = 已停止
assistant-ending-failed = 助手遇到了问题

assistant-undo = 全部撤销
assistant-undo-one = 撤销此项
assistant-go-on = 继续
assistant-go-on-words = 继续
assistant-again = 再试一次
assistant-compare = 查看改动
assistant-uncompare = 收起改动
assistant-compared-of = “{ $title }”的改动：{ $what }
assistant-compared-pair = 版本 { $from } → { $to }
assistant-edited-by-you = 已按你的修改执行。

assistant-usage-plain = 输入 { $input } · 输出 { $output }
assistant-usage-cached = 输入 { $input }（缓存 { $cached }）· 输出 { $output }
assistant-usage-pictures = { $count } 张图片
assistant-usage-cost = 花费 { $cost }
assistant-usage-cost-full = 按设置中的价格计，单位与之相同；没有价格的部分未计入。
assistant-usage-no-price = 价格未知
assistant-usage-partly = 部分价格未知
assistant-usage-no-tokens = 花费不含词元：设置中没有这个模型的价格。
assistant-usage-no-pictures = 花费不含 { $count } 张图片：设置中没有图片模型的价格。
assistant-usage-no-price-full = 在设置文件中填写这个模型的价格，就能看到花费。
assistant-usage-full = 词元：输入 { $input }，其中 { $cached } 来自缓存；输出 { $output }

assistant-model-builtin = 内置助手
assistant-model-choose = 由 { $name } 回答，点此更换模型

assistant-context-open = 模型看到了什么
assistant-context-title = 模型看到了什么
assistant-context-note = 最近一次请求的全部内容
assistant-context-close = 关闭
assistant-context-reading = 正在读取…
assistant-context-filled = 已用 { $used } / { $limit } 个词元
assistant-context-tokens = { $count } 个词元

assistant-context-part-system = 指示
assistant-context-part-tools = 工具
assistant-context-part-story = 来自故事
assistant-context-part-memory = 对较早对话的记忆
assistant-context-part-messages = 消息
assistant-context-part-free = 空余

assistant-context-role-system = 程序
assistant-context-role-user = 你
assistant-context-role-assistant = 助手
assistant-context-role-tool = 工具

assistant-context-no-pieces = 有打开的场景就够了。
assistant-context-unnamed = 已删除的卡片
assistant-context-unshown = （放不下）
assistant-context-plugins = 来自插件
assistant-context-plugins-note = 插件提供的资料。固定的资料会在这次对话的每条消息前重新读取。
assistant-context-unpin-resource = 在这次对话中不使用{ $title }
assistant-context-pin = 始终提供“{ $title }”
assistant-context-unpin = 相关时才提供“{ $title }”
assistant-context-exclude = 从不提供“{ $title }”
assistant-context-include = 相关时再提供“{ $title }”

assistant-context-reason-pinned = 已固定
assistant-context-reason-named-in-the-instruction = 你的话里提到
assistant-context-reason-named-in-the-open-node = 打开的场景里提到
assistant-context-reason-leads-here = 通向这里
assistant-context-reason-follows-from-here = 从这里出发
assistant-context-reason-the-path-so-far = 来路

assistant-context-reason-found = 搜索“{ $word }”得到
assistant-context-reason-as = { $reason }（称作“{ $alias }”）

assistant-context-title_of-the-way-here = 到此的路径

assistant-context-background-title = 每次请求之后的整理
assistant-context-background-note = 轻量模型为保存这次对话的记忆所做的工作。
assistant-context-background-asked = { $count } 次调用
assistant-context-background-estimated = 部分为估算
assistant-context-background-waiting = 尚未完成，下次请求之后继续：{ $why }

assistant-undone = 已撤销。
assistant-copied-address = 已复制网址。
assistant-details = 详情
assistant-open = 打开“{ $title }”
assistant-version = 版本 { $number }
assistant-made = 新建
assistant-gone = 已删除
assistant-adopted = 已采纳
assistant-labeled = “{ $label }”
assistant-and-more = 还有 { $count } 项
assistant-many = { $name } × { $count }
assistant-words = { $before } → { $after } 字

assistant-state-done = 已完成
assistant-state-partial = 部分完成
assistant-state-failed = 没有成功
assistant-state-asks = 等你回答
assistant-state-runs = 进行中
assistant-state-unrun = 没有执行

assistant-part-kv = 属性
assistant-part-text = 正文
assistant-part-image = 图片
assistant-part-sound = 声音
assistant-part-node = 标题与类型
assistant-part-layout = 在地图上的位置
assistant-part-edge = 连接
assistant-part-story = 故事
assistant-part-play = 试玩设置
assistant-part-style_guide = 写作规范
assistant-part-alternatives = 备选
assistant-part-findings = 疑点
assistant-part-facts = 剧情变化
assistant-part-summary = 摘要

assistant-field-title = 标题
assistant-field-kind = 类型
assistant-field-from = 起点
assistant-field-to = 终点
assistant-field-label = 选项文字
assistant-field-order = 次序
assistant-field-condition = 条件
assistant-field-effect = 效果
assistant-field-ending = 结局
assistant-field-enter = 来到这里时
assistant-field-color = 颜色
assistant-field-parent = 分组

assistant-asks-read = 要查看这些吗？
assistant-asks-write = 要做这处改动吗？可以撤销。
assistant-asks-spend = 这可能要花钱，继续吗？
assistant-asks-destroy = 这无法撤销，继续吗？
assistant-asks-removes = 要从 { $of } 张卡片中删除 { $nodes } 张吗？可以撤销。
assistant-asks-approve = 可以
assistant-asks-edit = 修改…
assistant-asks-always = 本次对话都可以
assistant-asks-reject = 不行
assistant-asks-approveEdited = 可以，按我的修改
assistant-asks-back = 返回
assistant-asks-message = 应该怎么做？

assistant-draft-title = { $count } 处改动待审阅
assistant-draft-look = 在地图上显示
assistant-draft-unlook = 回到故事
assistant-draft-adoptAll = 全部采纳
assistant-draft-dropAll = 全部放弃
assistant-draft-adopt = 采纳
assistant-draft-drop = 放弃
assistant-draft-adoptOne = 采纳对“{ $title }”的改动
assistant-draft-dropOne = 放弃对“{ $title }”的改动
assistant-draft-removes = 将被删除。
assistant-draft-moved = 草稿写下之后，你又改过这里。
assistant-draft-movedAny = 草稿写下之后，你又改过故事。
assistant-draft-rebase = 更新草稿
assistant-draft-both = 你和草稿都改了{ $what }。草稿保留自己的写法，采纳前请看一看。
assistant-draft-taken-out = 对应的卡片或连接已不存在，已从草稿中取出：{ $what }。
assistant-draft-adopt_draft = 已采纳。
assistant-draft-drop_draft = 已放弃，故事没有变。
assistant-draft-gone = 这份草稿已经处理过了。

assistant-waiting-open = { $count } 份草稿待审阅
assistant-waiting-title = 待审阅的草稿
assistant-waiting-note = 来自所有对话。采纳之前什么都不会变。
assistant-waiting-none = 没有待审阅的草稿。

assistant-spoken-asks = 助手有一个问题。
assistant-spoken-done = 助手完成了。

assistant-welcome-title = 想做什么，直接说
assistant-welcome-what = 助手用的工具和你的一样，会告诉你它做了什么，而且都能撤销。内置助手不用联网，就在这台电脑上工作，听得懂简单的中英文指令。试试看：
assistant-welcome-examples = 例子
assistant-welcome-rename = 把“{ $title }”的名字改成 Neo 并生成一张头像
assistant-welcome-character = 添加角色“玛拉”
assistant-welcome-scene = 添加场景“雾”
assistant-welcome-after = 在“{ $title }”之后添加场景“雾”
assistant-welcome-portrait = 给“{ $title }”生成一张头像
assistant-welcome-attributes = 把“{ $title }”的年龄改成 37
assistant-welcome-model = 想自由聊天，请在设置里选择一个语言模型。

assistant-pictures-not-shown = 图片不会发给 { $model }。要让它看图，请在设置里选择能看图的模型；自己的服务器可在 settings.toml 的条目里写 “pictures = true”。
assistant-show-made = 在地图上显示
assistant-part-languages = 语言
assistant-part-glossary = 术语表
assistant-part-translation = 译文
