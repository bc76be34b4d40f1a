### Words of the bible.

bible-title = 设定集
bible-sheet = 电子表格

bible-paste-open = 从电子表格粘贴…
bible-paste-title = 从电子表格粘贴
bible-paste-note = 每行是一张卡片：新标题会新建卡片，已有的标题会更新属性。空单元格不改动内容。撤销一次即可全部还原。
bible-paste-text = 复制的单元格
bible-paste-text-hint = 在 Excel、WPS、Numbers 或在线表格中复制单元格，或复制 CSV 文件中的几行，粘贴到这里
bible-paste-other = 重新粘贴
bible-paste-named = 首行是列名
bible-paste-kind-of-new = 新卡片的类型
bible-paste-column = { $column } 列的含义

bible-paste-means-title = 标题
bible-paste-means-kind = 类型
bible-paste-means-key = 属性
bible-paste-means-nothing = 跳过

bible-paste-key = { $column } 列的属性名
bible-paste-key-hint = 属性名

bible-paste-does-make = 新建
bible-paste-does-change = 修改
bible-paste-does-same = 不变

bible-paste-row = 行
bible-paste-preview = 预览
bible-paste-more = 还有 { $count } 行
bible-paste-counts = 新建 { $made } · 修改 { $changed } · 不变 { $same }
bible-paste-write = 粘贴 { $count } 行
bible-paste-left = 将跳过 { $count } 行：
bible-paste-at = 第 { $row } 行 { $column } 列：
bible-paste-at-row = 第 { $row } 行：

bible-paste-why-noTitle = 没有标题。
bible-paste-why-longTitle = 标题须为一行，不超过 300 字：“{ $what }…”
bible-paste-why-twice = 与第 { $what } 行的标题重复。
bible-paste-why-ambiguous = 有多张卡片叫“{ $what }”，请先改名，只留一张。
bible-paste-why-noKind = 没有“{ $what }”这种类型。
bible-paste-why-group = 分组要在地图上建。

bible-paste-no-title-column = 请选择哪一列是标题。
bible-paste-double-key = { $one } 列与 { $other } 列同名，请给其中一列改名或跳过它。
bible-paste-unnamed = 请给 { $column } 列起个名字，或跳过它。
bible-paste-open_quote = 第 { $row } 行有引号没有闭合，单元格可能分错了，请核对下面各行。
bible-paste-nothing = 内容与故事相同。
bible-paste-done = 已粘贴：新建 { $made }，修改 { $changed }。
bible-paste-close = 关闭

bible-copy-table = 复制表格
bible-save-table = 存为 CSV…
bible-copied = 已复制 { $count } 行，可粘贴到电子表格中。
bible-kind = 类型
bible-all = 所有类型
bible-filter = 筛选
bible-filter-columns = 按列筛选
bible-filter-of = 筛选“{ $name }”
bible-filter-hint = 包含…
bible-kind-of = “{ $title }”的类型
bible-new-row = 新行的标题
bible-new-of = 新建：{ $kind }
bible-new-kind = 新行的类型
bible-add-row = 添加行
bible-aliases = 别名
bible-alias-hint = 其他称呼，用逗号隔开；正文用这些称呼提到时也能找到。
bible-bulk-kind = 所选各行的类型
bible-bulk-color = 所选各行的颜色
bible-rows = { $count } 行
bible-lines = { $count } 行

bible-columns-title = 标题
bible-columns-kind = 类型

bible-column = “{ $name }”列
bible-new-column = 新属性
bible-add = 添加列
bible-fields = 字段…
bible-rename-key = 重命名属性
bible-rename-note = 所有带有该属性的卡片一并改名，撤销一次即可全部还原。
bible-new-name = 新名称
bible-rename = 重命名
bible-remove-key = 从这些行中移除
bible-cancel = 取消
bible-choose-all = 全选
bible-choose = 选择“{ $title }”
bible-bulk = 已选 { $count } 行
bible-key = 属性
bible-value = 值
bible-set = 设为
bible-take-away = 移除
bible-none = 还没有角色或地点
bible-show-scenes = 显示场景
bible-none-hint = 角色、地点和自定义类型的卡片会连同属性显示在这里。

bible-facts-words = 字数
bible-facts-ending = 结局
bible-facts-edited = 最近编辑
bible-columns-choose = 列
bible-pov = 视角

bible-parts = 设定集的部分
bible-parts-table = 表格
bible-parts-appearances = 出场
bible-appearances-scene = 场景
bible-appearances-scenes = { $count ->
    [0] 没有出场
   *[other] 出现在 { $count } 个场景中
  }
bible-appearances-absence = 连续 { $count } 个场景缺席，从“{ $after }”到“{ $until }”之间
bible-appearances-times = 提到 { $count } 次
bible-appearances-cell = { $title }，“{ $scene }”：{ $what }
bible-appearances-count = { $scenes } 个场景
bible-appearances-nobody = 还没有可追踪的对象
bible-appearances-nobody-hint = 添加一个角色或地点，这里就会显示哪些场景提到了它（按标题或别名）。
bible-appearances-nowhere = 还没有场景
