/** The panel that finds and replaces words in one text. */

import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search'
import { runScopeHandlers } from '@codemirror/view'
import {
  ArrowDown,
  ArrowUp,
  CaseSensitive,
  ChevronDown,
  ChevronRight,
  Regex,
  WholeWord,
  X,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from 'react'
import { Button, IconButton, isImeKey } from '../../kit'
import { type Translate, useTranslation } from '../../text'
import styles from './FindPanel.module.css'
import { countMatches, MOST, type OpenFindPanel } from './find'

/** What can be changed of a query. */
type Part = 'search' | 'replace' | 'caseSensitive' | 'regexp' | 'wholeWord'

export function FindPanel({ panel }: { panel: OpenFindPanel }) {
  const { view, changed } = panel
  const { t } = useTranslation()
  const [, redraw] = useReducer((it: number) => it + 1, 0)
  useEffect(() => {
    changed.add(redraw)
    return () => void changed.delete(redraw)
  }, [changed])
  const field = useRef<HTMLInputElement>(null)
  // CodeMirror has looked for the field before it was drawn.
  useEffect(() => field.current?.select(), [])
  const query = getSearchQuery(view.state)
  const canReplace = !view.state.readOnly
  const [replaces, setReplaces] = useState(query.replace !== '')
  const set = (part: Partial<Pick<SearchQuery, Part>>) => {
    const { search, replace, caseSensitive, regexp, wholeWord } = query
    const next = new SearchQuery({
      search,
      replace,
      caseSensitive,
      regexp,
      wholeWord,
      // What is typed is what is looked for: a backslash too.
      literal: !(part.regexp ?? regexp),
      ...part,
    })
    view.dispatch({ effects: setSearchQuery.of(next) })
  }
  const take = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  /** The keys of the search, such as Escape and F3, wherever in the panel the keyboard is. */
  const onSearchKey = (event: KeyboardEvent) => {
    if (isImeKey(event.nativeEvent)) return
    if (runScopeHandlers(view, event.nativeEvent, 'search-panel')) take(event)
  }
  const onEnter = (perform: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isImeKey(event.nativeEvent)) return
    perform(event)
    take(event)
  }
  const step = (back: boolean) => (back ? findPrevious : findNext)(view)
  const { count, at } = countMatches(view.state, query)
  const Chevron = replaces ? ChevronDown : ChevronRight
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys count in each of its fields and buttons
    <div className={styles.panel} onKeyDown={onSearchKey}>
      <div className={styles.row}>
        {canReplace && (
          <IconButton
            label={t('cards-text-find-replaces')}
            aria-expanded={replaces}
            icon={<Chevron size={15} />}
            onClick={() => setReplaces(!replaces)}
          />
        )}
        <div className={styles.search} data-invalid={!query.valid && query.search !== ''}>
          <input
            ref={field}
            name="search"
            main-field="true"
            className={styles.field}
            aria-label={t('cards-text-find-find')}
            placeholder={t('cards-text-find-find')}
            value={query.search}
            onChange={(event) => set({ search: event.target.value })}
            onKeyDown={onEnter((event) => step(event.shiftKey))}
          />
          <IconButton
            label={t('cards-text-find-matchCase')}
            pressed={query.caseSensitive}
            icon={<CaseSensitive size={16} />}
            onClick={() => set({ caseSensitive: !query.caseSensitive })}
          />
          <IconButton
            label={t('cards-text-find-byWord')}
            pressed={query.wholeWord}
            icon={<WholeWord size={16} />}
            onClick={() => set({ wholeWord: !query.wholeWord })}
          />
          <IconButton
            label={t('cards-text-find-regexp')}
            pressed={query.regexp}
            icon={<Regex size={15} />}
            onClick={() => set({ regexp: !query.regexp })}
          />
        </div>
        <span className={styles.count} role="status">
          {query.search !== '' && countText(t, count, at)}
        </span>
        <IconButton
          label={t('cards-text-find-previous')}
          keys="Shift+Enter"
          icon={<ArrowUp size={15} />}
          disabled={count === 0}
          onClick={() => step(true)}
        />
        <IconButton
          label={t('cards-text-find-next')}
          keys="Enter"
          icon={<ArrowDown size={15} />}
          disabled={count === 0}
          onClick={() => step(false)}
        />
        <IconButton
          label={t('cards-text-find-close')}
          keys="Escape"
          icon={<X size={15} />}
          onClick={() => closeSearchPanel(view)}
        />
      </div>
      {replaces && canReplace && (
        <div className={styles.row}>
          <input
            name="replace"
            className={`${styles.field} ${styles.replace}`}
            aria-label={t('cards-text-find-replace')}
            placeholder={t('cards-text-find-replace')}
            value={query.replace}
            onChange={(event) => set({ replace: event.target.value })}
            onKeyDown={onEnter(() => replaceNext(view))}
          />
          <Button disabled={count === 0} onClick={() => replaceNext(view)}>
            {t('cards-text-find-replaceOne')}
          </Button>
          <Button disabled={count === 0} onClick={() => replaceAll(view)}>
            {t('cards-text-find-replaceAll')}
          </Button>
        </div>
      )}
    </div>
  )
}

function countText(t: Translate, count: number, at: number): string {
  const shown = count === MOST ? `${MOST}+` : count
  if (at > 0) return t('cards-text-find-at', { at, count: shown })
  return count === 0 ? t('cards-text-find-none') : t('cards-text-find-count', { count: shown })
}
