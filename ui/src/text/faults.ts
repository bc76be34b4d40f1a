/**
 * What went wrong by its code, in a window whose language is not the program's: a heading and what to
 * do. The program's own words, which are English, stand below as the detail.
 */

export const faults = {
  en: {},
  zh: {
    INVALID_ACTION_INPUT: { title: '输入有误', hint: '请按下面的说明修改后再试。' },
    UNKNOWN_ACTION: { title: '没有这个操作', hint: '请在命令面板中查找名称。' },
    NOT_FOUND: { title: '没有找到', hint: '它可能已被删除或改名。' },
    CONFLICT: { title: '内容已经变化', hint: '请看过现在的内容后再试；没有覆盖任何内容。' },
    PERMISSION_DENIED: { title: '不允许', hint: '这需要你的许可，或者文件是只读的。' },
    UNAVAILABLE: { title: '暂时无法完成', hint: '请检查网络、设置或文件，然后重试。' },
    CANCELLED: { title: '已取消', hint: '没有写入任何内容。' },
    INTERNAL: { title: '程序内部出错', hint: '已写入的内容都在；请重试，仍不行就重新打开故事。' },
    detail: '详情（程序原文）',
    field: '“{{field}}”',
    condition: '条件，',
    effect: '效果，',
    atCharacter: '第 {{at}} 个字符：{{why}}',
  },
}
