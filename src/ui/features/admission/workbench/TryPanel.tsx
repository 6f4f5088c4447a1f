import { Button, SegmentedControl, Switch } from '@mantine/core'
import { useState } from 'react'
import type { WebhookBackend } from '../../../../outside/admission-webhook-settings'
import { Diff } from '../../../components/Diff'
import { Icon } from '../../../components/Icon'
import { ErrorMessage } from '../../../components/States'
import { statusTone, Verdict } from '../../../components/Verdict'
import { toYaml } from '../../../components/editor/documents'
import { LazyYamlEditor } from '../../../components/editor/LazyYamlEditor'
import { useDiscovery } from '../../../queries/use-discovery'
import { useClient } from '../../../state/connection'
import { useAction } from '../../../state/use-action'
import { useDrafts } from '../../../state/drafts'
import { promise } from '../../../state/arrival'
import { useGo, useQueryState, useSetQuery } from '../../../state/place'
import { Panel } from '../../../components/Panel'
import { REQUEST_DRAFT } from '../request-draft'
import type { WebhookPolicy } from '../webhook-policies/policy'
import { type ChainRun, type Operation, OPERATIONS, sendThrough } from '../send-through'
import type { TestOutcome } from '../test-cases'
import { type Webhooks, useSource } from '../use-webhooks'
import { WarningText } from '../../../components/lesson/Taught'
import { useRegister } from './use-register'
import { useSample, useTrial } from './use-trial'

/** A sample request beside the code: the webhook's result while the user types, and the whole server's answer on demand. */
export function TryPanel({ backend, webhooks }: { readonly backend: WebhookBackend; readonly webhooks: Webhooks }) {
  const sample = useSample(backend)
  const source = useSource(backend)
  const trial = useTrial(source.text, sample.text, sample.operation)
  return (
    <Panel
      title="Sample request"
      actions={
        <>
          {sample.samples && <SampleButtons samples={sample.samples} text={sample.text} onChoose={sample.setText} />}
          <SegmentedControl
            aria-label="Operation"
            value={sample.operation}
            onChange={(value) => sample.setOperation(operationOf(value))}
            data={OPERATIONS.map((value) => ({ value, label: value }))}
          />
        </>
      }
    >
      <div className="o-adm-editor sample">
        <LazyYamlEditor
          id={`sample-${backend.id}`}
          label={`Sample request for ${backend.title}`}
          value={sample.text}
          onChange={sample.setText}
        />
      </div>
      <div className="o-panel-body o-stack" role="group" aria-label="Result" aria-live="polite">
        <div className="o-row">
          <h3 className="o-h2 o-grow">Result</h3>
          {trial.running ? <Verdict tone="waiting">running</Verdict> : <TrialVerdict trial={trial} />}
        </div>
        {trial.error !== undefined && <p className="o-adm-message o-tone o-tone-refused o-break">{trial.error}</p>}
        {trial.outcome && <Result outcome={trial.outcome} before={trial.object} />}
      </div>
      <SendForReal backend={backend} webhooks={webhooks} text={sample.text} operation={sample.operation} />
    </Panel>
  )
}

/** The two samples of a policy: one that it allows, and one that it refuses or changes. */
function SampleButtons({
  samples: { passing, failing },
  text,
  onChoose,
}: {
  readonly samples: WebhookPolicy['samples']
  readonly text: string
  readonly onChoose: (text: string) => void
}) {
  return [['Passing', passing] as const, ['Failing', failing] as const].map(([label, sample]) => (
    <Button
      key={label}
      size="compact-sm"
      variant={text === sample ? 'light' : 'default'}
      aria-pressed={text === sample}
      onClick={() => onChoose(sample)}
    >
      {label}
    </Button>
  ))
}

const operationOf = (value: string): Operation => OPERATIONS.find((one) => one === value) ?? 'create'

function TrialVerdict({ trial: { outcome } }: { readonly trial: ReturnType<typeof useTrial> }) {
  if (!outcome) return <Verdict tone="refused">error</Verdict>
  if (!outcome.allowed) return <Verdict tone="refused">refused</Verdict>
  return outcome.object === undefined ? (
    <Verdict tone="allowed">allowed</Verdict>
  ) : (
    <Verdict tone="changed">allowed, changed</Verdict>
  )
}

function Result({ outcome, before }: { readonly outcome: TestOutcome; readonly before: unknown }) {
  return (
    <>
      {!outcome.allowed && <p className="o-adm-message o-break">{outcome.message || 'Refused without a message.'}</p>}
      {outcome.warnings.map((warning, i) => (
        <div key={i} className="o-adm-message o-tone o-tone-changed o-break">
          Warning: <WarningText text={warning} />
        </div>
      ))}
      {outcome.object !== undefined && (
        <Diff before={toYaml(before)} after={toYaml(outcome.object)} label="Changes by the webhook" />
      )}
    </>
  )
}

/** Publishes and registers the webhook and sends the request: here with the server's answer, or on the chain's page. */
function SendForReal({
  backend,
  webhooks,
  text,
  operation,
}: {
  readonly backend: WebhookBackend
  readonly webhooks: Webhooks
  readonly text: string
  readonly operation: Operation
}) {
  const client = useClient()
  const discovery = useDiscovery().data
  const go = useGo()
  const register = useRegister(backend, webhooks, { text, operation })
  const store = useQueryState()['store'] === 'yes'
  const setQuery = useSetQuery()
  const { act, busy, error } = useAction()
  const [run, setRun] = useState<ChainRun>()
  const [way, setWay] = useState<'here' | 'chain'>('here')
  const send = async (): Promise<void> => {
    setWay('here')
    await act(async () => {
      setRun(undefined)
      await register()
      setRun(await sendThrough(client, discovery, text, operation, !store))
    })
  }
  const openChain = async (): Promise<void> => {
    setWay('chain')
    await act(async () => {
      await register()
      useDrafts.getState().keep(REQUEST_DRAFT, text)
      promise('chain')
      go({ to: '/admission', search: { do: operation === 'create' ? undefined : operation } })
    })
  }
  return (
    <div className="o-panel-body o-stack o-adm-real">
      <div className="o-row wrap">
        <Button
          size="compact-sm"
          loading={busy && way === 'here'}
          disabled={busy && way === 'chain'}
          leftSection={<Icon name="send" size={14} />}
          onClick={() => void send()}
        >
          Publish, register and send
        </Button>
        <Switch
          label="Store the object"
          checked={store}
          onChange={(e) => setQuery({ store: e.currentTarget.checked ? 'yes' : undefined })}
        />
        <span className="o-grow" />
        <Button
          size="compact-sm"
          variant="default"
          loading={busy && way === 'chain'}
          disabled={busy && way === 'here'}
          onClick={() => void openChain()}
        >
          Register and try in the chain
        </Button>
      </div>
      {error !== undefined && <ErrorMessage error={error} />}
      {run && (
        <div role="status" aria-label="Answer of the server" className="o-stack">
          <div className="o-row">
            <Verdict tone={statusTone(run.status)}>{run.status}</Verdict>
            <span className="o-break">
              {run.status >= 400 ? run.message : store ? 'Stored.' : 'It would be stored (dry run).'}
            </span>
          </div>
          {run.warnings.map((warning, i) => (
            <div key={i} className="o-adm-message o-tone o-tone-changed o-break">
              Warning: <WarningText text={warning} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
