/** Where the person writes: the words, the node they are about, and how freely the assistant works. */

import { ArrowUp, ImagePlus, Square, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { ErrorMessage } from '../../../cards'
import { useNode, useSelection, useSession } from '../../../document'
import {
  Button,
  chooseFiles,
  IconButton,
  PICTURE_TYPES,
  Tooltip,
  usePictureDrop,
} from '../../../kit'
import { useTranslation } from '../../../text'
import {
  addPictures,
  removePicture,
  say,
  setText,
  stop,
  useConversation,
} from '../state/conversation'
import { runningTurn } from '../state/reduce'
import { Attachments } from './Attachments'
import { Completions, useCompletions } from './Completions'
import styles from './Composer.module.css'
import { AutonomyMenu, ModelName } from './ComposerOptions'
import { isCommand, withSlash } from './slash'

export function Composer() {
  const { t } = useTranslation()
  const session = useSession()
  const text = useConversation((it) => it.text)
  const fault = useConversation((it) => it.fault)
  const running = useConversation((it) => runningTurn(it.items) !== undefined)
  const busy = useConversation((it) => it.pending !== undefined) || running
  const about = useAbout()
  const line = withSlash(text)
  const words = line.trim()
  const slash = words.startsWith('/')
  const unread = slash && !isCommand(words)
  const pictures = useConversation((it) => it.pictures)
  const take = (files: readonly File[]) => void addPictures(session, files)
  const dropped = usePictureDrop(take)
  const choose = async () => take(await chooseFiles({ accept: PICTURE_TYPES, many: true }))
  const ways = useCompletions(line, setText)
  const ready = words !== '' && !unread && (slash || !busy)

  function send() {
    if (ready) void say(session, words, about.node?.id)
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
      {unread && <p className={styles.note}>{t('assistant-unread')}</p>}
      <Completions ways={ways} />
      <div className={`${styles.box} ${dropped.over ? styles.over : ''}`} {...dropped.hands}>
        {about.node && (
          <span className={styles.about}>
            <span className={styles.aboutText}>
              {t('assistant-about', { title: about.node.title })}
            </span>
            <button
              type="button"
              className={styles.unpin}
              aria-label={t('assistant-no-about', { title: about.node.title })}
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

/** The node the words are about: the focused one, unless the person took it away. */
function useAbout() {
  const focused = useSelection((it) => it.focused)
  const [removed, setRemoved] = useState<string>()
  const node = useNode(focused === removed ? undefined : focused)
  return { node, remove: () => setRemoved(focused) }
}
