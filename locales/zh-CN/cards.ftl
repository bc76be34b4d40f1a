### Words of the cards: prose, attributes, pictures.

cards-run-running = 正在运行…
cards-run-stopping = 正在停止…
cards-run-cancel = 取消

cards-close = 关闭

cards-text-beside = 这份草稿有 { $count } 段与故事不同
cards-text-besideKeys = F7 下一段 · Alt+Enter 采纳 · Alt+Backspace 放弃
cards-text-takePassage = 采纳到故事
cards-text-dropPassage = 放弃
cards-text-label = “{ $title }”的正文

cards-text-find-find = 查找
cards-text-find-replace = 替换为
cards-text-find-next = 下一个
cards-text-find-previous = 上一个
cards-text-find-all = 全部
cards-text-find-matchCase = 区分大小写
cards-text-find-regexp = 正则表达式
cards-text-find-byWord = 全词匹配
cards-text-find-replaceOne = 替换
cards-text-find-replaceAll = 全部替换
cards-text-find-close = 关闭

cards-text-links-go = { $keys }+单击或按 F12 前往
cards-text-links-make = { $keys }+单击或按 F12 新建
cards-text-links-none = 没有名为“{ $title }”的节点。
cards-text-links-nearly = 大小写与标题不一致，导出后这个链接会失效。

cards-text-hint = 从这里写起…
cards-text-words = { $count } 字
cards-text-saving = 正在保存…
cards-text-saved = 已保存
cards-text-retry = 重试
cards-text-focus = 专注写作
cards-text-leave = 回到故事
cards-text-changed = 你写作时，这段正文在别处被修改了。
cards-text-compare = 比较
cards-text-takeTheirs = 采用对方的
cards-text-keepMine = 保留我的
cards-text-compareTitle = 你的正文与另一份
cards-text-compareNote = 绿色是另一份独有的，红色是你独有的。保留你的，另一份仍在历史中；采用对方的，在正文里撤销即可找回你的。

cards-kv-label = 属性
cards-kv-key = 属性名：{ $key }
cards-kv-value = “{ $key }”的值
cards-kv-remove = 删除“{ $key }”
cards-kv-new-key = 新属性
cards-kv-new-value = 值
cards-kv-aliases = 别名
cards-kv-alias-short = 其他称呼
cards-kv-alias-hint = 其他称呼，用逗号隔开；正文提到时会认出来
cards-kv-add = 添加这条属性
cards-kv-double = 已经有“{ $key }”了，请在上面修改它的值。

cards-image-none = 还没有图片。写下画面内容就可以画一张，也可以拖入或粘贴自己的图片。
cards-image-own = 选择文件…
cards-image-own-label = 选择自己的图片
cards-image-gone = 为节省空间，这张图片已被清理。
cards-image-unnamed = 节点的图片
cards-image-seed = 种子 { $seed }
cards-image-variants = 画过的图片
cards-image-variant = 使用第 { $number } 张：{ $prompt }
cards-image-painting = 画一张图片
cards-image-prompt = 画面内容
cards-image-ratio = 比例
cards-image-paint = 绘制
cards-image-running = 正在绘制…

cards-play-ending = 故事可以在这里结束
cards-play-enter = 来到这里时变量如何变化
cards-play-enter-hint = 例如：gold = gold + 5; met_neo = true

cards-draft-line = 正在查看草稿，尚未采纳。
cards-draft-back = 回到故事

cards-other-none = 这里还是空的。
cards-other-no = 否
cards-other-yes = 是
cards-other-do = 执行
