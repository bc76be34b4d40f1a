/**
 * The prose editor as a component. It reports what is typed and does not own the text; {@link
 * ProseHandle} replaces the text and keeps the cursor.
 */

import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../text'
import { type CommentPlace, showComments } from './comments/commentMarks'
import { compare, type DraftDiff } from './draftDiff'
import {
  applyHabits,
  call,
  type EditorEvents,
  openEditor,
  type ProseView,
  replaceText,
  selectPassage,
  writeAtEnd,
} from './editorView'
import { FindPanel } from './FindPanel'
import type { OpenFindPanel } from './find'
import type { NodeNames } from './nameCompletion'
import {
  hasPassage,
  markPassage,
  type PassageText,
  selectSentence,
  unmarkPassage,
  writeOverPassage,
} from './passage'
import type { QuotedPassage } from './quotedPassage'
import { useWriting } from './writing'

export interface ProseHandle {
  replace(text: string, undoable: boolean): void
  focus(): void
  /** Puts the caret at the end, behind what is written there now. */
  write(typed: string): void
  /** Selects a passage and brings it into sight. */
  select(passage: QuotedPassage): void
  /** The passage that is being rewritten or commented on. */
  passage: PassageHandle
  comments: CommentsHandle
}

interface CommentsHandle {
  /** Marks these comments, and no others; one of them may be looked at. */
  show(comments: readonly CommentPlace[], looked: string | undefined): void
}

interface PassageHandle {
  /** Marks what is selected; with nothing selected, the sentence at the caret if that is asked for. */
  mark(options?: { sentence: boolean }): PassageText | undefined
  unmark(): void
  /** Whether it still has these words. */
  has(text: string): boolean
  /** Writes over it, or behind it, as the writer would. */
  write(words: string, behind: boolean): void
}

interface ProseEditorProps extends Omit<EditorEvents, 'tasks' | 'onComment' | 'onFindPanel'> {
  /** The text to begin with; later ones come by {@link ProseHandle.replace}. */
  text: string
  /** Read aloud as the editor's name. */
  label: string
  /** Shown where nothing is written yet. */
  hint: string
  /** What the text is compared with, passage by passage; nothing as a rule. */
  against?: DraftDiff | undefined
  /** A passage is to be rewritten. */
  onRewrite: () => void
  /** A passage is to be commented on. */
  onComment: () => void
  /** A comment was pressed. */
  onLook: (comment: string) => void
  ref?: Ref<ProseHandle>
}

export function ProseEditor(props: ProseEditorProps) {
  const { label, hint, ref, against } = props
  const { t } = useTranslation()
  const [findPanel, setFindPanel] = useState<OpenFindPanel>()
  const host = useRef<HTMLDivElement>(null)
  const prose = useRef<ProseView>(undefined)
  const latest = useRef(props)
  latest.current = props
  const labels = useRef({ rewrite: '', comment: '' })
  labels.current = { rewrite: t('cards-rewrite-selection'), comment: t('cards-comments-selection') }

  // Before whoever waits for the text is told that it is there.
  useLayoutEffect(() => {
    if (!host.current) return
    const opened = openEditor(host.current, latest.current.text, {
      onTyped: (text) => latest.current.onTyped(text),
      onCompose: (composing) => latest.current.onCompose(composing),
      onBlur: () => latest.current.onBlur(),
      onFindPanel: setFindPanel,
      tasks: [
        {
          key: 'Mod-j',
          open: () => latest.current.onRewrite(),
          label: () => labels.current.rewrite,
        },
        {
          key: 'Mod-Alt-m',
          open: () => latest.current.onComment(),
          label: () => labels.current.comment,
        },
      ],
      onComment: (id) => latest.current.onLook(id),
      ...(latest.current.names ? { names: following(() => latest.current.names) } : {}),
    })
    prose.current = opened
    return () => {
      opened.close()
      prose.current = undefined
    }
  }, [])

  const { smart, typewriter, spelling } = useWriting()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor asks for its spelling itself
  useEffect(() => {
    if (prose.current) call(prose.current, label, hint)
  }, [label, hint, spelling])

  const accustomed = useRef({ smart, typewriter })
  useEffect(() => {
    const { current: before } = accustomed
    if (before.smart === smart && before.typewriter === typewriter) return
    accustomed.current = { smart, typewriter }
    if (prose.current) applyHabits(prose.current, useWriting.getState())
  }, [smart, typewriter])

  useEffect(() => {
    if (!prose.current) return
    compare(prose.current.editor, prose.current.against, against)
  }, [against])

  useImperativeHandle(ref, () => ({
    replace: (text, undoable) => prose.current && replaceText(prose.current, text, undoable),
    focus: () => prose.current?.editor.focus(),
    write: (typed) => prose.current && writeAtEnd(prose.current, typed),
    select: (passage) => prose.current && selectPassage(prose.current, passage),
    passage: {
      mark: (options) => {
        const view = prose.current?.editor
        if (!view || (options?.sentence && !selectSentence(view))) return undefined
        return markPassage(view)
      },
      unmark: () => prose.current && unmarkPassage(prose.current.editor),
      has: (text) => prose.current !== undefined && hasPassage(prose.current.editor, text),
      write: (words, behind) =>
        prose.current && writeOverPassage(prose.current.editor, words, behind),
    },
    comments: {
      show: (comments, looked) =>
        prose.current && showComments(prose.current.editor, comments, looked),
    },
  }))

  return (
    <>
      <div ref={host} />
      {findPanel && createPortal(<FindPanel panel={findPanel} />, findPanel.dom)}
    </>
  )
}

const NO_WORDS = { go: '', make: '', create: '', none: '', nearly: '' }

/** The names of the moment: the editor stays while its window's language changes. */
function following(names: () => NodeNames | undefined): NodeNames {
  return {
    titles: () => names()?.titles() ?? [],
    find: (title) => names()?.find(title),
    namesIn: (text) => names()?.namesIn(text) ?? [],
    go: (title) => names()?.go(title),
    make: (title, label) => names()?.make(title, label),
    words: (title) => names()?.words(title) ?? NO_WORDS,
    variables: async () => names()?.variables() ?? [],
    subscribe: (changed) => names()?.subscribe(changed) ?? (() => {}),
  }
}
