### Words of the inspector.

inspector-title = 场景
inspector-none = 未选中任何卡片
inspector-none-hint = 在地图上选一张卡片，就能在这里阅读和修改。
inspector-loading = 正在读取…
inspector-several = 选中了 { $count } 张卡片
inspector-more = 还有 { $count } 个
inspector-name = 标题
inspector-kind = 类型：{ $kind }

inspector-kinds-scene = 场景
inspector-kinds-character = 角色
inspector-kinds-place = 地点
inspector-kinds-note = 笔记
inspector-kinds-group = 分组

inspector-color = 颜色

inspector-colors-1 = 红
inspector-colors-2 = 橙
inspector-colors-3 = 黄
inspector-colors-4 = 绿
inspector-colors-5 = 青
inspector-colors-6 = 紫
inspector-colors-none = 默认颜色

inspector-remove = 删除
inspector-history = { $name }的历史

inspector-capabilities-text = 正文
inspector-capabilities-kv = 属性
inspector-capabilities-image = 图片
inspector-capabilities-play = 试玩设置
inspector-capabilities-node = 标题与类型

inspector-add = 添加{ $name }
inspector-chips = 可添加的内容
inspector-chips-kv = 属性
inspector-chips-color = 颜色
inspector-chips-choices = 选项
inspector-wide = 宽页面
inspector-narrow = 返回地图
inspector-back = 返回“{ $title }”

inspector-choices-title = 选项
inspector-choices-none = 还没有选项。
inspector-choices-label = 通向“{ $title }”的选项文字
inspector-choices-label-hint = 普通连接
inspector-choices-condition = 通向“{ $title }”的条件
inspector-choices-if = 若
inspector-choices-then-word = 则
inspector-choices-condition-hint = 总是出现
inspector-choices-effect = 通向“{ $title }”的效果
inspector-choices-effect-hint = 无效果
inspector-choices-once = 通向“{ $title }”的选项只能选一次
inspector-choices-unread = 已保留，但读不懂：{ $why }
inspector-choices-retarget = 把通向“{ $title }”的选项改到别处
inspector-choices-target = 新的目标，代替“{ $title }”
inspector-choices-go = 前往“{ $title }”
inspector-choices-up = 上移通向“{ $title }”的选项
inspector-choices-down = 下移通向“{ $title }”的选项
inspector-choices-remove = 删除通向“{ $title }”的选项
inspector-choices-new-label = 新选项
inspector-choices-new-target = 通向…
inspector-choices-add = 添加选项
inspector-choices-make = 添加选项并新建场景
inspector-choices-make-hint = 将新建场景“{ $title }”。
inspector-choices-ambiguous = 有几张卡片都叫“{ $title }”，将使用第一张。

inspector-into = 通向这里
inspector-mentions = 提到
inspector-backlinks = 在这些地方被提到

inspector-chips-tags = 标签
inspector-chips-status = 状态
inspector-tags = 标签
inspector-tags-key = 标签
inspector-tags-add = 添加标签
inspector-tags-color = 标签“{ $tag }”的颜色
inspector-tags-color-usual = 默认颜色
inspector-tags-remove = 移除标签“{ $tag }”
inspector-status-key = 状态
inspector-status-is = 状态：{ $name }
inspector-status-idea = 构思
inspector-status-draft = 草稿
inspector-status-revised = 修订
inspector-status-done = 定稿
inspector-status-none = 无状态
inspector-status-various = 不一致
inspector-status-own = 其他…
inspector-status-name = 状态名称

inspector-name-differs = 姓名是“{ $name }”，但卡片标题还是“{ $title }”。
inspector-name-take = 把卡片改名为“{ $name }”
inspector-name-leave = 不改

inspector-undoable = 可以撤销。

inspector-chips-alternatives = 备选
inspector-alternatives-title = 备选
inspector-alternatives-compare = 并排比较
inspector-alternatives-add = 添加备选
inspector-alternatives-use = 使用
inspector-alternatives-use-this = 使用“{ $name }”
inspector-alternatives-remove = 移除备选“{ $name }”
inspector-alternatives-used = 已改用“{ $name }”
inspector-alternatives-removed = 已移除“{ $name }”
inspector-alternatives-name = 名称
inspector-alternatives-numbered = 备选 { $number }
inspector-alternatives-double = 已有名为“{ $name }”的备选。
inspector-alternatives-text = 正文
inspector-alternatives-text-note = 留空则把当前正文存为这个备选。
inspector-alternatives-write = 添加备选
inspector-alternatives-keep = 保存当前正文
inspector-alternatives-ask = 请助手写三个
inspector-alternatives-ask-message = 为这段正文写三个备选，语气各不相同，名称要一看就懂。正在使用的正文保持不变。
inspector-alternatives-compare-title = “{ $title }”的备选
inspector-alternatives-compare-note = 选用其中一个，或请助手融合两个。
inspector-alternatives-close = 关闭
inspector-alternatives-in-use = 使用中
inspector-alternatives-in-use-text = 正在使用的正文
inspector-alternatives-quoted = “{ $name }”
inspector-alternatives-pick = 融合
inspector-alternatives-pick-this = 把“{ $name }”与另一个融合
inspector-alternatives-blend = 融合两个…
inspector-alternatives-blend-message = 为这段正文写一个新的备选，融合{ $one }和{ $other }，取两者之长。正在使用的正文保持不变。

inspector-chips-facts = 剧情变化
inspector-facts-title = 随剧情变化
inspector-facts-add = 添加变化
inspector-facts-beginning = 从开头起
inspector-facts-go = 前往“{ $title }”
inspector-facts-value = { $key }（自{ $from }）
inspector-facts-remove = 移除{ $key }（自{ $from }）
inspector-facts-open = 打开“{ $title }”中的原文：{ $quote }
inspector-facts-stale = 正文里已经没有这句话。
inspector-facts-key = 什么变了
inspector-facts-new-value = 变成什么
inspector-facts-scene = 从哪个场景起
inspector-facts-scene-hint = 从开头起，或填场景
inspector-facts-source = “{ $title }”中的依据原文（可不填）
inspector-facts-no-scene = 没有名为“{ $title }”的场景。

inspector-holds-title = 此处的状态
inspector-holds-since = 自“{ $title }”起
inspector-holds-unknown = 或未提及
inspector-holds-depends = 因路径而异
inspector-batch = 批量修改正文…
