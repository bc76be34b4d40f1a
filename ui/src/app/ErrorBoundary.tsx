/**
 * Confines an error to one part of the page: the rest keeps working, and nothing written is lost.
 */

import { Component, type ReactNode } from 'react'
import { Button } from '../kit'
import { useTranslation } from '../text'
import styles from './App.module.css'

interface Props {
  children: ReactNode
}

interface State {
  fault: unknown
}

// React tells faults to classes alone.
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { fault: undefined }

  static getDerivedStateFromError(fault: unknown): State {
    return { fault: fault ?? new Error('unknown') }
  }

  override render(): ReactNode {
    const { fault } = this.state
    if (fault === undefined) return this.props.children
    return <ErrorFallback fault={fault} again={() => this.setState({ fault: undefined })} />
  }
}

function ErrorFallback({ fault, again }: { fault: unknown; again: () => void }) {
  const { t } = useTranslation()
  return (
    <section className={styles.alone} role="alert">
      <h2>{t('app-broken')}</h2>
      <p className={styles.hint}>{t('app-broken-hint')}</p>
      <p className={styles.hint}>{fault instanceof Error ? fault.message : String(fault)}</p>
      <Button variant="primary" onClick={again}>
        {t('app-show-again')}
      </Button>
    </section>
  )
}
