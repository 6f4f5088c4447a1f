import { type ApiError, forbiddenRequest } from '../../machinery/api-error'
import type { GroupResource } from '../../machinery/reader'
import type { AdmissionRequest } from '../plugin'

/** Resources that several plugins look at. */
export const PODS: GroupResource = { group: '', resource: 'pods' }
/** The resource nodes, to compare with that of a request. */
export const NODES: GroupResource = { group: '', resource: 'nodes' }
/** The resource services. */
export const SERVICES: GroupResource = { group: '', resource: 'services' }
/** The resource namespaces. */
export const NAMESPACES: GroupResource = { group: '', resource: 'namespaces' }
/** The resource persistentvolumeclaims. */
export const CLAIMS: GroupResource = { group: '', resource: 'persistentvolumeclaims' }
/** The resource persistentvolumes. */
export const VOLUMES: GroupResource = { group: '', resource: 'persistentvolumes' }
/** The resource certificatesigningrequests. */
export const SIGNING_REQUESTS: GroupResource = { group: 'certificates.orch.io', resource: 'certificatesigningrequests' }

/** Whether a request targets a resource, or one of its subresources. */
export const isAbout = (
  { resource, subresource }: Pick<AdmissionRequest, 'resource' | 'subresource'>,
  of: GroupResource,
  part = '',
): boolean => resource.resource === of.resource && resource.group === of.group && subresource === part

/** The object name in error messages; for a name yet to be generated, its prefix. */
export function nameOf({ name, object }: Pick<AdmissionRequest, 'name' | 'object'>): string {
  // Options of a connection have no metadata.
  const metadata = object?.metadata
  return name || metadata?.name || metadata?.generateName || 'Unknown'
}

/** The refusal of a pod by plugins that look at its own name, which may be empty: 403. */
export const podRefused = (
  { resource, object }: Pick<AdmissionRequest, 'resource' | 'object'>,
  why: string,
): ApiError => forbiddenRequest(resource, object?.metadata.name ?? '', why)

/** A plugin's refusal: 403. */
export const refused = (request: Pick<AdmissionRequest, 'resource' | 'name' | 'object'>, why: string): ApiError =>
  forbiddenRequest(request.resource, nameOf(request), why)
