/** The map: the drawn story, with inline fields and menus on top of it. */

import { useEffect, useRef, useState } from 'react'
import { isTyping, SelectionMenu } from '../../actions'
import { listen } from '../../canvas'
import { useIsEmpty, useNode, useRevision, useSelection, useSession } from '../../document'
import { ContextMenuArea, onMenuKey } from '../../kit'
import { useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { Breadcrumb } from './controls/Breadcrumb'
import { MapControls } from './controls/MapControls'
import { FilterBar } from './filter/FilterBar'
import { KeyboardController } from './gestures/keyboardController'
import { acceptMedia } from './gestures/mediaDrop'
import { PointerController } from './gestures/pointerController'
import { ConnectHint } from './hints/ConnectHint'
import { EmptyMap } from './hints/EmptyMap'
import { MapTooltip } from './hints/MapTooltip'
import { OffscreenHints } from './hints/OffscreenHints'
import { InlineEditField } from './inlineEdit/InlineEditField'
import { LinkPanel } from './link/LinkPanel'
import { MissingCards } from './missing/MissingCards'
import { ReviewBar } from './review/ReviewBar'
import styles from './StoryMap.module.css'
import { MapController } from './scene/mapController'
import { useCardTexts } from './scene/useCardTexts'
import { useFirstView } from './scene/useFirstView'

export function StoryMap() {
  const session = useSession()
  const { t } = useTranslation()
  const host = useRef<HTMLDivElement>(null)
  const [controller, setBoard] = useState<MapController>()
  const cardTexts = useCardTexts()
  const first = useRef(cardTexts)
  const isEmpty = useIsEmpty()

  useEffect(() => {
    const element = host.current
    if (!element) return
    const made = new MapController(element, session, first.current)
    const hand = new PointerController(made)
    const keyboard = new KeyboardController(made, hand)
    const stop = listen(element, hand)
    const stopPictures = acceptMedia(element, made)
    const stopMenu = onMenuKey(element, () => hand.openMenu(element))
    const pressed = (event: KeyboardEvent) => {
      if (!isTyping(event.target) && keyboard.take(event)) event.preventDefault()
    }
    const grabbed = () => element.focus({ preventScroll: true })
    element.addEventListener('keydown', pressed)
    element.addEventListener('pointerdown', grabbed)
    useWorkspace.getState().setMap(made)
    setBoard(made)
    return () => {
      element.removeEventListener('keydown', pressed)
      element.removeEventListener('pointerdown', grabbed)
      stop()
      stopMenu()
      stopPictures()
      useWorkspace.getState().setMap(undefined)
      made.destroy()
    }
  }, [session])

  useEffect(() => controller?.setCardTexts(cardTexts), [controller, cardTexts])
  useFirstView(controller)

  return (
    <div className={styles.map}>
      <ContextMenuArea menu={<SelectionMenu />}>
        <div
          ref={host}
          className={styles.host}
          role="application"
          aria-label={t('map-label')}
          aria-describedby="map-about"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys of its own
          tabIndex={0}
          data-story-keys
        />
      </ContextMenuArea>
      <p id="map-about" className={styles.unseen}>
        {t('map-about')}
      </p>
      <Selected />
      <ConnectHint />
      {isEmpty && <EmptyMap />}
      {controller && <Breadcrumb controller={controller} />}
      <FilterBar />
      {controller && <OffscreenHints controller={controller} />}
      {controller && <MissingCards controller={controller} />}
      {controller && <LinkPanel controller={controller} />}
      <ReviewBar />
      {controller && <InlineEditField controller={controller} />}
      {controller && <MapTooltip controller={controller} />}
      {controller && <MapControls controller={controller} />}
    </div>
  )
}

/** Says which card or link the keyboard is on, to those who do not see it. */
function Selected() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  useRevision()
  const node = useNode(useSelection((it) => it.focused))
  const edge = useSelection((it) => it.edge)
  const link = edge === undefined ? undefined : mirror.edges.get(edge)
  const kind = node && t.or(`map-kinds-${node.kind}`, node.kind)
  const title = (id: string) => mirror.nodes.get(id)?.title ?? ''
  return (
    <p className={styles.unseen} aria-live="polite">
      {node && t('map-selected', { title: node.title, kind })}
      {link &&
        t('map-selected-link', { from: title(link.from), to: title(link.to), label: link.label })}
    </p>
  )
}
