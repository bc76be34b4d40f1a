/** The playthrough: passage, choices, variables, the path so far. */

import {
  ArrowLeft,
  Bookmark,
  CornerDownRight,
  Lock,
  MessageSquarePlus,
  RotateCcw,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { isTyping } from '../../actions'
import type { ErrorReport } from '../../bridge'
import { ErrorMessage, Markdown, SoundButton, useReading } from '../../cards'
import { useSelection, useSession } from '../../document'
import { Button, Empty, IconButton, languageName, Panel, Select } from '../../kit'
import { linksToText } from '../../notation'
import { useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { usePlayComment } from './PlayComment'
import styles from './play.module.css'
import {
  isChoice,
  type PlayChoice,
  type Playthrough,
  type PlaythroughControls,
  playedPath,
  usePlaythrough,
  wordsOf,
  written,
} from './playthrough'
import { Sounds } from './Sounds'
import { StartOptions } from './StartOptions'
import { Variables } from './Variables'

export function PlayPanel() {
  const { t } = useTranslation()
  const playing = usePlaythrough()
  const box = useRef<HTMLDivElement>(null)
  const { reading, fault } = playing
  const at = reading?.steps.length ?? 0
  const passed = reading?.steps.join()

  // Before anybody can press the next key, which would be lost with the focus nowhere.
  useLayoutEffect(() => {
    box.current?.focus({ preventScroll: true })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins a page
  useLayoutEffect(() => {
    // The panel's body scrolls. Some engines answer with a promise, which no effect may return.
    void box.current?.parentElement?.scrollTo?.({ top: 0 })
    // The choice that was taken is gone with its page; the keys stay here.
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [passed])
  const node = reading?.node.id
  const comment = usePlayComment(node)
  useEffect(() => {
    if (node) useWorkspace.getState().map?.reveal([node])
  }, [node])

  const keys = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey) return
    const open = reading ? openSteps(reading) : []
    const taken = /^[1-9]$/.test(event.key) ? open[Number(event.key) - 1] : undefined
    if (taken) playing.choose(taken)
    else if (event.key === 'Backspace' && at > 0) playing.back()
    else if (event.key === 'ArrowDown') move(event.currentTarget, 1)
    else if (event.key === 'ArrowUp') move(event.currentTarget, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const tools = (
    <>
      {reading?.sounds && <SoundButton sounds={reading.sounds} />}
      <IconButton
        label={t('play-comment')}
        icon={<MessageSquarePlus size={15} />}
        disabled={!node}
        // The selection, which it is about, stays.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => comment.begin(selectedIn(box.current))}
      />
      <IconButton
        label={t('play-back')}
        keys="Backspace"
        icon={<ArrowLeft size={15} />}
        disabled={at === 0}
        onClick={playing.back}
      />
      <IconButton
        label={t('play-again')}
        icon={<RotateCcw size={14} />}
        disabled={at === 0}
        onClick={playing.again}
      />
    </>
  )
  return (
    <Panel title={t('play-title')} tools={tools}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys are a second way to the buttons within */}
      <div ref={box} className={styles.play} tabIndex={-1} data-panel-focus onKeyDown={keys}>
        <LanguageChoice playing={playing} />
        {fault && <Failed fault={fault} />}
        {reading && <Page playing={playing} reading={reading} comment={comment.form} />}
        {reading && <Sounds reading={reading} />}
        {reading || fault ? (
          <StartOptions playing={playing} reading={reading} />
        ) : (
          <Empty title={t('play-loading')} />
        )}
      </div>
    </Panel>
  )
}

/** The languages of the story to play in, where it has several. */
function LanguageChoice({ playing }: { playing: PlaythroughControls }) {
  const { t, language } = useTranslation()
  const { data } = useReading('read_story_languages', {})
  if (!data || data.targets === undefined || data.targets.length === 0) return null
  return (
    <Select
      aria-label={t('play-language')}
      value={playing.language}
      choices={[
        { value: '', label: languageName(data.source, language) },
        ...data.targets.map((it) => ({ value: it, label: languageName(it, language) })),
      ]}
      onChoose={playing.setLanguage}
    />
  )
}

/** What can be taken: the steps of open choices, then the way back. */
function openSteps({ choices, way_back: back }: Playthrough): string[] {
  const open = choices.filter((it) => it.open).map((it) => it.step)
  return back ? [...open, back.step] : open
}

/** Moves between the choices that are open. */
function move(panel: Element, by: number): void {
  const choices = [...panel.querySelectorAll<HTMLElement>('[data-choice]:not(:disabled)')]
  const at = choices.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (by > 0 ? 0 : choices.length - 1) : at + by
  choices[(next + choices.length) % choices.length]?.focus()
}

/** ChoiceReason there is no reading; the program's own words where nothing shorter is known. */
function Failed({ fault }: { fault: ErrorReport }) {
  const { t } = useTranslation()
  const known = fault.path?.startsWith('/state')
    ? 'state'
    : fault.code === 'NOT_FOUND'
      ? 'gone'
      : undefined
  if (!known) return <ErrorMessage report={fault} />
  return (
    <p className={styles.fault} role="alert">
      {t(`play-faults-${known}`)}
    </p>
  )
}

/** What of an element is selected. */
function selectedIn(element: Element | null): string {
  const selection = document.getSelection()
  return element?.contains(selection?.anchorNode ?? null) ? (selection?.toString() ?? '') : ''
}

interface PageProps {
  playing: PlaythroughControls
  reading: Playthrough
  comment: ReactNode
}

function Page({ playing, reading, comment }: PageProps) {
  const { t } = useTranslation()
  return (
    <>
      <Path playing={playing} reading={reading} />
      {reading.stopped && <Stopped playing={playing} reading={reading} stopped={reading.stopped} />}
      {reading.not_compiled && <NotCompiled error={reading.not_compiled} />}
      {reading.errors?.map((message) => (
        <p key={message} className={styles.stopped} role="status">
          {t('play-script-problem', { message })}
        </p>
      ))}
      <Passage reading={reading} />
      {comment}
      <Choices playing={playing} reading={reading} />
      <Variables playing={playing} reading={reading} />
    </>
  )
}

interface StoppedProps {
  playing: PlaythroughControls
  reading: Playthrough
  stopped: NonNullable<Playthrough['stopped']>
}

/** Where the way no longer goes since the story was edited, and why. */
function Stopped({ playing, reading, stopped }: StoppedProps) {
  const { t } = useTranslation()
  const made = playing.spec.steps[stopped.step - 1] ?? ''
  const choice = reading.choices.find((it) => it.step === made)
  const named = {
    step: stopped.step,
    node: reading.node.title,
    choice: playing.labelOf(made) ?? '…',
  }
  return (
    <p className={styles.stopped} role="status">
      {!isChoice(made)
        ? t('play-stopped-unread', { ...named, set: made })
        : choice
          ? t('play-stopped-closed', named)
          : t('play-stopped-gone', named)}
    </p>
  )
}

/** Why the script of the story is not played. */
function NotCompiled({ error }: { error: NonNullable<Playthrough['not_compiled']> }) {
  const { t } = useTranslation()
  const { language, message, node } = error
  return (
    <div className={styles.stopped} role="status">
      {node
        ? t('play-script-error-in', { language, title: node.title, message })
        : t('play-script-error', { language, message })}
      {node && (
        <Button onClick={() => show(node.id)}>
          {t('play-script-show', { title: node.title })}
        </Button>
      )}
    </div>
  )
}

/** The nodes passed and what was set by hand between them; a click goes back there. */
function Path({ playing, reading }: { playing: PlaythroughControls; reading: Playthrough }) {
  const { t } = useTranslation()
  const passed = playedPath(reading)
  const end = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last of a long way stays visible
  useEffect(() => {
    end.current?.scrollTo?.({ top: end.current.scrollHeight })
  }, [passed.length])
  const last = passed.length - 1
  // The heading of the passage says the same.
  if (last === 0) return null
  return (
    <nav ref={end} className={styles.path} aria-label={t('play-path')}>
      {passed.map((it, index) => (
        <span key={it.steps}>
          {index > 0 && <span aria-hidden>›</span>}
          <button
            type="button"
            className={'set' in it ? styles.set : undefined}
            title={'set' in it ? it.set : it.node.title}
            aria-current={index === last ? 'step' : undefined}
            onClick={() => (index === last ? show(reading.node.id) : playing.backTo(it.steps))}
          >
            {'set' in it ? it.set : it.node.title}
          </button>
        </span>
      ))}
    </nav>
  )
}

function show(node: string): void {
  useSelection.getState().goTo([node])
}

function Passage({ reading }: { reading: Playthrough }) {
  const { t } = useTranslation()
  const { bridge } = useSession()
  const text = linksToText(reading.text)
  return (
    <article className={styles.passage} aria-live="polite" lang={reading.language}>
      <h3>{reading.node.title}</h3>
      {reading.image && <img src={bridge.assetUrl(reading.image)} alt="" />}
      {text.trim() === '' ? (
        <p className={styles.blank}>{t('play-blank')}</p>
      ) : (
        <Markdown text={text} />
      )}
      {reading.left_out && <LeftOut parts={reading.left_out} />}
    </article>
  )
}

/** Parts of texts of other programs that are not played here. */
function LeftOut({ parts }: { parts: NonNullable<Playthrough['left_out']> }) {
  const { t } = useTranslation()
  return (
    <p className={styles.leftOut} role="note">
      {t('play-left-out', {
        parts: parts.map((it) => t(`play-leaves-${it.what}`)).join(t('play-left-out-and')),
      })}
    </p>
  )
}

function Choices({ playing, reading }: { playing: PlaythroughControls; reading: Playthrough }) {
  const { t } = useTranslation()
  const open = reading.choices.filter((it) => it.open)
  const number = (it: PlayChoice) => open.indexOf(it) + 1
  const back = reading.way_back
  return (
    <div className={styles.choices}>
      {reading.choices.map((it) => (
        <div key={it.step}>
          <Button
            className={styles.choice}
            data-choice
            disabled={!it.open}
            onClick={() => playing.choose(it.step)}
            icon={
              it.open ? (
                <kbd className={styles.number}>{number(it) <= 9 ? number(it) : '·'}</kbd>
              ) : (
                <Lock size={13} aria-hidden />
              )
            }
          >
            {wordsOf(it)}
          </Button>
          <ChoiceReason choice={it} />
        </div>
      ))}
      {back && (
        <Button
          className={styles.choice}
          data-choice
          onClick={() => playing.choose(back.step)}
          icon={<kbd className={styles.number}>{open.length < 9 ? open.length + 1 : '·'}</kbd>}
        >
          {back.label || t('play-back')}
        </Button>
      )}
      {reading.over && (
        <p className={reading.ending ? styles.end : styles.stuck}>
          {reading.ending ? (
            <Bookmark size={14} aria-hidden />
          ) : (
            <CornerDownRight size={14} aria-hidden />
          )}
          {t(
            reading.ending ? 'play-end' : reading.choices.length > 0 ? 'play-closed' : 'play-stuck',
          )}
        </p>
      )}
    </div>
  )
}

/** ChoiceReason a choice is closed, or open although something was meant. */
function ChoiceReason({ choice: { why, needs, taken } }: { choice: PlayChoice }) {
  const { t } = useTranslation()
  if (!why) return null
  const held = needs?.held.map(({ name, value }) =>
    value === null ? t('play-unset', { name }) : t('play-holds', { name, value: written(value) }),
  )
  return (
    <p className={styles.why}>
      {needs
        ? [
            t('play-needs', { condition: needs.condition }),
            ...(held ?? []),
            ...(needs.otherwise ? [t('play-otherwise')] : []),
          ].join(t('play-comma'))
        : t(taken ? 'play-taken' : 'play-unread')}
    </p>
  )
}
