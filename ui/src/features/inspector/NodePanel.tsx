/** The page of one node: its title, its prose, its choices, and its other data. */

import { History, PanelRightClose, PanelRightOpen } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type CardHandle, cardOf, ErrorMessage, useNodeDetails, useReading } from '../../cards'
import { useNode, useNodeTags, useSession } from '../../document'
import { base64Of, IconButton, isMediaType, useMediaDrop, useScrollRestoration } from '../../kit'
import { addMedia } from '../../services'
import {
  focusWithoutText,
  isWide,
  leavePage,
  openPage,
  registerWriter,
  reportError,
  usePage,
  useWorkspace,
} from '../../state'
import { useTranslation } from '../../text'
import { Alternatives } from './alternatives/Alternatives'
import { Chips } from './Chips'
import { Choices } from './Choices'
import { FactList } from './facts/FactList'
import { HoldsHere } from './facts/HoldsHere'
import { Heading } from './Heading'
import styles from './inspector.module.css'
import { PlacesBar } from './PlacesBar'
import { mayHaveFacts, type Part, partsOf } from './parts'
import { References } from './References'
import { Section } from './Section'
import { SummaryNote } from './summary/SummaryNote'
import { Translations } from './translations/Translations'
import { usePageKeys } from './usePageKeys'
import { Versions } from './versions/Versions'

export function NodePanel({ node }: { node: string }) {
  const { t } = useTranslation()
  const { reading, fault, reread } = useNodeDetails(node)
  const [added, setAdded] = useState<readonly string[]>([])
  const [history, setHistory] = useState<string>()
  const session = useSession()
  const panel = useRef<HTMLDivElement>(null)
  const wide = useWorkspace(isWide)
  const media = useMediaDrop(isMediaType, (files) => {
    const read = files.map(async (it) => ({ file_name: it.name, content: await base64Of(it) }))
    void Promise.all(read).then((it) => addMedia(session, node, it), reportError)
  })
  const writer = useCallback(
    (handle: CardHandle | null) =>
      handle
        ? registerWriter({
            node,
            write: (typed) => handle.write(typed),
            select: (passage) => handle.select(passage),
          })
        : undefined,
    [node],
  )
  const keys = usePageKeys(panel, node, reading)
  const labels = useLabels(node)
  const alternatives = useReading('list_alternatives', { node, capability: 'text' })
  const kind = useNode(node)?.kind ?? 'scene'
  const facts = useReading('list_facts', mayHaveFacts(kind) ? { node } : undefined)
  const summaries = useReading('list_summaries', { nodes: [node] })
  const held = [
    ...labels,
    ...(alternatives.data?.count ? ['alternatives'] : []),
    ...(facts.data?.count ? ['facts'] : []),
    ...(summaries.data?.summaries.length ? ['summary'] : []),
  ]
  const parts = reading && partsOf(reading, added, held)
  useWantedText(node, parts && [...parts.shown.map((it) => it.name)])
  useAddedPart(panel, added)
  if (!reading || !parts) {
    if (fault) return <ErrorMessage report={fault} />
    return <p className={styles.loading}>{t('inspector-loading')}</p>
  }
  // What changes along the story stands with what does not.
  const attributes = parts.before.filter((it) => it.name === 'kv')
  const partOf = (part: Part) => {
    const Card = cardOf(part.name)
    const name = t.or(`inspector-capabilities-${part.name}`, part.title)
    const isText = part.name === 'text'
    const onHistory = part.version === null ? undefined : () => setHistory(part.name)
    return (
      <Section
        key={part.name}
        part={part.name}
        title={name}
        {...(isText || !onHistory ? {} : { onHistory })}
      >
        <Card
          {...(isText
            ? { ref: writer, tools: <TextTools name={name} node={node} onHistory={onHistory} /> }
            : {})}
          node={node}
          capability={part.name}
          data={part.data}
          version={part.version}
          reread={reread}
        />
      </Section>
    )
  }
  return (
    <>
      <PlacesBar node={node} />
      <div
        ref={panel}
        tabIndex={-1}
        className={`${styles.node} ${media.over ? styles.over : ''}`}
        data-wide={wide}
        {...media.hands}
        {...keys}
      >
        <Heading
          reading={reading}
          colors={added.includes('color')}
          labels={{ status: added.includes('status'), tags: added.includes('tags') }}
          onHistory={() => setHistory('node')}
        />
        <ErrorMessage report={fault} />
        {attributes.map(partOf)}
        <FactList reading={reading} listed={facts} adding={added.includes('facts')} />
        {parts.before.filter((it) => !attributes.includes(it)).map(partOf)}
        <Alternatives
          reading={reading}
          listed={alternatives}
          adding={added.includes('alternatives')}
        />
        <Translations node={node} onHistory={setHistory} />
        {parts.choices && <Choices node={node} links={reading.outgoing} />}
        {kind === 'scene' && <HoldsHere node={node} />}
        <SummaryNote reading={reading} listed={summaries} adding={added.includes('summary')} />
        {parts.after.map(partOf)}
        <Chips names={parts.chips} onAdd={(name) => setAdded([...added, name])} />
        <References reading={reading} />
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

/** Whether a card has tags and a status. */
function useLabels(node: string): readonly string[] {
  const tags = useNodeTags((it) => it.tags.has(node))
  const status = useNodeTags((it) => it.status.has(node))
  return [...(tags ? ['tags'] : []), ...(status ? ['status'] : [])]
}

interface TextToolsProps {
  name: string
  node: string
  onHistory: (() => void) | undefined
}

/** What is done with the text as a whole. */
function TextTools({ name, node, onHistory }: TextToolsProps) {
  const { t } = useTranslation()
  const wide = useWorkspace(isWide)
  return (
    <>
      {onHistory && (
        <IconButton
          label={t('inspector-history', { name })}
          icon={<History size={15} />}
          onClick={onHistory}
        />
      )}
      <IconButton
        label={t(wide ? 'inspector-narrow' : 'inspector-wide')}
        {...(wide ? { keys: 'Escape' } : {})}
        icon={wide ? <PanelRightClose size={15} /> : <PanelRightOpen size={15} />}
        onClick={() => (wide ? leavePage() : openPage(node))}
      />
    </>
  )
}

/** Whoever wants to write in a node without a text is taken to its first field. */
function useWantedText(node: string, names: readonly string[] | undefined): void {
  const isWanted = usePage((it) => it.wanted?.node === node)
  const holdsText = names?.includes('text')
  useEffect(() => {
    if (isWanted && holdsText === false) focusWithoutText(node)
  }, [isWanted, holdsText, node])
}

/** A part that was asked for takes the keyboard. */
function useAddedPart(panel: RefObject<HTMLElement | null>, added: readonly string[]): void {
  const last = added.at(-1)
  useEffect(() => {
    if (last === undefined) return
    panel.current
      ?.querySelector<HTMLElement>(`[data-part="${last}"]`)
      ?.querySelector<HTMLElement>(
        '[contenteditable="true"], input, textarea, [tabindex="0"], button',
      )
      ?.focus()
  }, [panel, last])
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
