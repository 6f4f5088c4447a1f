import { Button, SegmentedControl } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { at } from '../../../machinery/json'
import { toYaml } from '../../components/editor/documents'
import { locate } from '../../components/ownership/locate'
import { apiVersionFor } from '../../queries/discovery'
import { useQueryState, useSetQuery } from '../../state/place'
import { AUTOSCALER, REPLICAS, replicasOf } from './autoscaler'
import { type HandOver, obstacle, type StepId, STEPS, stepsDone, type Way } from './hand-over'
import { dropField } from './drop-field'
import { emptyIntent, placeIn } from './intents'
import type { Lab } from './lab'

/** The manager that temporarily owns the field. */
export const TEMPORARY = 'handover'
const WAYS: readonly { readonly value: Way; readonly label: string }[] = [
  { value: 'wait', label: 'Wait for the conflict' },
  { value: 'temporary', label: 'Use a temporary manager' },
]

const TEXTS: Readonly<Record<StepId, (h: HandOver) => { readonly title: string; readonly act: string }>> = {
  own: ({ person }) => ({
    title: `${person} applies a manifest with spec.replicas and owns the field.`,
    act: `Apply as ${person}`,
  }),
  write: ({ controller }) => ({
    title: `The ${controller} updates the field. An update takes ownership without a conflict.`,
    act: `Write as ${controller}`,
  }),
  conflict: ({ person, controller }) => ({
    title: `${person} applies the same manifest again and gets a conflict: the ${controller} owns the field now.`,
    act: `Apply as ${person}`,
  }),
  drop: ({ person }) => ({
    title: `${person} removes the field from the manifest and applies. The value stays.`,
    act: 'Remove and apply',
  }),
  lend: ({ person, temporary }) => ({
    title: `A temporary manager, ${temporary}, applies only this field with its live value. Ownership is shared with ${person}.`,
    act: `Apply as ${temporary}`,
  }),
  release: ({ person, temporary }) => ({
    title: `${person} removes the field from the manifest and applies. ${temporary} still owns the field, so the value is not reset to its default.`,
    act: 'Remove and apply',
  }),
}

/**
 * Two procedures for transferring a field from a person to a controller, each step a real request ("Field-ownership
 * apply" 9).
 */
export function HandOverPanel({
  lab,
  person,
  onWrite,
}: {
  readonly lab: Lab
  /** The manager that owns the field. */
  readonly person: string | undefined
  readonly onWrite: () => void
}) {
  const query = useQueryState()
  const setQuery = useSetQuery()
  const way: Way = query['way'] === 'temporary' ? 'temporary' : 'wait'
  if (person === undefined) return null
  const manager = lab.managers.find(({ name }) => name === person)
  const text = manager?.text ?? ''
  const handOver: HandOver = { field: REPLICAS, person, controller: AUTOSCALER, temporary: TEMPORARY }
  const outcome = manager?.outcome
  const situation = {
    owners: lab.owners,
    inIntent: placeIn(text, REPLICAS, lab.structure) !== undefined,
    refused: outcome?.type === 'conflict' && outcome.conflicts.some(({ field }) => field === '.spec.replicas'),
  }
  const steps = STEPS[way]
  const done = stepsDone(way, handOver, situation)
  const hurdle = way === 'temporary' ? obstacle(handOver, situation) : undefined

  const dropAndApply = (): void => {
    const rest = dropField(text, REPLICAS, lab.structure)
    lab.setText(person, rest)
    void lab.apply(person, { text: rest })
  }
  const act = (step: StepId): void => {
    switch (step) {
      case 'own':
      case 'conflict':
        return void lab.apply(person)
      case 'write':
        return onWrite()
      case 'drop':
      case 'release':
        return dropAndApply()
      case 'lend': {
        const { info, name, namespace } = lab.target
        const place = lab.live && locate(lab.live, REPLICAS, lab.structure)
        const replicas = place ? at(lab.live, ...place) : replicasOf(lab.live)
        const target = { apiVersion: apiVersionFor(info), kind: info.kind, name, namespace }
        const intent = toYaml({ ...emptyIntent(target), spec: { replicas } })
        lab.addManager(TEMPORARY, intent)
        return void lab.apply(TEMPORARY, { text: intent })
      }
    }
  }
  return (
    <section className="o-panel o-lab-card" aria-label="Transfer ownership of spec.replicas">
      <header>
        <h2>Transfer ownership of spec.replicas</h2>
        <span className="o-dim o-small o-break o-grow">
          from {person} to the {AUTOSCALER}
        </span>
      </header>
      <div className="o-panel-body o-stack">
        <SegmentedControl
          fullWidth
          className="o-lab-way"
          aria-label="Method"
          value={way}
          onChange={(value) => setQuery({ way: value })}
          data={WAYS.map(({ value, label }) => ({ value, label }))}
        />
        <ol className="o-lab-steps">
          {steps.map((step, i) => {
            const { title, act: label } = TEXTS[step](handOver)
            const state = i < done ? 'done' : i === done ? 'next' : 'later'
            return (
              <li key={step} data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
                <span className="o-lab-check">
                  {state === 'done' ? <Icon name="check" size={12} /> : <span className="o-num">{i + 1}</span>}
                  <span className="o-hidden">{state === 'done' ? 'done: ' : ''}</span>
                </span>
                <span className="o-grow">{title}</span>
                {state === 'next' && (
                  <Button size="compact-sm" onClick={() => act(step)}>
                    {label}
                  </Button>
                )}
              </li>
            )
          })}
        </ol>
        <p className="o-small" role="status">
          {done === steps.length
            ? `Done: the ${AUTOSCALER} owns spec.replicas, and ${person} no longer sets it.`
            : hurdle}
        </p>
      </div>
    </section>
  )
}
