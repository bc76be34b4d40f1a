/** Words of the map. */

export const map = {
  en: {
    label: 'Map of the story',
    about: 'Arrow keys go from card to card. The outline shows the same story as a list.',
    words_one: '{{count}} word',
    words_other: '{{count}} words',
    start: 'Start',
    emptyTitle: 'An empty story',
    emptyHow: 'Double-click anywhere to write the first scene, or press',
    emptyAssistant: 'You can also ask the assistant to begin.',
    ask: {
      create: 'Title of the new node',
      rename: 'New title',
      label: 'Label of the link (optional)',
    },
    selected: '{{title}}, {{kind}}',
    color: 'Color',
    kinds: { scene: 'scene', character: 'character', place: 'place', note: 'note', group: 'group' },
  },
  zh: {
    label: '故事地图',
    about: '用方向键在卡片间移动。大纲以列表显示同一个故事。',
    words_one: '{{count}} 字',
    words_other: '{{count}} 字',
    start: '开头',
    emptyTitle: '空白的故事',
    emptyHow: '双击任意处写下第一个场景，或按',
    emptyAssistant: '也可以请助手开个头。',
    ask: { create: '新节点的标题', rename: '新标题', label: '连接的标签（可不填）' },
    selected: '{{title}}，{{kind}}',
    color: '颜色',
    kinds: { scene: '场景', character: '人物', place: '地点', note: '笔记', group: '分组' },
  },
}
