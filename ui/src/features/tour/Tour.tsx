/** One step of the tour: its subject is framed, and everything stays usable. */

import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSelection, useSession } from '../../document'
import { Button, IconButton } from '../../kit'
import { focusPanel, leavePage, panelId, useDock, useTour, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import styles from './tour.module.css'

const STEPS = ['map', 'page', 'draft', 'versions', 'play'] as const

type Step = (typeof STEPS)[number]

/** What a step is about, on the page. */
const TARGETS: Record<Step, string> = {
  map: '[role="application"]',
  page: `[id="${panelId('inspector')}"]`,
  draft: `[id="${panelId('assistant')}"]`,
  versions: `[id="${panelId('history')}"]`,
  play: `[id="${panelId('play')}"]`,
}

export function Tour() {
  const at = useTour((it) => it.step)
  const step = at === undefined ? undefined : STEPS[at]
  return step ? <Shown key={step} step={step} at={at ?? 0} /> : null
}

function Shown({ step, at }: { step: Step; at: number }) {
  const { t } = useTranslation()
  const session = useSession()
  const { go, leave } = useTour.getState()
  const frame = useFrame(TARGETS[step])
  const isLast = at === STEPS.length - 1
  const { start } = session.mirror.story

  useEffect(() => {
    const workspace = useWorkspace.getState()
    if (step === 'map') {
      workspace.setView('map')
      leavePage()
      requestAnimationFrame(() => useWorkspace.getState().map?.fitAll())
    } else if (step === 'page') {
      if (start) useSelection.getState().select([start])
      workspace.setPanel('inspector', true)
    } else
      workspace.setPanel(
        step === 'draft' ? 'assistant' : step === 'versions' ? 'history' : 'play',
        true,
      )
  }, [step, start])

  const play = () => {
    leave()
    useDock.getState().playFrom(start ?? undefined)
    focusPanel('play')
  }
  return (
    <>
      {frame && <div className={styles.frame} style={frame} aria-hidden />}
      <aside
        className={styles.card}
        aria-labelledby="tour-step"
        onKeyDown={(event) => event.key === 'Escape' && leave()}
      >
        <IconButton
          className={styles.leave ?? ''}
          label={t('tour-leave')}
          icon={<X size={14} aria-hidden />}
          onClick={leave}
        />
        <p className={styles.count}>{t('tour-step', { at: at + 1, of: STEPS.length })}</p>
        <div role="status">
          <h2 id="tour-step">{t(`tour-${step}`)}</h2>
        </div>
        <p>{t(`tour-${step}-how`)}</p>
        <div className={styles.buttons}>
          {at > 0 && (
            <Button variant="plain" onClick={() => go(at - 1)}>
              {t('tour-back')}
            </Button>
          )}
          <Button variant="primary" autoFocus onClick={() => (isLast ? play() : go(at + 1))}>
            {t(isLast ? 'tour-play-now' : 'tour-next')}
          </Button>
        </div>
      </aside>
    </>
  )
}

/** Where a part of the window is, in CSS pixels; followed while it moves. */
function useFrame(selector: string) {
  const [frame, setFrame] = useState<{ left: number; top: number; width: number; height: number }>()
  useEffect(() => {
    let asked = 0
    let last = ''
    const look = () => {
      const found = document.querySelector(selector)?.getBoundingClientRect()
      const key = found ? `${found.x} ${found.y} ${found.width} ${found.height}` : ''
      if (key !== last) {
        last = key
        setFrame(
          found && found.width > 0
            ? { left: found.x, top: found.y, width: found.width, height: found.height }
            : undefined,
        )
      }
      asked = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(asked)
  }, [selector])
  return frame
}
