/**
 * The second page: a card that stays in sight, and can be written in, while another one is worked on.
 * It keeps the last few cards that were opened on it.
 */

import { useId, useState } from 'react'
import { matchingTitles, nodesTitled, useNode, useSession } from '../../document'
import { Empty, isImeKey, Panel, TextInput } from '../../kit'
import { openedCards, openOnSecondPage, useSecondPage } from '../../state'
import { useTranslation } from '../../text'
import { CardPage } from './CardPage'
import styles from './SecondPage.module.css'

export function SecondPage() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const story = mirror.story.id
  const { nodes, shown } = useSecondPage((it) => openedCards(it, story))
  const isThere = useNode(shown) !== undefined
  return (
    <Panel title={t('secondPage-title')} tools={<CardField />}>
      <div className={styles.scroller}>
        {nodes.length > 1 && (
          <ul className={styles.cards} aria-label={t('secondPage-cards')}>
            {nodes.map((it) => (
              <OpenedCard key={it} node={it} isShown={it === shown} />
            ))}
          </ul>
        )}
        {shown !== undefined && isThere ? (
          <CardPage key={shown} node={shown} />
        ) : (
          <Empty title={t('secondPage-none')}>{t('secondPage-none-hint')}</Empty>
        )}
      </div>
    </Panel>
  )
}

/** A card that was opened before, to show it again. */
function OpenedCard({ node, isShown }: { node: string; isShown: boolean }) {
  const { mirror } = useSession()
  const card = useNode(node)
  if (!card) return null
  return (
    <li>
      <button
        type="button"
        className={styles.card}
        aria-current={isShown}
        onClick={() => openOnSecondPage(mirror.story.id, node)}
      >
        {card.title}
      </button>
    </li>
  )
}

/** The field for the title of the card to show. */
function CardField() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const [typed, setTyped] = useState('')
  const list = useId()
  const wanted = typed.trim()
  const show = (title: string) => {
    const [found] = nodesTitled(mirror, title)
    if (!found) return false
    openOnSecondPage(mirror.story.id, found.id)
    setTyped('')
    return true
  }
  /** With the only title that holds the words, or the first of several. */
  const showTyped = () => {
    const [first] = wanted === '' ? [] : matchingTitles(mirror, wanted)
    if (!show(wanted) && first !== undefined) show(first)
  }
  return (
    <>
      <TextInput
        type="search"
        className={styles.field ?? ''}
        data-panel-focus
        aria-label={t('secondPage-field')}
        placeholder={t('secondPage-field')}
        list={list}
        value={typed}
        onChange={(event) => {
          const { value } = event.target
          const isChosen = (event.nativeEvent as InputEvent).inputType === 'insertReplacementText'
          if (!isChosen || !show(value)) setTyped(value)
        }}
        onKeyDown={(event) => {
          if (isImeKey(event.nativeEvent)) return
          if (event.key === 'Enter') showTyped()
          else if (event.key === 'Escape') setTyped('')
        }}
      />
      <datalist id={list}>
        {wanted !== '' &&
          matchingTitles(mirror, wanted).map((it) => <option key={it} value={it} />)}
      </datalist>
    </>
  )
}
