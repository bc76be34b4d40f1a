### Words of the settings.

settings-title = 设置
settings-close = 关闭
settings-save = 保存
settings-saved = 已保存
settings-model = 助手
settings-provider = 模型来源
settings-builtin = 内置：听懂简单指令
settings-builtin-note = 内置助手无需密钥和网络。它听得懂简单的中英文指令，例如“把主角名字改成 Neo”或“在码头之后添加场景”。它不会写文章。
settings-provider-local = { $name }（本机）
settings-provider-own = 兼容 OpenAI 的服务器
settings-provider-agent = 本机上的智能体
settings-name = 模型
settings-name-fault = 请填写模型
settings-name-placeholder = 例如 gpt-5-mini
settings-address = 地址
settings-address-note = 留空则为 { $address }
settings-address-own = API 的起点，例如 http://127.0.0.1:8080/v1
settings-key = 密钥
settings-key-there = 密钥保存在 { $place }。粘贴新的即可替换。
settings-key-none = 还没有密钥。密钥会存入钥匙串，不再显示。
settings-key-forget = 删除密钥
settings-list = 列出模型…
settings-list-hide = 收起列表
settings-listed = 服务器上的模型（{ $count } 个）
settings-list-empty = 服务器没有列出模型。请按提供方的写法填写名称。
settings-window = { $size } 个词元
settings-conversations = 对话
settings-of-tools = 给模型的工具

settings-of-tools-all = 全部
settings-of-tools-fitting = 仅相关的
settings-of-tools-project_cli = 单一入口

settings-of-tools-all-note = 每次请求都带上所有工具。最稳妥，但占用词元最多。
settings-of-tools-fitting-note = 与打开的场景和你的话相关的工具，另有一个用来查找其余工具。适合上下文窗口较小的模型。
settings-of-tools-project_cli-note = 只给 project_cli，由它调用其他所有工具。占用词元最少。

settings-of-limit_steps = 每次请求的步数
settings-of-limit_steps-note = 留空则为 25
settings-of-limit_tokens = 每次请求的词元数
settings-of-limit_tokens-note = 留空则不限
settings-of-limit_pictures = 每次请求的收费图片数
settings-of-limit_pictures-note = 留空则为 8

settings-long = 对话变长时
settings-long-note = 不会删除任何内容，没有发送的仍留在对话里。
settings-place = 适用范围

settings-places-settings = 所有故事
settings-places-story = 这个故事
settings-places-thread = 这次对话

settings-strategy = 发送哪些内容
settings-strategy-wider = 与更大范围的设置相同：{ $name }

settings-strategies-std-sliding-window = 最近的请求
settings-strategies-std-summarization-strategy = 摘要和最近的请求
settings-strategies-std-entity-extraction = 你定义的事实和最近的请求

settings-strategy-notes-std-sliding-window = 从最近的请求起，放得下多少就发送多少。
settings-strategy-notes-std-summarization-strategy = 较早的请求压缩成摘要，一同发送。
settings-strategy-notes-std-entity-extraction = 较早请求得出的事实，按你定义的结构保存为数据。

settings-strategy-faults-threshold = 请填写不小于 1 的整数
settings-strategy-faults-fold = 请填写不小于 1 的整数
settings-strategy-faults-schema = 这不是 JSON 对象

settings-threshold = 完整发送的请求数
settings-fold = 每次压缩的请求数
settings-light = 负责整理的模型
settings-light-note = 填“提供方:模型”，宜用小而快的；留空则使用对话的模型
settings-schema = 事实的结构
settings-schema-note = JSON Schema：有哪些字段，各存什么
settings-allowed = 本次对话中始终允许
settings-allowed-note = 这些你选过“本次对话都可以”。移除之后，助手会再次询问。
settings-allowed-none = 还没有。助手询问时选“本次对话都可以”，就会列在这里。
settings-revoke = 移除
settings-revoke-of = 移除：{ $name }
settings-test = 测试连接
settings-testing = 正在测试…
settings-works = 连接成功，{ $ms } 毫秒后回答。

settings-outcomes-key_refused = 没有密钥，或密钥被拒绝。请在上面粘贴正确的密钥。
settings-outcomes-no_credit = 账户余额不足。
settings-outcomes-model_unknown = 服务器上没有这个模型。
settings-outcomes-not_reachable = 这个地址没有回应。请确认服务器正在运行、地址无误。
settings-outcomes-busy = 服务器繁忙，请稍后再试。
settings-outcomes-misconfigured = 这些设置无法一起使用。
settings-outcomes-failed = 没有成功。

settings-has = 可用的有：{ $models }
settings-started-with = Storyteller 启动时指定了模型 { $name }，因此不使用此处的设置。
settings-of-image_model = 图像模型
settings-of-image_model-note = builtin 在本机画简单的画面；其他模型填“提供方:模型”，使用该提供方的密钥。
settings-of-light_model = 后台模型
settings-of-light_model-note = 为你改动的场景保存摘要，并根据你的修改提议写作规范。填“提供方:模型”，使用该提供方的密钥，会产生少量费用。留空则不使用。
settings-of-autonomy = 工作方式

settings-of-autonomy-review = 审阅
settings-of-autonomy-adopt = 直接应用
settings-of-autonomy-ask = 逐一询问

settings-of-autonomy-review-note = 改动先放进草稿，等你采纳。
settings-of-autonomy-adopt-note = 改动立即生效；整个请求可一步撤销。
settings-of-autonomy-ask-note = 每处改动由你批准。

settings-look = 通用
settings-language = 语言

settings-theme = 外观
settings-of-scale = 界面大小
settings-scale-browser = 在浏览器中，请使用浏览器的缩放。
settings-of-author = 历史记录中的署名
settings-of-author-note = 留空则使用账户名
settings-of-backup_minutes = 备份间隔（分钟）
settings-of-backup_minutes-note = 故事打开期间定时备份，关闭时也会备份。0 表示不备份
settings-file = 保存在 { $file }
settings-file-none = 此系统没有存放设置的文件夹。

settings-writing = 写作
settings-writing-font = 字体
settings-writing-fonts-serif = 衬线
settings-writing-fonts-sans = 无衬线
settings-writing-fonts-mono = 打字机
settings-writing-measure = 行宽
settings-writing-measures-narrow = 窄
settings-writing-measures-usual = 适中
settings-writing-measures-wide = 宽
settings-writing-size = 字号
settings-writing-spelling = 拼写检查
settings-writing-spelling-browser = 与浏览器一致
settings-writing-indent = 段首缩进
settings-writing-smart = 输入时自动使用弯引号和破折号
settings-writing-typewriter = 正在写的一行保持居中
settings-writing-goal = 每日字数
settings-writing-goal-note = 留空则不设目标。只统计你在这台电脑上亲自输入的字数。

settings-plugins = 插件
settings-plugins-note = 为助手提供更多工具的程序（MCP 服务器）。它们的回答只是给助手的资料，不会被当作指令。
settings-plugins-none = 还没有插件。
settings-plugins-phases-starting = 正在启动…
settings-plugins-phases-running = 运行中
settings-plugins-phases-failed = 无法使用
settings-plugins-phases-stopped = 已停止
settings-plugins-phases-waiting = 打开故事时启动
settings-plugins-start = 启动
settings-plugins-start-of = 启动：{ $name }
settings-plugins-restart = 重试
settings-plugins-restart-of = 重试：{ $name }
settings-plugins-stop = 停止
settings-plugins-stop-of = 停止：{ $name }
settings-plugins-edit = 修改
settings-plugins-edit-of = 修改：{ $name }
settings-plugins-remove = 移除
settings-plugins-remove-of = 移除：{ $name }
settings-plugins-remove-sure = 确定移除？
settings-plugins-remove-sure-of = 确定移除：{ $name }
settings-plugins-signin = 登录
settings-plugins-signin-of = 登录：{ $name }
settings-plugins-signin-needed = 登录后才能使用
settings-plugins-signin-waiting = 请在浏览器里打开的页面上登录。
settings-plugins-signin-copy = 复制页面地址
settings-plugins-signin-copy-of = 复制登录页面的地址：{ $name }
settings-plugins-signin-cancel-of = 不登录：{ $name }
settings-plugins-signin-done = 你已登录。
settings-plugins-signout = 退出登录
settings-plugins-signout-of = 退出登录：{ $name }
settings-plugins-tools-of = { $name } 的工具
settings-plugins-permission-of = { $tool } 的权限
settings-plugins-permissions-allow = 允许
settings-plugins-permissions-ask = 先询问
settings-plugins-permissions-refuse = 禁止
settings-plugins-changed = 你允许过这个工具，但它现在的说明变了。重新允许之前，每次都会询问。
settings-plugins-add = 添加插件
settings-plugins-change = 修改 { $name }
settings-plugins-name = 插件名称
settings-plugins-name-note = 字母、数字和 _。它的工具名以此开头。
settings-plugins-way = 连接方式
settings-plugins-way-command = 启动程序
settings-plugins-way-url = 连接到地址
settings-plugins-command = 命令
settings-plugins-command-note = 插件是在这台电脑上以你的权限运行的程序。只添加你信任的。
settings-plugins-args = 参数
settings-plugins-args-note = 每行一个
settings-plugins-env = 环境变量
settings-plugins-env-note = 名称=值，每行一个。值不会再显示；只写名称则保留原值。
settings-plugins-url = 插件地址
settings-plugins-url-note = 例如 http://127.0.0.1:4000/mcp
settings-plugins-key = 插件密钥
settings-plugins-key-none = 不需要密钥，或在那里登录，就留空。保存后不会再显示。
settings-plugins-key-there = 密钥已保存在{ $place }。粘贴新的即可替换。
settings-plugins-client = 自己的 OAuth 客户端
settings-plugins-client-note = 有些服务只接受在其网站上注册过的程序。请在那里注册一个返回 http://127.0.0.1 的桌面程序，把得到的内容粘贴到这里。
settings-plugins-client-id = 客户端 ID
settings-plugins-client-secret = 客户端密钥
settings-plugins-client-secret-none = 服务给了才需要填写。保存后不会再显示。
settings-plugins-cancel = 取消
settings-plugins-save = 保存插件

settings-about = 关于
settings-about-version = Storyteller { $version }
settings-about-license = 可以自由使用、修改和分享，任选 MIT 许可证或 Apache License 2.0。
settings-about-text = 许可证全文：{ $name }
settings-about-notices = 他人制作的组成部分
settings-about-no-notices = 他人制作的组成部分清单随安装包提供；这个版本在构建时没有附带。
