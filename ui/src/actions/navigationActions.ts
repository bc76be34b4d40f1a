/** The actions that go to another scene: back, forward, on the second page, from place to place. */

import { ArrowLeft, ArrowRight, BookOpen, ChevronsDown, ChevronsUp } from 'lucide-react'
import { stepPlace, usePlaces } from '../state/places'
import { openOnSecondPage } from '../state/secondPage'
import { goToVisited, visitedNode } from '../state/visited'
import type { Action } from './action'

const hasPlaces = () => usePlaces.getState().list !== undefined

export const navigationActions: readonly Action[] = [
  {
    id: 'goBack',
    icon: ArrowLeft,
    keys: ['Mod+Alt+ArrowLeft', 'Mod+['],
    when: ({ session }) => visitedNode(-1, session.mirror) !== undefined,
    perform: ({ session }) => goToVisited(-1, session.mirror),
  },
  {
    id: 'goForward',
    icon: ArrowRight,
    keys: ['Mod+Alt+ArrowRight', 'Mod+]'],
    when: ({ session }) => visitedNode(1, session.mirror) !== undefined,
    perform: ({ session }) => goToVisited(1, session.mirror),
  },
  {
    id: 'openOnSecondPage',
    icon: BookOpen,
    keys: ['Mod+Alt+Enter'],
    showsBeside: true,
    when: ({ nodes }) => nodes.length === 1,
    perform: ({ session, nodes: [node] }) =>
      node !== undefined && openOnSecondPage(session.mirror.story.id, node),
  },
  {
    id: 'nextPlace',
    icon: ChevronsDown,
    keys: ['F8'],
    when: hasPlaces,
    perform: () => stepPlace(1),
  },
  {
    id: 'previousPlace',
    icon: ChevronsUp,
    keys: ['Shift+F8'],
    when: hasPlaces,
    perform: () => stepPlace(-1),
  },
]

/** The buttons of a mouse that go back and forward, by their numbers. */
export const MOUSE_BUTTONS: Readonly<Record<number, string>> = { 3: 'goBack', 4: 'goForward' }
