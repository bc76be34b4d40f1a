### Words of the reading.

play-title = 试玩
play-loading = 正在打开…
play-back = 后退
play-again = 从头开始
play-sound-off = 关闭声音
play-sound-on = 打开声音
play-comment = 为这个场景添加批注
play-commented = 已添加批注
play-nothing-to-comment = 这个场景还没有可以批注的正文。
play-path = 走过的路

play-stopped-gone = 故事已改动：“{ $node }”已没有选项“{ $choice }”（第 { $step } 步）。
play-stopped-closed = 故事已改动：“{ $node }”的选项“{ $choice }”现在不可选（第 { $step } 步）。
play-stopped-unread = “{ $node }”的“{ $set }”读不懂（第 { $step } 步）。

play-faults-state = 这些变量读不懂。请写成：金币 = 5; 见过 = true; 名字 = "尼奥"。
play-faults-gone = 这次试玩的起点已不在了，请从别处开始。

play-needs = 需要 { $condition }
play-otherwise = 而现在还有别的选项
play-holds = { $name } 为 { $value }
play-unset = { $name } 未设置
play-comma = ，
play-taken = 已经选过了，这个选项只能选一次。
play-unread = 条件读不懂，因此总是可选。
play-blank = 这个场景还没有正文。
play-end = 全文完。
play-stuck = 这里没有选项。
play-closed = 这里没有可选的选项。
play-variables = 变量
play-no-variables = 还没有变量。
play-value = { $name } 的值
play-new-variable = 设置变量，例如 金币 = 5
play-places = 起点
play-from-start = 从故事开头
play-from-node = 从“{ $title }”
play-with-state = 带上变量：金币 = 5; 见过 = true
play-take-state = 使用当前变量
play-kept = 书签
play-place-name = 书签名称
play-keep = 添加书签
play-right-here = 直接从“{ $name }”开始，不重走路径
play-forget = 删除书签“{ $name }”

play-script-error = { $language } 有错误，这里只能按连接试玩：{ $message }
play-script-error-in = “{ $title }”的 { $language } 有错误，这里只能按连接试玩：{ $message }
play-script-show = 查看“{ $title }”
play-script-problem = 脚本报告了问题：{ $message }
play-left-out = 以下内容在这里不会像在原程序中那样运行：{ $parts }。
play-left-out-and = ；
play-leaves-conditional_text = 有条件的文字
play-leaves-alternatives = 多选文字（总是显示第一个）
play-leaves-weaves = 汇合点和嵌套选项（同时全部显示）
play-leaves-ink_calls = 函数、隧道和线程
play-leaves-assignments = 开头文字之后的变量改动
play-leaves-yarn_commands = 命令和数值
play-leaves-macros = 宏和脚本
play-language = 试玩语言
