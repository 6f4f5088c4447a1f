/** Position of a graph in its container, in pixels, and its scale. */
export interface GraphView {
  readonly x: number
  readonly y: number
  readonly zoom: number
}
interface Size {
  readonly width: number
  readonly height: number
}

/** Wider containers show the whole graph; in narrower ones, such as on phones, the text would be too small. */
const NARROW_PX = 640
/** Minimum scale at which 12 px text is readable. */
const READABLE = 0.85
const EDGE_PX = 16

/**
 * The initial view in a narrow container where the whole graph would be unreadable: at a readable scale, from its start.
 * Undefined where the whole graph fits or there is enough room.
 */
export function readableView(
  bounds: Size & { readonly x: number; readonly y: number },
  room: Size,
): GraphView | undefined {
  if (room.width >= NARROW_PX || bounds.width === 0) return undefined
  const fits = (inner: number, outer: number): boolean => inner * READABLE <= outer - 2 * EDGE_PX
  if (fits(bounds.width, room.width) && fits(bounds.height, room.height)) return undefined
  const start = (from: number, inner: number, outer: number): number =>
    (fits(inner, outer) ? (outer - inner * READABLE) / 2 : EDGE_PX) - from * READABLE
  return {
    x: start(bounds.x, bounds.width, room.width),
    y: start(bounds.y, bounds.height, room.height),
    zoom: READABLE,
  }
}
