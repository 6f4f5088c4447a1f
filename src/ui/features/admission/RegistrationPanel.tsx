import { Button, SegmentedControl } from '@mantine/core'
import type { WebhookBackend } from '../../../outside/admission-webhook-settings'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { parseDocuments, type ParsedDocument } from '../../components/editor/documents'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { useDiscovery } from '../../queries/use-discovery'
import { useLiveObjects } from '../../queries/live-objects'
import { useClient, useSystemClient } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { Panel } from '../../components/Panel'
import { applyDocuments, isRegistration, unregister } from './registration'
import { useRegistration } from './use-webhooks'
import { kindOf, withKind } from './workbench/kind-switch'

const GROUP = 'admissionregistration.orch.io'
/** The objects that register a webhook with the cluster. */
export function RegistrationPanel({ backend }: { readonly backend: WebhookBackend }) {
  const client = useClient()
  const system = useSystemClient()
  const discovery = useDiscovery().data
  const registration = useRegistration(backend)
  const mutating = useLiveObjects(system, { group: GROUP, version: 'v1', resource: 'mutatingwebhookconfigurations' })
  const validating = useLiveObjects(system, {
    group: GROUP,
    version: 'v1',
    resource: 'validatingwebhookconfigurations',
  })
  const { act, busy, error } = useAction()
  const documents = parseDocuments(registration.text)
  const live = (document: ParsedDocument): boolean =>
    (document.kind.startsWith('Mutating') ? mutating : validating).items.some(
      ({ metadata }) => metadata.name === document.name,
    )
  const asked = documents.some((document) => isRegistration(document) && live(document))

  const kind = kindOf(registration.text)

  const register = () => act(() => applyDocuments(client, discovery, registration.text))
  const unregisterAll = () => act(() => unregister(client, discovery, registration.text))
  return (
    <Panel
      title="Registration"
      actions={
        <>
          {kind && (
            <SegmentedControl
              aria-label="Kind of webhook"
              value={kind}
              onChange={(value) =>
                registration.set(withKind(registration.text, value === 'Mutating' ? 'Mutating' : 'Validating'))
              }
              data={[
                { value: 'Validating', label: 'validating' },
                { value: 'Mutating', label: 'mutating' },
              ]}
            />
          )}
          <Verdict tone={asked ? 'allowed' : 'none'}>{asked ? 'registered' : 'not registered'}</Verdict>
          {registration.changed && (
            <Button size="compact-sm" variant="default" onClick={registration.drop}>
              Reset to default
            </Button>
          )}
          {asked && (
            <Button size="compact-sm" variant="default" loading={busy} onClick={() => void unregisterAll()}>
              Unregister
            </Button>
          )}
          <Button size="compact-sm" loading={busy} onClick={() => void register()}>
            {asked ? 'Apply again' : 'Register'}
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <div className="o-panel-body">
          <ErrorMessage error={error} />
        </div>
      )}
      <div className="o-adm-editor">
        <LazyYamlEditor
          id={`registration-${backend.id}`}
          label={`Registration of ${backend.title}`}
          value={registration.text}
          onChange={registration.set}
          onSave={() => void register()}
        />
      </div>
    </Panel>
  )
}
