/**
 * The panels of the window: a row for each, from which layout, menus, toolbar, actions, keys and the saved
 * location are made. A new panel is a component and a row here; its title and the label of its action are texts.
 */

import {
  BookOpen,
  Bot,
  ChartNoAxesColumn,
  History,
  ListChecks,
  PanelLeft,
  PanelRight,
  Play,
  Repeat2,
  SearchCheck,
  Sparkles,
  TriangleAlert,
  Variable,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { FindPanel } from '../features/find'
import { Outline } from '../features/outline'
import { ProblemsPanel, StatisticsPanel } from '../features/problems'
import { RepetitionsPanel } from '../features/repetitions'
import { SecondPage } from '../features/secondPage'
import { VariablesPanel } from '../features/variables'
import { findSelectedWords, registerPanels, SECOND_PAGE, useDraftsToReview } from '../state'
import { useTranslation } from '../text'

/** A component whose code is loaded when it is first shown: editor and conversation are most of it. */
const later = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

registerPanels([
  {
    id: 'outline',
    icon: PanelLeft,
    title: 'outline-title',
    component: Outline,
    place: 'left',
    keeps: 'always',
    shortcut: 'Mod+Alt+1',
    inToolbar: true,
  },
  {
    id: SECOND_PAGE,
    icon: BookOpen,
    title: 'secondPage-title',
    component: SecondPage,
    place: 'left',
    shortcut: 'Mod+Alt+4',
    isRare: true,
    isMovable: true,
  },
  {
    id: 'inspector',
    icon: PanelRight,
    title: 'inspector-title',
    component: later(async () => (await import('../features/inspector')).Inspector),
    place: 'right',
    shortcut: 'Mod+Alt+2',
    keeps: 'always',
  },
  {
    id: 'assistant',
    icon: Sparkles,
    title: 'assistant-title',
    component: later(async () => (await import('../features/assistant')).Assistant),
    place: 'right',
    shortcut: 'Mod+Alt+3',
    useWaiting() {
      const { t } = useTranslation()
      const count = useDraftsToReview((it) => it.count)
      return { count, label: t('assistant-waiting-open', { count }) }
    },
    keeps: 'always',
    isMovable: true,
  },
  {
    id: 'play',
    icon: Play,
    title: 'play-title',
    component: later(async () => (await import('../features/play')).PlayPanel),
    place: 'right',
    shortcut: 'Mod+Alt+P',
    inToolbar: true,
    keeps: 'once shown',
    isTransient: true,
  },
  {
    id: 'problems',
    icon: TriangleAlert,
    title: 'problems-title',
    component: ProblemsPanel,
    place: 'right',
    shortcut: 'Mod+Shift+M',
  },
  {
    id: 'history',
    icon: History,
    title: 'history-title',
    component: later(async () => (await import('../features/history')).HistoryPanel),
    place: 'right',
    shortcut: 'Mod+Alt+H',
  },
  {
    id: 'find',
    icon: SearchCheck,
    title: 'find-title',
    component: FindPanel,
    place: 'right',
    shortcut: 'Mod+Shift+F',
    otherShortcuts: ['Mod+F'],
    prepare: findSelectedWords,
    isRare: true,
  },
  {
    id: 'statistics',
    icon: ChartNoAxesColumn,
    title: 'problems-figures-title',
    component: StatisticsPanel,
    place: 'right',
    isRare: true,
  },
  {
    id: 'variables',
    icon: Variable,
    title: 'variables-title',
    component: VariablesPanel,
    place: 'right',
    isRare: true,
  },
  {
    id: 'repetitions',
    icon: Repeat2,
    title: 'repetitions-title',
    component: RepetitionsPanel,
    place: 'right',
    isRare: true,
  },
  {
    id: 'jobs',
    icon: ListChecks,
    title: 'jobs-title',
    component: later(async () => (await import('../features/jobs')).JobsPanel),
    place: 'right',
    isRare: true,
  },
  {
    id: 'agents',
    icon: Bot,
    title: 'agents-title',
    component: later(async () => (await import('../features/agents')).AgentsPanel),
    place: 'right',
    isRare: true,
  },
])
