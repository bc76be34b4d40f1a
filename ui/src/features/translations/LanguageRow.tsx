/** A language that the story is translated into: how far it is, its title, and what can be done. */

import { Sparkles, X } from 'lucide-react'
import { useState } from 'react'
import type { ToolOutput } from '../../bridge'
import { ErrorMessage, useToolCall } from '../../cards'
import { useSession } from '../../document'
import { Button, IconButton, languageName, ProgressBar, TextInput } from '../../kit'
import { focusPanel, useJobRequest, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import styles from './translations.module.css'

interface LanguageRowProps {
  language: string
  /** How far it is; undefined until it is known. */
  state: ToolOutput<'list_translations'>['languages'][number] | undefined
  reread: () => Promise<void>
  onRemove: () => void
}

export function LanguageRow({ language, state, reread, onRemove }: LanguageRowProps) {
  const { t, language: shownIn } = useTranslation()
  const { mirror } = useSession()
  const { call, fault } = useToolCall()
  const [title, setTitle] = useState<string>()
  const name = languageName(language, shownIn)
  const saveTitle = async () => {
    if (title === undefined || title.trim() === (state?.story_title ?? '')) return
    if (await call('write_translation', { language, story_title: title.trim() })) await reread()
    setTitle(undefined)
  }
  const translate = () => {
    useJobRequest.setState({ language })
    useWorkspace.getState().setDialog(undefined)
    focusPanel('jobs')
  }
  const pieces = state?.pieces ?? 0
  const open = (state?.missing ?? 0) + (state?.stale ?? 0)
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <strong>{name}</strong>
        <span className={styles.quiet}>{language}</span>
        <IconButton
          className={styles.remove ?? ''}
          label={t('translations-remove', { name })}
          icon={<X size={14} />}
          onClick={onRemove}
        />
      </div>
      {state && (
        <>
          <ProgressBar
            label={t('translations-progress', { done: pieces - open, count: pieces })}
            done={pieces === 0 ? 1 : (pieces - open) / pieces}
          />
          <p className={styles.figures}>
            {[
              t('translations-progress', { done: pieces - open, count: pieces }),
              state.missing > 0 && t('translations-missing', { count: state.missing }),
              state.stale > 0 && t('translations-stale', { count: state.stale }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </>
      )}
      <TextInput
        lang={language}
        aria-label={t('translations-story-title', { name })}
        placeholder={t('translations-story-title-hint', { title: mirror.story.title })}
        value={title ?? state?.story_title ?? ''}
        onChange={(event) => setTitle(event.target.value)}
        onBlur={() => void saveTitle()}
      />
      {open > 0 && (
        <Button icon={<Sparkles size={14} aria-hidden />} onClick={translate}>
          {t('translations-by-model', { count: state?.open_nodes ?? 0 })}
        </Button>
      )}
      <ErrorMessage report={fault} />
    </li>
  )
}
