/** Finds words in all texts, and in titles, attributes and choices; the places are opened one after another. */

import { Replace } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { ErrorMessage, useMatches, useReading } from '../../cards'
import { useSession } from '../../document'
import { Button, Empty, Panel, RowList, TextInput } from '../../kit'
import { openPlace, useFindQuery, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { FoundRow } from './FoundRow'
import styles from './find.module.css'
import { hitsElsewhere, placesOf, rowsOf } from './rows'

/** How many scenes are listed, and how many places of each. */
const LISTED = { limit: 200, per_node: 100 } as const
/** How many finds outside of texts are listed. */
const ELSEWHERE = 100
/** About how high a place is before it was measured, in pixels. */
const GUESS = 46

export function FindPanel() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const { find, matchCase, wholeWord } = useFindQuery()
  const { finds, fault } = useMatches({
    find,
    ...(matchCase ? { match_case: true } : {}),
    ...(wholeWord ? { whole_word: true } : {}),
    ...LISTED,
  })
  const list = useRef<HTMLDivElement>(null)
  const words = find.trim()
  const isLoose = words !== '' && !matchCase && !wholeWord
  const { data } = useReading(
    'search_story',
    isLoose ? { query: words, limit: ELSEWHERE } : undefined,
  )
  const elsewhere = t('find-elsewhere')
  const rows = useMemo(() => {
    const hits = isLoose && finds && data ? hitsElsewhere(data.hits, words) : []
    return rowsOf(finds, hits, { elsewhere })
  }, [finds, data, words, isLoose, elsewhere])
  const places = useMemo(() => placesOf(rows), [rows])
  return (
    <Panel title={t('find-title')}>
      <div className={styles.panel}>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            openPlace('find', places, 0)
          }}
        >
          <TextInput
            type="search"
            data-panel-focus
            aria-label={t('find-words')}
            placeholder={t('find-words')}
            value={find}
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return
              event.preventDefault()
              list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
            }}
            onChange={(event) => useFindQuery.setState({ find: event.target.value })}
          />
          <div className={styles.ways}>
            <label>
              <input
                type="checkbox"
                checked={matchCase}
                onChange={(event) => useFindQuery.setState({ matchCase: event.target.checked })}
              />
              {t('replace-match-case')}
            </label>
            <label>
              <input
                type="checkbox"
                checked={wholeWord}
                onChange={(event) => useFindQuery.setState({ wholeWord: event.target.checked })}
              />
              {t('replace-whole-word')}
            </label>
          </div>
          {finds && rows.length > 0 && (
            <div className={styles.summary}>
              <span role="status">
                {t('replace-found', { count: finds.count, nodes: finds.node_count })}
              </span>
              {finds.count > 0 && (
                <Button
                  variant="plain"
                  icon={<Replace size={14} aria-hidden />}
                  onClick={() => useWorkspace.getState().setDialog('replace')}
                >
                  {t('find-replace')}
                </Button>
              )}
            </div>
          )}
        </form>
        <ErrorMessage report={fault} />
        {rows.length > 0 ? (
          <div ref={list} className={styles.results}>
            <RowList
              label={t('replace-places')}
              name={`find ${mirror.story.id}`}
              about={words}
              rows={rows}
              guess={GUESS}
            >
              {(row, stop) => (
                <FoundRow
                  row={row}
                  stop={stop}
                  onOpen={(place) => openPlace('find', places, places.indexOf(place))}
                />
              )}
            </RowList>
          </div>
        ) : (
          !fault && (
            <Empty title={t(finds ? 'replace-none' : 'replace-hint')}>
              {!finds && <p>{t('find-hint')}</p>}
            </Empty>
          )
        )}
      </div>
    </Panel>
  )
}
