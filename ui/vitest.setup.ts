/** What a browser has and the tests' page lacks: canvases that draw nowhere, sizes, pointers. */

import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { stopImeKeys } from './src/kit/inputMethod'

/** Takes every call and setting of a drawing context; text is 7 units a character wide. */
const context = new Proxy(
  {},
  {
    get: (_, name) =>
      name === 'measureText' ? (text: string) => ({ width: text.length * 7 }) : () => undefined,
    set: () => true,
  },
)

HTMLCanvasElement.prototype.getContext = (() => context) as never
HTMLCanvasElement.prototype.toDataURL = () => ''
Element.prototype.setPointerCapture ??= () => undefined
Element.prototype.releasePointerCapture ??= () => undefined
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.scrollIntoView ??= () => undefined
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect ??= () => new DOMRect()
globalThis.Path2D ??= class {} as never
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.matchMedia ??= ((query: string) => ({
  matches: query.includes('reduced-motion'),
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})) as never

// As the page does at its beginning.
stopImeKeys()

// A busy machine takes longer to draw; what does not come about fails all the same.
configure({ asyncUtilTimeout: 10_000 })

afterEach(cleanup)
