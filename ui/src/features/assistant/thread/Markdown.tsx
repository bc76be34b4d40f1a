/** Text of the assistant, drawn from its blocks as plain elements. */

import { Fragment, memo } from 'react'
import styles from './Markdown.module.css'
import { type Block, blocksOf, type Span } from './markdownBlocks'

const TAGS = { plain: Fragment, strong: 'strong', em: 'em', code: 'code' } as const

function Spans({ spans }: { spans: readonly Span[] }) {
  return spans.map((span, index) => {
    const Tag = TAGS[span.kind]
    // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end
    return <Tag key={index}>{span.text}</Tag>
  })
}

function MarkdownBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'code':
      return <pre className={styles.code}>{block.text}</pre>
    case 'heading':
      return (
        <p className={styles.heading}>
          <Spans spans={block.spans} />
        </p>
      )
    case 'quote':
      return (
        <blockquote className={styles.quote}>
          <Spans spans={block.spans} />
        </blockquote>
      )
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      )
    default: {
      const List = block.kind === 'bullets' ? 'ul' : 'ol'
      return (
        <List>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end
            <li key={index}>
              <Spans spans={item} />
            </li>
          ))}
        </List>
      )
    }
  }
}

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className={styles.words}>
      {blocksOf(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end
        <MarkdownBlock key={index} block={block} />
      ))}
    </div>
  )
})
