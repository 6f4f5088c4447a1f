import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { StatusMark } from '../components/StatusMark'
import { measures } from '../components/measures'
import { clockTime, milliseconds } from '../components/time'
import { useTextScale } from '../state/preferences'
import type { RequestRow } from '../state/requests'

/** The request list, virtualized so that its length does not matter. */
export function RequestRows({
  rows,
  selected,
  onSelect,
}: {
  readonly rows: readonly RequestRow[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const height = 26 * useTextScale()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    getItemKey: (i) => rows[i]?.id ?? i,
  })
  useEffect(() => virtual.measure(), [virtual, height])
  const index = rows.findIndex((row) => row.id === selected)
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (selected && seen.current !== selected && index >= 0) virtual.scrollToIndex(index)
    seen.current = selected
  }, [selected, index, virtual])
  if (!rows.length) return <div className="o-empty">No requests yet. Every API request of this page appears here.</div>
  return (
    <div
      className="o-strip-list"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label="Logged requests"
      onKeyDown={(e) => {
        const by = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
        const next = rows[Math.min(Math.max(index + by, 0), rows.length - 1)]
        if (by === 0 || !next) return
        e.preventDefault()
        if (next.id !== selected) onSelect(next.id)
      }}
    >
      <div className="o-req head" aria-hidden="true">
        <span>Verb</span>
        <span>Path</span>
        <span>User</span>
        <span>Status</span>
        <span className="end">Duration</span>
        <span className="end">Time</span>
      </div>
      <div className="o-relative o-own-height" style={measures({ height: virtual.getTotalSize() })}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            <button
              key={item.key}
              type="button"
              className="o-req o-absolute o-own-y"
              aria-pressed={row.id === selected}
              onClick={() => onSelect(row.id)}
              style={measures({ y: item.start })}
            >
              <span className="o-method">{row.streaming ? 'WATCH' : row.method}</span>
              <span className="o-mono o-clip" title={row.path}>
                {row.path}
              </span>
              <span className="o-clip o-dim">{row.who}</span>
              <StatusMark row={row} />
              <span className="o-num end o-dim">
                {row.durationMs === undefined ? '' : milliseconds(row.durationMs)}
              </span>
              <span className="o-num end o-dim">{clockTime(row.at)}</span>
            </button>
          )
        })}
      </div>
    </div>
  )
}
