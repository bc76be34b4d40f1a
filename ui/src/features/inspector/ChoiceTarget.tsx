/** The target of a choice: a button to follow it, and a field to change it. */

import { CornerDownRight, Split } from 'lucide-react'
import { useId, useState } from 'react'
import { matchingTitles, type NodeName, nodesTitled, useSession } from '../../document'
import { IconButton, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './inspector.module.css'
import { useTrail } from './trail'

interface ChoiceTargetProps {
  node: NodeName
  /** False where it was refused. */
  onTarget: (node: string) => Promise<boolean>
}

export function ChoiceTarget({ node, onTarget }: ChoiceTargetProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const follow = useTrail((it) => it.follow)
  const [typed, setTyped] = useState<string>()
  const list = useId()
  const { title } = node

  const give = async () => {
    const wanted = typed?.trim() ?? ''
    const [meant] = nodesTitled(mirror, wanted)
    if (wanted === '' || meant?.id === node.id || (await onTarget(meant?.id ?? wanted)))
      setTyped(undefined)
  }
  if (typed === undefined) {
    return (
      <div className={styles.choiceLine}>
        <button
          type="button"
          className={styles.target}
          aria-label={t('inspector-choices-go', { title })}
          data-choice-target
          onClick={() => follow(node.id, false)}
        >
          <CornerDownRight size={13} />
          <span>{title}</span>
        </button>
        <span className={styles.choiceTools}>
          <IconButton
            label={t('inspector-choices-retarget', { title })}
            icon={<Split size={14} />}
            onClick={() => setTyped('')}
          />
        </span>
      </div>
    )
  }
  return (
    <div className={styles.choiceLine}>
      <CornerDownRight size={13} aria-hidden className={styles.turn} />
      <TextInput
        autoFocus
        inLine
        aria-label={t('inspector-choices-target', { title })}
        placeholder={t('inspector-choices-new-target')}
        list={list}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            void give()
          } else if (event.key === 'Escape') {
            event.stopPropagation()
            setTyped(undefined)
          }
        }}
      />
      <datalist id={list}>
        {matchingTitles(mirror, typed.trim()).map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
    </div>
  )
}
