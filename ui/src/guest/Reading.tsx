/** The scenes of the story in reading order; the reading position is restored. */

import { memo, useCallback, useEffect, useRef, useState } from 'react'
import type { HubConnection } from '../bridge'
import { ErrorMessage } from '../cards/ErrorMessage'
import { Markdown } from '../cards/markdown/Markdown'
import type { Level } from '../generated/workspaceTools'
import { ProgressBar, Select } from '../kit'
import { useTranslation } from '../text'
import { useGuestComment } from './GuestComment'
import styles from './guest.module.css'
import { type GuestComment, useGuestComments } from './guestComments'
import type { GuestStory } from './guestStory'
import { SceneComments } from './SceneComments'
import { SceneImage } from './SceneImage'
import { type Scene, useScenes } from './scenes'
import { useSceneEdit } from './useSceneEdit'

interface ReadingProps {
  hub: HubConnection
  story: GuestStory
  /** Whether something else is shown in its place; it stays where it is meanwhile. */
  hidden: boolean
}

const placeKey = (environment: string) => `storyteller-guest-place-${environment}`

export function Reading({ hub, story, hidden }: ReadingProps) {
  const { t } = useTranslation()
  const { scenes, isWhole, fault, reread } = useScenes(hub)
  const box = useRef<HTMLDivElement>(null)
  const comments = useGuestComments(hub)
  const place = usePlace(box, hub.invitation.environment, scenes)
  const mayComment = story.may('add_finding')
  const mayEdit = story.may('write_text')
  if (fault && scenes.length === 0) return <ErrorMessage report={fault} />
  return (
    <div className={styles.reading} hidden={hidden}>
      <div className={styles.tools}>
        <Select
          aria-label={t('guest-scene')}
          value={place.current ?? ''}
          choices={scenes.map(({ id, title }) => ({ value: id, label: title }))}
          onChoose={place.goTo}
        />
        {!isWhole && (
          <span className={styles.progress}>
            <ProgressBar label={t('guest-reading')} done={null} />
          </span>
        )}
      </div>
      <ErrorMessage report={fault} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text is scrolled with the keyboard */}
      <div ref={box} className={styles.text} tabIndex={0} onScroll={place.scrolled}>
        {isWhole && scenes.length === 0 && <p className={styles.quiet}>{t('guest-no-scenes')}</p>}
        {scenes.map((it) => (
          <SceneText
            key={it.id}
            hub={hub}
            scene={it}
            comments={comments.get(it.id)}
            level={story.rights?.you.level}
            mayComment={mayComment}
            mayEdit={mayEdit}
            reread={reread}
          />
        ))}
      </div>
    </div>
  )
}

interface SceneTextProps {
  hub: HubConnection
  scene: Scene
  comments: readonly GuestComment[] | undefined
  level: Level | undefined
  mayComment: boolean
  mayEdit: boolean
  /** Reads the text of scenes again. */
  reread: (scenes: readonly string[]) => Promise<void>
}

const SceneText = memo(function SceneText(props: SceneTextProps) {
  const { hub, scene, comments, level, mayComment, mayEdit, reread } = props
  const section = useRef<HTMLElement>(null)
  const comment = useGuestComment(scene.id, level, () => section.current)
  const edit = useSceneEdit(scene, level, reread)
  return (
    <section ref={section} className={styles.scene} data-scene={scene.id} aria-label={scene.title}>
      <div className={styles.heading}>
        <h2>{scene.title}</h2>
        <span className={styles.buttons}>
          {mayEdit && edit.button}
          {mayComment && comment.button}
        </span>
      </div>
      {comment.form}
      {comments && <SceneComments comments={comments} mayReply={mayComment} />}
      <SceneImage hub={hub} node={scene.id} title={scene.title} />
      {edit.editor ?? <Markdown text={scene.text} />}
    </section>
  )
})

/** The reading position: saved, and restored once its scene has been loaded. */
function usePlace(
  box: React.RefObject<HTMLDivElement | null>,
  environment: string,
  scenes: readonly Scene[],
) {
  const [current, setCurrent] = useState<string>()
  const wanted = useRef(localStorage.getItem(placeKey(environment)))
  const sectionOf = useCallback(
    (id: string) => box.current?.querySelector(`[data-scene="${CSS.escape(id)}"]`) ?? undefined,
    [box],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page may bring the place
  useEffect(() => {
    const section = wanted.current ? sectionOf(wanted.current) : undefined
    if (section) {
      wanted.current = null
      section.scrollIntoView({ block: 'start' })
    }
  }, [scenes, sectionOf])
  const scrolled = () => {
    const top = box.current?.getBoundingClientRect().top ?? 0
    const sections = box.current?.querySelectorAll<HTMLElement>('[data-scene]') ?? []
    // The first whose end is below the upper edge is being read.
    const at = [...sections].find((it) => it.getBoundingClientRect().bottom > top + 1)
    const id = at?.dataset.scene
    if (id === undefined) return
    setCurrent(id)
    if (wanted.current === null) localStorage.setItem(placeKey(environment), id)
  }
  const goTo = (id: string) => {
    wanted.current = null
    setCurrent(id)
    sectionOf(id)?.scrollIntoView({ block: 'start' })
  }
  return { current: current ?? scenes[0]?.id, goTo, scrolled }
}
