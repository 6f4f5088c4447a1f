import { escapeXml } from '../../../machinery/escape-xml'
/** A box in a drawn graph. */
export interface Box {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** With two lines, the first is smaller. */
  readonly lines: readonly string[]
  /** A frame around other boxes. */
  readonly frame?: boolean
}

/** A connection in a drawn graph. */
export interface Line {
  readonly from: string
  readonly to: string
  readonly label?: string
  readonly dashed?: boolean
  /** Its own colour instead of the usual one. */
  readonly color?: string
}

/** The page's current colours, because files cannot use CSS variables. */
export interface GraphPaint {
  readonly ink: string
  readonly dim: string
  readonly line: string
  readonly box: string
  readonly ground: string
}

/** The lines of a box: those of its label, or `Pod web-1` as kind and name. */
export function labelLines(label: string): readonly string[] {
  const [, first = label, second] = /^([^\n]*)\n(.*)$/.exec(label) ?? /^(\S*) (.*)$/.exec(label) ?? []
  return second === undefined ? [first] : [first, second]
}

const MARGIN = 24
/** Approximate widths of a letter. */
const LETTER = 6.6
const BOLD_LETTER = 7.8

const cut = (text: string, width: number, letter: number): string => {
  const most = Math.max(4, Math.floor(width / letter))
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

function boxSvg({ x, y, width, height, lines, frame }: Box, paint: GraphPaint): string {
  const [first = '', second] = lines
  const rect = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="${frame ? 'none' : paint.box}" stroke="${paint.line}"/>`
  const at = (dy: number, fill: string, text: string, more: string, letter = LETTER): string =>
    `<text x="${x + 10}" y="${y + dy}" fill="${fill}" ${more}>${escapeXml(cut(text, width - 18, letter))}</text>`
  if (frame || second === undefined) return rect + at(frame ? 16 : height / 2 + 4, paint.dim, first, 'font-size="12"')
  return (
    rect +
    at(17, paint.dim, first, 'font-size="11"') +
    at(34, paint.ink, second, 'font-size="12" font-weight="600"', BOLD_LETTER)
  )
}

function lineSvg({ from, to, label, dashed, color }: Line, boxes: ReadonlyMap<string, Box>, paint: GraphPaint): string {
  const [a, b] = [boxes.get(from), boxes.get(to)]
  if (!a || !b) return ''
  const [x1, y1, x2, y2] = [a.x + a.width, a.y + a.height / 2, b.x, b.y + b.height / 2]
  const bend = Math.max(24, Math.abs(x2 - x1) / 2)
  const path = `<path d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}" fill="none" stroke="${color ?? paint.line}"${dashed ? ' stroke-dasharray="4 3"' : ''}/>`
  const words = label
    ? `<text x="${(x1 + x2) / 2}" y="${(y1 + y2) / 2 - 3}" fill="${paint.dim}" font-size="10" text-anchor="middle">${escapeXml(label)}</text>`
    : ''
  return path + words
}

/** A graph as an SVG file sized to its content. */
export function graphSvg(boxes: readonly Box[], lines: readonly Line[], paint: GraphPaint, title: string): string {
  const known = new Map(boxes.map((box) => [box.id, box]))
  const least = (values: readonly number[]): number => Math.min(0, ...values) - MARGIN
  const [left, top] = [least(boxes.map(({ x }) => x)), least(boxes.map(({ y }) => y)) - MARGIN]
  const width = Math.max(200, ...boxes.map((box) => box.x + box.width)) + MARGIN - left
  const height = Math.max(40, ...boxes.map((box) => box.y + box.height)) + MARGIN - top
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" font-family="ui-sans-serif, system-ui, sans-serif">`,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${paint.ground}"/>`,
    `<text x="${left + MARGIN}" y="${top + 20}" fill="${paint.ink}" font-size="14" font-weight="600">${escapeXml(title)} (simulated)</text>`,
    ...boxes.filter(({ frame }) => frame).map((box) => boxSvg(box, paint)),
    ...lines.map((line) => lineSvg(line, known, paint)),
    ...boxes.filter(({ frame }) => !frame).map((box) => boxSvg(box, paint)),
    '</svg>',
  ].join('\n')
}
