/** Finds words in all texts, and in titles, attributes and choices; the places are opened one after another. */

import { useEffect, useMemo, useRef } from 'react'
import { ErrorMessage, useMatches, useReading } from '../../cards'
import { useSession } from '../../document'
import { Empty, Panel, RowList } from '../../kit'
import { isSamePlace, openPlace, useFindQuery, useOpenedPlace } from '../../state'
import { useTranslation } from '../../text'
import { FindForm } from './FindForm'
import { FoundRow } from './FoundRow'
import styles from './find.module.css'
import { hitsElsewhere, placesOf, type Row, rowsOf } from './rows'
import { useNextPlaceOnEnter } from './useNextPlaceOnEnter'

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
  const looksElsewhere = words !== '' && !matchCase && !wholeWord
  const { data } = useReading(
    'search_story',
    looksElsewhere ? { query: words, limit: ELSEWHERE } : undefined,
  )
  const elsewhere = t('find-elsewhere')
  const rows = useMemo(() => {
    const hits = looksElsewhere && finds && data ? hitsElsewhere(data.hits, words) : []
    return rowsOf(finds, hits, elsewhere)
  }, [finds, data, words, looksElsewhere, elsewhere])
  const places = useMemo(() => placesOf(rows), [rows])
  const opened = useOpenedPlace('find')
  const isOpened = (row: Row) =>
    opened !== undefined && 'place' in row && isSamePlace(row.place, opened)
  // Enter may be faster than the answer: these words wait for theirs.
  const entered = useRef<string>(undefined)
  const startStepping = useNextPlaceOnEnter()
  const openFirst = () => {
    startStepping()
    if (isCurrent) openPlace('find', places, 0)
    else entered.current = find
  }
  useEffect(() => {
    if (!isCurrent) return
    if (entered.current === find) openPlace('find', places, 0)
    entered.current = undefined
  }, [isCurrent, find, places])
  return (
    <Panel title={t('find-title')}>
      <div className={styles.panel}>
        <FindForm
          finds={rows.length > 0 ? finds : undefined}
          onEnter={openFirst}
          onDown={() => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()}
        />
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
