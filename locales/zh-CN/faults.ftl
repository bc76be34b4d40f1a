### What went wrong by its code, in a window whose language is not the program's: a heading and what to do. The program's own words, which are English, stand below as the detail.

faults-INVALID_ACTION_INPUT-title = 输入有误
faults-INVALID_ACTION_INPUT-hint = 请按下面的说明修改后再试。

faults-UNKNOWN_ACTION-title = 没有这个操作
faults-UNKNOWN_ACTION-hint = 请在命令面板中查找名称。

faults-NOT_FOUND-title = 没有找到
faults-NOT_FOUND-hint = 它可能已被删除或改名。

faults-CONFLICT-title = 内容已经变化
faults-CONFLICT-hint = 请看过现在的内容后再试；没有覆盖任何内容。

faults-REPEATED_CALL-title = 重复的调用
faults-REPEATED_CALL-hint = 同样的调用在这一轮里已经做过，没有再次执行。

faults-TOOL_DISABLED-title = 工具已停用
faults-TOOL_DISABLED-hint = 这个工具连续收到无效的参数，本轮不再使用。

faults-PERMISSION_DENIED-title = 不允许
faults-PERMISSION_DENIED-hint = 这需要你的许可，或者文件是只读的。

faults-UNAVAILABLE-title = 暂时无法完成
faults-UNAVAILABLE-hint = 请检查网络、设置或文件，然后重试。

faults-CANCELLED-title = 已取消
faults-CANCELLED-hint = 没有写入任何内容。

faults-INTERNAL-title = 程序内部出错
faults-INTERNAL-hint = 已写入的内容都在；请重试，仍不行就重新打开故事。

faults-detail = 详情（程序原文）
faults-field = “{ $field }”
faults-condition = 条件，
faults-effect = 效果，
faults-atCharacter = 第 { $at } 个字符：{ $why }
