import { Button, NumberInput, SegmentedControl } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../components/Icon'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { markClass } from '../../components/ownership/mark-class'
import { apiVersionFor } from '../../queries/discovery'
import { labKey } from '../../state/lab-place'
import { useQueryState, useSetQuery } from '../../state/place'
import { useSessionDraft } from '../../state/session-draft'
import { AUTOSCALER, MEANS, type Means, nextReplicas, replicasOf, scaling } from './autoscaler'
import type { Lab, SendOutcome } from './lab'

/** Interval between the writes of a running controller, long enough to follow each. */
const EVERY_MS = 4000

/** A controller that sets the number of replicas: one write at a time, or continuously. */
export function AutoscalerCard({
  lab,
  scales,
  register,
}: {
  readonly lab: Lab
  /** True if the kind has a scale subresource. */
  readonly scales: boolean
  /** Gives the parent a function that writes once. */
  readonly register: (write: () => Promise<void>) => void
}) {
  const query = useQueryState()
  const setQuery = useSetQuery()
  const means: Means = MEANS.find(({ value }) => value === query['by'])?.value ?? (scales ? 'scale' : 'merge')
  const current = replicasOf(lab.live)
  const { info, name, namespace } = lab.target
  const [wanted, setWanted] = useSessionDraft<number | undefined>(`${labKey(info, namespace, name)}replicas`, undefined)
  const [loose, setLoose] = useState(false)
  const [outcome, setOutcome] = useState<SendOutcome>()
  const next = wanted ?? nextReplicas(current)
  const owner = lab.owners.find(({ manager }) => manager === AUTOSCALER)
  const mark = owner && lab.marks.get(owner.name)

  const write = async (replicas = next): Promise<void> => {
    const target = { apiVersion: apiVersionFor(info), kind: info.kind, name, namespace }
    setWanted(undefined)
    setOutcome(await lab.send(scaling(means, replicas, target)))
  }
  register(() => write())
  const tick = useRef<() => void>(undefined)
  tick.current = () => void write(nextReplicas(current))
  useEffect(() => {
    if (!loose) return
    const timer = setInterval(() => tick.current?.(), EVERY_MS)
    return () => clearInterval(timer)
  }, [loose])
  return (
    <section className="o-panel o-lab-card" aria-label="Autoscaler">
      <header>
        <span className={`o-lab-mark ${markClass(mark ? [mark] : [])}`} aria-hidden="true" />
        <h2>{AUTOSCALER}</h2>
        <span className="o-dim o-small">a controller for spec.replicas</span>
        <span className="o-grow" />
        {loose && <Verdict tone="waiting">running</Verdict>}
        <kbd className="o-key" aria-hidden="true">
          u
        </kbd>
      </header>
      <div className="o-panel-body o-stack">
        <SegmentedControl
          aria-label="Write method"
          value={means}
          onChange={(value) => setQuery({ by: value })}
          data={MEANS.filter(({ value }) => scales || value !== 'scale').map(({ value, label }) => ({ value, label }))}
        />
        <p className="o-small o-dim">{MEANS.find(({ value }) => value === means)?.about}</p>
        <form
          className="o-row wrap"
          onSubmit={(event) => {
            event.preventDefault()
            void write()
          }}
        >
          <NumberInput
            w={96}
            aria-label="Replicas to set"
            min={0}
            max={1000}
            allowDecimal={false}
            value={next}
            onChange={(value) => setWanted(typeof value === 'number' ? value : undefined)}
          />
          <Button type="submit" disabled={!lab.live} aria-keyshortcuts="u">
            Write once
          </Button>
          <Button
            variant="default"
            disabled={!lab.live}
            leftSection={<Icon name={loose ? 'stop' : 'play'} size={12} />}
            aria-pressed={loose}
            onClick={() => {
              if (!loose) void write()
              setLoose(!loose)
            }}
          >
            {loose ? 'Stop autoscaler' : 'Start autoscaler'}
          </Button>
        </form>
        <div aria-live="polite" className="o-small">
          {outcome?.type === 'stored' && (
            <Verdict tone={outcome.changed ? 'allowed' : 'none'}>
              {outcome.changed ? outcome.what : `${outcome.what}: nothing changed`}
            </Verdict>
          )}
          {outcome?.type === 'failed' && <ErrorMessage error={outcome.error} />}
        </div>
      </div>
    </section>
  )
}
