/** One node, from its title to what mentions it. */

import { Plus } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import {
  type CardHandle,
  capabilitiesWithCard,
  cardOf,
  ErrorMessage,
  useNodeDetails,
} from '../../cards'
import { useSession } from '../../document'
import { Button, base64Of, isImeKey, usePictureDrop, useScrollRestoration } from '../../kit'
import { addPictures } from '../../services'
import { focusWithoutText, leavePage, registerWriter, reportError, usePage } from '../../state'
import { useTranslation } from '../../text'
import { Choices } from './Choices'
import { Heading } from './Heading'
import styles from './inspector.module.css'
import { References } from './References'
import { Section } from './Section'
import { Versions } from './versions/Versions'

export function NodePanel({ node }: { node: string }) {
  const { t } = useTranslation()
  const { reading, fault, reread } = useNodeDetails(node)
  const [added, setAdded] = useState<readonly string[]>([])
  const [history, setHistory] = useState<string>()
  const session = useSession()
  const panel = useRef<HTMLDivElement>(null)
  const pictures = usePictureDrop(
    (files) =>
      void Promise.all(files.map(base64Of)).then(
        (it) => addPictures(session, node, it),
        reportError,
      ),
  )
  const writer = useCallback(
    (handle: CardHandle | null) =>
      handle ? registerWriter({ node, write: (typed) => handle.write(typed) }) : undefined,
    [node],
  )
  const holdsText = reading?.capabilities.some((it) => it.name === 'text')
  const isWanted = usePage((it) => it.wanted?.node === node)
  useEffect(() => {
    if (isWanted && holdsText === false) focusWithoutText(node)
  }, [isWanted, holdsText, node])
  if (!reading) {
    if (fault) return <ErrorMessage report={fault} />
    return <p className={styles.loading}>{t('inspector-loading')}</p>
  }
  const nameOf = (it: { name: string; title: string }) =>
    t.or(`inspector-capabilities-${it.name}`, it.title)
  const held = reading.capabilities.map((it) => it.name)
  const empty = (name: string) => ({ name, title: name, version: null, data: null })
  const fresh = added.filter((it) => !held.includes(it)).map(empty)
  const shown = [...reading.capabilities, ...fresh]
  const missing = capabilitiesWithCard.filter((it) => !shown.some(({ name }) => name === it))

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves from wherever the keyboard is */}
      <div
        ref={panel}
        className={`${styles.node} ${pictures.over ? styles.over : ''}`}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented || isImeKey(event.nativeEvent))
            return
          event.preventDefault()
          leavePage()
        }}
        {...pictures.hands}
      >
        <Heading reading={reading} onHistory={() => setHistory('node')} />
        <ErrorMessage report={fault} />
        {shown.map((holding) => {
          const Card = cardOf(holding.name)
          const name = nameOf(holding)
          return (
            <Section
              key={holding.name}
              title={name}
              {...(holding.version === null ? {} : { onHistory: () => setHistory(holding.name) })}
            >
              <Card
                {...(holding.name === 'text' ? { ref: writer } : {})}
                node={node}
                capability={holding.name}
                data={holding.data}
                version={holding.version}
                reread={reread}
              />
            </Section>
          )
        })}
        {/* From a group no choice leads on; one that came so from elsewhere can be mended all the same. */}
        {(reading.kind !== 'group' || reading.outgoing.length > 0) && (
          <Choices node={node} links={reading.outgoing} />
        )}
        <References reading={reading} />
        <div className={styles.missing}>
          {missing.map((name) => (
            <Button
              key={name}
              variant="plain"
              icon={<Plus size={14} />}
              onClick={() => setAdded([...added, name])}
            >
              {t('inspector-add', { name: nameOf(empty(name)) })}
            </Button>
          ))}
        </div>
        {history !== undefined && (
          <Versions
            reading={reading}
            capability={history}
            onCapability={setHistory}
            onClose={() => setHistory(undefined)}
          />
        )}
      </div>
      {/* Behind the panel, which is there then. */}
      <ScrollRestoration panel={panel} name={`${session.mirror.story.id} ${node}`} />
    </>
  )
}

/** Once there is something to scroll, the panel is where it was left for this node. */
function ScrollRestoration({
  panel,
  name,
}: {
  panel: RefObject<HTMLDivElement | null>
  name: string
}) {
  useScrollRestoration(panel, name)
  return null
}
