/** What the form for a job is to begin with, where another part of the window asks for one. */

import { create } from 'zustand'

interface JobRequest {
  /** The language to translate into. */
  language: string | undefined
}

export const useJobRequest = create<JobRequest>(() => ({ language: undefined }))
