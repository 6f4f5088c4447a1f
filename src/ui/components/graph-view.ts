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
/** Down to this zoom, fitting the whole graph matters more than larger text. */
const SMALLEST = 0.7
const EDGE_PX = 16
/** Height of the controls above the graph. */
export const HEAD_PX = 48

/** Whether a view shows the whole graph. */
export function showsAll(
  bounds: Size & { readonly x: number; readonly y: number },
  view: GraphView,
  room: Size,
): boolean {
  const [left, top] = [bounds.x * view.zoom + view.x, bounds.y * view.zoom + view.y]
  const [right, bottom] = [left + bounds.width * view.zoom, top + bounds.height * view.zoom]
  return left >= 0 && top >= 0 && right <= room.width && bottom <= room.height
}

/**
 * The initial view in a narrow container where the whole graph would be unreadable: at a readable scale, from its start.
 * Undefined where the whole graph fits or there is enough room.
 */
export function readableView(
  bounds: Size & { readonly x: number; readonly y: number },
  room: Size,
): GraphView | undefined {
  if (room.width >= NARROW_PX || bounds.width === 0) return undefined
  const fits = (inner: number, outer: number, zoom: number): boolean => inner * zoom <= outer - 2 * EDGE_PX
  const height = room.height - HEAD_PX
  if (fits(bounds.width, room.width, SMALLEST) && fits(bounds.height, height, SMALLEST)) return undefined
  const start = (from: number, inner: number, outer: number): number =>
    (fits(inner, outer, READABLE) ? (outer - inner * READABLE) / 2 : EDGE_PX) - from * READABLE
  return {
    x: start(bounds.x, bounds.width, room.width),
    y: HEAD_PX + start(bounds.y, bounds.height, height),
    zoom: READABLE,
  }
}
