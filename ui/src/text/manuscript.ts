/** Words of the running text. */

export const manuscript = {
  en: {
    title: 'Text of the story',
    pages: 'Pages',
    source: 'What is read',
    sources: { story: 'Whole story', selection: 'Selection', group: 'Group', way: 'Way here' },
    passages_one: '{{count}} passage',
    passages_other: '{{count}} passages',
    words_one: '{{count}} word',
    words_other: '{{count}} words',
    sideBySide: 'Two side by side',
    oneText: 'One text',
    name: 'Title',
    none: 'Nothing to read here',
    noneHint: 'Select nodes on the map or in the outline, or read the whole story.',
  },
  zh: {
    title: '故事文稿',
    pages: '页面',
    source: '阅读范围',
    sources: { story: '整个故事', selection: '所选', group: '分组', way: '到此的路径' },
    passages_one: '{{count}} 节',
    passages_other: '{{count}} 节',
    words_one: '{{count}} 字',
    words_other: '{{count}} 字',
    sideBySide: '并排两节',
    oneText: '连续文稿',
    name: '标题',
    none: '这里没有可读的内容',
    noneHint: '在地图或大纲中选择节点，或阅读整个故事。',
  },
}
