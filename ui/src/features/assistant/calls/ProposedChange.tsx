/**
 * What the assistant asks to change, as a difference: the text against the current one, values
 * before and after. If there is nothing to compare with, what it would do.
 */

import { useEffect, useState } from 'react'
import type { Question } from '../../../bridge'
import type { DiffPiece } from '../../../cards'
import { type Session, useSession } from '../../../document'
import { currentToolName } from '../../../text/formerTools'
import { DiffView } from './DiffView'
import { NamedFields } from './NamedFields'
import styles from './Question.module.css'
import type { Line } from './resultFields'

interface Proposal {
  /** The title of the card that would change. */
  title: string
  pieces: DiffPiece[]
  lines: Line[]
  /** What the call says beside the change itself. */
  rest: Record<string, unknown>
}

type Args = Readonly<Record<string, unknown>>

interface ProposedChangeProps {
  question: Question
  /** The card the request is about. */
  about: string | null
}

export function ProposedChange({ question, about }: ProposedChangeProps) {
  const session = useSession()
  const [proposal, setProposal] = useState<Proposal>()
  const args = (question.args ?? {}) as Args
  useEffect(() => {
    let wanted = true
    const asked = (question.args ?? {}) as Args
    proposalOf(session, currentToolName(question.tool), asked, about).then(
      (it) => wanted && setProposal(it),
      // What is there cannot be read: the arguments still say what would be done.
      () => wanted && setProposal(undefined),
    )
    return () => {
      wanted = false
    }
  }, [session, question, about])
  if (!proposal) return <NamedFields args={args} />
  return (
    <div className={styles.proposal}>
      <strong>{proposal.title}</strong>
      <DiffView pieces={proposal.pieces} lines={proposal.lines} />
      <NamedFields args={proposal.rest} />
    </div>
  )
}

async function proposalOf(
  session: Session,
  tool: string,
  args: Args,
  about: string | null,
): Promise<Proposal | undefined> {
  const node = nodeOf(session, args.node, about)
  if (!node) return undefined
  const { id, title } = node
  const { node: _, ...others } = args
  const change = (made: Partial<Proposal>, ...used: string[]): Proposal => {
    const rest = Object.entries(others).filter(([name]) => !used.includes(name))
    return { title, pieces: [], lines: [], ...made, rest: Object.fromEntries(rest) }
  }
  switch (tool) {
    case 'write_text': {
      const { text } = await session.data('read_text', { node: id })
      return change({ pieces: replaced(text, String(args.text ?? '')) }, 'text', 'expected')
    }
    case 'replace_text':
      return change({ pieces: replaced(String(args.old), String(args.new ?? '')) }, 'old', 'new')
    case 'append_text':
      return change({ pieces: replaced('', String(args.text ?? '')) }, 'text')
    case 'rename_node':
      return change(
        { lines: [{ name: 'title', before: title, after: args.title }] },
        'title',
        'rewrite_links',
      )
    case 'update_node_kv': {
      const held = await attributesOf(session, id)
      const items = Array.isArray(args.items) ? (args.items as { k: string; v: unknown }[]) : []
      const lines = items.map(({ k, v }) => ({ name: k, before: held.get(keyOf(k)), after: v }))
      return change({ lines }, 'items')
    }
    case 'remove_node_kv': {
      const held = await attributesOf(session, id)
      const keys = Array.isArray(args.keys) ? args.keys.map(String) : []
      return change({ lines: keys.map((k) => ({ name: k, before: held.get(keyOf(k)) })) }, 'keys')
    }
    default:
      return undefined
  }
}

/** The card that is named by its id or title; the one the request is about where none is named. */
function nodeOf({ mirror }: Session, named: unknown, about: string | null) {
  if (named === undefined || named === null) return mirror.nodes.get(about ?? '')
  const wanted = String(named)
  return mirror.nodes.get(wanted) ?? [...mirror.nodes.values()].find((it) => it.title === wanted)
}

async function attributesOf(session: Session, node: string): Promise<Map<string, unknown>> {
  const { items = [] } = await session.data('read_node_kv', { node })
  return new Map(items.map((it) => [keyOf(it.k), it.v]))
}

/** Names of attributes are one whatever their capital letters. */
function keyOf(name: string): string {
  return name.toLocaleLowerCase()
}

function replaced(before: string, after: string): DiffPiece[] {
  const pieces: DiffPiece[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
  return pieces.filter((it) => it.text !== '')
}
