/**
 * Completes values and conditions in prose (after `{{`): the forms of a condition, and the variables of
 * the story, those of the text first.
 */

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'

/** Code that is being written is no longer than this. */
const LONGEST = 60

const WRITTEN = new RegExp(`(\\{\\{|｛｛)([^{}｛｝\\n]{0,${LONGEST}})$`, 'u')
const CLOSED = /^(?:\}\}|｝｝)$/u
const NAME = /[\p{Alphabetic}_][\p{Alphabetic}\p{N}_]*/gu
const KEYWORDS = [
  ...['if', 'else', 'end', 'and', 'or', 'not', 'true', 'false'],
  ...['visited', 'visits', 'otherwise', 'random'],
]

/** What is shown, and what is inserted before and behind the caret. */
const FORMS: readonly { label: string; before: string; behind: string }[] = [
  { label: '{{if …}}…{{end}}', before: '{{if ', behind: '}}{{end}}' },
  { label: '{{if …}}…{{else}}…{{end}}', before: '{{if ', behind: '}}{{else}}{{end}}' },
  { label: '{{else if …}}', before: '{{else if ', behind: '}}' },
  { label: '{{else}}', before: '{{else}}', behind: '' },
  { label: '{{end}}', before: '{{end}}', behind: '' },
]

export async function completedCode(
  context: CompletionContext,
  variables: () => Promise<readonly string[]>,
): Promise<CompletionResult | null> {
  const match = context.matchBefore(WRITTEN)
  if (!match) return null
  const written = (WRITTEN.exec(match.text)?.[2] ?? '').trimStart()
  const closed = CLOSED.test(context.state.sliceDoc(context.pos, context.pos + 2))
  const begins = (it: string) => it.startsWith(written) && it !== written
  const text = context.state.sliceDoc(0, match.from) + context.state.sliceDoc(context.pos)
  const options: Completion[] = [
    ...[...new Set([...variablesIn(text), ...(await variables())])]
      .filter(begins)
      .map((name) => insertion({ label: name, before: `{{${name}}}`, behind: '' })),
    ...FORMS.filter(({ before }) => begins(before.slice(2))).map(insertion),
  ]
  if (options.length === 0) return null
  return { from: match.from, to: context.pos + (closed ? 2 : 0), filter: false, options }
}

function insertion({ label, before, behind }: (typeof FORMS)[number]): Completion {
  return {
    label,
    apply: (view, _, from, to) =>
      view.dispatch({
        changes: { from, to, insert: before + behind },
        selection: { anchor: from + before.length },
        userEvent: 'input.complete',
      }),
  }
}

/** The variables in the code of a text, in order of appearance. */
function variablesIn(text: string): string[] {
  const code = [...text.matchAll(/(?:\{\{|｛｛)([^{}｛｝\n]*)(?:\}\}|｝｝)/gu)]
  const names = code.flatMap(
    ([, source = '']) =>
      // What stands in quotes is no name.
      source.replace(/"[^"]*"|'[^']*'|“[^”]*”/gu, ' ').match(NAME) ?? [],
  )
  return [...new Set(names)].filter((it) => !KEYWORDS.includes(it))
}
