/** Who is there: the writer, and the agents and people of the hub. */

import { Bot, Feather, User } from 'lucide-react'
import type { Participant } from '../generated/workspaceTools'
import { useTranslation } from '../text'
import styles from './guest.module.css'

/** The guest at this page. */
interface Self {
  id: string
  name: string
}

export function People({ people, self }: { people: readonly Participant[]; self: Self }) {
  const { t } = useTranslation()
  const others = people.filter((it) => it.kind !== 'human' || it.id !== self.id)
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
            {it.kind === 'human' ? it.name : t('guest-people-agent', { name: it.name })}
          </li>
        ))}
        <li>
          <User size={14} aria-hidden />
          {t('guest-people-you', { name: self.name })}
        </li>
      </ul>
    </section>
  )
}
