### Words of the cards: prose, attributes, pictures.

cards-run-running = 正在运行…
cards-run-stopping = 正在停止…
cards-run-cancel = 取消


cards-text-beside = 这份草稿有 { $count } 处改动
cards-text-besideKeys = F7 下一处 · Alt+Enter 采纳 · Alt+Backspace 放弃
cards-text-takePassage = 采纳
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

cards-text-links-go = { $keys }+单击或按 F12 打开
cards-text-links-make = { $keys }+单击或按 F12 新建
cards-text-links-create = 新建“{ $title }”
cards-text-links-none = 还没有“{ $title }”。
cards-text-links-nearly = 大小写与标题不同，导出后这个链接会失效。

cards-text-hint = 开始写吧…
cards-text-words = { $count } 字
cards-text-today = 今日 { $count } 字
cards-text-goal = 今日 { $today } / { $goal } 字
cards-text-session = 打开窗口以来 { $count } 字
cards-text-words-of = { $words } / { $goal } 字
cards-text-goal-scene = 本场景的目标字数
cards-text-goal-key = 目标字数
cards-text-saving = 正在保存…
cards-text-saved = 已保存
cards-text-retry = 重试
cards-text-focus = 专注写作
cards-text-leave = 回到故事
cards-text-changed = 你写作时，这段正文在别处被修改了。
cards-text-choose = 保留哪些文字
cards-text-keep-theirs = 保留对方的
cards-text-keep-both = 两者都保留
cards-text-keep-mine = 保留我的
cards-text-side-theirs = 对方的文字
cards-text-side-mine = 你的文字
cards-text-side-nothing = 已删除
cards-text-settleNote = 其余内容已经合并。另一版本仍在历史中，撤销即可找回你的文字。
cards-text-settle = 用这些文字继续

cards-comments-selection = 批注…
cards-comments-open = 为所选文字添加批注
cards-comments-title = 批注
cards-comments-title-add = 新批注
cards-comments-says = 批注内容
cards-comments-add = 添加批注
cards-comments-cancel = 取消
cards-comments-close = 关闭
cards-comments-none = 这段文字没有未处理的批注。
cards-comments-gone = 这段文字已经改动或已不在这里
cards-comments-show = 查看原文
cards-comments-resolve = 标为已处理
cards-comments-button = 批注：{ $count } 条
cards-rewrite-open = 改写所选文字
cards-rewrite-selection = 改写…
cards-rewrite-title = 改写
cards-rewrite-title-caret = 从这里续写
cards-rewrite-close = 关闭
cards-rewrite-own = 想怎么改？
cards-rewrite-go = 开始
cards-rewrite-back = 返回
cards-rewrite-task-rephrase = 换个说法
cards-rewrite-task-expand = 扩写
cards-rewrite-task-shorten = 缩短
cards-rewrite-task-tone = 换语气…
cards-rewrite-task-continue = 续写
cards-rewrite-task-translate = 翻译…
cards-rewrite-ask-tone = 什么语气？
cards-rewrite-ask-translate = 译成哪种语言？
cards-rewrite-tone-warmer = 更温暖
cards-rewrite-tone-colder = 更冷
cards-rewrite-tone-tenser = 更紧张
cards-rewrite-tone-lighter = 更轻松幽默
cards-rewrite-tone-plainer = 更平实
cards-rewrite-tone-lyrical = 更抒情
cards-rewrite-waiting = 正在等待模型…
cards-rewrite-stop = 停止
cards-rewrite-new = 新的文字
cards-rewrite-take = 采纳
cards-rewrite-take-part = 采纳这些改动
cards-rewrite-another = 换一个
cards-rewrite-other = 换个要求
cards-rewrite-by-word = 逐词选择
cards-rewrite-count = { $after } 字
cards-rewrite-counts = { $before } → { $after } 字
cards-rewrite-change = “{ $removed }”改为“{ $added }”
cards-rewrite-nothing = 无
cards-rewrite-cut = 模型已到输出上限，这段文字没有写完。
cards-rewrite-lost = 少了这些连接：{ $titles }
cards-rewrite-gone = 这段文字已有改动。请重新选择再改写。

cards-kv-label = 属性
cards-kv-key = 属性名：{ $key }
cards-kv-value = “{ $key }”的值
cards-kv-remove = 删除“{ $key }”
cards-kv-new-key = 新属性
cards-kv-new-value = 值
cards-kv-aliases = 别名
cards-kv-alias-short = 其他称呼
cards-kv-alias-hint = 其他称呼，用逗号隔开；正文用这些称呼提到时也能找到
cards-kv-add = 添加属性
cards-kv-double = 已经有“{ $key }”了，请在上面修改它的值。
cards-kv-unsaid = –
cards-kv-item = 添加到“{ $key }”…
cards-kv-item-remove = 从“{ $key }”移除“{ $item }”

cards-image-none = 还没有图片。描述画面即可生成，也可以拖入或粘贴图片。
cards-image-own = 上传…
cards-image-own-label = 上传图片
cards-image-gone = 为节省空间，这张图片已被清理。
cards-image-unnamed = 图片
cards-image-seed = 种子 { $seed }
cards-image-variants = 已有的图片
cards-image-variant = 使用第 { $number } 张：{ $prompt }
cards-image-painting = 生成图片
cards-image-prompt = 描述画面
cards-image-ratio = 比例
cards-image-paint = 生成
cards-image-running = 正在生成…

cards-play-ending = 故事可以在这里结束
cards-play-enter = 读者来到这里时，设置：
cards-play-enter-hint = 例如：gold = gold + 5; met_neo = true

cards-draft-line = 正在查看草稿，还没有应用任何改动。
cards-draft-back = 回到故事

cards-other-none = 这里还是空的。
cards-other-no = 否
cards-other-yes = 是
cards-other-do = 执行
