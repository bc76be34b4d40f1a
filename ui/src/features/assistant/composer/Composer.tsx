/** The composer: the message, the cards it is about, and the assistant's options. */

import { ArrowUp, ImagePlus, Square, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { ErrorMessage } from '../../../cards'
import { useRevision, useSelection, useSession } from '../../../document'
import {
  Button,
  chooseFiles,
  IconButton,
  isPictureType,
  PICTURE_TYPES,
  Tooltip,
  useMediaDrop,
} from '../../../kit'
import { usePreparedMessage, useWorkspace } from '../../../state'
import { useTranslation } from '../../../text'
import {
  addPictures,
  removePicture,
  sendMessage,
  setText,
  stop,
  useConversation,
} from '../state/conversation'
import { runningTurn } from '../state/reduce'
import { Attachments } from './Attachments'
import { type AboutCard, MOST_ABOUT, withCardNames } from './about'
import { Completions, useCompletions } from './Completions'
import styles from './Composer.module.css'
import { AutonomyMenu, ModelName } from './ComposerOptions'
import { PromptMenu } from './PromptMenu'
import { isCommand, withPlainSlash } from './slash'

export function Composer() {
  const { t } = useTranslation()
  const session = useSession()
  const text = useConversation((it) => it.text)
  const fault = useConversation((it) => it.fault)
  const running = useConversation((it) => runningTurn(it.items) !== undefined)
  const settings = useWorkspace((it) => it.windowContext?.settings)
  const builtin = (settings?.started_with ?? settings?.model) === 'builtin'
  const about = useAbout()
  usePrepared()
  const line = withPlainSlash(text)
  const words = line.trim()
  const slash = words.startsWith('/')
  const unread = slash && !isCommand(words)
  const pictures = useConversation((it) => it.pictures)
  const take = (files: readonly File[]) => void addPictures(session, files)
  const dropped = useMediaDrop(isPictureType, take)
  const choose = async () => take(await chooseFiles({ accept: PICTURE_TYPES, many: true }))
  const ways = useCompletions(line, setText)
  const { cards } = about
  const tooMany = !slash && cards.length > (builtin ? 1 : MOST_ABOUT)
  const ready = words !== '' && !unread && !tooMany

  const aboutWords =
    cards.length > 1 ? t('assistant-about-several', { count: cards.length }) : cards[0]?.title

  function send() {
    if (ready) void sendMessage(session, slash ? words : withCardNames(words, cards), about.focused)
  }
  function keyed(event: KeyboardEvent) {
    if (ways.keyed(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <ErrorMessage report={fault} />
      {unread && ways.found.length === 0 && <p className={styles.note}>{t('assistant-unread')}</p>}
      {tooMany && (
        <p className={styles.note} role="status">
          {builtin ? t('assistant-about-one') : t('assistant-about-too-many', { most: MOST_ABOUT })}
        </p>
      )}
      {(builtin || settings?.sees_pictures === false) && pictures.length > 0 && (
        <p className={styles.note} role="status">
          {builtin
            ? t('assistant-pictures-unseen')
            : t('assistant-pictures-not-shown', {
                model: settings?.started_with ?? settings?.model ?? '',
              })}
        </p>
      )}
      <Completions ways={ways} />
      <div className={`${styles.box} ${dropped.over ? styles.over : ''}`} {...dropped.hands}>
        {cards.length > 0 && (
          <span className={styles.about}>
            <span className={styles.aboutText} title={cards.map((it) => it.title).join('\n')}>
              {t('assistant-about', { title: aboutWords })}
            </span>
            <button
              type="button"
              className={styles.unpin}
              aria-label={t('assistant-no-about', { title: aboutWords })}
              onClick={about.remove}
            >
              <X size={12} />
            </button>
          </span>
        )}
        <Attachments pictures={pictures} remove={removePicture} />
        <textarea
          className={styles.text}
          rows={2}
          value={text}
          aria-label={t('assistant-write')}
          placeholder={t('assistant-placeholder')}
          {...ways.attributes}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={keyed}
        />
        <div className={styles.foot}>
          <AutonomyMenu />
          <IconButton
            label={t('assistant-attach')}
            icon={<ImagePlus size={15} aria-hidden />}
            onClick={() => void choose()}
          />
          <PromptMenu text={text} onChoose={setText} />
          <ModelName />
          {running ? (
            <IconButton
              variant="outline"
              label={t('assistant-stop')}
              icon={<Square size={13} fill="currentColor" />}
              onClick={() => void stop(session)}
            />
          ) : (
            <Tooltip text={t('assistant-send')} keys="Enter">
              <Button
                type="submit"
                variant="primary"
                className={styles.send ?? ''}
                aria-label={t('assistant-send')}
                icon={<ArrowUp size={16} />}
                disabled={!ready}
              />
            </Tooltip>
          )}
        </div>
      </div>
    </form>
  )
}

/** Takes in a message that another part of the window has prepared, behind what stands here. */
function usePrepared(): void {
  const prepared = usePreparedMessage((it) => it.text)
  useEffect(() => {
    if (prepared === undefined) return
    usePreparedMessage.setState({ text: undefined })
    const { text } = useConversation.getState()
    setText(text.trim() ? `${text.trimEnd()}\n\n${prepared}` : prepared)
  }, [prepared])
}

/** The cards the words are about: all that are selected, unless the person took them away. */
function useAbout(): { cards: AboutCard[]; focused: string | undefined; remove: () => void } {
  const { mirror } = useSession()
  const revision = useRevision()
  const selected = useSelection((it) => it.nodes)
  const focused = useSelection((it) => it.focused)
  const [removed, setRemoved] = useState<ReadonlySet<string>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles change with the story
  const cards = useMemo(
    () => (selected === removed ? [] : [...selected].flatMap((it) => mirror.nodes.get(it) ?? [])),
    [mirror, revision, selected, removed],
  )
  const last = cards.find((it) => it.id === focused) ?? cards.at(-1)
  return { cards, focused: last?.id, remove: () => setRemoved(selected) }
}
