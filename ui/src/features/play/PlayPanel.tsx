/** The reading: passage, choices, variables, the way so far. */

import { ArrowLeft, Bookmark, CornerDownRight, Lock, RotateCcw, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isTyping, useDesk, useDock } from '../../actions'
import { useSelection, useSession } from '../../document'
import { Button, Empty, IconButton, Panel } from '../../kit'
import { Places } from './Places'
import { paragraphs } from './passage'
import styles from './play.module.css'
import { type Offered, type Playing, type Reading, usePlaying } from './reading'
import { Variables } from './Variables'

export function PlayPanel() {
  const { t } = useTranslation('play')
  const playing = usePlaying()
  const box = useRef<HTMLDivElement>(null)
  const { reading, fault } = playing
  const at = reading?.steps.length ?? 0

  useEffect(() => {
    box.current?.focus({ preventScroll: true })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins a page
  useEffect(() => {
    // The panel's body scrolls. Some engines answer with a promise, which no effect may return.
    void box.current?.parentElement?.scrollTo?.({ top: 0 })
  }, [at])
  const node = reading?.node.id
  useEffect(() => {
    if (node) useDesk.getState().map?.reveal([node])
  }, [node])

  const keys = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey) return
    const open = reading?.choices.filter((it) => it.open) ?? []
    const choice = /^[1-9]$/.test(event.key) ? open[Number(event.key) - 1] : undefined
    if (choice) playing.choose(choice.edge)
    else if (event.key === 'Backspace' && at > 0) playing.back()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const tools = (
    <>
      <IconButton
        label={t('back')}
        keys="Backspace"
        icon={<ArrowLeft size={15} />}
        disabled={at === 0}
        onClick={playing.back}
      />
      <IconButton
        label={t('again')}
        icon={<RotateCcw size={14} />}
        disabled={at === 0}
        onClick={playing.again}
      />
      <IconButton
        label={t('close')}
        icon={<X size={15} />}
        onClick={() => useDock.getState().show(undefined)}
      />
    </>
  )
  return (
    <Panel title={t('title')} tools={tools}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys are a second way to the buttons within */}
      <div ref={box} className={styles.play} tabIndex={-1} onKeyDown={keys}>
        {fault && <p className={styles.fault}>{fault}</p>}
        {reading ? (
          <Page playing={playing} reading={reading} />
        ) : (
          !fault && <Empty title={t('loading')} />
        )}
      </div>
    </Panel>
  )
}

function Page({ playing, reading }: { playing: Playing; reading: Reading }) {
  const { t } = useTranslation('play')
  return (
    <>
      <Path playing={playing} reading={reading} />
      {reading.stopped && (
        <p className={styles.stopped} role="status">
          {t('stopped', { step: reading.stopped.step })} {reading.stopped.why}
        </p>
      )}
      <Passage reading={reading} />
      <Choices playing={playing} reading={reading} />
      <Variables playing={playing} reading={reading} />
      <Places playing={playing} reading={reading} />
    </>
  )
}

function Path({ playing, reading }: { playing: Playing; reading: Reading }) {
  const { t } = useTranslation('play')
  const last = reading.path.length - 1
  return (
    <nav className={styles.path} aria-label={t('path')}>
      {reading.path.map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a node may be passed twice, its place says which
        <span key={`${index}/${node.id}`}>
          {index > 0 && <span aria-hidden>›</span>}
          <button
            type="button"
            aria-current={index === last ? 'step' : undefined}
            onClick={() => (index === last ? show(node.id) : playing.backTo(index))}
          >
            {node.title}
          </button>
        </span>
      ))}
    </nav>
  )
}

function show(node: string): void {
  useSelection.getState().select([node])
  useDesk.getState().map?.reveal([node])
}

function Passage({ reading }: { reading: Reading }) {
  const { t } = useTranslation('play')
  const { bridge } = useSession()
  const found = paragraphs(reading.text)
  return (
    <article className={styles.passage} aria-live="polite">
      <h3>{reading.node.title}</h3>
      {reading.image && <img src={bridge.assetUrl(reading.image)} alt="" />}
      {found.length === 0 && <p className={styles.blank}>{t('blank')}</p>}
      {found.map((it, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page's paragraphs do not move
        <p key={index} className={it.kind === 'heading' ? styles.head : undefined}>
          {it.spans.map((span, at) => {
            const Tag = span.strong ? 'strong' : span.em ? 'em' : 'span'
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            return <Tag key={at}>{span.text}</Tag>
          })}
        </p>
      ))}
    </article>
  )
}

function Choices({ playing, reading }: { playing: Playing; reading: Reading }) {
  const { t } = useTranslation('play')
  const open = reading.choices.filter((it) => it.open)
  const number = (it: Offered) => open.indexOf(it) + 1
  return (
    <div className={styles.choices}>
      {reading.choices.map((it) => (
        <div key={it.edge}>
          <Button
            className={styles.choice}
            disabled={!it.open}
            onClick={() => playing.choose(it.edge)}
            icon={
              it.open ? (
                <kbd className={styles.number}>{number(it) <= 9 ? number(it) : '·'}</kbd>
              ) : (
                <Lock size={13} aria-hidden />
              )
            }
          >
            {it.label || it.to.title}
          </Button>
          {it.why && <p className={styles.why}>{it.why}</p>}
        </div>
      ))}
      {reading.over && (
        <p className={reading.ending ? styles.end : styles.stuck}>
          {reading.ending ? (
            <Bookmark size={14} aria-hidden />
          ) : (
            <CornerDownRight size={14} aria-hidden />
          )}
          {t(reading.ending ? 'end' : 'stuck')}
        </p>
      )}
    </div>
  )
}
