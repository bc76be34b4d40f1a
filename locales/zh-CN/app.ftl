### Words of the frame: the bar, the views, what goes wrong.

app-name = Storyteller

app-menus-story = 故事
app-menus-edit = 编辑
app-menus-view = 查看
app-menus-quit = 退出

app-close = 关闭
app-view = 视图

app-views-map = 地图
app-views-text = 文稿
app-views-bible = 设定集

app-resize-outline = 大纲宽度
app-resize-side = 侧栏宽度
app-sides-left = 左侧面板
app-sides-right = 右侧面板
app-side-menu = 更多面板和位置
app-tab-waiting = { $name }，{ $what }
app-move-left = 将“{ $panel }”移到左侧
app-move-right = 将“{ $panel }”移到右侧
app-close-side = 关闭此侧栏

app-toolbar = 故事
app-new-menu = 新建某类卡片
app-rename-story = 给故事改名
app-story-title = 故事的标题
app-preferences = 设置、外观与语言
app-more-menu = 更多：试玩、历史、面板
app-story-menu = 本故事：关闭、导入、导出、副本
app-back = 所有故事
app-loading = 正在打开故事…
app-message = { $name }：{ $text }
app-message-show = 打开聊天
app-backup-failed = 这个故事没能备份。
app-backup-show = 查看备份
app-start-slow = 打开所需的时间比平时长。
app-start-failed = 无法列出你的故事。
app-lost = 已离线。你写的内容保留在这里，恢复后会自动保存。
app-restarted = Storyteller 已重新启动。请打开它最后显示的地址；在那之前，你写的内容保留在这里。
app-copy-too-large = 这些卡片的图片太多，剪贴板放不下。请分几次复制。
app-paste-by-keys = 浏览器不允许菜单读取剪贴板。请按 Ctrl+V 或 ⌘V 粘贴。
app-paste-nothing = 剪贴板里没有文字，也没有卡片。
app-no-node = 请先选中一张卡片，图片会放到正在编辑的卡片上。
app-no-node-sound = 请先选择一张卡片，声音会添加到你正在编辑的卡片上。
app-notices = 通知
app-failed = 出错了
app-failed-hint = 请确认 Storyteller 仍在运行，然后重试。
app-retry = 重试
app-broken = 窗口的这一部分出了问题
app-broken-hint = 你的故事完好无损：每次修改都已保存。
app-show-again = 重新加载

app-progress-label = 正在运行
app-progress-more = 还有 { $count } 项

app-saved = 所有内容已保存
app-untitled = 未命名的故事

app-since = 你离开后有 { $count } 处改动（{ $who }）
app-since-show = 查看
app-folder-large = 这个文件夹太大：最多读取 10 万个文件、共 256 MB。请只选择故事所在的文件夹。
app-folder-empty = 这个文件夹里没有文件。
app-removed = 你正在写“{ $title }”时，它在别处被删除了。你写的内容已保留，撤销删除后就会恢复。
app-removed-history = 查看历史
