/** The style guide: how the text of the story is to be written; saved as one version. */

import { type FormEvent, useState } from 'react'
import type { ToolOutput } from '../../bridge'
import { ErrorMessage, useReading, useToolCall } from '../../cards'
import { Button, Dialog, Field, TextInput } from '../../kit'
import { useNotices, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { ListEditor } from './ListEditor'
import { ProposedRules } from './ProposedRules'
import styles from './style.module.css'

type Guide = ToolOutput<'read_style_guide'>

/** What a guide says in a line each. */
const LINES = ['voice', 'person', 'tense', 'language', 'spelling'] as const
/** Those that are a word or two; the others take a whole line. */
const SHORT: ReadonlySet<string> = new Set(['tense', 'language'])
/** The most characters the program keeps of a guide. */
const MOST = 8000

export function StyleGuideDialog() {
  const open = useWorkspace((it) => it.dialog === 'style')
  return open ? <Shown /> : null
}

function Shown() {
  const { t } = useTranslation()
  const { data, fault } = useReading('read_style_guide', {})
  // What is typed stays when the guide changes meanwhile: the form begins with what was read first.
  const [first, setFirst] = useState<Guide>()
  if (data && !first) setFirst(data)
  const close = () => useWorkspace.getState().setDialog(undefined)
  return first ? (
    <Form guide={first} close={close} />
  ) : (
    <Dialog open onClose={close} title={t('style-title')} closeLabel={t('style-close')}>
      <ErrorMessage report={fault} />
    </Dialog>
  )
}

function Form({ guide, close }: { guide: Guide; close: () => void }) {
  const { t } = useTranslation()
  const { call, running, fault } = useToolCall()
  const [lines, setLines] = useState(() =>
    Object.fromEntries(LINES.map((it) => [it, guide[it] ?? ''])),
  )
  const [rules, setRules] = useState<readonly string[]>(guide.rules ?? [])
  const [samples, setSamples] = useState<readonly string[]>(guide.samples ?? [])
  const all = [...Object.values(lines), ...rules, ...samples]
  const length = all.reduce((sum, it) => sum + [...it.trim()].length, 0)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const written = (list: readonly string[]) => list.map((it) => it.trim()).filter(Boolean)
    const trimmed = Object.fromEntries(LINES.map((it) => [it, (lines[it] ?? '').trim()]))
    const args = { ...trimmed, rules: written(rules), samples: written(samples) }
    if (!(await call('write_style_guide', args))) return
    useNotices.getState().show({ tone: 'good', text: t('style-saved'), hint: t('style-undoable') })
    close()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={t('style-title')}
      note={t('style-note')}
      closeLabel={t('style-close')}
      foot={
        <>
          <span className={styles.length} data-over={length > MOST || undefined} role="status">
            {length > MOST / 2 && t('style-length', { length, most: MOST })}
          </span>
          <Button onClick={close}>{t('style-cancel')}</Button>
          <Button
            variant="primary"
            form="style-guide"
            type="submit"
            disabled={running || length > MOST}
          >
            {t('style-save')}
          </Button>
        </>
      }
    >
      <form id="style-guide" className={styles.form} onSubmit={(event) => void save(event)}>
        <div className={styles.lines}>
          {LINES.map((it) => (
            <div key={it} className={SHORT.has(it) ? undefined : styles.wholeLine}>
              <Field label={t(`style-${it}`)}>
                {(ids) => (
                  <TextInput
                    {...ids}
                    value={lines[it] ?? ''}
                    placeholder={t(`style-${it}-hint`)}
                    onChange={(event) => setLines({ ...lines, [it]: event.target.value })}
                  />
                )}
              </Field>
            </div>
          ))}
        </div>
        <ListEditor
          label={t('style-rules')}
          note={t('style-rules-note')}
          item={(number) => t('style-rule', { number })}
          remove={(number) => t('style-rule-remove', { number })}
          add={t('style-rule-add')}
          items={rules}
          onChange={setRules}
        />
        <ProposedRules onAccepted={(rule) => setRules([...rules, rule])} />
        <ListEditor
          isProse
          label={t('style-samples')}
          note={t('style-samples-note')}
          item={(number) => t('style-sample', { number })}
          remove={(number) => t('style-sample-remove', { number })}
          add={t('style-sample-add')}
          items={samples}
          onChange={setSamples}
        />
        <ErrorMessage report={fault} />
      </form>
    </Dialog>
  )
}
