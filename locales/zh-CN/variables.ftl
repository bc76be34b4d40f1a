### Words of the panel of variables.

variables-title = 变量
variables-reading = 正在读取故事…
variables-none = 还没有变量
variables-none-note = 场景和选项的效果设置变量，条件和正文读取变量。
variables-others = 脚本，或来自 Ink、Yarn 的文本，可能还用到这里没有列出的变量。
variables-rename = 重命名“{ $name }”
variables-new-name = “{ $name }”的新名称
variables-set = 在 { $count } 处设置
variables-read = 在 { $count } 处读取
variables-never-set = 从未设置
variables-never-read = 从未读取
variables-place-enter = 进入时
variables-place-condition = 条件
variables-place-effect = 效果
variables-place-text = 正文
variables-place-choice = “{ $label }”
variables-does-sets = 设置
variables-does-reads = 读取
variables-does-both = 读取并设置
