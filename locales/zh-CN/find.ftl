### Words of the panel that finds words in the whole story.

find-title = 查找
find-words = 要查找的文字
find-hint = 在故事的所有正文中查找。在正文里按 F8 可转到下一处。
find-elsewhere = 标题、属性和选项中
find-replace = 替换…
find-more-scenes = 还有 { $count } 个场景
