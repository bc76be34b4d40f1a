/** A question of the assistant, answered where it is asked. */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Question } from '../../bridge'
import { useSession } from '../../document'
import { Button, TextInput } from '../../kit'
import styles from './Call.module.css'
import { Plain } from './Plain'
import { outside } from './talk'

export function QuestionBox({ question, turn }: { question: Question; turn: string }) {
  const { t } = useTranslation('assistant')
  const session = useSession()
  const [message, setMessage] = useState('')
  const [sent, setSent] = useState(false)
  async function answer(word: 'approve' | 'always' | 'reject') {
    setSent(true)
    const words = word === 'reject' && message.trim() ? { message: message.trim() } : {}
    const args = { call_id: question.call_id, turn, answer: word, ...words }
    const told = await outside(session, 'answer_request', args)
    if (told.status === 'failure') setSent(false)
  }
  return (
    <form
      className={styles.question}
      onSubmit={(event) => {
        event.preventDefault()
        void answer('reject')
      }}
    >
      <p>{t(`asks.${question.impact}`)}</p>
      <Plain value={question.args} />
      <div className={styles.answers}>
        <Button look="primary" disabled={sent} onClick={() => void answer('approve')}>
          {t('asks.approve')}
        </Button>
        <Button disabled={sent} onClick={() => void answer('always')}>
          {t('asks.always')}
        </Button>
      </div>
      <div className={styles.answers}>
        <TextInput
          value={message}
          aria-label={t('asks.message')}
          placeholder={t('asks.message')}
          onChange={(event) => setMessage(event.target.value)}
        />
        <Button type="submit" disabled={sent}>
          {t('asks.reject')}
        </Button>
      </div>
    </form>
  )
}
