### Words of the second page.

secondPage-title = 对照页
secondPage-field = 显示卡片…
secondPage-cards = 在此打开的卡片
secondPage-none = 这里还没有卡片
secondPage-none-hint = 在上方输入卡片标题，或在卡片菜单中选择“在对照页打开”。你处理其他卡片时，它会一直留在这里。
secondPage-loading = 正在载入…
secondPage-go = 转到“{ $title }”
secondPage-close = 从对照页移除“{ $title }”
secondPage-choices = 选项
