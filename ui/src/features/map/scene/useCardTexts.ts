/** The texts on cards. */

import { useMemo } from 'react'
import { useSession } from '../../../document'
import { statusName } from '../../../services'
import { useTranslation } from '../../../text'
import type { CardTexts } from './sceneBuilder'

export function useCardTexts(): CardTexts {
  const { t } = useTranslation()
  const { bridge } = useSession()
  return useMemo(
    () => ({
      words: (count) => t('map-words', { count }),
      status: (status) => statusName(t, status),
      holds: (count) => t('map-holds', { count }),
      hides: (count) => t('map-hides', { count }),
      assetUrl: (hash) => bridge.assetUrl(hash),
    }),
    [t, bridge],
  )
}
