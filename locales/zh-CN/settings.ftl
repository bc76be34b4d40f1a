### Words of the settings.

settings-title = 设置
settings-close = 关闭
settings-save = 保存
settings-saved = 已保存
settings-model = 助手
settings-provider = 模型来自
settings-builtin = 内置：读懂简单指令
settings-builtin-note = 内置助手无需密钥和网络。它能读懂简单的中英文指令，例如“把主角名字改成 Neo”或“在码头之后添加场景”。它不会写文章。
settings-provider-local = { $name }（本机）
settings-provider-own = 自己的服务器（OpenAI 接口）
settings-name = 模型
settings-name-fault = 请填写模型
settings-name-placeholder = 提供方所用的名称
settings-address = 地址
settings-address-note = 留空：{ $address }
settings-address-own = API 的起点：http://127.0.0.1:8080/v1
settings-key = 密钥
settings-key-there = 密钥保存在 { $place }。粘贴新的即可替换。
settings-key-none = 还没有密钥。它会存入钥匙串，不再显示。
settings-key-forget = 删除密钥
settings-list = 它的模型…
settings-list-hide = 收起列表
settings-listed = 服务器上的模型（{ $count } 个）
settings-list-empty = 服务器没有列出模型。请按提供方的写法填写名称。
settings-window = { $size } 个词元
settings-conversations = 对话
settings-tools = 给助手看的工具

settings-tool-choices-all = 全部
settings-tool-choices-fitting = 合适的几个
settings-tool-choices-project_cli = 一个通用的

settings-tool-notes-all = 每次请求都带上所有工具。最稳妥，但要读的最多。
settings-tool-notes-fitting = 当前节点的工具、与你的话相符的工具，以及一个查找其他工具的工具。适合窗口较小的模型。
settings-tool-notes-project_cli = 只给 project_cli，由它调用其他所有工具。要读的最少。

settings-long = 对话变长之后
settings-long-note = 不会删除任何内容：没有发送的仍留在对话里。
settings-place = 适用范围

settings-places-settings = 所有故事
settings-places-story = 这个故事
settings-places-thread = 这次对话

settings-strategy = 发送哪些内容
settings-strategy-wider = 沿用更大范围的选择：{ $name }

settings-strategies-std-sliding-window = 最近的几轮
settings-strategies-std-summarization-strategy = 摘要与最近的几轮
settings-strategies-std-entity-extraction = 你描述的状态与最近的几轮

settings-strategy-notes-std-sliding-window = 从最近的一轮起，窗口放得下多少轮就发送多少轮。
settings-strategy-notes-std-summarization-strategy = 较早的几轮折叠成摘要，一同发送。
settings-strategy-notes-std-entity-extraction = 较早几轮的结论按你定的结构保存为数据。

settings-strategy-faults-threshold = 请填写不小于 1 的整数
settings-strategy-faults-fold = 请填写不小于 1 的整数
settings-strategy-faults-schema = 这不是 JSON 对象

settings-threshold = 完整保留的轮数
settings-fold = 每次折叠的轮数
settings-light = 负责整理的模型
settings-light-note = 写作“提供方:模型”，宜用小而快的；留空：使用对话的模型
settings-schema = 状态的结构
settings-schema-note = JSON Schema：有哪些字段，各存什么
settings-allowed = 这次对话中无需询问的操作
settings-allowed-note = 你曾回答“本次对话都可以”。收回之后，它会再次询问。
settings-allowed-none = 没有。回答“本次对话都可以”之后，会列在这里。
settings-revoke = 收回
settings-revoke-of = 收回：{ $name }
settings-test = 测试连接
settings-testing = 正在询问…
settings-works = 可以使用，{ $ms } 毫秒后回答。

settings-outcomes-key_refused = 没有密钥，或密钥被拒绝。请在上面粘贴正确的密钥。
settings-outcomes-no_credit = 账户余额不足。
settings-outcomes-model_unknown = 服务器上没有这个名称的模型。
settings-outcomes-not_reachable = 这个地址没有回应。请确认服务器正在运行、地址无误。
settings-outcomes-busy = 服务器繁忙，请稍后再试。
settings-outcomes-misconfigured = 这些设置无法一起使用。
settings-outcomes-failed = 没有成功。

settings-has = 它提供：{ $models }
settings-started-with = 本程序启动时指定了模型 { $name }，优先于此处的选择。
settings-image-model = 图像模型
settings-image-model-note = builtin 在本机画简单的画面；其他写作“提供方:模型”，使用该提供方的密钥。
settings-autonomy = 它可以自行做什么

settings-autonomies-review = 审阅
settings-autonomies-adopt = 直接采纳
settings-autonomies-ask = 逐一询问

settings-autonomy-notes-review = 它的修改作为草稿，等你采纳。
settings-autonomy-notes-adopt = 立即写入；一轮修改可一步撤销。
settings-autonomy-notes-ask = 每次修改都等你同意。

settings-look = 窗口
settings-language = 语言

settings-languages-en = English
settings-languages-zh = 简体中文

settings-theme = 外观
settings-scale = 界面大小
settings-scale-browser = 在浏览器中，请使用浏览器的缩放。
settings-author = 历史记录中的署名
settings-author-note = 留空：使用账户名
settings-file = 保存在 { $file }
settings-file-none = 此系统没有存放设置的文件夹。
