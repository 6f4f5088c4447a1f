import { podOf } from '../../api/kinds/shared/pod-types'
import { notFoundError } from '../../machinery/api-error'
import type { AdmissionEnvironment, AdmissionRequest } from '../plugin'
import { PODS, refused } from '../shared/request'

/** Throws if a node may not make the request. */
export type NodeRule = (
  request: AdmissionRequest,
  node: string,
  environment: AdmissionEnvironment,
) => void | Promise<void>

/** The pod named by a request. Throws NotFound, which names a cached pod, not the resource. */
export function livePod({ reader }: AdmissionEnvironment, namespace: string, name: string) {
  const found = reader.get(PODS, namespace, name)
  if (!found) throw notFoundError({ group: '', resource: 'pod' }, name)
  return podOf(found)
}

/** The refusal of an operation that nodes never make on a resource. */
export const unexpected = (request: AdmissionRequest, what: string) =>
  refused(request, `unexpected operation "${request.operation}": ${what}`)
