/**
 * The links between dragged and other cards: SVG outlines drawn by the browser, because a new
 * outline costs far less than repainting. Their labels are painted once and moved.
 */

import type { Camera, Size } from './camera'
import { visible } from './camera'
import { DASHES, lineWidth } from './draw'
import type { DrawContext } from './drawContext'
import { type Curve, curveBounds, endOf, intersects, type Point, pieces, pointOn } from './geometry'
import { drawLabel, labelOf } from './labels'
import { ARROWS_FROM, LABELS_FROM } from './levelOfDetail'
import { arrowHead } from './linkCurve'
import { OverlayLayer } from './overlayLayer'
import type { LinkShape, LinkStyle, Scene } from './scene'
import type { Theme } from './theme'

/** From this number on, links outside the view are omitted. */
const MANY = 200
const MOST_LABELS = 40
/** The size of a head whose outline has a width of its own. */
const HEAD = 8
const SVG = 'http://www.w3.org/2000/svg'
const LINK_STYLES = ['plain', 'dynamic', 'part'] as const

interface Label {
  link: LinkShape
  overlay: OverlayLayer
  /** The position along its link. */
  along: number
  /** The point of its link where it was when it was painted. */
  painted: Point
}

export class EdgeLayer {
  readonly element = document.createElement('div')
  readonly #drawing = document.createElementNS(SVG, 'svg')
  readonly #group = document.createElementNS(SVG, 'g')
  readonly #heads = document.createElementNS(SVG, 'path')
  readonly #lines = new Map<LinkStyle | 'plain', SVGPathElement>()
  readonly #labels: Label[] = []
  readonly #outlines = new Map<SVGPathElement, string>()
  #transform = ''
  #links: readonly LinkShape[] = []

  constructor() {
    this.#drawing.style.cssText =
      'position:absolute;inset:0;width:100%;height:100%;overflow:hidden;contain:strict'
    for (const look of LINK_STYLES) {
      const line = document.createElementNS(SVG, 'path')
      line.setAttribute('fill', 'none')
      line.setAttribute('stroke-dasharray', DASHES[look].join(' '))
      this.#lines.set(look, line)
      this.#group.append(line)
    }
    this.#group.append(this.#heads)
    this.#drawing.append(this.#group)
    this.element.append(this.#drawing)
    this.element.style.cssText = 'position:absolute;inset:0'
  }

  /** Replaces the links; their labels are painted for a zoom and a screen. */
  take(
    links: readonly LinkShape[],
    scene: Scene,
    brush: DrawContext,
    { zoom, ratio }: { zoom: number; ratio: number },
  ): void {
    this.#links = links
    for (const { overlay } of this.#labels.splice(0)) overlay.remove()
    this.#dress(brush.theme, zoom)
    if (zoom < LABELS_FROM) return
    for (const link of links) {
      if (this.#labels.length >= MOST_LABELS) return
      const place = labelOf(brush, link)
      if (!place) continue
      const { writing } = place
      const overlay = new OverlayLayer()
      const { width, height } = writing
      const [x, y] = [place.at.x - width / 2 - 2, place.at.y - height / 2 - 2]
      overlay.paint({ x, y, width: width + 4, height: height + 4 }, { zoom, ratio }, (context) =>
        drawLabel({ ...brush, context }, writing, place.at),
      )
      this.element.append(overlay.element)
      const curve = scene.curve(link.id)
      const painted = curve ? pointOn(curve, place.along) : place.at
      this.#labels.push({ link, overlay, along: place.along, painted })
    }
  }

  /** Draws them with their current curves, as seen by a camera. */
  draw(curveOf: (link: LinkShape) => Curve | undefined, camera: Camera, size: Size): void {
    const { zoom } = camera
    const straight = zoom < ARROWS_FROM
    const shown = this.#links.length > MANY ? visible(camera, size) : undefined
    const lines: Record<LinkStyle | 'plain', string> = { plain: '', dynamic: '', part: '' }
    let heads = ''
    for (const link of this.#links) {
      const curve = curveOf(link)
      if (!curve || (shown && !intersects(shown, curveBounds(curve)))) continue
      const look = link.look ?? 'plain'
      if (straight) {
        lines[look] += `M${at(curve[0])}L${at(endOf(curve))}`
        continue
      }
      // Forth and back, so that it encloses no area and one outline serves the line and its head.
      const all = [...pieces(curve)]
      const forth = all.map(([, b, c, d]) => `C${at(b)} ${at(c)} ${at(d)}`).join('')
      const back =
        look === 'plain'
          ? all
              .reverse()
              .map(([a, b, c]) => `C${at(c)} ${at(b)} ${at(a)}`)
              .join('')
          : ''
      lines[look] += `M${at(curve[0])}${forth}${back}`
      const [tip, left, right] = arrowHead(curve, HEAD)
      const head = `M${at(tip)}L${at(left)}L${at(right)}Z`
      if (back) lines[look] += head
      else heads += head
    }
    for (const [look, line] of this.#lines) this.#outline(line, lines[look])
    this.#outline(this.#heads, heads)
    const [x, y] = [-camera.x * zoom, -camera.y * zoom]
    const transform = `translate(${x} ${y}) scale(${zoom})`
    if (this.#transform !== transform) this.#group.setAttribute('transform', transform)
    this.#transform = transform
    for (const { link, overlay, along, painted } of this.#labels) {
      const curve = curveOf(link)
      const now = curve ? pointOn(curve, along) : painted
      // It keeps its distance from the link it is next to.
      const by = { x: now.x - painted.x, y: now.y - painted.y }
      overlay.place({ ...camera, x: camera.x - by.x, y: camera.y - by.y })
    }
  }

  #outline(path: SVGPathElement, outline: string): void {
    if (this.#outlines.get(path) === outline) return
    this.#outlines.set(path, outline)
    path.setAttribute('d', outline)
  }

  #dress(theme: Theme, zoom: number): void {
    for (const line of this.#lines.values()) {
      set(line, 'stroke', theme.link)
      set(line, 'stroke-linejoin', 'round')
      set(line, 'stroke-width', String(lineWidth(zoom)))
    }
    set(this.#heads, 'fill', theme.link)
    const plain = this.#lines.get('plain')
    if (plain) set(plain, 'fill', theme.link)
  }
}

function at({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

function set(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}
