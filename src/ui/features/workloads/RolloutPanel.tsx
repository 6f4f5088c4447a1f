import { Button, Menu } from '@mantine/core'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { RunUntil } from '../../components/run-until/RunUntil'
import { notifyWithUndo } from '../../components/undo/undo-now'
import { Verdict } from '../../components/Verdict'
import { useClient, useSession } from '../../state/connection'
import { notifyError } from '../../state/notify'
import { objectPlace } from '../../state/place'
import { PodDots } from './PodDots'
import { FAILURES, type Rollout } from './rollout-model'
import { FAIL } from './workload-model'

const failureTitle = (value: string): string => FAILURES.find(([known]) => known === value)?.[1] ?? value

/** A workload: its old and new pods side by side, and its actions. */
export function RolloutPanel({
  rollout,
  moves,
}: {
  readonly rollout: Rollout
  /** False if no controller acts on workloads. */
  readonly moves: boolean
}) {
  const client = useClient()
  const session = useSession()
  const { namespace, name, kind, previous, failure } = rollout
  const target = { ...rollout.target, namespace }
  const setFailure = (value: string | undefined) =>
    client.patch(target, name, 'merge', {
      spec: { template: { metadata: { annotations: { [FAIL]: value ?? null } } } },
    })
  const attempt = (work: Promise<unknown>, done: () => void): void => {
    work.then(done, (error: unknown) => notifyError(`Could not change ${name}`, error))
  }
  const breakIt = (value: string, title: string): void =>
    attempt(setFailure(value), () => notifyWithUndo(session, `${name}: ${title} (simulated)`))
  const rollBack = (): void => {
    if (!previous) return
    const template = { op: 'replace', path: '/spec/template', value: previous.template }
    attempt(client.patch(target, name, 'json', [template]), () =>
      notifyWithUndo(session, `${name} rolls back to revision ${previous.revision}`),
    )
  }
  return (
    <section className="o-panel" aria-label={`Rollout of ${name}`}>
      <header>
        <h2>
          <Go place={objectPlace(rollout.target, namespace, name)}>{name}</Go>
        </h2>
        <span className="o-small o-dim o-wl-namespace">
          {kind === 'Deployment' ? namespace : `${kind} in ${namespace}`}
        </span>
        {moves ? <Verdict tone={rollout.tone}>{rollout.word}</Verdict> : <Verdict tone="none">No controller</Verdict>}
        <span className="o-small o-dim o-num" title={`During a rollout: ${rollout.limits}`}>
          {rollout.updated}/{rollout.wanted} updated, {rollout.available} available
        </span>
        {previous && (
          <Button size="compact-sm" variant="default" leftSection={<Icon name="undo" size={12} />} onClick={rollBack}>
            Roll back to revision {previous.revision}
          </Button>
        )}
        {moves && (
          <>
            <RunUntil compact target={target} name={name} />
            <Menu position="bottom-end" shadow="md">
              <Menu.Target>
                <Button size="compact-sm" variant="default">
                  Simulate a failure
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>New pods fail (simulated)</Menu.Label>
                {FAILURES.map(([value, title]) => (
                  <Menu.Item key={value} disabled={failure === value} onClick={() => breakIt(value, title)}>
                    {title}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </>
        )}
      </header>
      {(rollout.why ?? rollout.sets.length > 1) && (
        <div className="o-panel-body o-wl-why">
          {rollout.why && <p className="o-flush o-break">{rollout.why}</p>}
          {rollout.sets.length > 1 && <p className="o-small o-dim o-flush">During a rollout: {rollout.limits}.</p>}
        </div>
      )}
      <div className="o-panel-body o-wl-sets">
        {rollout.sets.length === 0 && (
          <p className="o-dim o-flush">No controller has created pods for this {kind} yet.</p>
        )}
        {rollout.sets.map((set) => (
          <div key={set.name} className={set.current ? 'set current' : 'set'}>
            <div>
              <strong>{rollout.sets.length === 1 ? 'Current' : set.current ? 'New' : 'Old'}</strong>{' '}
              <span className="o-dim">revision {set.revision}</span>
              <div className="o-mono o-small o-break">{set.images}</div>
              {set.failure && <Verdict tone="refused">Simulated: {failureTitle(set.failure)}</Verdict>}
            </div>
            <div>
              <div className="o-small o-dim">
                {set.pods.filter(({ ended }) => !ended).length} of {set.wanted} pods
              </div>
              <PodDots pods={set.pods} label={`Pods of revision ${set.revision} of ${name}`} />
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}
