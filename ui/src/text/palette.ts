/** Words of the palette. */

export const palette = {
  en: {
    title: 'Search and commands',
    placeholder: 'A title, words of a text, or a command',
    nodes: 'Nodes',
    texts: 'In the text',
    actions: 'Commands',
    tools: 'Tools',
    none: 'Nothing found. Try fewer words.',
  },
  zh: {
    title: '搜索与命令',
    placeholder: '标题、正文中的词，或命令',
    nodes: '节点',
    texts: '正文',
    actions: '命令',
    tools: '工具',
    none: '没有找到。试试更少的词。',
  },
}
