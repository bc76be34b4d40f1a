/** Where the person writes: the words, the node they are about, and how freely the assistant works. */

import { ArrowUp, ImagePlus, Square, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fault } from '../../cards'
import { useNode, useSelection, useSession } from '../../document'
import { Button, chooseFiles, IconButton, PICTURES, Tooltip, usePictures } from '../../kit'
import { Attached } from './Attached'
import { Completions, useCompletions } from './Completions'
import styles from './Composer.module.css'
import { runningTurn } from './reduce'
import { isCommand, withSlash } from './slash'
import { addPictures, removePicture, say, setText, stop, useTalk } from './talk'
import { AutonomyMenu, ModelName } from './Working'

export function Composer() {
  const { t } = useTranslation('assistant')
  const session = useSession()
  const text = useTalk((it) => it.text)
  const fault = useTalk((it) => it.fault)
  const running = useTalk((it) => runningTurn(it.items) !== undefined)
  const busy = useTalk((it) => it.pending !== undefined) || running
  const about = useAbout()
  const line = withSlash(text)
  const words = line.trim()
  const slash = words.startsWith('/')
  const unread = slash && !isCommand(words)
  const pictures = useTalk((it) => it.pictures)
  const take = (files: readonly File[]) => void addPictures(session, files)
  const dropped = usePictures(take)
  const choose = async () => take(await chooseFiles({ accept: PICTURES, many: true }))
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
      <Fault report={fault} />
      {unread && <p className={styles.note}>{t('unread')}</p>}
      <Completions ways={ways} />
      <div className={`${styles.box} ${dropped.over ? styles.over : ''}`} {...dropped.hands}>
        {about.node && (
          <span className={styles.about}>
            <span className={styles.aboutText}>{t('about', { title: about.node.title })}</span>
            <button
              type="button"
              className={styles.unpin}
              aria-label={t('noAbout', { title: about.node.title })}
              onClick={about.remove}
            >
              <X size={12} />
            </button>
          </span>
        )}
        <Attached pictures={pictures} remove={removePicture} />
        <textarea
          className={styles.text}
          rows={2}
          value={text}
          aria-label={t('write')}
          placeholder={t('placeholder')}
          {...ways.attributes}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={keyed}
        />
        <div className={styles.foot}>
          <AutonomyMenu />
          <IconButton
            label={t('attach')}
            icon={<ImagePlus size={15} aria-hidden />}
            onClick={() => void choose()}
          />
          <ModelName />
          {running ? (
            <IconButton
              look="outline"
              label={t('stop')}
              icon={<Square size={13} fill="currentColor" />}
              onClick={() => void stop(session)}
            />
          ) : (
            <Tooltip text={t('send')} keys="Enter">
              <Button
                type="submit"
                look="primary"
                className={styles.send ?? ''}
                aria-label={t('send')}
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
