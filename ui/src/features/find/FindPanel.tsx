/** Finds words in all texts, and in titles, attributes and choices; the places are opened one after another. */

import { Replace } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { ErrorMessage, FindOptions, useMatches, useReading } from '../../cards'
import { useSession } from '../../document'
import { Button, Empty, Panel, RowList, TextInput } from '../../kit'
import { openPlace, useFindQuery, usePlaces, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { FoundRow } from './FoundRow'
import styles from './find.module.css'
import { hitsElsewhere, placesOf, type Row, rowsOf } from './rows'

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
  const { finds, isCurrent, fault } = useMatches({
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
    return rowsOf(finds, hits, elsewhere)
  }, [finds, data, words, isLoose, elsewhere])
  const places = useMemo(() => placesOf(rows), [rows])
  const current = usePlaces(({ list: it }) => it?.panel === 'find' && it.places[it.at])
  const isOpened = (row: Row) => 'place' in row && row.place === current
  const isEntered = useRef(false)
  const openFirst = () => {
    // Enter may be faster than the answer.
    isEntered.current = !isCurrent
    if (isCurrent) openPlace('find', places, 0)
  }
  useEffect(() => {
    if (isCurrent && isEntered.current) openPlace('find', places, 0)
    if (isCurrent) isEntered.current = false
  }, [isCurrent, places])
  return (
    <Panel title={t('find-title')}>
      <div className={styles.panel}>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            openFirst()
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
            <FindOptions
              matchCase={matchCase}
              wholeWord={wholeWord}
              onChange={(change) => useFindQuery.setState(change)}
            />
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
              current={rows.find(isOpened)?.key}
              rows={rows}
              guess={GUESS}
            >
              {(row, stop) => (
                <FoundRow
                  row={row}
                  stop={stop}
                  isCurrent={isOpened(row)}
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
