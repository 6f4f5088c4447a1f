import { type ApiError, forbiddenRequest } from '../../machinery/api-error'
import type { GroupResource } from '../../machinery/reader'
import type { AdmissionRequest } from '../plugin'

export const PODS: GroupResource = { group: '', resource: 'pods' }
export const NODES: GroupResource = { group: '', resource: 'nodes' }
export const SERVICES: GroupResource = { group: '', resource: 'services' }
export const NAMESPACES: GroupResource = { group: '', resource: 'namespaces' }
export const CLAIMS: GroupResource = { group: '', resource: 'persistentvolumeclaims' }
export const VOLUMES: GroupResource = { group: '', resource: 'persistentvolumes' }
export const SIGNING_REQUESTS: GroupResource = { group: 'certificates.orch.io', resource: 'certificatesigningrequests' }

/** Whether a request is about objects of a resource, or about a subresource of them. */
export const isAbout = (
  { resource, subresource }: Pick<AdmissionRequest, 'resource' | 'subresource'>,
  of: GroupResource,
  part = '',
): boolean => resource.resource === of.resource && resource.group === of.group && subresource === part

/** What a refused request is told that it was about: a name that is still to be generated is known by its beginning. */
export function nameOf({ name, object }: Pick<AdmissionRequest, 'name' | 'object'>): string {
  // The options of a connection have no metadata.
  const metadata = object?.metadata
  return name || metadata?.name || metadata?.generateName || 'Unknown'
}

/** The answer of a plugin that does not let a request pass: 403. */
export const refused = (request: Pick<AdmissionRequest, 'resource' | 'name' | 'object'>, why: string): ApiError =>
  forbiddenRequest(request.resource, nameOf(request), why)
