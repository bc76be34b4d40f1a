/**
 * A canvas in the page that is painted offscreen and transferred as a whole: the browser copies a
 * canvas with a drawing context in every frame in which it moves, but not a transferred one.
 */

/** The shared offscreen canvas; missing if the browser does not support it, or has no memory. */
let scratch: OffscreenCanvas | undefined

export class BufferedCanvas {
  readonly element = document.createElement('canvas')

  constructor(style: string) {
    this.element.style.cssText = `position:absolute;left:0;top:0;${style}`
  }

  /** Repaints it in a size in device pixels. */
  paint(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): void {
    const { element } = this
    const shown = canTransfer() ? element.getContext('bitmaprenderer') : null
    const context = shown ? scratchContext(width, height) : fitted(element, width, height)
    if (!context) return
    draw(context)
    if (shown && scratch) shown.transferFromImageBitmap(scratch.transferToImageBitmap())
  }

  /** Removes it from the page and frees its pixels. */
  remove(): void {
    this.element.remove()
    // Until a canvas is garbage-collected it may keep its pixels.
    this.element.width = 0
  }
}

function canTransfer(): boolean {
  return typeof OffscreenCanvas === 'function' && typeof ImageBitmapRenderingContext === 'function'
}

/** The scratch in a size, empty. What it paints with can all that a page's own canvas can. */
function scratchContext(width: number, height: number): CanvasRenderingContext2D | null {
  if (scratch?.width !== width || scratch.height !== height)
    scratch = new OffscreenCanvas(width, height)
  const context = scratch.getContext('2d')
  context?.reset()
  return context as CanvasRenderingContext2D | null
}

function fitted(canvas: HTMLCanvasElement, width: number, height: number) {
  canvas.width = width
  canvas.height = height
  return canvas.getContext('2d')
}
