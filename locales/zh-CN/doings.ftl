### What a long call does now, said in the window's language; in English the program says it itself.

doings-adding-links = 正在加入连接
doings-adding-nodes = 正在加入卡片
doings-checking = 正在检查
doings-compiling-the-script = 正在编译脚本
doings-drawing-cards = 正在画卡片
doings-drawing-links = 正在画连线
doings-following-diverts = 正在查找跳转的去向
doings-following-jumps = 正在查找跳转的去向
doings-following-links = 正在查找链接的去向
doings-keeping-pictures = 正在保存图片
doings-packing-the-picture = 正在压缩图片
doings-painting = 正在绘制
doings-reading-chapters = 正在读取章节
doings-reading-files = 正在读取文件
doings-reading-links = 正在读取连接
doings-reading-nodes = 正在读取卡片
doings-reading-pages = 正在读取页面
doings-reading-passages = 正在读取段落
doings-reading-the-file = 正在读取文件
doings-reading-the-story = 正在读取故事
doings-reading-the-text = 正在读取文字
doings-setting-pages = 正在排版
doings-writing-chapters = 正在写出章节
doings-writing-links = 正在写出连接
doings-writing-nodes = 正在写出卡片
doings-writing-pages = 正在写出页面
