import { escapeXml } from '../../../machinery/escape-xml'
import type { PluginState } from '../../../server/control'
import type { TraceStep } from '../../../server/trace'
import type { TextTable } from '../../components/export/table-text'
import { milliseconds } from '../../components/time'
import { type Tone, toneOf } from '../../components/Verdict'
import { type ChainPlace, type Gate, gatesOf, type Phase, placesOf, type Station } from './chain-run'
import { VERDICTS } from './ChainStation'

/** A line of the exported chain. */
interface ChainRow {
  readonly title: string
  /** How far it is indented: 1 for plugins, 2 for webhooks. */
  readonly depth: 0 | 1 | 2
  readonly tone: Tone
  readonly result: string
  readonly reason: string
  readonly time: string
  /** True for the name of a phase, which has no result of its own. */
  readonly heading?: true
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function rowOf(title: string, depth: ChainRow['depth'], { verdict, reason, durationMs }: Gate | Station): ChainRow {
  if (verdict === 'waiting') return { title, depth, tone: 'none', result: '', reason: '', time: '' }
  const [tone, result, time] = [toneOf(verdict), VERDICTS[verdict], milliseconds(durationMs)]
  return { title, depth, tone, result, reason: oneLine(reason), time }
}

function placeRows({ plugin, stations }: ChainPlace, sent: boolean): ChainRow[] {
  if (stations.length === 0)
    return [{ title: plugin.name, depth: 1, tone: 'none', result: sent ? 'not called' : '', reason: '', time: '' }]
  return stations.flatMap((station) => [
    rowOf(plugin.name, 1, station),
    ...station.webhooks.map((webhook) => rowOf(webhook.name, 2, webhook)),
  ])
}

/** The chain line by line: stages, plugins, and the webhooks that they called; without steps, nothing was sent yet. */
export function chainRows(plugins: readonly PluginState[], steps: readonly TraceStep[] | undefined): ChainRow[] {
  const gates = gatesOf(steps ?? [])
  const gate = (title: string): ChainRow[] => {
    const found = gates.get(title)
    return found ? [rowOf(title, 0, found)] : []
  }
  const phase = (title: string, which: Phase): ChainRow[] => [
    { title, depth: 0, tone: 'none', result: '', reason: '', time: '', heading: true },
    ...placesOf(plugins, which, steps).flatMap((place) => placeRows(place, steps !== undefined)),
  ]
  return [
    ...['Authentication', 'Authorization', 'Decoding'].flatMap(gate),
    ...phase('Mutating plugins', 'mutating'),
    ...gate('Validation'),
    ...phase('Validating plugins', 'validating'),
    ...gate('Store'),
  ]
}

/** The chain as a table for export: what each stage did with the request, and how long it took. */
export const chainTable = (rows: readonly ChainRow[]): TextTable => ({
  columns: ['Stage', 'Result', 'Reason', 'Time'],
  rows: rows.map(({ title, result, reason, time }) => [title, result, reason, time]),
})

/** The page's current colours. */
export interface ChainPaint {
  readonly ink: string
  readonly dim: string
  readonly line: string
  readonly ground: string
  /** The colour of a result. */
  readonly of: (tone: Tone) => string
}

const WIDTH = 960
const ROW = 26
const TOP = 76
const INDENT = 22
const COLUMNS = { dot: 28, title: 48, result: 330, reason: 430, time: WIDTH - 24 } as const
const SIGNS: Readonly<Record<Tone, string>> = { allowed: '✓', refused: '×', changed: '~', waiting: '…', none: '–' }

const cut = (words: string, length: number): string =>
  words.length > length ? `${words.slice(0, length - 1)}…` : words

const text = (x: number, y: number, fill: string, words: string, more = ''): string =>
  words && `<text x="${x}" y="${y}" fill="${fill}"${more && ` ${more}`}>${escapeXml(words)}</text>`

function rowSvg(row: ChainRow, y: number, paint: ChainPaint): string {
  const { title, depth, tone, result, reason, time, heading } = row
  const colour = paint.of(tone)
  const dot = [
    `<circle cx="${COLUMNS.dot}" cy="${y - 4}" r="8" fill="${paint.ground}" stroke="${colour}" stroke-width="1.5"/>`,
    text(COLUMNS.dot, y, colour, SIGNS[tone], 'text-anchor="middle" font-weight="700"'),
  ]
  return [
    ...(heading ? [] : dot),
    text(
      COLUMNS.title + depth * INDENT,
      y,
      paint.ink,
      cut(title, 38 - depth * 3),
      depth === 0 ? 'font-weight="600"' : '',
    ),
    text(COLUMNS.result, y, colour, result),
    text(COLUMNS.reason, y, paint.dim, cut(reason, 68)),
    text(COLUMNS.time, y, paint.dim, time, 'text-anchor="end"'),
  ].join('')
}

/** The chain as an SVG file, a line for each stage, plugin and webhook. `request` says what was sent, if anything was. */
export function chainSvg(rows: readonly ChainRow[], request: string | undefined, paint: ChainPaint): string {
  const height = TOP + rows.length * ROW + 8
  const last = TOP + (rows.length - 1) * ROW
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="ui-sans-serif, system-ui, sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="${paint.ground}"/>`,
    text(16, 26, paint.ink, 'Admission chain (simulated)', 'font-size="15" font-weight="600"'),
    text(16, 46, paint.dim, cut(request ?? 'No request sent yet', 130)),
    `<line x1="${COLUMNS.dot}" x2="${COLUMNS.dot}" y1="${TOP}" y2="${last}" stroke="${paint.line}"/>`,
    ...rows.map((row, i) => rowSvg(row, TOP + i * ROW, paint)),
    '</svg>',
  ].join('\n')
}
