import { requestWith } from '../../machinery/request'
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { NAMESPACES, refused } from '../shared/request'

/** Creates a missing namespace on the first write to it (admission document, NamespaceAutoProvision). */
export const namespaceAutoProvision = ({ reader, request: send }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'NamespaceAutoProvision',
  operations: ['CREATE'],
  async admit(request) {
    const { resource, namespace, dryRun, signal } = request
    const ofNamespaces = resource.group === '' && resource.resource === NAMESPACES.resource
    if (namespace === '' || ofNamespaces || dryRun || reader.get(NAMESPACES, undefined, namespace)) return
    const answer = await send(
      requestWith('http://orchard.invalid/api/v1/namespaces', {
        method: 'POST',
        headers: [['content-type', 'application/json']],
        body: JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }),
        signal,
      }),
    )
    // 409: another request created it meanwhile.
    if (answer.ok || answer.status === 409) return
    const { message } = (await answer.json()) as { message?: string }
    throw refused(request, `namespace "${namespace}" can't be created: ${message ?? `status ${answer.status}`}`)
  },
})
