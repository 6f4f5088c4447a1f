import { ActionIcon, SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { measures } from '../components/measures'
import { HeightGrip } from '../components/HeightGrip'
import { Icon } from '../components/Icon'
import { Loading } from '../components/States'
import { milliseconds } from '../components/time'
import { useKeys } from '../state/keys'
import { toggleTerminal, useTerminal } from '../state/terminal'
import { usePreferences } from '../state/preferences'
import { requestLog, type RequestRow, type RequestScope, useRequests } from '../state/requests'
import { StatusMark } from '../components/StatusMark'
import { StripUndo } from '../components/undo/StripUndo'
import { Tip } from '../components/Tip'

const RequestRows = lazy(() => import('./RequestRows').then((m) => ({ default: m.RequestRows })))
const RequestDetail = lazy(() => import('../components/RequestDetail').then((m) => ({ default: m.RequestDetail })))

/** Minimum height in pixels; below it no request is visible. */
const LEAST_HEIGHT = 140

const ORIGINS = { page: 'page', clients: 'client' } as const

const isShown =
  (scope: RequestScope) =>
  ({ origin }: RequestRow): boolean =>
    scope === 'all' || origin === ORIGINS[scope]
const NO_ROWS: readonly RequestRow[] = []

/** Every request, newest first; opening one shows its trace. */
export function RequestStrip() {
  const { drawer, selected, scope, paused, setDrawer, select, setScope, setPaused } = useRequests(
    useShallow(({ rows: _rows, ...others }) => others),
  )
  const { stripHeight, set } = usePreferences()
  const open = drawer === 'open'
  // While the log is closed, requests that it would not show cost nothing: at a start there are hundreds.
  const rows = useRequests((state) => (state.drawer === 'open' ? state.rows : NO_ROWS))
  const count = useRequests((state) => state.rows.filter(isShown(state.scope)).length)
  const last = useRequests((state) => state.rows.findLast(isShown(state.scope)))
  const shown = useMemo(() => rows.filter(isShown(scope)).reverse(), [rows, scope])
  const chosen = rows.find((row) => row.id === selected)
  useKeys([
    {
      keys: 'r',
      title: 'Open or close the request log',
      section: 'Everywhere',
      run: () => setDrawer(open ? 'closed' : 'open'),
    },
    {
      keys: 't',
      title: 'Show the trace of the last request',
      section: 'Everywhere',
      run: () => last && select(last.id),
    },
  ])
  const resize = (height: number) =>
    set({ stripHeight: Math.min(Math.max(height, LEAST_HEIGHT), window.innerHeight - 180) })
  return (
    <section className="o-strip" aria-label="Request log">
      {open && (
        <HeightGrip label="Height of the request log" height={stripHeight} least={LEAST_HEIGHT} onHeight={resize} />
      )}
      <div className="o-strip-bar" data-tour="requests">
        <button
          type="button"
          className="o-strip-toggle"
          aria-expanded={open}
          aria-controls="request-strip"
          onClick={() => setDrawer(open ? 'closed' : 'open')}
        >
          <span className={`o-as-grid ${open ? 'o-pointing-down' : 'o-pointing-up'}`}>
            <Icon name="chevron" size={14} />
          </span>{' '}
          Request log <span className="o-dim o-num">{count}</span>
        </button>
        {open ? (
          <>
            <SegmentedControl
              aria-label="Requests to show"
              value={scope}
              onChange={setScope}
              data={[
                { value: 'page', label: 'Mine' },
                { value: 'clients', label: 'Programs' },
                { value: 'all', label: 'All' },
              ]}
            />
            <span className="o-grow" />
            <Tip label={paused ? 'Resume' : 'Pause'}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={paused ? 'Resume the request log' : 'Pause the request log'}
                onClick={() => setPaused(!paused)}
              >
                <Icon name={paused ? 'play' : 'pause'} />
              </ActionIcon>
            </Tip>
            <Tip label="Clear">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label="Clear the request log"
                onClick={() => requestLog.clear()}
              >
                <Icon name="trash" />
              </ActionIcon>
            </Tip>
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
        <StripUndo />
        <TerminalToggle />
      </div>
      {open && (
        <div
          id="request-strip"
          className={`o-strip-body o-own-height ${chosen ? '' : 'alone'}`}
          style={measures({ height: stripHeight })}
        >
          <Suspense fallback={<Loading />}>
            <RequestRows rows={shown} selected={selected} onSelect={(id) => select(id === selected ? undefined : id)} />
          </Suspense>
          {chosen && (
            <div className="o-strip-detail" tabIndex={0} role="region" aria-label="Request trace">
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

/** Opens the page's terminal. */
function TerminalToggle() {
  const opened = useTerminal((state) => state.opened)
  return (
    <Tip label="Terminal (Ctrl `)">
      <button
        type="button"
        className="o-strip-toggle"
        aria-expanded={opened}
        aria-keyshortcuts="Control+`"
        onClick={toggleTerminal}
      >
        <Icon name="console" size={14} /> Terminal
      </button>
    </Tip>
  )
}
