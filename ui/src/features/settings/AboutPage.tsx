/** The version, the licenses, and the parts that others made. */

import { useEffect, useState } from 'react'
import { callProgram, type Program, type ToolOutput } from '../../bridge'
import { reportError } from '../../state'
import { useTranslation } from '../../text'
import styles from './settings.module.css'

interface About {
  version: string
  licenses: ToolOutput<'read_licenses'>
}

export function AboutPage({ program }: { program: Program }) {
  const { t } = useTranslation()
  const [about, setAbout] = useState<About>()
  useEffect(() => {
    const read = async () => {
      const [{ version }, licenses] = await Promise.all([
        callProgram(program, 'get_workspace_state'),
        callProgram(program, 'read_licenses'),
      ])
      setAbout({ version, licenses })
    }
    read().catch(reportError)
  }, [program])
  if (!about) return null
  const { version, licenses } = about
  return (
    <div className={styles.about}>
      <h3>{t('settings-about-version', { version })}</h3>
      <p>{t('settings-about-license')}</p>
      {licenses.texts.map(({ name, text }) => (
        <LongText key={name} title={t('settings-about-text', { name })} text={text} />
      ))}
      {licenses.notices ? (
        <LongText title={t('settings-about-notices')} text={licenses.notices} />
      ) : (
        <p className={styles.note}>{t('settings-about-no-notices')}</p>
      )}
    </div>
  )
}

function LongText({ title, text }: { title: string; text: string }) {
  return (
    <details>
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is scrolled by keys too */}
      <pre tabIndex={0}>{text}</pre>
    </details>
  )
}
