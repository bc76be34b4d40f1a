/**
 * Renders Markdown that is read and not edited: headings, nested lists, tables, code, quotes, links.
 * Cards named as `[[Title]]` can be opened. Nothing in it is loaded or run: a picture is shown as its
 * description, HTML as text.
 */

import {
  type ComponentType,
  createContext,
  Fragment,
  memo,
  type ReactNode,
  useContext,
  useMemo,
} from 'react'
import { useRevision, useSession } from '../../document'
import { storyLinksIn } from '../../notation'
import { useTranslation } from '../../text'
import { useOpenNode } from '../useOpenNode'
import styles from './Markdown.module.css'
import {
  alignmentsOf,
  cellsOf,
  childrenOf,
  decodeEntity,
  parseMarkdown,
  type SyntaxNode,
  safeAddress,
} from './markdownTree'

/** The text that the nodes are places in. */
const Source = createContext('')

/** A link to a web address. */
export type OutsideLinkComponent = ComponentType<{ address: string; children: ReactNode }>

/** What shows links to web addresses; without it they are words. */
const OutsideLinks = createContext<OutsideLinkComponent | undefined>(undefined)

interface MarkdownProps {
  text: string
  outsideLink?: OutsideLinkComponent
}

export const Markdown = memo(function Markdown({ text, outsideLink }: MarkdownProps) {
  const tree = useMemo(() => parseMarkdown(text), [text])
  return (
    <Source value={text}>
      <OutsideLinks value={outsideLink}>
        <div className={styles.words}>
          <Blocks of={tree} />
        </div>
      </OutsideLinks>
    </Source>
  )
})

interface Part {
  of: SyntaxNode
}

/** The blocks in a block; what stands between them is only how they are set apart. */
function Blocks({ of }: Part) {
  return childrenOf(of).map((it) => <Block key={it.from} of={it} />)
}

function Block({ of }: Part) {
  const text = useContext(Source)
  const source = () => text.slice(of.from, of.to)
  switch (of.name) {
    case 'Paragraph':
    case 'Task':
      return (
        <p>
          <Inlines of={of} />
        </p>
      )
    case 'BulletList':
      return (
        <ul>
          <Blocks of={of} />
        </ul>
      )
    case 'OrderedList':
      return (
        <ol start={Number.parseInt(source(), 10) || 1}>
          <Blocks of={of} />
        </ol>
      )
    case 'ListItem':
      return (
        <li>
          <Blocks of={of} />
        </li>
      )
    case 'Blockquote':
      return (
        <blockquote className={styles.quote}>
          <Blocks of={of} />
        </blockquote>
      )
    case 'FencedCode':
    case 'CodeBlock': {
      const lines = childrenOf(of).filter((it) => it.name === 'CodeText')
      return (
        <pre className={styles.code}>{lines.map((it) => text.slice(it.from, it.to)).join('')}</pre>
      )
    }
    case 'HorizontalRule':
      return <hr />
    case 'Table':
      return <Table of={of} />
    case 'HTMLBlock':
    case 'CommentBlock':
    case 'ProcessingInstructionBlock':
      return <p>{source()}</p>
    default: {
      const [, level] = of.name.match(/^(?:ATX|Setext)Heading(\d)$/) ?? []
      return level ? <Heading of={of} level={Number(level)} /> : null
    }
  }
}

/** Below the headings of the panel itself, so that the page keeps one outline. */
function Heading({ of, level }: Part & { level: number }) {
  const Tag = level === 1 ? 'h3' : level === 2 ? 'h4' : level === 3 ? 'h5' : 'h6'
  return (
    <Tag className={styles.heading} data-level={level}>
      <Inlines of={of} />
    </Tag>
  )
}

function Table({ of }: Part) {
  const text = useContext(Source)
  const rows = childrenOf(of)
  const [head, line, ...body] = rows
  if (!head || !line) return null
  const set = alignmentsOf(text.slice(line.from, line.to))
  const columns = set.map((_, index) => index)
  const cellIn = (row: SyntaxNode) => {
    const cells = cellsOf(row)
    return (column: number) => cells[column] && <Inlines of={cells[column]} />
  }
  const headIn = cellIn(head)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={styles.tableBox} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((it) => (
              <th key={it} scope="col" data-align={set[it]}>
                {headIn(it)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row) => {
            const rowIn = cellIn(row)
            return (
              <tr key={row.from}>
                {columns.map((it) => (
                  <td key={it} data-align={set[it]}>
                    {rowIn(it)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Words with what is in them; `between` leaves out what stands before and after. */
function Inlines({ of, between }: Part & { between?: { from: number; to: number } }) {
  const text = useContext(Source)
  const { from, to } = between ?? of
  const parts: ReactNode[] = []
  let at = from
  for (const it of childrenOf(of)) {
    if (it.from < from || it.to > to) continue
    add(text.slice(at, it.from))
    // Marks are told by how the words look.
    if (!it.name.endsWith('Mark')) parts.push(<Inline key={it.from} of={it} />)
    at = it.to
  }
  add(text.slice(at, to))
  return parts

  function add(words: string) {
    // The space after the mark of a heading or a task is none of the words'.
    const shown = parts.length > 0 ? words : words.trimStart()
    if (shown) parts.push(<Fragment key={`at ${at}`}>{shown}</Fragment>)
  }
}

function Inline({ of }: Part) {
  const text = useContext(Source)
  const source = text.slice(of.from, of.to)
  switch (of.name) {
    case 'StrongEmphasis':
      return (
        <strong>
          <Inlines of={of} />
        </strong>
      )
    case 'Emphasis':
      return (
        <em>
          <Inlines of={of} />
        </em>
      )
    case 'Strikethrough':
      return (
        <s>
          <Inlines of={of} />
        </s>
      )
    case 'InlineCode':
      return <code>{source.replace(/^(`+)([\s\S]*?)\1$/, '$2').trim()}</code>
    case 'StoryLink':
      return <StoryLink written={source} />
    case 'Link':
    case 'Image':
      return <Linked of={of} />
    case 'URL':
    case 'Autolink': {
      const address = source.replace(/^<|>$/g, '')
      return <OutsideLink to={address}>{address}</OutsideLink>
    }
    case 'TaskMarker':
      return /x/i.test(source) ? '☑' : '☐'
    case 'HardBreak':
      return <br />
    case 'Escape':
      return source.slice(1)
    case 'Entity':
      return decodeEntity(source)
    default:
      // HTML is no more than its text.
      return source
  }
}

/** A link or a picture: its words, leading to its address. A picture is never fetched. */
function Linked({ of }: Part) {
  const text = useContext(Source)
  const children = childrenOf(of)
  const marks = children.filter((it) => it.name === 'LinkMark')
  const url = children.find((it) => it.name === 'URL')
  const [open, close] = marks
  if (!open || !close || !url) return text.slice(of.from, of.to)
  const address = text.slice(url.from, url.to).replace(/^<|>$/g, '')
  const between = { from: open.to, to: close.from }
  const words = <Inlines of={of} between={between} />
  return <OutsideLink to={address}>{between.from < between.to ? words : address}</OutsideLink>
}

function OutsideLink({ to, children }: { to: string; children: ReactNode }) {
  const Link = useContext(OutsideLinks)
  const address = safeAddress(to)
  return address && Link ? <Link address={address}>{children}</Link> : children
}

/** A card by its title, opened by a click; where there is none of that title, its words. */
function StoryLink({ written }: { written: string }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  useRevision()
  const open = useOpenNode()
  const [link] = storyLinksIn(written)
  if (!link) return written
  const words = link.label || link.target
  const wanted = link.target.toLocaleLowerCase()
  const nodes = [...mirror.nodes.values()]
  const node =
    nodes.find((it) => it.title === link.target) ??
    nodes.find((it) => it.title.toLocaleLowerCase() === wanted)
  if (!node) return words
  return (
    <button
      type="button"
      className={styles.card}
      aria-label={t('assistant-open', { title: node.title })}
      onClick={() => open(node.id)}
    >
      {words}
    </button>
  )
}
