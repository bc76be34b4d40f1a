/** One card on the second page: its data as the page of a scene has it, and where its choices lead. */

import { CornerDownRight, SquareArrowOutUpRight, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { cardOf, ErrorMessage, useNodeDetails, useOpenNode } from '../../cards'
import { isLabelKey, type NodeDetails, useSession } from '../../document'
import { IconButton, useScrollRestoration } from '../../kit'
import { closeOnSecondPage, openOnSecondPage } from '../../state'
import { useTranslation } from '../../text'
import styles from './SecondPage.module.css'

export function CardPage({ node }: { node: string }) {
  const { t } = useTranslation()
  const { reading, fault, reread } = useNodeDetails(node)
  if (!reading) {
    if (fault) return <ErrorMessage report={fault} />
    return <p className={styles.loading}>{t('secondPage-loading')}</p>
  }
  return <Page reading={reading} reread={reread} />
}

interface PageProps {
  reading: NodeDetails
  reread: () => void
}

function Page({ reading, reread }: PageProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const openNode = useOpenNode()
  const page = useRef<HTMLElement>(null)
  const heading = useId()
  const story = mirror.story.id
  const { id: node, title } = reading
  useScrollRestoration(page, `second ${story} ${node}`)
  return (
    <article ref={page} className={styles.page} aria-labelledby={heading}>
      <header className={styles.heading}>
        <h3 id={heading} className={styles.title}>
          {title}
        </h3>
        <IconButton
          label={t('secondPage-go', { title })}
          icon={<SquareArrowOutUpRight size={15} />}
          onClick={() => openNode(node)}
        />
        <IconButton
          label={t('secondPage-close', { title })}
          icon={<X size={15} />}
          onClick={() => closeOnSecondPage(story, node)}
        />
      </header>
      {partsOf(reading).map(({ name, data, version }) => {
        const Card = cardOf(name)
        return (
          <div key={name} className={styles.part} data-part={name}>
            <Card node={node} capability={name} data={data} version={version} reread={reread} />
          </div>
        )
      })}
      <Choices reading={reading} />
    </article>
  )
}

/** What the card holds. A text can be written where there is none yet. */
function partsOf({ capabilities }: NodeDetails) {
  const hasOwn = ({ name, data }: NodeDetails['capabilities'][number]) => {
    if (name === 'text') return true
    if (name !== 'kv' || data === null) return data !== null
    // Tags and a status are not what somebody looks up.
    const { items } = data as { items: readonly { k: string }[] }
    return items.some(({ k }) => !isLabelKey(k))
  }
  return capabilities.filter(hasOwn)
}

/** Where the choices lead: on this page, so that one can read ahead. */
function Choices({ reading: { outgoing } }: { reading: NodeDetails }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  if (outgoing.length === 0) return null
  return (
    <ul className={styles.choices} aria-label={t('secondPage-choices')}>
      {outgoing.map(({ edge, label, node }) => (
        <li key={edge}>
          <button
            type="button"
            className={styles.choice}
            onClick={() => openOnSecondPage(mirror.story.id, node.id)}
          >
            <CornerDownRight size={13} aria-hidden />
            <span>{label || node.title}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
