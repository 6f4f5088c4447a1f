import { notFoundError } from '../../machinery/api-error'
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { NAMESPACES } from '../shared/request'

/** Refuses requests in namespaces that don't exist (admission document, NamespaceExists). */
export const namespaceExists = ({ reader }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'NamespaceExists',
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  validate({ resource, namespace }) {
    const ofNamespaces = resource.group === '' && resource.resource === NAMESPACES.resource
    if (namespace === '' || ofNamespaces) return
    if (!reader.get(NAMESPACES, undefined, namespace)) throw notFoundError(NAMESPACES, namespace)
  },
})
