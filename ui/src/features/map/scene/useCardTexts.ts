/** The words on cards. */

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../document'
import type { CardTexts } from './sceneBuilder'

export function useCardTexts(): CardTexts {
  const { t } = useTranslation('map')
  const { bridge } = useSession()
  return useMemo(
    () => ({
      words: (count) => t('words', { count }),
      holds: (count) => t('holds', { count }),
      assetUrl: (hash) => bridge.assetUrl(hash),
    }),
    [t, bridge],
  )
}
