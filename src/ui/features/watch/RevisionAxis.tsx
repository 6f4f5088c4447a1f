import { useElementSize } from '@mantine/hooks'
import type { LogEntry } from './watch-client'

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
const HEIGHT = 76
const LINE = 40

/** So many events are spread out; older ones may lie beyond the left end. */
const RECENT = 60

/** The left end: what is worth seeing has the width, and a little before it. */
export function firstShown(current: number, revisions: readonly number[]): number {
  const oldest = Math.min(current, ...revisions)
  return Math.max(0, oldest - Math.max(3, Math.ceil((current - oldest) * 0.12)))
}

/** Revisions from left to right: what is forgotten, what is kept, the events seen, and where each client stands. */
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
    [...marks, ...log.slice(0, RECENT)].map(({ revision }) => revision).filter((revision) => revision > compacted),
  )
  const span = Math.max(current - first, 5)
  const x = (revision: number): number => 24 + ((Math.max(revision, first) - first) / span) * Math.max(width - 48, 1)
  const summary = `Revisions ${first} to ${current}; history is kept from ${compacted}. ${marks.map((mark) => `${mark.label} at ${mark.revision}`).join(', ')}.`
  return (
    <div ref={ref}>
      <svg className="o-axis" viewBox={`0 0 ${Math.max(width, 100)} ${HEIGHT}`} role="img" aria-label={summary}>
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
        {marks.map((mark, i) => {
          const above = i % 2 === 0
          const right = x(mark.revision) > width * 0.7
          return (
            <g key={mark.label}>
              <line
                x1={x(mark.revision)}
                x2={x(mark.revision)}
                y1={above ? 14 : LINE}
                y2={above ? LINE : HEIGHT - 14}
                stroke={mark.colour}
                strokeWidth={1.5}
              />
              <text
                x={x(mark.revision) + (right ? -5 : 5)}
                y={above ? 18 : HEIGHT - 10}
                textAnchor={right ? 'end' : 'start'}
                style={{ fill: mark.colour }}
              >
                {mark.revision < first ? '← ' : ''}
                {mark.label} {mark.revision}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
