/** Where a change of the editor's text came from. */

import { Annotation } from '@codemirror/state'

/** Marks a change that came from the story, not from the writer's hand. */
export const externalChange = Annotation.define<true>()
