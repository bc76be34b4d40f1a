/** The words to find, how they are looked for, and how many were found. */

import { Replace } from 'lucide-react'
import { FindOptions, type MatchResults } from '../../cards'
import { Button, TextInput } from '../../kit'
import { useFindQuery, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import styles from './find.module.css'

interface FindFormProps {
  /** What was found in texts, once anything was found. */
  finds: MatchResults | undefined
  onEnter: () => void
  /** The keyboard goes on to what was found. */
  onDown: () => void
}

export function FindForm({ finds, onEnter, onDown }: FindFormProps) {
  const { t } = useTranslation()
  const { find, matchCase, wholeWord } = useFindQuery()
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onEnter()
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
          onDown()
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
      {finds && (
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
  )
}
