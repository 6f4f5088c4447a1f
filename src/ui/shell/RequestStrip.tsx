import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { Icon } from '../components/Icon'
import { Loading } from '../components/States'
import { clockTime, milliseconds } from '../components/time'
import { useKeys } from '../state/keys'
import { usePreferences } from '../state/preferences'
import { requestLog, type RequestRow, useRequests } from '../state/requests'
import { StatusMark } from './StatusMark'

const RequestDetail = lazy(() => import('./RequestDetail').then((m) => ({ default: m.RequestDetail })))

/** Every request, newest first; opening one shows its way through the stages. */
export function RequestStrip() {
  const { rows, drawer, selected, scope, paused, setDrawer, select, setScope, setPaused } = useRequests()
  const { stripHeight, set } = usePreferences()
  const shown = useMemo(() => rows.filter((row) => scope === 'all' || row.origin === 'page').reverse(), [rows, scope])
  const open = drawer === 'open'
  const chosen = rows.find((row) => row.id === selected)
  const last = shown[0]
  useKeys([
    {
      keys: 'r',
      title: 'Open or close the request strip',
      section: 'Everywhere',
      run: () => setDrawer(open ? 'closed' : 'open'),
    },
    { keys: 't', title: 'Show the way of the last request', section: 'Everywhere', run: () => last && select(last.id) },
  ])
  useEffect(() => {
    // Notices keep clear of the strip.
    document.documentElement.style.setProperty('--o-strip', open ? `${stripHeight + 32}px` : '1.875rem')
  }, [open, stripHeight])
  const resize = (height: number) => set({ stripHeight: Math.min(Math.max(height, 140), window.innerHeight - 180) })
  return (
    <section className="o-strip" aria-label="Requests">
      {open && (
        <div
          className="o-strip-grip"
          role="separator"
          aria-orientation="horizontal"
          aria-label="Height of the request strip"
          aria-valuenow={Math.round(stripHeight)}
          aria-valuemin={140}
          aria-valuemax={2000}
          tabIndex={0}
          onKeyDown={(e) => {
            if (e.key === 'ArrowUp') resize(stripHeight + 32)
            if (e.key === 'ArrowDown') resize(stripHeight - 32)
          }}
          onPointerDown={(e) => {
            const from = e.clientY
            e.currentTarget.setPointerCapture(e.pointerId)
            const grip = e.currentTarget
            const move = (event: PointerEvent) => resize(stripHeight + from - event.clientY)
            grip.addEventListener('pointermove', move)
            grip.addEventListener('pointerup', () => grip.removeEventListener('pointermove', move), { once: true })
          }}
        />
      )}
      <div className="o-strip-bar">
        <button
          type="button"
          className="o-strip-toggle"
          aria-expanded={open}
          aria-controls="request-strip"
          onClick={() => setDrawer(open ? 'closed' : 'open')}
        >
          <span style={{ transform: open ? 'rotate(90deg)' : 'rotate(-90deg)', display: 'grid' }}>
            <Icon name="chevron" size={14} />
          </span>
          Requests <span className="o-dim o-num">{shown.length}</span>
        </button>
        {open ? (
          <>
            <SegmentedControl
              size="xs"
              aria-label="Whose requests"
              value={scope}
              onChange={(value) => setScope(value === 'all' ? 'all' : 'page')}
              data={[
                { value: 'page', label: 'Mine' },
                { value: 'all', label: 'Everybody’s' },
              ]}
            />
            <span className="o-grow" />
            <Tooltip label={paused ? 'Go on' : 'Hold the list'}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={paused ? 'Go on listing requests' : 'Hold the list of requests'}
                onClick={() => setPaused(!paused)}
              >
                <Icon name={paused ? 'play' : 'pause'} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label="Clear">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label="Clear the request strip"
                onClick={() => requestLog.clear()}
              >
                <Icon name="trash" />
              </ActionIcon>
            </Tooltip>
          </>
        ) : (
          last && (
            <button type="button" className="o-strip-toggle o-strip-last" onClick={() => select(last.id)}>
              <span className="o-method">{last.method}</span>
              <span className="o-mono o-clip">{last.path}</span>
              <StatusMark row={last} />
              <span className="o-num o-tiny">{last.durationMs === undefined ? '' : milliseconds(last.durationMs)}</span>
            </button>
          )
        )}
      </div>
      {open && (
        <div id="request-strip" className={`o-strip-body ${chosen ? '' : 'alone'}`} style={{ height: stripHeight }}>
          <Rows rows={shown} selected={selected} onSelect={(id) => select(id === selected ? undefined : id)} />
          {chosen && (
            <div className="o-strip-detail" tabIndex={0} role="region" aria-label="The way of the request">
              <Suspense fallback={<Loading />}>
                <RequestDetail row={chosen} onClose={() => select(undefined)} />
              </Suspense>
            </div>
          )}
        </div>
      )}
    </section>
  )
}

function Rows({
  rows,
  selected,
  onSelect,
}: {
  readonly rows: readonly RequestRow[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 26,
    overscan: 8,
    getItemKey: (i) => rows[i]?.id ?? i,
  })
  const index = rows.findIndex((row) => row.id === selected)
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (selected && seen.current !== selected && index >= 0) virtual.scrollToIndex(index)
    seen.current = selected
  }, [selected, index, virtual])
  if (!rows.length)
    return <div className="o-empty">Nothing was asked yet. Whatever the page does next appears here.</div>
  return (
    <div
      className="o-strip-list"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label="List of requests"
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
        <span>Who</span>
        <span>Status</span>
        <span className="end">Took</span>
        <span className="end">At</span>
      </div>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            <button
              key={item.key}
              type="button"
              className="o-req"
              aria-pressed={row.id === selected}
              onClick={() => onSelect(row.id)}
              style={{ position: 'absolute', transform: `translateY(${item.start}px)` }}
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
