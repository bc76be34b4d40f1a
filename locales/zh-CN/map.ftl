### Words of the map.

map-label = 故事地图
map-about = 用方向键在卡片间移动。大纲以列表显示同一个故事。
map-words = { $count } 字
map-hides = 收起了 { $count } 张卡片
map-holds = 内有 { $count } 张卡片
map-way = 外层分组
map-whole = 整个故事
map-menu-kind = 类型
map-menu-newOf = 新建某类卡片
map-menu-align = 对齐

map-review-label = 草稿
map-review-added = 新增 { $count }
map-review-changed = 修改 { $count }
map-review-removed = 删除 { $count }
map-review-moved = 其间又改动 { $count }
map-review-adopt = 全部采纳
map-review-drop = 全部放弃
map-review-adoptSome = 采纳所选 { $count } 个
map-review-dropSome = 放弃所选 { $count } 个
map-review-close = 回到故事

map-menu-toGroup = 移入分组
map-empty-title = 故事从哪里开始？
map-empty-how = 双击任意处放下第一个场景，或按
map-empty-write = 写下第一个场景
map-empty-assistant = 请助手开个头
map-empty-import = 导入文件…

map-ask-create = 新卡片的标题
map-ask-rename = 新标题
map-ask-label = 选项文字（可不填）
map-ask-choice = 读者看到的选项（可选）
map-ask-insert = 插入场景的标题

map-selected = { $title }，{ $kind }
map-selected-link = 从“{ $from }”到“{ $to }”的连接。{ $label }
map-changed-there = { $count ->
    [1] 视野外有改动：“{ $title }”
   *[other] 视野外有改动：“{ $title }”等 { $count } 处
  }

map-tip-start = 故事从这里开始
map-tip-ending = 故事可以在这里结束
map-tip-draft = 有一份改动这张卡片的草稿待审阅
map-tip-pictures = { $count ->
    [1] { $count } 张图片
   *[other] { $count } 张图片，使用其中一张
  }
map-tip-condition = 条件：{ $condition }
map-tip-once = 只能选一次
map-tip-effect = 效果：{ $effect }
map-tip-dynamic = 虚线：故事运行时才知道通往哪里
map-tip-part = 点线：在这个场景里显示另一个场景

map-connecting-from = 从“{ $title }”连接
map-connecting-to = 从“{ $title }”连接到“{ $to }”
map-connecting-how = 用方向键或单击选择卡片
map-connecting-link = 连接
map-connecting-cancel = 取消

map-menu-color = 颜色

map-kinds-scene = 场景
map-kinds-character = 角色
map-kinds-place = 地点
map-kinds-note = 笔记
map-kinds-group = 分组

map-link-panel = 选中的连接
map-link-close = 取消选中连接
map-link-label = 选项
map-link-label-hint = 无文字的连接
map-link-condition = 如果
map-link-condition-hint = 始终提供
map-link-effect = 则
map-link-effect-hint = 不改变变量
map-link-once = 只能选一次
map-link-order = 第 { $at } 项，共 { $of } 项
map-link-earlier = 上移选项
map-link-later = 下移选项

map-minimap-open = 显示小地图
map-minimap-close = 收起小地图

map-filter-open = 筛选地图
map-filter-close = 关闭筛选
map-filter-label = 地图筛选
map-filter-words = 文字
map-filter-kind = 所有类型
map-filter-tag = 所有标签
map-filter-status = 所有状态
map-filter-character = 所有角色
map-filter-steps = 不限距离
map-filter-steps-one = 选中卡片一步以内
map-filter-steps-two = 选中卡片两步以内
map-filter-count = { $count } / { $of }

map-missing-make = 还没写，点击创建

map-heat = 按字数给卡片着色
map-heat-from = { $count } 字及以上
map-heat-none = 还没有正文
map-heat-readers = 按模拟读者为卡片着色
map-heat-of-readers = { $share } 的读者
map-heat-from-readers = { $share } 以上的读者
