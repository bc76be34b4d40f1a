/** What is heard at a passage while it is played. */

import { useSession } from '../../document'
import { Playback, useObjectUrl } from '../../kit'
import type { Playthrough } from './playthrough'

/** The sounds of a passage. What goes on from the one before is not begun again. */
export function Sounds({ reading }: { reading: Playthrough }) {
  const { music, effect } = reading.sounds ?? {}
  const passage = `${reading.path.length} ${reading.node.id}`
  return (
    <>
      {music?.asset && <StoredSound key={music.asset} asset={music.asset} loop />}
      {effect?.asset && <StoredSound key={passage} asset={effect.asset} />}
    </>
  )
}

function StoredSound({ asset, loop = false }: { asset: string; loop?: boolean }) {
  const { bridge } = useSession()
  return <Playback url={useObjectUrl(bridge.assetUrl(asset))} loop={loop} />
}
