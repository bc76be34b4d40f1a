/** The palette: finds nodes by title, words in texts, actions and tools by typing. */

import { Command } from 'cmdk'
import { Search as SearchIcon, Wrench } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { useActions, useChangeKindActions, useNewNodeActions } from '../../actions'
import { excerptParts } from '../../cards'
import { useSelection, useSession } from '../../document'
import { Kbd, leaveFullWindow, restoreFocus } from '../../kit'
import { focusPanel, openPassage, useFindQuery, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { bestMatches } from './fuzzyMatch'
import styles from './Palette.module.css'
import { useRecentNodes } from './recentNodes'
import { type Hit, useTextSearch } from './useTextSearch'
import { useToolSuggestions } from './useToolSuggestions'

const MOST_NODES = 12

export function Palette() {
  const { t } = useTranslation()
  const open = useWorkspace((it) => it.paletteOpen)
  const setOpen = useWorkspace((it) => it.setPalette)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={styles.palette}
          aria-describedby={undefined}
          onCloseAutoFocus={restoreFocus}
        >
          <Dialog.Title className={styles.unseen}>{t('palette-title')}</Dialog.Title>
          <Search close={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Search({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const [words, setWords] = useState('')
  const fixed = useActions()
  const [ofKinds, kindChanges] = [useNewNodeActions(), useChangeKindActions()]
  const actions = [...fixed, ...ofKinds, ...kindChanges].filter(
    (it) => it.enabled && it.id !== 'search',
  )
  const tools = useToolSuggestions(words)
  const shownActions = words
    ? bestMatches(words, actions, (it) => it.label, 8)
    : [...actions].sort((one, other) => Number(isRisky(one)) - Number(isRisky(other)))
  const recent = useRecentNodes()
  const nodes = words
    ? bestMatches(words, mirror.nodes.values(), (it) => it.title, MOST_NODES)
    : recent
  const listed = new Set(nodes.map((it) => it.id))
  // A title that was found is listed above already.
  const hits = useTextSearch(words).filter(
    (it) => !(it.node && listed.has(it.node.id) && it.excerpt.trim() === it.node.title),
  )

  const isEmpty = [nodes, hits, shownActions, tools].every((it) => it.length === 0)
  const jump = (node: string) => {
    close()
    useSelection.getState().goTo([node])
  }
  const open = ({ node, capability, found }: Hit) => {
    if (!node) return
    if (capability !== 'text' || found === '') jump(node.id)
    else perform(() => openPassage(node.id, { quote: found }))
  }
  const findAll = () =>
    perform(() => {
      leaveFullWindow()
      useFindQuery.setState({ find: words.trim() })
      focusPanel('find')
    })
  const perform = (run: () => void) => {
    close()
    // After the dialog has given the keyboard back, so that what is performed may take it.
    setTimeout(run, 0)
  }

  return (
    <Command shouldFilter={false} label={t('palette-title')} loop>
      <Command.Input
        className={styles.input}
        placeholder={t('palette-placeholder')}
        value={words}
        onValueChange={setWords}
      />
      <Command.List className={styles.list}>
        {isEmpty && (
          // An option that cannot be taken: a list of options has to have one.
          <Command.Item disabled value="none" className={styles.none ?? ''}>
            {t('palette-none')}
          </Command.Item>
        )}
        {nodes.length > 0 && (
          <Command.Group heading={t(words ? 'palette-nodes' : 'palette-recent')}>
            {nodes.map((it) => (
              <Command.Item key={it.id} value={`node ${it.id}`} onSelect={() => jump(it.id)}>
                <span className={styles.dot} data-kind={it.kind} />
                <span className={styles.title}>{it.title}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {hits.length > 0 && (
          <Command.Group heading={t('palette-texts')}>
            {hits.map((it, index) => (
              <Command.Item
                key={`${it.node?.id} ${it.excerpt}`}
                value={`hit ${index}`}
                onSelect={() => open(it)}
              >
                <span className={styles.title}>{it.title}</span>
                <Excerpt hit={it} />
              </Command.Item>
            ))}
            <Command.Item value="find" onSelect={findAll}>
              <SearchIcon size={15} aria-hidden />
              <span className={styles.title}>{t('palette-find-all', { words: words.trim() })}</span>
              <Kbd keys="Mod+Shift+F" />
            </Command.Item>
          </Command.Group>
        )}
        {shownActions.length > 0 && (
          <Command.Group heading={t('palette-actions')}>
            {shownActions.map(({ id, label, icon: Icon, keys, perform: run }) => (
              <Command.Item key={id} value={`action ${id}`} onSelect={() => perform(run)}>
                <Icon size={15} aria-hidden />
                <span className={styles.title}>{label}</span>
                {keys && <Kbd keys={keys} />}
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {tools.length > 0 && (
          <Command.Group heading={t('palette-tools')}>
            {tools.map(({ name, label, args }) => (
              <Command.Item
                key={name}
                value={`tool ${name}`}
                onSelect={() => perform(() => useWorkspace.getState().openToolForm({ name, args }))}
              >
                <Wrench size={15} aria-hidden />
                <span className={styles.title}>{label}</span>
                <code className={styles.name}>{name}</code>
              </Command.Item>
            ))}
          </Command.Group>
        )}
      </Command.List>
    </Command>
  )
}

/** Never first where nothing was typed: Enter alone must change nothing. */
function isRisky({ id, danger }: { id: string; danger: boolean }): boolean {
  return danger || id === 'undo' || id === 'redo'
}

/** The words around a find, with the find marked. */
function Excerpt({ hit }: { hit: Hit }) {
  const [before, found, behind] = excerptParts(hit)
  return (
    <span className={styles.excerpt}>
      {before}
      {found && <mark>{found}</mark>}
      {behind}
    </span>
  )
}
