/** Generates a picture: its prompt, its ratio, and the progress. */

import { Brush } from 'lucide-react'
import { useId, useState } from 'react'
import { useRun, useSession } from '../../document'
import { Button, ProgressBar, TextArea } from '../../kit'
import { useTranslation } from '../../text'
import { ErrorMessage } from '../ErrorMessage'
import { RunProgress } from '../RunProgress'
import { useToolCall } from '../useToolCall'
import { RATIOS } from './picture'
import styles from './pictures.module.css'
import { UploadPicture } from './UploadPicture'

interface GeneratePictureProps {
  node: string
  /** The prompt and ratio of the adopted picture, to begin from. */
  prompt: string
  ratio: string
}

export function GeneratePicture({ node, prompt, ratio }: GeneratePictureProps) {
  const { t } = useTranslation()
  const id = useId()
  const { call, callConfirmed, running, fault } = useToolCall()
  const { origin } = useSession().bridge
  const run = useRun((it) => it.tool === 'generate_image' && it.origin === origin)
  const [typed, setTyped] = useState<string>()
  const [chosen, setChosen] = useState<(typeof RATIOS)[number]>()
  const wanted = typed ?? prompt
  const shape = chosen ?? RATIOS.find((it) => it === ratio) ?? '1:1'

  const paint = async () => {
    if (wanted.trim() === '' || running) return
    // The button asks for one picture, whatever the model that is chosen in the settings costs.
    const args = { node, prompt: wanted.trim(), ratio: shape }
    const done = await callConfirmed('generate_image', args)
    if (done) setTyped(undefined)
  }
  return (
    <form
      className={styles.painting}
      aria-label={t('cards-image-painting')}
      onSubmit={(event) => {
        event.preventDefault()
        void paint()
      }}
    >
      <TextArea
        rows={2}
        className={styles.wanted ?? ''}
        aria-label={t('cards-image-prompt')}
        placeholder={t('cards-image-prompt')}
        value={wanted}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void paint()
        }}
      />
      <div className={styles.tools}>
        <label htmlFor={id}>{t('cards-image-ratio')}</label>
        <select
          id={id}
          className={styles.ratio}
          value={shape}
          onChange={(event) => setChosen(RATIOS.find((it) => it === event.target.value))}
        >
          {RATIOS.map((it) => (
            <option key={it}>{it}</option>
          ))}
        </select>
        <span role="status" className={styles.status}>
          {running ? t('cards-image-running') : ''}
        </span>
        <UploadPicture node={node} call={call} disabled={running} />
        <Button type="submit" icon={<Brush size={15} />} disabled={running || wanted.trim() === ''}>
          {t('cards-image-paint')}
        </Button>
      </div>
      {running &&
        (run ? (
          <RunProgress run={run} />
        ) : (
          <ProgressBar label={t('cards-image-running')} done={null} />
        ))}
      <ErrorMessage report={fault} />
    </form>
  )
}
