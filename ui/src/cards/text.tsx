/** Prose: edited in place, saved automatically, counted; in full-window mode on request. */

import { Maximize2, Minimize2 } from 'lucide-react'
import {
  useCallback,
  useDeferredValue,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useDraft, useNode } from '../document'
import { IconButton, isImeKey, useFullWindow } from '../kit'
import { countWords } from '../notation'
import { useTranslation } from '../text'
import type { CardProps } from './card'
import { ErrorMessage } from './ErrorMessage'
import { Conflict } from './prose/Conflict'
import { useComments } from './prose/comments/useComments'
import { ProseEditor, type ProseHandle } from './prose/ProseEditor'
import { useRewriteBox } from './prose/rewrite/useRewriteBox'
import { SaveStatus } from './prose/SaveStatus'
import { useNodeNames } from './prose/useNodeNames'
import { useStoryText } from './prose/useStoryText'
import { useTextBuffer } from './prose/useTextBuffer'
import { WordCount } from './prose/WordCount'
import styles from './text.module.css'
import { useToolCall } from './useToolCall'

export function Card(props: CardProps) {
  const draft = useDraft()
  // The words of a draft are another manuscript than those of the story.
  return <Page key={draft ?? ''} {...props} draft={draft} />
}

function Page({
  ref,
  tools,
  node,
  data,
  version,
  reread,
  draft,
}: CardProps & { draft: string | undefined }) {
  const { t } = useTranslation()
  const title = useNode(node)?.title ?? ''
  const editor = useRef<ProseHandle>(null)
  const page = useRef<HTMLElement>(null)
  const { manuscript, saveState, text } = useTextBuffer({
    node,
    draft,
    data: data as { text: string } | null,
    version,
    editor,
    reread,
  })
  useImperativeHandle(
    ref,
    () => ({
      write: (typed) => editor.current?.write(typed),
      select: (passage) => editor.current?.select(passage),
    }),
    [],
  )
  const making = useToolCall()
  const names = useNodeNames(node, making.call)
  const save = useCallback(() => manuscript.flush(), [manuscript])
  const saved = useCallback(() => manuscript.saved(), [manuscript])
  // One at a time: both mark their passage in the text.
  const [box, setBox] = useState<'rewrite' | 'comments'>()
  const rewrite = useRewriteBox({
    editor,
    node,
    draft,
    save,
    isShown: box === 'rewrite',
    onShow: useCallback(() => setBox('rewrite'), []),
  })
  const comments = useComments({
    editor,
    node,
    save: saved,
    isShown: box === 'comments',
    onShow: useCallback(() => setBox('comments'), []),
  })
  const [alone, setAlone] = useState(false)
  useFullWindow(page, alone, () => setAlone(false))
  const beside = useDraftDiff(node, draft)
  const counted = useDeferredValue(text)
  const words = useMemo(() => countWords(counted), [counted])
  const typedLast = useRef<string>(undefined)
  const isTyped = useCallback(() => typedLast.current === manuscript.text, [manuscript])

  const leave = (next: boolean) => {
    setAlone(next)
    editor.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc leaves from wherever the cursor stands
    <section
      ref={page}
      className={`${styles.page} ${alone ? styles.alone : ''}`}
      data-alone={alone}
      onKeyDown={(event) => {
        if (!alone || event.key !== 'Escape' || isImeKey(event.nativeEvent)) return
        event.preventDefault()
        event.stopPropagation()
        leave(false)
      }}
    >
      <div className={styles.column}>
        {alone && <h2 className={styles.title}>{title}</h2>}
        {saveState.is === 'conflict' && <Conflict manuscript={manuscript} />}
        {beside.count > 0 && (
          <p className={styles.beside} role="status">
            <span>{t('cards-text-beside', { count: beside.count })}</span>
            <span className={styles.besideKeys}>{t('cards-text-besideKeys')}</span>
          </p>
        )}
        <ErrorMessage report={beside.fault ?? making.fault} />
        <ProseEditor
          against={beside.against}
          ref={editor}
          text={manuscript.text}
          label={t('cards-text-label', { title })}
          hint={t('cards-text-hint')}
          names={names}
          onTyped={(typed) => {
            typedLast.current = typed
            manuscript.typed(typed)
          }}
          onCompose={(composing) => manuscript.compose(composing)}
          onBlur={save}
          onRewrite={rewrite.open}
          onComment={comments.add}
          onLook={comments.look}
        />
      </div>
      {rewrite.box}
      {comments.box}
      <footer className={styles.foot}>
        <WordCount node={node} call={making.call} words={words} isTyped={isTyped} />
        <SaveStatus saveState={saveState} onRetry={() => manuscript.flush()} />
        {rewrite.button}
        {comments.button}
        {!alone && tools}
        <IconButton
          label={alone ? t('cards-text-leave') : t('cards-text-focus')}
          {...(alone ? { keys: 'Esc' } : {})}
          pressed={alone}
          icon={alone ? <Minimize2 size={15} /> : <Maximize2 size={15} />}
          onClick={() => leave(!alone)}
        />
      </footer>
    </section>
  )
}

/** What the prose is compared with while a draft is looked at, and how many passages differ. */
function useDraftDiff(node: string, draft: string | undefined) {
  const { t } = useTranslation()
  const { original, adopt, fault } = useStoryText(node, draft)
  const [count, setCount] = useState(0)
  const against = useMemo(() => {
    if (original === undefined) return undefined
    const words = { accept: t('cards-text-takePassage'), reject: t('cards-text-dropPassage') }
    return { original: original.text, words, onAccept: adopt, onCount: setCount }
  }, [original, adopt, t])
  return { against, fault, count: against ? count : 0 }
}
