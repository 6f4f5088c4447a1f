import { useElementSize } from '@mantine/hooks'
import { measures } from '../../components/measures'
import type { LogEntry } from './watch-client'

/** A mark at a revision on the axis. */
export interface AxisMark {
  readonly revision: number
  readonly label: string
  readonly colour: string
}

const COLOURS: Partial<Record<LogEntry['type'], string>> = {
  ADDED: 'var(--o-allowed)',
  MODIFIED: 'var(--o-changed)',
  DELETED: 'var(--o-refused)',
  BOOKMARK: 'var(--o-waiting)',
}
/** Label of the compaction mark, which may lie beyond the left end. */
export const KEPT_FROM = 'compacted'
const HEIGHT = 84
const LINE = 42
/** Vertical positions for labels, preferred first. */
const ABOVE = [26, 12] as const
const BELOW = [64, 78] as const
const LETTER = 6.8

/** Number of recent events shown; older ones may lie beyond the left end. */
const RECENT = 60

/** The axis' left end: the relevant range fills the width, with a small margin. */
export function firstShown(current: number, revisions: readonly number[]): number {
  const oldest = Math.min(current, ...revisions)
  return Math.max(0, oldest - Math.max(3, Math.ceil((current - oldest) * 0.12)))
}

interface Placed extends AxisMark {
  readonly x: number
  readonly y: number
  readonly right: boolean
}

/** Places labels of close marks on different lines. */
export function placeMarks(marks: readonly (AxisMark & { readonly x: number })[], width: number): Placed[] {
  const taken: { y: number; from: number; to: number }[] = []
  return marks.map((mark, i) => {
    const length = (mark.label.length + String(mark.revision).length + 3) * LETTER
    const right = mark.x + length > width
    const [from, to] = right ? [mark.x - length, mark.x] : [mark.x, mark.x + length]
    const order = i % 2 === 0 ? [...ABOVE, ...BELOW] : [...BELOW, ...ABOVE]
    const free = (y: number): boolean => !taken.some((other) => other.y === y && other.from < to && from < other.to)
    const y = order.find(free) ?? order[0] ?? ABOVE[0]
    taken.push({ y, from, to })
    return { ...mark, y, right }
  })
}

/** An axis of revisions: the compacted and the kept part, the events, and the position of each client. */
export function RevisionAxis({
  compacted,
  current,
  log,
  marks,
}: {
  readonly compacted: number
  readonly current: number
  readonly log: readonly LogEntry[]
  readonly marks: readonly AxisMark[]
}) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const first = firstShown(
    current,
    [...marks.filter(({ label }) => label !== KEPT_FROM), ...log.slice(0, RECENT)].map(({ revision }) => revision),
  )
  const span = Math.max(current - first, 5)
  const x = (revision: number): number => 24 + ((Math.max(revision, first) - first) / span) * Math.max(width - 48, 1)
  const summary = `Revisions ${first} to ${current}; history from ${compacted}. ${marks.map((mark) => `${mark.label} at ${mark.revision}`).join(', ')}.`
  return (
    <div ref={ref}>
      <svg
        className="o-axis"
        data-title={`Revisions ${first} to ${current}`}
        viewBox={`0 0 ${Math.max(width, 100)} ${HEIGHT}`}
        role="img"
        aria-label={summary}
      >
        <line
          x1={4}
          x2={x(compacted)}
          y1={LINE}
          y2={LINE}
          stroke="var(--o-line-strong)"
          strokeWidth={2}
          strokeDasharray="2 4"
        />
        <line x1={x(compacted)} x2={x(current)} y1={LINE} y2={LINE} stroke="var(--o-accent)" strokeWidth={3} />
        {log.map((entry) => {
          const colour = COLOURS[entry.type]
          return colour && entry.revision >= first ? (
            <circle
              key={entry.id}
              cx={x(entry.revision)}
              cy={LINE}
              r={entry.type === 'BOOKMARK' ? 3 : 4.5}
              fill={entry.type === 'BOOKMARK' ? 'var(--o-surface)' : colour}
              stroke={colour}
              strokeWidth={1.5}
            />
          ) : null
        })}
        {placeMarks(
          marks.map((mark) => ({ ...mark, x: x(mark.revision) })),
          width,
        ).map((mark) => (
          <g key={mark.label}>
            <line
              x1={mark.x}
              x2={mark.x}
              y1={Math.min(mark.y - 9, LINE)}
              y2={Math.max(mark.y, LINE)}
              stroke={mark.colour}
              strokeWidth={1.5}
            />
            <text
              x={mark.x + (mark.right ? -5 : 5)}
              y={mark.y}
              textAnchor={mark.right ? 'end' : 'start'}
              style={measures({ ink: mark.colour })}
            >
              {mark.revision < first ? '← ' : ''}
              {mark.label} {mark.revision}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}
