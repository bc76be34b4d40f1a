/**
 * A painted sheet that lies in the page. It is painted out of sight and handed over whole: a canvas
 * that can be painted any time is copied by the browser at every frame in which it moves, one that
 * was handed over is not.
 */

/** The place where sheets are painted; none where the browser has none, or no room. */
let scratch: OffscreenCanvas | undefined

export class BufferedCanvas {
  readonly element = document.createElement('canvas')

  constructor(style: string) {
    this.element.style.cssText = `position:absolute;left:0;top:0;${style}`
  }

  /** Paints it anew in a size in device pixels. */
  paint(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): void {
    const { element } = this
    const shown = canTransfer() ? element.getContext('bitmaprenderer') : null
    const context = shown ? scratchContext(width, height) : fitted(element, width, height)
    if (!context) return
    draw(context)
    if (shown && scratch) shown.transferFromImageBitmap(scratch.transferToImageBitmap())
  }

  /** Takes it off the page and gives its pixels back. */
  remove(): void {
    this.element.remove()
    // A collected canvas may keep them for long.
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
