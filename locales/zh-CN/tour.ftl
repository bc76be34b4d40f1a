### Words of the tour.

tour-step = 第 { $at } 步，共 { $of } 步
tour-leave = 退出导览
tour-back = 上一步
tour-next = 下一步
tour-play-now = 开始试玩
tour-map = 故事是一张地图
tour-map-how = 场景是卡片，选项是连线。双击空白处新建场景，从卡片边缘拖出一个选项。
tour-page = 在页面上写作
tour-page-how = 选中卡片按回车。正文在最上面，选项紧跟其后，按 Esc 回到地图。
tour-draft = 助手等你点头
tour-draft-how = 说出你想做的事。这里它写好了一个场景，先在地图上看看，再采纳或放弃。
tour-versions = 什么都不会丢
tour-versions-how = 你和助手的每一处改动都会保存，重新启动后也能撤销。
tour-play = 像读者一样读
tour-play-how = 从任意场景开始试玩，选项、条件和变量都是现在的样子。
