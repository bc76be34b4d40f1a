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
