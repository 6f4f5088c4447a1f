import { escapeXml } from '../../../machinery/escape-xml'
import type { FieldChange } from '../../components/ownership/history'
import { shownValue } from './conflicts'
import { scenesOf, type Story } from './story'

/** The page's current colours. */
export interface Paint {
  readonly ink: string
  readonly dim: string
  readonly line: string
  readonly ground: string
  readonly refused: string
  /** Colour of a manager, by name. */
  readonly owner: (name: string) => string
}

const WIDTH = 900
const ROW = 20
const TOP = 56
const GAP = 14
/** Maximum number of changed fields drawn per scene. */
const SHOWN = 6
/** Letters that fit into the last column. */
const LINE = 88
const COLUMNS = { dot: 24, version: 44, who: 100, what: 300 } as const

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

/** A text in lines, broken between words. */
function linesOf(words: string, length: number): string[] {
  const lines = ['']
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (longer.length <= length || lines.at(-1) === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => cut(line, length))
}

const text = (x: number, y: number, fill: string, words: string, more = ''): string =>
  `<text x="${x}" y="${y}" fill="${fill}"${more && ` ${more}`}>${escapeXml(words)}</text>`

const changeText = ({ field, value, from, to }: FieldChange): string =>
  `${field}${value ? `: ${shownValue(value.before)} → ${shownValue(value.after)}` : ''}${
    from.join() === to.join() ? '' : `  (${from.join(', ') || 'nobody'} → ${to.join(', ') || 'nobody'})`
  }`

/** The story as an SVG file: a line per scene, with the changed fields below. */
export function storySvg(story: Story, paint: Paint): string {
  const parts: string[] = []
  let y = TOP
  for (const { version, who, what, refused, changes } of scenesOf(story)) {
    const colour = refused ? paint.refused : paint.owner(who)
    parts.push(
      `<circle cx="${COLUMNS.dot}" cy="${y - 4}" r="6" fill="${refused ? paint.ground : colour}" stroke="${colour}" stroke-width="2"/>`,
      text(COLUMNS.version, y, paint.dim, version || '–'),
      text(COLUMNS.who, y, colour, cut(who, 28), 'font-weight="600"'),
    )
    linesOf(what, LINE).forEach((line, i) => {
      if (i > 0) y += ROW
      parts.push(text(COLUMNS.what, y, refused ? paint.refused : paint.ink, line))
    })
    for (const change of changes.slice(0, SHOWN)) {
      y += ROW
      parts.push(text(COLUMNS.what + 12, y, paint.dim, cut(changeText(change), LINE)))
    }
    if (changes.length > SHOWN) {
      y += ROW
      parts.push(text(COLUMNS.what + 12, y, paint.dim, `and ${changes.length - SHOWN} more fields`))
    }
    y += ROW + GAP
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" font-family="ui-sans-serif, system-ui, sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="${paint.ground}"/>`,
    text(16, 26, paint.ink, `${story.title}: who wrote what (simulated)`, 'font-size="15" font-weight="600"'),
    `<line x1="${COLUMNS.dot}" x2="${COLUMNS.dot}" y1="${TOP - 4}" y2="${y - ROW - GAP - 4}" stroke="${paint.line}"/>`,
    ...parts,
    '</svg>',
  ].join('\n')
}
