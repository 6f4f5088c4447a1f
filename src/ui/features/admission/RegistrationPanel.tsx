import { Button } from '@mantine/core'
import { useState } from 'react'
import { isStatus } from '../../../client/client'
import type { CallbackBackend } from '../../../outside/admission-callbacks'
import { Icon } from '../../components/Icon'
import { Trouble } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { parseDocuments, type ParsedDocument } from '../../editor/documents'
import { LazyYamlEditor } from '../../editor/LazyYamlEditor'
import { type Discovery, findKind, type ResourceInfo, useDiscovery } from '../../queries/discovery'
import { useLiveObjects } from '../../queries/live-objects'
import { useClient, useSystemClient } from '../../state/connection'
import { useDrafts } from '../../state/drafts'
import { useGo } from '../../state/place'
import { REQUEST_DRAFT } from './ChainView'
import { Panel } from './Panel'
import { exampleOf, useRegistration } from './use-callbacks'

const GROUP = 'admissionregistration.orch.io'
const isRegistration = ({ kind }: ParsedDocument): boolean => kind.endsWith('WebhookConfiguration')

/** The kinds of a text's documents as they are served. Throws Error for one that is not, or can't be read. */
function resolve(text: string, discovery: Discovery | undefined): { document: ParsedDocument; info: ResourceInfo }[] {
  return parseDocuments(text).map((document) => {
    if (document.problem) throw new Error(document.problem.message)
    const info = findKind(discovery, document.apiVersion, document.kind)
    if (!info) throw new Error(`${document.apiVersion} ${document.kind} is not served here.`)
    return { document, info }
  })
}

/** The objects by which the cluster comes to ask a callback. */
export function RegistrationPanel({ backend }: { readonly backend: CallbackBackend }) {
  const client = useClient()
  const system = useSystemClient()
  const discovery = useDiscovery().data
  const go = useGo()
  const registration = useRegistration(backend)
  const mutating = useLiveObjects(system, { group: GROUP, version: 'v1', resource: 'mutatingwebhookconfigurations' })
  const validating = useLiveObjects(system, {
    group: GROUP,
    version: 'v1',
    resource: 'validatingwebhookconfigurations',
  })
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const documents = parseDocuments(registration.text)
  const live = (document: ParsedDocument): boolean =>
    (document.kind.startsWith('Mutating') ? mutating : validating).items.some(
      ({ metadata }) => metadata.name === document.name,
    )
  const asked = documents.some((document) => isRegistration(document) && live(document))
  const request = exampleOf(backend.id)?.request

  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const register = () =>
    act(async () => {
      for (const { document, info } of resolve(registration.text, discovery))
        await client.patch(
          { ...info, namespace: info.namespaced ? (document.namespace ?? 'default') : undefined },
          document.name,
          'apply',
          document.text,
          { query: { fieldManager: 'orchard-page', force: true } },
        )
    })
  const unregister = () =>
    act(async () => {
      for (const { document, info } of resolve(registration.text, discovery))
        if (isRegistration(document))
          try {
            await client.delete(info, document.name)
          } catch (failure) {
            if (!isStatus(failure, 'NotFound')) throw failure
          }
    })
  return (
    <Panel
      title="Registration"
      actions={
        <>
          <Verdict tone={asked ? 'allowed' : 'none'}>{asked ? 'the cluster asks it' : 'nobody asks it'}</Verdict>
          {registration.changed && (
            <Button size="compact-sm" variant="default" onClick={registration.drop}>
              As proposed
            </Button>
          )}
          {asked && (
            <Button size="compact-sm" variant="default" loading={busy} onClick={() => void unregister()}>
              Ask it no more
            </Button>
          )}
          <Button size="compact-sm" loading={busy} onClick={() => void register()}>
            {asked ? 'Apply again' : 'Let the cluster ask it'}
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <div className="o-panel-body">
          <Trouble error={error} />
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
      {request !== undefined && (
        <div className="o-panel-body o-row">
          <span className="o-grow o-dim o-small">A request that it has something to say about:</span>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="send" size={14} />}
            onClick={() => {
              useDrafts.getState().keep(REQUEST_DRAFT, request)
              go({ to: '/admission', search: { do: backend.id === 'production' ? 'delete' : undefined } })
            }}
          >
            Try it in the chain
          </Button>
        </div>
      )}
    </Panel>
  )
}
