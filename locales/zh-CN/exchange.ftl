### Words of importing and exporting.

exchange-close = 关闭
exchange-cancel = 取消
exchange-comma = 、
exchange-several = { $count } 个文件会依次加入这个故事。
exchange-open-copy = 打开这个故事？
exchange-open-copy-note = 浏览器无法直接打开原处的文件，因此会在你的故事中存一份副本并打开。当前的故事已保存，仍在列表里。
exchange-do-open-copy = 打开副本
exchange-import = 导入到这个故事
exchange-came-in = 已导入
exchange-import-note = 导入可以撤销。
exchange-mode = 导入方式

exchange-modes-add = 添加到这个故事
exchange-modes-replace = 替换这个故事

exchange-mode-notes-add = 把卡片和连接加到现有内容中。
exchange-mode-notes-replace = 用文件替换现有故事，例如在别处改过的导出文件。

exchange-replaced = 故事已换成文件内容：{ $what }

exchange-brought-nodes = { $count } 张卡片
exchange-brought-groups = { $count } 个分组
exchange-brought-links = { $count } 条连接
exchange-brought-assets = { $count } 张图片
exchange-brought-nothing = 没有内容

exchange-with-history = 包括历史：每个版本，以及由谁、何时、为何写下
exchange-choose = 选择文件…
exchange-nothing = 还没有文件。拖到这里，或选择一个。
exchange-format = 格式
exchange-language = 语言
exchange-language-play = 网页包含所有语言，读者可以切换。若读者此前没有选过，则从这种语言开始。
exchange-format-auto = 自动识别
exchange-formats-play = 可玩网页
exchange-formats-novel = 小说或剧本（纯文本、Markdown、Word、OpenDocument、RTF、Scrivener、HTML、EPUB、Fountain、Final Draft）
exchange-formats-docx = Word 文档 (DOCX)
exchange-formats-markdown = Markdown 文档
exchange-formats-fountain = Fountain 剧本
exchange-formats-pdf = PDF 书
exchange-formats-epub = EPUB 电子书
exchange-formats-epub-choices = EPUB 互动书（选项为链接）
exchange-formats-csv = 属性表 (CSV)
exchange-formats-mermaid = Mermaid 流程图 (Markdown)
exchange-formats-svg = SVG 结构图
exchange-formats-png = PNG 结构图
exchange-formats-renpy = Ren’Py 脚本
exchange-formats-folder = 文本文件夹
exchange-formats-card = 角色卡
exchange-formats-twine-archive = Twine 2 归档
exchange-story-format = Twine 故事格式
exchange-story-format-note = 不同的故事格式用不同的宏书写条件和效果。
exchange-story-format-own = 故事原有的格式，没有则用 SugarCube
exchange-chapters = 章节
exchange-chapters-note = 由分组构成的一章采用分组的标题，场景之间有分隔符。
exchange-chapters-scene = 每个场景一章
exchange-chapters-group = 每个分组一章
exchange-do-import = 导入
exchange-importing = 正在导入…
exchange-imported = 已添加：{ $what }
exchange-warnings = 请留意
exchange-line = 第 { $line } 行：
exchange-in-file = { $file }：
exchange-in-file-line = { $file } 第 { $line } 行：
exchange-more-warnings = 还有 { $count } 条。
exchange-show = 查看
exchange-export = 导出故事
exchange-export-note = 故事不变；文件是另一种格式的副本。
exchange-preparing = 正在生成文件…
exchange-looking = 正在检查此格式能保留什么…
exchange-losses = 此格式无法保留的内容
exchange-loss-of = { $words }（{ $unit }）
exchange-loss-of-story = { $words }
exchange-loss-names = { $line }：{ $names }{ $more }

exchange-units-node = { $count } 张卡片
exchange-units-group = { $count } 个分组
exchange-units-node_or_group = { $count } 个卡片和分组
exchange-units-edge = { $count } 条连接
exchange-units-link = { $count } 处链接
exchange-units-jump = { $count } 处跳转
exchange-units-divert = { $count } 处跳转
exchange-units-capability = { $count } 项数据
exchange-units-kind = { $count } 个类型
exchange-units-setting = { $count } 项设置
exchange-units-asset = { $count } 个素材

exchange-show-nodes = 查看 { $count } 个
exchange-show-nodes-of = { $show }：{ $loss }
exchange-lossless = 此格式能保留故事的全部内容。
exchange-save = 保存文件
exchange-saved = 已保存：{ $path }
exchange-downloaded = 正在下载：{ $name }

exchange-intent = 用途
exchange-intents-play = 试玩
exchange-intents-read = 阅读
exchange-intents-elsewhere = 在别处继续
exchange-intents-data = 数据
exchange-intent-notes-play = 读者可以一路玩下去的网页或电子书。
exchange-intent-notes-read = 把文字做成书或稿件。
exchange-intent-notes-elsewhere = 供其他程序接着编辑的故事文件。
exchange-intent-notes-data = 完整数据或其中一部分，用于保存或交给其他工具。

exchange-split = 切分正文
exchange-split-automatic = 按章节标题
exchange-split-headings = 只按文件中标记的标题
exchange-split-none = 不切分
exchange-split-lines = 按以某些字开头的行…
exchange-split-counted = { $label }（{ $count }）
exchange-split-words = 行的开头
exchange-split-words-note = * 代表任意内容。
exchange-split-words-example = 第*天
exchange-split-title = 把这份文稿导入为故事？
exchange-split-scenes = 将生成的场景
exchange-split-makes = { $count } 个场景，{ $words } 字
exchange-split-word-count = { $count } 字
