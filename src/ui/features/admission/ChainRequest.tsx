import { Button, SegmentedControl, Switch } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { useSetQuery } from '../../state/place'
import { Panel } from '../../components/Panel'
import { REQUEST_DRAFT } from './request-draft'
import { OPERATIONS } from './send-through'

/** The request that the page offers first. */
export const EXAMPLE = `# A small pod: admission plugins fill in the rest.
apiVersion: v1
kind: Pod
metadata:
  name: shop
  namespace: default
spec:
  containers:
    - name: web
      image: registry.example/shop:1.4
`

/** The editor for the request to send through the chain. */
export function ChainRequest({
  operation,
  text,
  drop,
  keep,
  send,
  stores,
  busy,
  restarting,
}: {
  readonly operation: 'create' | 'update' | 'delete'
  readonly text: string
  readonly drop: (id: string) => void
  readonly keep: (id: string, text: string, base?: string) => void
  readonly send: () => Promise<void>
  readonly stores: boolean
  readonly busy: boolean
  readonly restarting: boolean
}) {
  const setQuery = useSetQuery()
  return (
    <Panel
      title="Request"
      actions={
        <SegmentedControl
          aria-label="Operation"
          value={operation}
          onChange={(value) => setQuery({ do: value === 'create' ? undefined : value })}
          data={OPERATIONS.map((value) => ({ value, label: value }))}
        />
      }
    >
      <div className="o-adm-editor">
        <LazyYamlEditor
          id="admission-request"
          label="Request object"
          value={text}
          onChange={(next) => (next === EXAMPLE ? drop(REQUEST_DRAFT) : keep(REQUEST_DRAFT, next))}
          onSubmit={() => void send()}
        />
      </div>
      <div className="o-panel-body o-row wrap">
        <Switch
          label="Store the object"
          checked={stores}
          onChange={(e) => setQuery({ store: e.currentTarget.checked ? 'yes' : undefined })}
        />
        <span className="o-dim o-small">
          {stores ? 'The object is stored if it is allowed.' : 'Dry run: nothing is stored.'}
        </span>
        <span className="o-grow" />
        <div className="o-row">
          {text !== EXAMPLE && (
            <Button variant="default" leftSection={<Icon name="example" />} onClick={() => drop(REQUEST_DRAFT)}>
              Reset to example
            </Button>
          )}
          <Button loading={busy} disabled={restarting} leftSection={<Icon name="send" />} onClick={() => void send()}>
            Send request
          </Button>
        </div>
      </div>
    </Panel>
  )
}
