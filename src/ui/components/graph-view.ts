/** Where a graph lies in its room, in pixels, and how large it is drawn. */
export interface GraphView {
  readonly x: number
  readonly y: number
  readonly zoom: number
}
interface Size {
  readonly width: number
  readonly height: number
}

/** Wider rooms show all of a graph at once; in narrower ones, such as a phone's, its texts would be too small to read. */
const NARROW_PX = 640
/** Texts of 12 px are read at this size. */
const READABLE = 0.85
const EDGE_PX = 16

/**
 * How a graph is seen first in a narrow room where not all of it could be read: as large as one can read it, from its beginning.
 * Undefined where all of it fits, or where there is room to look at the whole.
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
