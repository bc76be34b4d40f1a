/** Who is there: the writer, and the agents and people of the hub. */

import { Bot, Feather, User } from 'lucide-react'
import type { Participant } from '../generated/workspaceTools'
import { personName } from '../kit'
import { useTranslation } from '../text'
import styles from './guest.module.css'

export function People({ people, self }: { people: readonly Participant[]; self: string }) {
  const { t } = useTranslation()
  const others = people.filter((it) => it.kind !== 'human' || it.id !== self)
  return (
    <section className={styles.people} aria-label={t('guest-people')}>
      <h2>{t('guest-people')}</h2>
      <ul>
        <li>
          <Feather size={14} aria-hidden />
          {t('guest-people-writer')}
        </li>
        {others.map((it) => (
          <li key={`${it.kind}/${it.id}`}>
            {it.kind === 'human' ? <User size={14} aria-hidden /> : <Bot size={14} aria-hidden />}
            {it.kind === 'human' ? personName(it) : t('guest-people-agent', { name: it.id })}
          </li>
        ))}
        <li>
          <User size={14} aria-hidden />
          {t('guest-people-you', { name: personName({ kind: 'human', id: self }) })}
        </li>
      </ul>
    </section>
  )
}
