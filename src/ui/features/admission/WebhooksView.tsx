import { Button } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/Icon'
import { notifyError } from '../../state/notify'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { useQueryState, useSetQuery } from '../../state/place'
import { Panel } from '../../components/Panel'
import { CallsPanel } from './CallsPanel'
import { CodePanel } from './CodePanel'
import { PolicyCatalogue } from './webhook-policies/PolicyCatalogue'
import { RegistrationPanel } from './RegistrationPanel'
import { TestsPanel } from './TestsPanel'
import { TryPanel } from './workbench/TryPanel'
import { backendOfPolicy, type Webhooks, newBackend, useWebhooks } from './use-webhooks'

/** Webhooks that run in this tab: code, tests, registration, and recent answers. */
export function WebhooksView() {
  const webhooks = useWebhooks()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const { backends, loading, error, reload, save } = webhooks
  const chosen = backends.find(({ id }) => id === query['webhook']) ?? backends[0]
  const [choosing, setChoosing] = useState(false)
  const add = (backend: Webhooks['backends'][number]): void => {
    const known = backends.some(({ id }) => id === backend.id)
    const done = known ? Promise.resolve() : save([...backends, backend])
    done.then(
      () => setQuery({ webhook: backend.id }),
      (failure: unknown) => notifyError('Could not add the webhook', failure),
    )
  }
  if (loading) return <Loading lines={14} />
  if (error !== undefined) return <ErrorMessage error={error} onRetry={reload} />
  const catalogue = (
    <PolicyCatalogue
      opened={choosing}
      onClose={() => setChoosing(false)}
      onChoose={(policy) => {
        setChoosing(false)
        add(backendOfPolicy(policy))
      }}
    />
  )
  if (!chosen)
    return (
      <Empty
        title="No webhooks yet"
        icon="admission"
        actions={
          <>
            <Button leftSection={<Icon name="example" />} onClick={() => setChoosing(true)}>
              Start from a policy
            </Button>
            <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => add(newBackend(backends))}>
              New webhook
            </Button>
            {catalogue}
          </>
        }
      >
        A webhook receives an AdmissionReview and allows, denies or changes the request. Here it is a function that runs
        in a sandbox in this tab.
      </Empty>
    )
  return (
    <div className="o-adm-three">
      <Panel title="Webhooks">
        <ul className="o-adm-list" aria-label="Webhooks">
          {backends.map((backend) => (
            <li key={backend.id}>
              <button type="button" aria-current={backend === chosen} onClick={() => setQuery({ webhook: backend.id })}>
                <span className="o-break">{backend.title || backend.id}</span>
                <span className="o-tiny o-dim o-break">{backend.on ? new URL(backend.url).host : 'disabled'}</span>
              </button>
            </li>
          ))}
        </ul>
        <div className="o-panel-body o-stack">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="example" size={14} />}
            onClick={() => setChoosing(true)}
          >
            Start from a policy
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => add(newBackend(backends))}
          >
            New webhook
          </Button>
          {catalogue}
        </div>
      </Panel>
      <div className="o-stack">
        <CodePanel key={chosen.id} backend={chosen} webhooks={webhooks} />
        <RegistrationPanel key={`${chosen.id} registration`} backend={chosen} />
      </div>
      <div className="o-stack">
        <TryPanel key={`${chosen.id} sample`} backend={chosen} webhooks={webhooks} />
        <TestsPanel key={chosen.id} backend={chosen} recent={webhooks.recent} />
        <CallsPanel backend={chosen} calls={webhooks.calls} />
      </div>
    </div>
  )
}
