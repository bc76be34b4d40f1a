### Words of the check and of the figures. What was found, why it matters and what a fix does (problems-says, -why, -mends) the program says in English itself.

problems-title = 问题
problems-badge = { $count } 个问题影响阅读
problems-checking = 正在检查故事…
problems-failed = 无法检查故事
problems-none = 没有发现问题
problems-none-hint = 每个场景都能到达，每个结局都已标记。
problems-more = 还有 { $count } 个未列出。
problems-fix-by = 修复：{ $words }
problems-mended = 已完成：{ $words }
problems-mended-hint = 可以撤销。

problems-severity-error = 错误
problems-severity-warning = 警告
problems-severity-note = 提示
problems-severity-hint = 未完成

problems-severities-breaking = 影响阅读
problems-severities-error = 错误
problems-severities-warning = 警告
problems-severities-note = 提示
problems-severities-hint = 未完成的部分

problems-kinds-no_start = 没有起始场景
problems-kinds-broken_link = 断开的链接
problems-kinds-script_error = 脚本有错误
problems-kinds-unreadable_condition = 条件读不懂
problems-kinds-unreadable_effect = 效果读不懂
problems-kinds-unreadable_code = 正文中的代码读不懂
problems-kinds-unreachable = 无法到达
problems-kinds-dead_end = 死路
problems-kinds-endless_loop = 走不出的循环
problems-kinds-never_offered = 永远不会出现的选项
problems-kinds-nothing_open = 读者可能没有选项
problems-kinds-used_up = 读者会用完选项
problems-kinds-letter_case = 大小写不一致
problems-kinds-link_without_edge = 地图上缺少连接
problems-kinds-unknown_title = 提到了不存在的场景
problems-kinds-never_set = 从未赋值的变量
problems-kinds-contradicting_fact = 设定前后矛盾
problems-kinds-duplicate_title = 标题重复
problems-kinds-empty = 空白场景
problems-kinds-undescribed = 角色没有描述
problems-kinds-dynamic = 只能由运行时链接到达
problems-kinds-missing_code = 缺少脚本

problems-why-no_start = 请选择读者从哪个场景开始。
problems-why-broken_link = 读者点下去无处可去。
problems-why-script_error = 改好之前，这个故事无法按脚本试玩。
problems-why-unreadable_condition = 改好之前，这个选项总会出现。
problems-why-unreadable_effect = 改好之前，它不起作用。
problems-why-unreadable_code = 改好之前，读者会看到代码原样。
problems-why-unreachable = 没有读者会看到它。
problems-why-dead_end = 读者分不清故事是否有意停在这里。
problems-why-endless_loop = 走进来的读者永远读不到结局。
problems-why-never_offered = 无论读者怎么做，条件都不可能成立。
problems-why-nothing_open = 条件都不成立时，读者会卡在这里。
problems-why-used_up = 全部选过再回来的读者会卡在这里。
problems-why-letter_case = 多数故事格式会因此找不到目标。
problems-why-link_without_edge = 地图上看不到它，试玩时也不会出现。
problems-why-unknown_title = 不存在的场景永远不会被访问。
problems-why-never_set = 它永远是 0、假和空。
problems-why-contradicting_fact = 读者会读到两种不可能同时成立的说法。
problems-why-duplicate_title = 用这个标题的链接可能指向任何一个。
problems-why-empty = 读者会看到一页空白。
problems-why-undescribed = 正文提到了这个角色，却没有任何描述。
problems-why-dynamic = 没有固定的链接通向那里，运行时计算的链接可能会。
problems-why-missing_code = 它们由故事之外的脚本定义，没有随故事导入，所以不报告取决于它们的问题。

problems-says-no_start = 故事还没有起始场景。
problems-says-broken_link = “{ $title }”链接到“{ $target }”，而它并不存在。
problems-says-script_error = “{ $title }”的 { $language } 有错误：{ $error }
problems-says-unreadable_condition = { $link }：“{ $source }”从第 { $at } 个字符起读不懂。
problems-says-unreadable_effect = { $link }：“{ $source }”从第 { $at } 个字符起读不懂。
problems-says-unreadable_code = “{ $title }”的正文中，{ $source } 读不懂。
problems-says-unreadable_enter = 来到“{ $title }”时：“{ $source }”从第 { $at } 个字符起读不懂。
problems-says-unreachable = { $count ->
    [0] 读者到不了“{ $title }”。
   *[other] 读者到不了“{ $title }”及其后的 { $count } 个场景。
  }
problems-says-dead_end = “{ $title }”没有选项，也没有标记为结局。
problems-says-endless_loop = { $count ->
    [1] 进入“{ $title }”后再也走不出去。
   *[other] “{ $title }”一带的 { $count } 个场景走不出去。
  }
problems-says-never_offered = { $link }：{ $source } 永远不成立。
problems-says-nothing_open = { $count ->
    [1] “{ $title }”唯一的选项带有条件，条件未必成立。
   *[other] “{ $title }”的 { $count } 个选项都带有条件，可能一个也不成立。
  }
problems-says-used_up = { $count ->
    [1] “{ $title }”唯一的选项只能选一次，而且会回到这里。
   *[other] “{ $title }”的 { $count } 个选项都只能选一次，而且都会回到这里。
  }
problems-says-letter_case = “{ $title }”链接到“{ $target }”，而标题是“{ $called }”。
problems-says-link_without_edge = “{ $title }”的正文链接到“{ $target }”。
problems-says-unknown_title = { $link } 的条件提到“{ $asked }”，而它并不存在。
problems-says-never_set = { $count ->
    [1] “{ $title }”用到 { $variable }，但从未给它赋值。
   *[other] “{ $title }”等 { $count } 个场景用到 { $variable }，但从未给它赋值。
  }
problems-says-contradicting_fact = { $source ->
    [beginning] “{ $title }”的“{ $key }”一开始是“{ $value }”，但属性里写的是“{ $other }”。
   *[passage] “{ $scene }”说“{ $title }”的“{ $key }”是“{ $value }”，但沿某条路径读到那里时它是“{ $other }”。
  }
problems-says-duplicate_title = 另有一张卡片也叫“{ $title }”。
problems-says-empty = “{ $title }”是空的。
problems-says-undescribed = “{ $by }”提到了“{ $title }”，但哪里都没有描述。
problems-says-missing_code = 故事用到了其中没有定义的宏或函数：{ $names }。
problems-says-dynamic = { $count ->
    [1] “{ $title }”只能由运行时计算的链接到达。
   *[other] “{ $title }”等 { $count } 个场景只能由运行时计算的链接到达。
  }

problems-mends-set_start = 从“{ $title }”开始
problems-mends-link_from = 从“{ $title }”连接过来
problems-mends-mark_ending = 把“{ $title }”标记为结局
problems-mends-write_condition = 改为 { $source }
problems-mends-offer_always = 让它总是出现
problems-mends-open_choice = 让“{ $choice }”总是出现
problems-mends-offer_again = 让“{ $choice }”可以反复选
problems-mends-write_effect = 改为 { $source }
problems-mends-remove_effect = 移除效果
problems-mends-make_node = 新建“{ $title }”
problems-mends-write_target = 改为“{ $title }”
problems-mends-draw_link = 补上通往“{ $title }”的连接
problems-mends-set_variable = 在“{ $title }”给 { $variable } 赋值
problems-mends-rename = 改名为“{ $title }”
problems-mends-write_title = 先填上占位文字
problems-mends-write_name = 先填上占位文字

problems-figures-title = 统计
problems-figures-words = 字数
problems-figures-reading = 阅读时间
problems-figures-minutes = { $count } 分钟
problems-figures-hours = { $hours } 小时 { $minutes } 分钟
problems-figures-nodes = 卡片
problems-figures-endings = 结局
problems-figures-links = 连接
problems-figures-characters = 字符
problems-figures-measuring = 正在统计…
problems-figures-under-minute = 不到 1 分钟
problems-figures-readings = 通读
problems-figures-shortest = 最短通读
problems-figures-longest = 最长通读
problems-figures-longest-known = 通往结局的最长路径
problems-figures-at-most = 不重复经过场景的话，通读最多 { $count } 字。
problems-figures-more-endings = 还有 { $count } 个结局未列出。
problems-figures-word-count = { $count } 字
problems-figures-ending-list = 通往各结局的路径
problems-figures-no-endings = 故事还没有结局。
problems-figures-way = { $pages } 个场景 · { $words } 字
problems-figures-no-way = 无法到达
problems-figures-no-way-found = 未找到路径
problems-figures-branches = 第一批选项之后
problems-figures-per-node = 各场景字数
problems-figures-play = 试玩：{ $name }
problems-figures-show = 在地图上显示：{ $name }
problems-figures-script = 这里只沿着卡片之间的链接，不执行故事的 { $language } 脚本；模拟读者会真正运行它。

problems-days-title = 每日写作
problems-days-period = 时间范围
problems-days-last = 最近 { $count } 天
problems-days-year = 最近 12 个月
problems-days-today = 今天
problems-days-average = 写作日平均
problems-days-streak = 连续天数
problems-days-goal = 预计达成目标
problems-days-none = 这段时间没有写作。
problems-days-others = 助手写了 { $count } 字。
problems-days-imported = { $count } 字来自导入的文件。
problems-days-uncounted = 文件压缩过，有 { $count } 处更改无法统计。
problems-days-bar = { $date }：{ $count } 字
problems-days-week = { $date } 起的一周
problems-days-with-assistant = { $day }，助手 { $count }

problems-playtest-title = 模拟读者
problems-playtest-why = 让读者随机选择，看看各个结局有多少人走到、读者会卡在哪里、哪些内容没有人读到。
problems-playtest-begin = 让 { $count } 位读者试玩
problems-playtest-again = 换 { $count } 位读者再玩一次
problems-playtest-map = 按读者为地图着色
problems-playtest-changed = 这些读者玩过之后，故事又有改动。
problems-playtest-length = { $count } 位读者中，一半人读了不超过 { $pages } 个场景，一半人读了不超过 { $words } 字；最长的一次读了 { $most } 个场景。
problems-playtest-not-compiled = 脚本有错误，读者只沿着链接走。
problems-playtest-stuck = 卡住：所有选项都不可选
problems-playtest-failed = 脚本错误
problems-playtest-endless = 有 { $count } 位读者读了 { $pages } 个场景仍未读完。
problems-playtest-endings = 走到的结局
problems-playtest-unread = 没有人读到
problems-playtest-more = 另有 { $count } 个场景未列出。
problems-playtest-least = 最少人读到
problems-playtest-readers = { $count } 位读者

problems-severities-continuity = 前后一致
problems-severities-comments = 批注
problems-severities-waived = 保留不改

problems-passage-kinds-contradiction = 矛盾
problems-passage-kinds-promise = 伏笔未收
problems-passage-kinds-advancing = 伏笔，推进中
problems-passage-kinds-comment = 批注
problems-passage-changed = 记下之后，这段文字改动过。
problems-passage-reopened = 重新待处理：保留不改之后，文字又改动过。
problems-passage-reason = 保留原因：{ $reason }
problems-passage-gone = 已删除的卡片
problems-passage-open = 打开“{ $title }”中的原文
problems-passage-close = 标为已解决
problems-passage-resolve = 标为已处理
problems-passage-keep = 标为已收
problems-passage-waive = 保留不改…
problems-passage-why = 为什么可以保留？
problems-passage-why-note = 相关文字改动后会再次提示。
problems-passage-waive-save = 保留不改
problems-passage-cancel = 取消
problems-passage-reopen = 重新打开
problems-passage-closed = 已标为解决
problems-passage-waived = 已保留不改
problems-passage-reopened-done = 已重新打开
