/** The map: a thin frame around the drawn story, with what is asked for and chosen on top of it. */

import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTyping, useDesk, useStoryMenu } from '../../actions'
import { listen } from '../../canvas'
import { useNode, useNumber, useSelection, useSession } from '../../document'
import { listenForMenuKey, RightClickMenu } from '../../kit'
import { Breadcrumb } from './Breadcrumb'
import { Board } from './board'
import { ConnectHint } from './ConnectHint'
import { EmptyMap } from './EmptyMap'
import { Hand } from './hand'
import { Keyboard } from './keyboard'
import { MapCorner } from './MapCorner'
import { MapField } from './MapField'
import { MapTip } from './MapTip'
import { OffScreen } from './OffScreen'
import { ReviewBar } from './ReviewBar'
import styles from './StoryMap.module.css'
import { useWording } from './words'

export function StoryMap() {
  const session = useSession()
  const { t } = useTranslation('map')
  const host = useRef<HTMLDivElement>(null)
  const [board, setBoard] = useState<Board>()
  const wording = useWording()
  const first = useRef(wording)
  const lines = useStoryMenu()
  useNumber()

  useEffect(() => {
    const element = host.current
    if (!element) return
    const made = new Board(element, session, first.current)
    const hand = new Hand(made)
    const keyboard = new Keyboard(made, hand)
    const stop = listen(element, hand)
    const stopMenu = listenForMenuKey(element, () => hand.openMenu(element))
    const pressed = (event: KeyboardEvent) => {
      if (!isTyping(event.target) && keyboard.take(event)) event.preventDefault()
    }
    const grabbed = () => element.focus({ preventScroll: true })
    element.addEventListener('keydown', pressed)
    element.addEventListener('pointerdown', grabbed)
    useDesk.getState().setMap(made)
    setBoard(made)
    return () => {
      element.removeEventListener('keydown', pressed)
      element.removeEventListener('pointerdown', grabbed)
      stop()
      stopMenu()
      useDesk.getState().setMap(undefined)
      made.destroy()
    }
  }, [session])

  useEffect(() => board?.setWording(wording), [board, wording])

  return (
    <div className={styles.map}>
      <RightClickMenu lines={lines}>
        <div
          ref={host}
          className={styles.host}
          role="application"
          aria-label={t('label')}
          aria-describedby="map-about"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys of its own
          tabIndex={0}
          data-story-keys
        />
      </RightClickMenu>
      <p id="map-about" className={styles.unseen}>
        {t('about')}
      </p>
      <Selected />
      <ConnectHint />
      {session.mirror.nodes.size === 0 && <EmptyMap />}
      {board && <Breadcrumb board={board} />}
      {board && <OffScreen board={board} />}
      <ReviewBar />
      {board && <MapField board={board} />}
      {board && <MapTip board={board} />}
      {board && <MapCorner board={board} />}
    </div>
  )
}

/** Says which card or link the keyboard is on, to those who do not see it. */
function Selected() {
  const { t } = useTranslation('map')
  const { mirror } = useSession()
  const node = useNode(useSelection((it) => it.focused))
  const edge = useSelection((it) => it.edge)
  const link = edge === undefined ? undefined : mirror.edges.get(edge)
  const kind = node && t(`kinds.${node.kind}`, { defaultValue: node.kind })
  const title = (id: string) => mirror.nodes.get(id)?.title ?? ''
  return (
    <p className={styles.unseen} aria-live="polite">
      {node && t('selected', { title: node.title, kind })}
      {link && t('selectedLink', { from: title(link.from), to: title(link.to), label: link.label })}
    </p>
  )
}
