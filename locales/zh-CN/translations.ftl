### 故事的语言、术语表和给译者的文件的用词。

translations-title = 语言与翻译
translations-note = 读者可以在阅读时切换语言。
translations-close = 关闭
translations-parts-languages = 语言
translations-parts-glossary = 术语表
translations-parts-files = 给译者的文件

translations-source = 原文语言
translations-targets = 译文语言
translations-add = 再译成一种语言
translations-add-hint = en、de、法语…
translations-add-this = 添加
translations-remove = 移除{ $name }。译文会保留。
translations-progress = 已翻译 { $done } / { $count }
translations-missing = 缺 { $count } 处
translations-stale = { $count } 处过时
translations-story-title = 故事标题的{ $name }译文
translations-story-title-hint = 标题：{ $title }
translations-by-model = 让助手翻译 { $count } 个场景…

translations-glossary-note = 译法固定的名称和术语。助手会照此翻译，用了别的译法时会指出。
translations-term = 名称或术语
translations-term-note = 说明
translations-term-new = 新的名称或术语
translations-term-add = 添加
translations-term-in = “{ $term }”的{ $name }译名
translations-term-note-of = “{ $term }”的说明
translations-term-remove = 移除“{ $term }”

translations-export = 交给译者
translations-format = 格式
translations-formats-xliff = XLIFF 2
translations-formats-xliff-note = 用于 OmegaT、Trados、memoQ 等翻译软件。
translations-formats-po = PO（gettext）
translations-formats-po-note = 用于 Poedit、Weblate 等。
translations-formats-csv = 表格（CSV）
translations-formats-csv-note = 用于电子表格。
translations-formats-yarn = Yarn Spinner
translations-formats-yarn-note = 每行带编号的脚本，以及每种语言一张字符串表，打包成一个文件。
translations-formats-ink = Ink
translations-formats-ink-note = 每行带编号的脚本、所有语言的对照表，以及每种语言的脚本，打包成一个文件。
translations-language = 语言
translations-only-open = 只含缺少或过时的部分
translations-save = 保存…
translations-import = 从译者取回
translations-import-note = XLIFF、PO、CSV，或 Yarn Spinner、Ink 的字符串表。导入可以撤销。
translations-choose = 选择文件…
translations-written = 采用 { $count } 处
translations-unchanged = { $count } 处未变
translations-unplaced = { $count } 处文本无处可放
translations-reasons-no_place = 故事里已没有：
translations-reasons-newer_here = 这里已有更新的译文：
translations-reasons-source_changed = 原文在此之后有改动：
translations-reasons-refused = 链接的去向不符：
