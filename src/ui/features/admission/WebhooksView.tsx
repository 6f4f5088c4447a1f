import { Button, Menu } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { notifyError } from '../../state/notify'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { useQueryState, useSetQuery } from '../../state/place'
import { EXAMPLES, type WebhookExample } from './webhook-examples'
import { CallsPanel } from './CallsPanel'
import { CodePanel } from './CodePanel'
import { Panel } from './Panel'
import { RegistrationPanel } from './RegistrationPanel'
import { TestsPanel } from './TestsPanel'
import { TryPanel } from './workbench/TryPanel'
import { backendOfExample, type Webhooks, newBackend, useWebhooks } from './use-webhooks'

/** Webhooks that this tab plays: their code, their tests, their registration, and what they answered. */
export function WebhooksView() {
  const webhooks = useWebhooks()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const { backends, loading, error, reload, save } = webhooks
  const chosen = backends.find(({ id }) => id === query['callback']) ?? backends[0]
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
  if (!chosen)
    return (
      <Empty
        title="No webhooks yet"
        icon="admission"
        actions={
          <>
            <ExampleMenu onChoose={(example) => add(backendOfExample(example))} primary />
            <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => add(newBackend(backends))}>
              New webhook
            </Button>
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
          <ExampleMenu onChoose={(example) => add(backendOfExample(example))} />
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => add(newBackend(backends))}
          >
            New webhook
          </Button>
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

function ExampleMenu({
  onChoose,
  primary = false,
}: {
  readonly onChoose: (example: WebhookExample) => void
  readonly primary?: boolean
}) {
  return (
    <Menu position="bottom-start" width={320} withinPortal={false}>
      <Menu.Target>
        <Button
          size={primary ? 'sm' : 'compact-sm'}
          variant={primary ? 'filled' : 'default'}
          leftSection={<Icon name="example" size={primary ? 16 : 14} />}
        >
          Load an example
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {EXAMPLES.map((example) => (
          <Menu.Item key={example.id} onClick={() => onChoose(example)}>
            <div>{example.title}</div>
            <div className="o-tiny o-dim">{example.about}</div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
