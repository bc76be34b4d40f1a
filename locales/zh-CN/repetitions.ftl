### 重复用词面板的文字。

repetitions-title = 重复用词
repetitions-where = 查找范围
repetitions-story = 整个故事
repetitions-scene = 所选场景
repetitions-reading = 正在阅读故事…
repetitions-no-scene = 请选择一个场景
repetitions-none = 没有明显的重复
repetitions-none-note = 这里会列出相隔很近的重复用词，以及反复出现的说法。
repetitions-close = 相隔很近
repetitions-phrases = 常用说法
repetitions-open = 打开“{ $title }”中的这一处
repetitions-more = 还有 { $count } 处
