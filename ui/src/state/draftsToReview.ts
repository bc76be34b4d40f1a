/** How many drafts wait for the writer: the assistant's panel counts them, its tab shows the number. */

import { create } from 'zustand'

export const useDraftsToReview = create<{ count: number }>(() => ({ count: 0 }))
