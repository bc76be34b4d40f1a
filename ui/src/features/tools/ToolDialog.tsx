/** Calls any tool: its form, and its result if there is something to read. */

import { useState } from 'react'
import { ToolForm, useToolCall } from '../../cards'
import { commands } from '../../generated/commands'
import { Dialog } from '../../kit'
import { type ToolRequest, useNotices, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { ToolResult } from './ToolResult'
import styles from './tools.module.css'

export function ToolDialog() {
  const tool = useWorkspace((it) => it.tool)
  if (!tool) return null
  return <Shown key={tool.name} tool={tool} />
}

function Shown({ tool }: { tool: ToolRequest }) {
  const { t, language } = useTranslation()
  const { call, running, fault } = useToolCall()
  const [answer, setAnswer] = useState<{ data: unknown }>()
  const command = commands.find((it) => it.name === tool.name)
  const close = () => useWorkspace.getState().openToolForm(undefined)
  const name = t.or(`tools-did-${tool.name}`, tool.name)
  const note = language === 'en' && command ? command.about.replaceAll('`', '') : undefined

  const perform = async (args: Record<string, unknown>) => {
    setAnswer(undefined)
    const done = await call(tool.name, args)
    if (!done) return
    // What only reads is asked for its answer; what writes shows where it wrote.
    if (command?.impact === 'read' || tool.name === 'export_story') {
      setAnswer({ data: done.result?.data })
      return
    }
    useNotices.getState().show({ tone: 'good', text: t('tools-done', { name }) })
    close()
  }
  return (
    <Dialog
      open
      wide={answer !== undefined}
      onClose={close}
      title={name}
      {...(note === undefined ? {} : { note })}
      closeLabel={t('tools-close')}
    >
      <ToolForm
        tool={tool.name}
        initial={tool.args}
        submitLabel={t('tools-perform')}
        busy={running}
        error={fault}
        onSubmit={(args) => void perform(args)}
      />
      {answer && (
        <section className={styles.answer} aria-label={t('tools-answer')} aria-live="polite">
          <h3 className={styles.heading}>{t('tools-answer')}</h3>
          <ToolResult value={answer.data} onOpen={close} />
        </section>
      )}
    </Dialog>
  )
}
