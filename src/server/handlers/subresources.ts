import { getComponentStatus, listComponentStatuses } from './component-statuses'
import { connect } from './connect'
import { getLog } from './pod-log'
import { getMetrics, listMetrics } from './usage-metrics'
import { patchObject } from './patch'
import { postBinding, postEviction } from './pod-actions'
import { getObject } from './read'
import type { RequestScope } from './request-scope'
import { postAccessReview, postSelfReview, postTokenRequest, postTokenReview } from './reviews'
import { getScale, patchScale, putScale } from './scale'
import { putObject } from './write'

/** Answers a request for a resource, in its scope. */
export type ResourceHandler = (scope: RequestScope) => Promise<Response>
type ByVerb = Readonly<Record<string, ResourceHandler>>

const connecting: ByVerb = { get: connect, create: connect, update: connect, patch: connect, delete: connect }

/**
 * Subresource handlers by `group/resource/subresource`, else by `*` and their name; `*` alone is for those that are a part of their parent.
 */
export const SUBRESOURCES: Readonly<Record<string, ByVerb>> = {
  '/pods/binding': { create: postBinding },
  '/pods/eviction': { create: postEviction },
  '/pods/log': { get: getLog },
  '/pods/exec': connecting,
  '/pods/attach': connecting,
  '/pods/portforward': connecting,
  '/serviceaccounts/token': { create: postTokenRequest },
  '*/proxy': connecting,
  '*/scale': { get: getScale, update: putScale, patch: patchScale },
  '*': { get: getObject, update: putObject, patch: patchObject },
}

const review: ByVerb = { create: postAccessReview }

/** Resources that are operations rather than stored objects, by `group/resource`. */
export const VIRTUAL_RESOURCES: Readonly<Record<string, ByVerb>> = {
  '/bindings': { create: postBinding },
  '/componentstatuses': { get: getComponentStatus, list: listComponentStatuses },
  'metrics.orch.io/nodes': { get: getMetrics, list: listMetrics },
  'metrics.orch.io/pods': { get: getMetrics, list: listMetrics },
  'authentication.orch.io/selfsubjectreviews': { create: postSelfReview },
  'authentication.orch.io/tokenreviews': { create: postTokenReview },
  'authorization.orch.io/subjectaccessreviews': review,
  'authorization.orch.io/selfsubjectaccessreviews': review,
  'authorization.orch.io/localsubjectaccessreviews': review,
  'authorization.orch.io/selfsubjectrulesreviews': review,
}
