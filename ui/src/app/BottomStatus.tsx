/** The status at the bottom: one notice about what just happened or failed, above running calls. */

import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button, IconButton, passOnEscape } from '../kit'
import { useNotices } from '../state'
import { useTranslation } from '../text'
import { useErrorText } from '../text/errorText'
import styles from './BottomStatus.module.css'

const BRIEF = 5000
const LONG = 15_000

interface BottomStatusProps {
  /** At the foot of the window, or of the story's middle with or without the map's overview in it. */
  of: 'window' | 'map' | 'view'
  children?: ReactNode
}

export function BottomStatus({ of, children }: BottomStatusProps) {
  const place = of === 'window' ? styles.ofWindow : styles.ofField
  return (
    <div className={`${styles.strip} ${place} ${of === 'map' ? styles.besideOverview : ''}`}>
      <div className={styles.below} data-below>
        <NoticeLine />
        {children}
      </div>
    </div>
  )
}

function NoticeLine() {
  const { t } = useTranslation()
  const notice = useNotices((it) => it.notice)
  const dismiss = useNotices((it) => it.dismiss)
  const wordsOf = useErrorText()
  const errorText = notice?.report && wordsOf(notice.report)
  const hint = errorText ? errorText.hint : notice?.hint
  const isBad = notice?.tone === 'bad'
  const Icon = isBad ? CircleAlert : CircleCheck
  return (
    <Toast.Provider swipeDirection="down" label={t('app-name')}>
      {notice && (
        <Toast.Root
          key={notice.number}
          className={`${styles.line} ${isBad ? styles.bad : ''}`}
          type={isBad ? 'foreground' : 'background'}
          duration={notice.stays ? Number.POSITIVE_INFINITY : isBad ? LONG : BRIEF}
          onOpenChange={(open) => !open && dismiss()}
          onEscapeKeyDown={passOnEscape}
        >
          <Icon className={styles.icon} size={16} aria-hidden />
          <Toast.Description className={styles.words}>
            {errorText?.head && <strong>{errorText.head}</strong>}
            {errorText?.advice && <span className={styles.hint}>{errorText.advice}</span>}
            <span {...(errorText?.foreign ? { lang: 'en', className: styles.detail } : {})}>
              {errorText?.words ?? t.or(notice.text, notice.text)}
              {hint && <span className={styles.hint}>{hint}</span>}
            </span>
          </Toast.Description>
          {notice.action && (
            <Toast.Action asChild altText={notice.action.label}>
              <Button variant="plain" onClick={notice.action.perform}>
                {notice.action.label}
              </Button>
            </Toast.Action>
          )}
          <Toast.Close asChild>
            <IconButton label={t('app-close')} icon={<X size={14} />} />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport className={styles.viewport} label={t('app-notices')} />
    </Toast.Provider>
  )
}
