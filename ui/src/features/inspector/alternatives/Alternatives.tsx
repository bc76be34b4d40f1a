/** Named alternatives of the text: each can be adopted, removed, or compared with the rest. */

import { Columns2, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { ErrorMessage, type Reading } from '../../../cards'
import type { NodeDetails } from '../../../document'
import { Button, IconButton } from '../../../kit'
import { linksToText } from '../../../notation'
import { useTranslation } from '../../../text'
import rows from '../rows.module.css'
import { Section } from '../Section'
import { AddAlternative } from './AddAlternative'
import styles from './alternatives.module.css'
import { CompareAlternatives } from './CompareAlternatives'
import { Length } from './Length'
import { useAlternative } from './useAlternative'

interface AlternativesProps {
  reading: NodeDetails
  listed: Reading<'list_alternatives'>
  /** Whether the form for another one is asked for. */
  adding: boolean
}

export function Alternatives({ reading, listed, adding }: AlternativesProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const [comparing, setComparing] = useState(false)
  const { data, reread } = listed
  const { change, running, fault } = useAlternative(reading.id, reread)
  const items = data?.alternatives ?? []
  const [used] = data?.in_use ?? []
  if (items.length === 0 && !adding) return null
  return (
    <Section
      title={t('inspector-alternatives-title')}
      part="alternatives"
      tools={
        items.length > 0 && (
          <>
            <Button
              variant="plain"
              icon={<Columns2 size={14} aria-hidden />}
              onClick={() => setComparing(true)}
            >
              {t('inspector-alternatives-compare')}
            </Button>
            <IconButton
              label={t('inspector-alternatives-add')}
              icon={<Plus size={15} />}
              pressed={asked}
              onClick={() => setAsked(!asked)}
            />
          </>
        )
      }
    >
      {items.length > 0 && (
        <ul className={rows.list} aria-label={t('inspector-alternatives-title')}>
          {items.map((it) => (
            <li key={it.name} className={rows.item}>
              <div className={styles.head}>
                <strong className={styles.name}>{it.name}</strong>
                <Length shown={it} />
                <span className={styles.tools}>
                  <Button
                    variant="plain"
                    disabled={running}
                    aria-label={t('inspector-alternatives-use-this', { name: it.name ?? '' })}
                    onClick={() => void change('use_alternative', it)}
                  >
                    {t('inspector-alternatives-use')}
                  </Button>
                  <IconButton
                    label={t('inspector-alternatives-remove', { name: it.name ?? '' })}
                    icon={<X size={14} />}
                    disabled={running}
                    onClick={() => void change('remove_alternative', it)}
                  />
                </span>
              </div>
              <p className={styles.excerpt}>{linksToText(it.text ?? '')}</p>
            </li>
          ))}
        </ul>
      )}
      {(asked || items.length === 0) && (
        <AddAlternative
          node={reading.id}
          taken={items.map((it) => it.name ?? '')}
          onAdded={() => {
            setAsked(false)
            void reread()
          }}
        />
      )}
      <ErrorMessage report={fault} />
      {comparing && (
        <CompareAlternatives
          title={reading.title}
          used={used}
          items={items}
          running={running}
          fault={fault}
          change={change}
          onClose={() => setComparing(false)}
        />
      )}
    </Section>
  )
}
