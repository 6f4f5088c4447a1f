import { ApiError, notFoundError } from '../../machinery/api-error'
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { NAMESPACES, refused } from '../shared/request'

const IMMORTAL = new Set(['default', 'orch-system', 'orch-public'])

/** Refuses creation in missing or terminating namespaces, and deletion of system namespaces (admission document, NamespaceLifecycle). */
export const namespaceLifecycle = ({ reader }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'NamespaceLifecycle',
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  admit(request) {
    const { operation, resource, namespace, name } = request
    if (resource.group === '' && resource.resource === NAMESPACES.resource) {
      if (operation === 'DELETE' && IMMORTAL.has(name)) throw refused(request, 'this namespace may not be deleted')
      return
    }
    if (namespace === '' || operation === 'DELETE') return
    // Access reviews may ask about namespaces that don't exist.
    if (resource.group === 'authorization.orch.io') return
    const live = reader.get(NAMESPACES, undefined, namespace)
    if (!live) throw notFoundError(NAMESPACES, namespace)
    if (operation !== 'CREATE' || !live.metadata.deletionTimestamp) return
    const { code, reason, message, details } = refused(
      request,
      `unable to create new content in namespace ${namespace} because it is being terminated`,
    )
    throw new ApiError(code, reason, message, {
      ...details,
      causes: [
        {
          reason: 'NamespaceTerminating',
          message: `namespace ${namespace} is being terminated`,
          field: 'metadata.namespace',
        },
      ],
    })
  },
})
