import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { objectSteps } from '../../components/changes/object-steps'
import { StepChanges } from '../../components/changes/StepChanges'
import { Loading, ErrorMessage } from '../../components/States'
import { milliseconds } from '../../components/time'
import { statusTone, Verdict } from '../../components/Verdict'
import { useDiscovery } from '../../queries/use-discovery'
import { useFlags } from '../../queries/flags'
import { useClient, useSession } from '../../state/connection'
import { useDrafts } from '../../state/drafts'
import { useKeys } from '../../state/keys'
import { useQueryState } from '../../state/place'
import { useRestart } from '../../queries/use-restart'
import { readForbidden } from '../../../authorization/forbidden'
import { ErrorHelp } from '../../components/refusal/ErrorHelp'
import { takePromise } from '../../state/arrival'
import { Panel } from '../../components/Panel'
import { useSessionDraft } from '../../state/session-draft'
import { useAction } from '../../state/use-action'
import { Taught, WarningText } from '../../components/lesson/Taught'
import { REQUEST_DRAFT } from './request-draft'
import { refusedBy, refuserOf } from './chain-run'
import { ChainPicture } from './ChainPicture'
import { ConfigurationPanel } from './ConfigurationPanel'
import { argvFor, configurationIn, isOn, type Wanted, withoutSame } from './plugin-flags'
import { type ChainRun, type Operation, OPERATIONS, sendThrough } from './send-through'
import { ChainRequest, EXAMPLE } from './ChainRequest'

/** Key of the draft with the plugins' configuration. */
export const CONFIG_DRAFT = 'admission/configuration'

const operationOf = (text: string | undefined): Operation => OPERATIONS.find((one) => one === text) ?? 'create'

/** A request, and the admission chain that it passes through. */
export function ChainView() {
  const session = useSession()
  const client = useClient()
  const discovery = useDiscovery().data
  const flags = useFlags()
  const plugins = useQuery({ queryKey: ['admission-plugins'], queryFn: () => session.control('admission', null) })
  const query = useQueryState()
  const operation = operationOf(query['do'])
  const stores = query['store'] === 'yes'
  const text = useDrafts((state) => state.drafts[REQUEST_DRAFT]?.text) ?? EXAMPLE
  const configDraft = useDrafts((state) => state.drafts[CONFIG_DRAFT]?.text)
  const { keep, drop, settle } = useDrafts.getState()
  const [wanted, setWanted, dropWanted] = useSessionDraft<Wanted>('plugins', {})
  const wantedNow = useRef(wanted)
  wantedNow.current = wanted
  const [run, setRun] = useState<ChainRun>()
  const { act, busy, error } = useAction()
  const { restart, busy: restarting, error: refused } = useRestart()

  const send = async (): Promise<void> => {
    if (busy || restarting) return
    const sent = await act(async () => setRun(await sendThrough(client, discovery, text, operation, !stores)))
    if (!sent) setRun(undefined)
  }
  const ready = discovery !== undefined && plugins.data !== undefined && flags.data !== undefined
  const sendNow = useRef(send)
  sendNow.current = send
  // The button that led here promised an answer: send a dry run at once.
  useEffect(() => {
    if (ready && takePromise('chain')) void sendNow.current()
  }, [ready])
  // Deferred: the page is drawn in slices once both have arrived.
  const shown = useDeferredValue(
    useMemo(
      () => plugins.data && flags.data && { plugins: plugins.data, flags: flags.data },
      [plugins.data, flags.data],
    ),
  )
  useKeys([{ keys: 'Enter', title: 'Send request', section: 'Admission', run: () => void send() }])

  if (plugins.isError) return <ErrorMessage error={plugins.error} onRetry={() => void plugins.refetch()} />
  if (flags.isError) return <ErrorMessage error={flags.error} onRetry={() => void flags.refetch()} />
  if (!shown) return <Loading lines={14} />
  const { argv } = shown.flags
  const configuration = configurationIn(argv)
  const configChanged = configDraft !== undefined && configDraft !== configuration.text
  const changes = shown.plugins.filter((plugin) => isOn(plugin, wanted) !== plugin.on).length + Number(configChanged)
  const restartWith = async (): Promise<void> => {
    const next = argvFor(argv, shown.plugins, wanted, configChanged ? configDraft : undefined)
    if (!(await restart(next))) return
    // The last answer came from the old chain. Plugins switched or text typed meanwhile still need a restart.
    setRun(undefined)
    setWanted(withoutSame(wantedNow.current, wanted))
    if (configDraft !== undefined) settle(CONFIG_DRAFT, configDraft)
  }
  const blocker = run?.trace && refusedBy(run.trace.steps)
  return (
    <div className="o-adm-two">
      <div className="o-stack">
        <ChainRequest
          operation={operation}
          text={text}
          drop={drop}
          keep={keep}
          send={send}
          stores={stores}
          busy={busy}
          restarting={restarting}
        />
        <div aria-live="polite" className="o-stack">
          {error !== undefined && <ErrorMessage error={error} />}
          {run && <Answer run={run} by={blocker && refuserOf(blocker)} />}
        </div>
        {run && <AllChanges run={run} />}
        <ConfigurationPanel
          current={configuration}
          text={configDraft ?? configuration.text}
          onChange={(next) => (next === configuration.text ? drop(CONFIG_DRAFT) : keep(CONFIG_DRAFT, next))}
          plugins={shown.plugins}
        />
      </div>
      <div className="o-stack">
        {(changes > 0 || refused !== undefined) && (
          <div className="o-adm-changes" role="status">
            <Verdict tone="changed">{changes === 1 ? '1 change' : `${changes} changes`}</Verdict>
            <span className="o-grow o-small">Changing plugins restarts the API server; stored objects are kept.</span>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                dropWanted()
                drop(CONFIG_DRAFT)
              }}
            >
              Undo
            </Button>
            <Button size="compact-sm" loading={restarting} disabled={changes === 0} onClick={() => void restartWith()}>
              Restart
            </Button>
          </div>
        )}
        {refused !== undefined && (
          <ErrorMessage error={refused}>Nothing was changed. The API server keeps its current flags.</ErrorMessage>
        )}
        <ChainPicture
          plugins={shown.plugins}
          wanted={wanted}
          onSwitch={(name, on) => setWanted({ ...wanted, [name]: on })}
          steps={run?.trace?.steps}
          request={run && `${run.method} ${run.path}: ${run.status}`}
        />
      </div>
    </div>
  )
}

/** What the steps changed between the request's body and the stored object. */
function AllChanges({ run }: { readonly run: ChainRun }) {
  const changes = useMemo(
    () => run.trace && objectSteps(run.trace.steps, { sent: run.sent, stored: run.stored }),
    [run],
  )
  if (!changes) return null
  return (
    <Panel
      title="All changes"
      about={
        run.stored === undefined
          ? 'From the request body to the refusal: each changed line with the step that changed it.'
          : 'From the request body to the stored object: each changed line with the step that changed it.'
      }
    >
      <div className="o-panel-body">
        <StepChanges changes={changes} />
      </div>
    </Panel>
  )
}

function Answer({ run, by }: { readonly run: ChainRun; readonly by: string | undefined }) {
  const refused = run.status >= 400
  return (
    <Panel
      title="Response"
      actions={
        <>
          {run.trace && <span className="o-num o-small o-dim">{milliseconds(run.trace.durationMs)}</span>}
          <Verdict tone={statusTone(run.status)}>{run.status}</Verdict>
        </>
      }
    >
      <div className="o-panel-body o-stack">
        <code className="o-break">
          {run.method} {run.path}
        </code>
        {refused ? (
          <p className="o-adm-message o-break">
            {by !== undefined && <strong>{by}: </strong>}
            {run.message}
          </p>
        ) : (
          <p className="o-adm-message">Allowed.</p>
        )}
        {refused && <Taught message={run.message} />}
        {run.status === 403 && readForbidden(run.message) && <ErrorHelp message={run.message} />}
        {run.warnings.map((warning, i) => (
          <div key={i} className="o-adm-message o-tone o-tone-changed">
            Warning: <WarningText text={warning} />
          </div>
        ))}
        {!run.trace && <p className="o-adm-message o-dim">No trace was recorded for this request.</p>}
      </div>
    </Panel>
  )
}
