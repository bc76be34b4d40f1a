/** New words while a model writes them, and the way to stop it. */

import { Square } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../kit'
import { useTranslation } from '../../../text'
import styles from './rewrite.module.css'

export function StreamingWords({ soFar, onStop }: { soFar: string; onStop: () => void }) {
  const { t } = useTranslation()
  const words = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of what came is what one reads
  useEffect(() => {
    if (words.current) words.current.scrollTop = words.current.scrollHeight
  }, [soFar])
  return (
    <>
      <div ref={words} className={styles.words} aria-busy>
        {soFar || <span className={styles.quiet}>{t('cards-rewrite-waiting')}</span>}
        <span className={styles.pen} aria-hidden />
      </div>
      <footer className={styles.foot}>
        <Button data-rewrite-focus icon={<Square size={12} aria-hidden />} onClick={onStop}>
          {t('cards-rewrite-stop')}
        </Button>
      </footer>
    </>
  )
}
