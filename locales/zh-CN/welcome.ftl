### Words of the welcome screen.

welcome-title = Storyteller
welcome-what = 写出枝繁叶茂的故事，任何版本都不会丢失。
welcome-new = 新建故事
welcome-new-note = 从一张空白地图开始
welcome-sample = 示例故事
welcome-sample-note = 《最后一班渡轮》，随便试试
welcome-import = 导入文件
welcome-import-note = Twine、Ink、Word、EPUB、Markdown 等
welcome-open = 打开故事文件…
welcome-open-note = 本机上的 .story 文件
welcome-recent = 最近的故事
welcome-missing = 找不到文件
welcome-forget = 从列表中移除“{ $title }”
welcome-name = 故事叫什么？
welcome-name-placeholder = 玻璃灯塔
welcome-name-fault = 请给故事起个标题
welcome-create = 创建
welcome-create-note = 将保存在你的故事文件夹中。
welcome-choose-where = 选择保存位置…
welcome-cancel = 取消
welcome-path = 故事文件的路径
welcome-path-open = 打开
welcome-drop = 也可以把文件或文件夹拖到这里，Twine、Ink、Word、EPUB、Markdown 等都会成为一个新故事。
welcome-story-dropped = 浏览器看不到拖入的故事存在哪里，请改用路径打开。
welcome-importing = 正在导入文件
welcome-imported = 已导入“{ $title }”：{ $count } 张卡片
welcome-language = 语言
welcome-theme = 外观

welcome-themes-system = 跟随系统
welcome-themes-light = 浅色
welcome-themes-dark = 深色

welcome-settings = 设置
welcome-private = 除非你选用在线模型，一切都留在这台电脑上。

welcome-sample-title = 最后一班渡轮
welcome-sample-fresh = 新建一份示例
welcome-search = 搜索故事
welcome-order = 排序
welcome-orders-opened = 最近打开
welcome-orders-title = 标题
welcome-import-folder = 导入文件夹…
welcome-tour = 带我看看
