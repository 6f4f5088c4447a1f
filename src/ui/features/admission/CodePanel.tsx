import { Button, Slider, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { WebhookBackend } from '../../../outside/admission-webhook-settings'
import { Icon } from '../../components/Icon'
import { notifyDone } from '../../state/notify'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { LazyCodeEditor } from '../../components/editor/LazyCodeEditor'
import { Panel } from '../../components/Panel'
import { useSessionDraft } from '../../state/session-draft'
import { useAction } from '../../state/use-action'
import { SameAsPolicy } from './SameAsPolicy'
import { useCompileProblem } from './workbench/compile-problem'
import { REVIEW_FIELDS } from './workbench/review-fields'
import { type Webhooks, forgetDrafts, useSource } from './use-webhooks'

const LONGEST_MS = 12_000
const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** A webhook's code and the behaviour of its backend. Code takes effect when published, behaviour at once. */
export function CodePanel({
  backend,
  webhooks: { backends, save },
}: {
  readonly backend: WebhookBackend
  readonly webhooks: Webhooks
}) {
  const source = useSource(backend)
  const problem = useCompileProblem(source.text)
  const { act, busy, error } = useAction()
  const change = (part: Partial<WebhookBackend>): Promise<boolean> =>
    act(() => save(backends.map((one) => (one.id === backend.id ? { ...one, ...part } : one))))
  const publish = async (): Promise<void> => {
    const { changed, text, settle } = source
    if (problem || !changed || !(await change({ source: text }))) return
    settle(text)
    notifyDone('Published', 'The next request uses this code')
  }
  const remove = (): Promise<boolean> =>
    act(async () => {
      await save(backends.filter(({ id }) => id !== backend.id))
      forgetDrafts(backend.id)
    })
  return (
    <Panel
      title="Code"
      actions={
        <>
          {problem && <Verdict tone="refused">does not compile</Verdict>}
          {source.changed ? (
            <Verdict tone="changed">not published</Verdict>
          ) : (
            <Verdict tone="allowed">published</Verdict>
          )}
          {source.changed && (
            <Button size="compact-sm" variant="default" onClick={source.drop}>
              Discard
            </Button>
          )}
          <Button
            size="compact-sm"
            loading={busy}
            disabled={!source.changed || problem !== undefined}
            onClick={() => void publish()}
          >
            Publish
          </Button>
        </>
      }
    >
      <SameAsPolicy webhook={backend.id} />
      <div className="o-adm-editor tall">
        <LazyCodeEditor
          id={`callback-${backend.id}`}
          label={`Code of ${backend.title}`}
          value={source.text}
          onChange={source.set}
          onSave={() => void publish()}
          problem={problem}
          fields={REVIEW_FIELDS}
        />
      </div>
      <div className="o-panel-body o-stack">
        {problem && (
          <p className="o-adm-message o-tone o-tone-refused o-break" role="alert">
            Line {problem.line}, column {problem.column}: {problem.message}
          </p>
        )}
        {error !== undefined && <ErrorMessage error={error} />}
        <Behaviour key={`${backend.latencyMs} ${backend.failurePercent}`} backend={backend} change={change} />
        <Names key={`${backend.title} ${backend.url}`} backend={backend} change={change} />
        <div className="o-row wrap">
          <Switch label="Enabled" checked={backend.on} onChange={(e) => void change({ on: e.currentTarget.checked })} />
          <span className="o-grow" />
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<Icon name="trash" size={14} />}
            onClick={() => void remove()}
          >
            Remove webhook
          </Button>
        </div>
      </div>
    </Panel>
  )
}

interface PartProps {
  readonly backend: WebhookBackend
  readonly change: (part: Partial<WebhookBackend>) => Promise<boolean>
}

/** Simulated faults of a backend: latency and failure rate. */
function Behaviour({ backend, change }: PartProps) {
  const [latency, setLatency] = useState(backend.latencyMs)
  const [failures, setFailures] = useState(backend.failurePercent)
  return (
    <div className="o-adm-sliders">
      <div>
        <div className="o-small" id="adm-latency">
          Simulated latency: <b className="o-num">{secondsOf(latency)}</b>
        </div>
        <Slider
          size="sm"
          min={0}
          max={LONGEST_MS}
          step={100}
          label={secondsOf}
          thumbLabel="Latency"
          value={latency}
          onChange={setLatency}
          onChangeEnd={(latencyMs) => void change({ latencyMs })}
          marks={[{ value: 5_000 }, { value: 10_000 }]}
        />
      </div>
      <div>
        <div className="o-small">
          Simulated failure rate: <b className="o-num">{failures} %</b>
        </div>
        <Slider
          size="sm"
          min={0}
          max={100}
          step={5}
          label={(value) => `${value} %`}
          thumbLabel="Failure rate"
          value={failures}
          onChange={setFailures}
          onChangeEnd={(failurePercent) => void change({ failurePercent })}
          marks={[{ value: 50 }]}
        />
      </div>
    </div>
  )
}

function Names({ backend, change }: PartProps) {
  const [names, setNames, , drafted, settle] = useSessionDraft(`webhook-names/${backend.id}`, {
    title: backend.title,
    url: backend.url,
  })
  const changed = drafted && (names.title !== backend.title || names.url !== backend.url)
  return (
    <form
      className="o-row wrap o-bottoms"
      onSubmit={(event) => {
        event.preventDefault()
        void change(names).then((done) => done && settle(names))
      }}
    >
      <TextInput
        label="Name"
        value={names.title}
        onChange={(e) => setNames({ ...names, title: e.currentTarget.value })}
      />
      <TextInput
        className="o-grow"
        label="Address"
        value={names.url}
        spellCheck={false}
        onChange={(e) => setNames({ ...names, url: e.currentTarget.value })}
      />
      <Button type="submit" variant="default" disabled={!changed}>
        Save
      </Button>
    </form>
  )
}
