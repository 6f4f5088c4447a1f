import { ActionIcon, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { TraceStep } from '../../server/trace'
import type { RequestRow } from '../state/requests'
import { useTracing, useTurnTracesOn } from '../state/traces'
import { commandLineFor } from '../state/command-line'
import { consolePlace, useGo } from '../state/place'
import { openTerminal } from '../state/terminal'
import { objectSteps } from './changes/object-steps'
import { StepChanges } from './changes/StepChanges'
import { Icon } from './Icon'
import { RefusalHelp } from './refusal/RefusalHelp'
import { RequestEvents } from './requests/RequestEvents'
import { askedOf } from './refusal/asked'
import { RowUndo } from './undo/RowUndo'
import { ExportMenu } from './export/ExportMenu'
import { StatusMark } from './StatusMark'
import { Tip } from './Tip'
import { Taught, WarningText } from './lesson/Taught'
import { StageList } from './StageList'

/** The trace of a request: what each stage decided, why, how long it took, and how it changed the object. */
export function RequestDetail({ row, onClose }: { readonly row: RequestRow; readonly onClose: () => void }) {
  const go = useGo()
  const trace = row.trace
  const refusal = trace?.steps.find(({ verdict }) => verdict === 'refused')
  const command = commandLineFor(row)
  const tracing = useTracing((state) => state.state)
  const turnTracesOn = useTurnTracesOn()
  return (
    <div>
      <div className="o-detail-head">
        <span className="o-method">{row.method}</span>
        <span className="o-mono o-break o-grow o-basis">{row.path}</span>
        <div className="o-row wrap">
          <StatusMark row={row} />
          <RowUndo row={row} />
          {row.method === 'GET' && (
            <ExportMenu what="this request" file="request" request={{ method: row.method, path: row.path }} compact />
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="console" size={14} />}
            onClick={() => go(consolePlace(row.method, row.path))}
          >
            Console
          </Button>
          {command !== undefined && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="console" size={14} />}
              onClick={() => openTerminal(command)}
            >
              As a command
            </Button>
          )}
          {row.method === 'GET' && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="identity" size={14} />}
              onClick={() => go({ to: '/identity/compare', search: { method: row.method, path: row.path } })}
            >
              Compare as two users
            </Button>
          )}
          <Tip label="Close">
            <ActionIcon variant="subtle" color="gray" aria-label="Close the request" onClick={onClose}>
              <Icon name="close" />
            </ActionIcon>
          </Tip>
        </div>
      </div>
      <dl className="o-facts o-small o-pad">
        <dt>User</dt>
        <dd>
          {trace?.impersonator ? `${trace.user}, impersonated by ${trace.impersonator}` : (trace?.user ?? row.who)}
        </dd>
        {trace?.verb && (
          <>
            <dt>Verb</dt>
            <dd>{trace.verb}</dd>
          </>
        )}
        {row.failure && (
          <>
            <dt>Failure</dt>
            <dd>{row.failure}</dd>
          </>
        )}
        {row.warnings?.map((warning, i) => (
          <div key={i} className="o-contents">
            <dt>Warning</dt>
            <dd>
              <WarningText text={warning} />
            </dd>
          </div>
        ))}
      </dl>
      {row.status === 403 && <RowHelp row={row} />}
      {refusal && (
        <div className="o-pad-sides">
          <Taught message={refusal.reason} />
        </div>
      )}
      {trace ? (
        <>
          <RequestEvents row={row} />
          <AllChanges steps={trace.steps} />
          <StageList steps={trace.steps} total={trace.durationMs} />
        </>
      ) : (
        <p className="o-dim o-pad-sides">
          {row.status === undefined && !row.failure ? 'In progress…' : 'No trace was recorded for this request. '}
          {tracing === 'off' && (
            <Button size="compact-sm" variant="default" onClick={() => void turnTracesOn()}>
              Turn traces on
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

/** All changes of the request's object in one diff, on demand; renders nothing if fewer than two steps changed it. */
function AllChanges({ steps }: { readonly steps: readonly TraceStep[] }) {
  const [open, setOpen] = useState(false)
  const several =
    steps.filter(({ verdict, before, after }) => verdict === 'changed' && (before ?? after) !== undefined).length > 1
  const changes = useMemo(() => (open ? objectSteps(steps) : undefined), [open, steps])
  if (!several) return null
  return (
    <div className="o-stack o-pad-sides">
      <div>
        <Button size="compact-sm" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide all changes' : 'All changes in one view'}
        </Button>
      </div>
      {changes && <StepChanges changes={changes} />}
    </div>
  )
}

/** The reason for a refusal and what would allow the request; renders nothing if authorization did not refuse it. */
function RowHelp({ row }: { readonly row: RequestRow }) {
  const asked = useMemo(() => askedOf(row), [row])
  return (
    asked && (
      <div className="o-pad-sides o-pad-end">
        <RefusalHelp asked={asked} />
      </div>
    )
  )
}
