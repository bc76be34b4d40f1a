### Words of the reading.

play-title = 试玩
play-loading = 正在打开…
play-back = 后退
play-again = 从头开始
play-path = 走过的路

play-stopped-gone = 故事已改动：从“{ $node }”已无法选“{ $choice }”（第 { $step } 步）。
play-stopped-closed = 故事已改动：在“{ $node }”，“{ $choice }”现在未开放（第 { $step } 步）。
play-stopped-unread = 在“{ $node }”，“{ $set }”无法识别（第 { $step } 步）。

play-faults-state = 这些变量无法识别。请写成：金币 = 5; 见过 = true; 名字 = "尼奥"。
play-faults-gone = 这次试玩的起点已不存在，请从别处开始。

play-needs = 需要 { $condition }
play-otherwise = 而现在还有其他选项可选
play-holds = { $name } 为 { $value }
play-unset = { $name } 未设置
play-comma = ，
play-taken = 它只能选一次，已经选过了。
play-unread = 它的条件无法识别，因此总是开放。
play-blank = 这里还没有写内容。
play-end = 全文完。
play-stuck = 从这里无路可走。
play-closed = 这里的选项都未开放。
play-variables = 变量
play-no-variables = 还没有变量。
play-value = { $name } 的值
play-new-variable = 设置变量，例如 金币 = 5
play-places = 起点
play-from-start = 从故事开头
play-from-node = 从“{ $title }”
play-with-state = 带上变量：金币 = 5; 见过 = true
play-take-state = 取当前变量
play-kept = 保存的位置
play-place-name = 为此处命名
play-keep = 保存此处
play-right-here = 直接从“{ $name }”开始，不重走路径
play-forget = 移除“{ $name }”
