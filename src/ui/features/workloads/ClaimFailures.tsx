import { Button, Menu } from '@mantine/core'
import { PERSISTENT_VOLUME_CLAIMS } from '../../../client/core-targets'
import { Go } from '../../components/Go'
import { notifyUndo } from '../../components/notify-undo'
import { ErrorMessage, Loading } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useLiveObjects } from '../../queries/live-objects'
import { useClient } from '../../state/connection'
import { notifyError } from '../../state/notify'
import { objectPlace } from '../../state/place'
import { FAIL } from './workload-model'

const FAILURES = [
  ['provision', 'Provisioning fails'],
  ['bind', 'The volume does not bind'],
  ['attach', 'The volume cannot be attached'],
] as const

/** Volume claims, with failures to simulate for each. */
export function ClaimFailures() {
  const client = useClient()
  const claims = useLiveObjects(client, PERSISTENT_VOLUME_CLAIMS)
  if (claims.error !== undefined) return <ErrorMessage error={claims.error} />
  if (claims.phase === 'loading') return <Loading />
  const set = (namespace: string | undefined, name: string, value: string | undefined): Promise<unknown> =>
    client.patch({ ...PERSISTENT_VOLUME_CLAIMS, namespace }, name, 'merge', {
      metadata: { annotations: { [FAIL]: value ?? null } },
    })
  return (
    <section className="o-panel" aria-label="Simulate volume failures">
      <header>
        <h2>Simulate volume failures</h2>
      </header>
      {claims.items.length === 0 && <p className="o-panel-body o-dim o-flush">There are no claims in this cluster.</p>}
      <ul className="o-wl-stages">
        {claims.items.map(({ metadata, ...rest }) => {
          const { namespace, name = '' } = metadata
          const failure = metadata.annotations?.[FAIL]
          const phase = (rest as { status?: { phase?: string } }).status?.phase ?? 'Pending'
          const choose = (value: string | undefined, title: string): void => {
            set(namespace, name, value).then(
              () =>
                notifyUndo(
                  `${name}: ${title} (simulated)`,
                  () =>
                    void set(namespace, name, failure).catch((error: unknown) =>
                      notifyError('Could not remove the failure', error),
                    ),
                ),
              (error: unknown) => notifyError(`Could not change ${name}`, error),
            )
          }
          return (
            <li key={metadata.uid} className="o-row wrap">
              <Go place={objectPlace(PERSISTENT_VOLUME_CLAIMS, namespace, name)} className="o-grow o-break">
                {name}
              </Go>
              <Verdict tone={phase === 'Bound' ? 'allowed' : 'waiting'}>{phase}</Verdict>
              {failure !== undefined && <Verdict tone="refused">{failure}</Verdict>}
              <Menu position="bottom-end" shadow="md">
                <Menu.Target>
                  <Button size="compact-sm" variant="default" aria-label={`Simulate a failure of ${name}`}>
                    Simulate a failure
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Label>The volume fails (simulated)</Menu.Label>
                  {FAILURES.map(([value, title]) => (
                    <Menu.Item key={value} disabled={failure === value} onClick={() => choose(value, title)}>
                      {title}
                    </Menu.Item>
                  ))}
                  <Menu.Item disabled={failure === undefined} onClick={() => choose(undefined, 'works again')}>
                    Remove the failure
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
