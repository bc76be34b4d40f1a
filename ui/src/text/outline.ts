/** Words of the outline. */

export const outline = {
  en: {
    title: 'Outline',
    story: 'Story',
    loose: 'Not linked yet',
    kinds: {
      scene: 'Scenes',
      character: 'Characters',
      place: 'Places',
      note: 'Notes',
      group: 'Groups',
    },
    again: 'shown above',
    emptyTitle: 'Nothing here yet',
    empty: 'Every node of the story will be listed here, from the start through its links.',
    expand: 'Open',
    collapse: 'Close',
  },
  zh: {
    title: '大纲',
    story: '故事',
    loose: '尚未连接',
    kinds: { scene: '场景', character: '人物', place: '地点', note: '笔记', group: '分组' },
    again: '见上文',
    emptyTitle: '这里还没有内容',
    empty: '故事的所有节点都会从开头沿着连接列在这里。',
    expand: '展开',
    collapse: '收起',
  },
}
