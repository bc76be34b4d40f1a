### What an editor shows that talks to the assistant: its modes, the answers to its questions.

editor-mode-review = 审阅
editor-mode-review-note = 改动先放进草稿，等你采纳
editor-mode-adopt = 直接应用
editor-mode-adopt-note = 改动立即生效，随时可以撤销
editor-mode-ask = 逐一询问
editor-mode-ask-note = 每处改动由你批准
editor-answer-allow = 允许
editor-answer-always = 本次对话都可以
editor-answer-reject = 不允许
editor-discarded = 以上文字不算数：模型的回复无法使用。
