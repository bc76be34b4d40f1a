### What the built-in assistant answers: what each call did, what it did not understand, what it can do.

offline-introduction = 我是内置助手：能读懂简单明确的中英文指令，不是语言模型。
offline-examples =
    例如：
    - 把主角名字改成 Neo 并生成一张头像
    - 把年龄设为27，头发改成红色
    - 在这里之后新建场景“大厅”，正文“大理石与寂静。”
    - 把“大厅”连接到“屋顶”，标签“走楼梯”
    - 写：那是一个黑夜。 / 追加“他跑了。” / 把“黑夜”替换成“白天”
    - 画一幅夜晚海边的灯塔，16:9
    - 搜索“墨菲斯” / 列出所有角色 / 显示这个场景 / 大纲
    - 检查故事 / 列出死胡同 / 把这里标记为结局
    - 列出版本 / 图片回到第2版 / 撤销 / 重做
offline-say_help = 说“帮助”可以看到我能听懂的例子。
offline-needs_model = 配置语言模型后（--model 或在设置中），也能完成这样的要求。
offline-no_invention = 我不会自己创作或改写文字（{ $words }）：请给出原文，例如“写：那是一个黑夜。”
offline-not_understood = 我没有听懂{ $words }。
offline-thanks = 不客气。
offline-empty = 没有指令。
offline-too_long = 我只读{ $limit }个字符以内的指令，这段更长，所以什么也没做。要把长文放进场景，请以“写：”或“追加：”开头，后面接正文。
offline-files = 导入和导出文件请用命令行：storyteller import 与 storyteller export，用法见 --help。
offline-which_hero = 你指的是哪个角色：{ $titles }？请说出名字，或打开那张卡片。
offline-no_hero = 这个故事里还没有角色。请打开要修改的卡片，或说出它的名字。
offline-no_node = 没有打开任何卡片：请打开一张，或说出是哪张卡片。
offline-no_tool = 我听懂了，但这里没有可用的工具（{ $tool }），所以没有执行。
offline-which_capability = 是哪一项的版本：正文、图片还是属性？例如：正文回到第2版。
offline-undo_limit = 一次最多走{ $limit }步；需要更多请再说一遍。
offline-in_draft = 修改已放入草稿，等你审阅。

offline-failed = 没能{ $action }：{ $message }。
offline-failed_with_hint = 没能{ $action }：{ $message }（{ $hint }）。
offline-action-update_node_kv = 设置属性
offline-action-remove_node_kv = 删除属性
offline-action-generate_image = 生成图片
offline-action-create_node = 添加卡片
offline-action-rename_node = 重命名卡片
offline-action-rename_story = 重命名故事
offline-action-set_start = 设置开头
offline-action-link_nodes = 连接卡片
offline-action-update_link = 修改标签
offline-action-remove_link = 断开连接
offline-action-remove_node = 删除卡片
offline-action-remove_nodes = 删除这些卡片
offline-action-set_ending = 标记结局
offline-action-check_story = 检查故事
offline-action-story_statistics = 统计故事
offline-action-writing_progress = 按天统计字数
offline-action-find_repetitions = 查找重复用词
offline-action-list_appearances = 查看谁在哪里出场
offline-action-move_node = 移动卡片
offline-action-write_text = 写入正文
offline-action-append_text = 追加正文
offline-action-replace_text = 替换文字
offline-action-read_text = 读取正文
offline-action-find_nodes = 查找卡片
offline-action-search_story = 搜索
offline-action-show_node = 显示卡片
offline-action-outline = 列出大纲
offline-action-neighbors = 列出相邻卡片
offline-action-list_versions = 列出版本
offline-action-compare_versions = 比较版本
offline-action-adopt_version = 回到那个版本
offline-action-undo = 撤销
offline-action-redo = 重做

offline-attribute_changed = { $key } { $old } → { $new }
offline-attribute_set = { $key } 设为{ $value }
offline-updated = 已更新{ $node }：{ $attributes }。
offline-attributes_removed = 已删除{ $keys }（{ $node }）。
offline-picture_made = 已为{ $node }生成图片：{ $prompt }。
offline-added = 已添加{ $node }。
offline-added_after = 已在{ $after }之后添加{ $node }。
offline-renamed = 已把{ $before }改名为{ $title }。
offline-story_renamed = 故事现在叫{ $title }。
offline-starts_at = 故事现在从{ $node }开始。
offline-unlinked = 已断开{ $from }与{ $to }的连接。
offline-relabelled = { $from }到{ $to }的连接现在写着{ $label }。
offline-linked_with_label = 已把{ $from }连接到{ $to }：{ $label }。
offline-linked = 已把{ $from }连接到{ $to }。
offline-removed = 已删除{ $node }。
offline-moved = 已移动{ $node }。
offline-replaced = 已把{ $old }替换为{ $new }（{ $node }，{ $count }处）。
offline-appended = 已在{ $node }末尾追加文字。
offline-appended_words = 已在{ $node }末尾追加文字，现在共{ $words }字。
offline-wrote = 已写入{ $node }的正文。
offline-wrote_words = 已写入{ $node }的正文：{ $words }字。
offline-adopted = 已改用第{ $number }版（{ $capability }，{ $node }）。
offline-the_text = 正文
offline-the_picture = 图片
offline-the_attributes = 属性
offline-undone = 已撤销。
offline-undone_steps = 已撤销：{ $steps }。
offline-redone = 已重做。
offline-redone_steps = 已重做：{ $steps }。
offline-done = 已完成（{ $tool }）。

offline-no_text = { $node }还没有正文。
offline-text_of = { $node }的正文：
offline-found_none = 没有找到这样的卡片。
offline-found = 找到{ $count }个：{ $titles }。
offline-hits_none = 故事里没有找到{ $query }。
offline-hits = { $query }出现在{ $count }处：
offline-picture_line = 图片：{ $prompt }
offline-no_links = { $node }还没有连接。
offline-around = { $node }的前后：
offline-outline = 故事大纲：
offline-no_versions = { $node }还没有任何版本。
offline-adopted_mark = 使用中
offline-versions_of = { $node }的版本：
offline-no_difference = { $node }没有差别。
offline-difference = { $node }的差别：

offline-removed_nodes = 已删除 { $count } 张卡片：{ $titles }。
offline-ending_marked = 故事可以在{ $node }结束。
offline-ending_unmarked = { $node }不再是结局。
offline-none_of_kind = 没有这样的卡片，所以什么也没有删除。
offline-too_many_nodes = 这样的卡片有 { $count } 张，超过一次能删除的数量，所以什么也没有删除。
offline-check_none = 已检查故事，没有发现问题。
offline-check = 已检查故事，发现 { $count } 个问题：
offline-dead_ends_none = 没有死胡同：每个场景都有出路，或已标记为结局。
offline-dead_ends = 死胡同（{ $count } 个）：{ $titles }。如果故事可以在那里结束，请说：把……标记为结局。
offline-length = 故事共 { $words } 字，读完约需 { $minutes } 分钟，有 { $endings } 个结局。
offline-written_today = 你今天写了 { $words } 字。
offline-written = 你在 { $days } 天里写了 { $words } 字，平均每天 { $average } 字。
offline-repeated_close = 相隔很近的重复用词（{ $count } 处）：
offline-repeated_phrases = 反复出现的说法（{ $count } 个）：
offline-repeated_none = 没有明显的重复。
offline-appears = { $count ->
    [0] { $title }没有出场。
   *[other] { $title }出现在 { $count } 个场景中。
  }
offline-appears_nobody = 故事里还没有角色或地点。
offline-finding-no_start = 没有起始场景
offline-finding-broken_link = 断开的链接
offline-finding-script_error = 脚本有错误
offline-finding-unreadable_condition = 条件读不懂
offline-finding-unreadable_effect = 效果读不懂
offline-finding-unreadable_code = 正文中的代码读不懂
offline-finding-unreachable = 无法到达
offline-finding-dead_end = 死路
offline-finding-endless_loop = 走不出的循环
offline-finding-never_offered = 永远不会出现的选项
offline-finding-nothing_open = 读者可能没有选项
offline-finding-used_up = 读者会用完选项
offline-finding-letter_case = 大小写不一致
offline-finding-link_without_edge = 地图上缺少连接
offline-finding-unknown_title = 提到了不存在的场景
offline-finding-never_set = 从未赋值的变量
offline-finding-duplicate_title = 标题重复
offline-finding-empty = 空白场景
offline-finding-undescribed = 角色没有描述
offline-finding-dynamic = 只能由运行时链接到达
offline-finding-missing_code = 缺少脚本
