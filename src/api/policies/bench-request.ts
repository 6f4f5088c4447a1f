import { type Ask, authorizerValue, resourceCheckValue } from '../../expressions/libraries/authorizer'
import type { Value } from '../../expressions/values'
import type { NamedResource } from '../../machinery/named-resource'
import type { GroupVersionResource } from '../../machinery/object'
import type { Inputs } from './policy-run'
import { NAMESPACE_TYPE, REQUEST_TYPE } from './request-types'
import { dynamicValue, typedValue } from './values'

/** A request for trying a policy without a cluster. */
export interface BenchRequest {
  readonly operation: string
  readonly object?: unknown
  readonly oldObject?: unknown
  readonly params?: unknown
  readonly user?: {
    readonly username: string
    readonly uid?: string
    readonly groups?: readonly string[]
    readonly extra?: unknown
  }
  /** The request's resource; by default the one of the object's kind, if that is served. */
  readonly resource?: GroupVersionResource | undefined
  readonly subResource?: string
  readonly dryRun?: boolean
  /** The request's namespace object. */
  readonly namespaceObject?: unknown
  /** The authorizer's decision for every check; false by default. */
  readonly authorized?: boolean
}

interface About {
  readonly metadata?: { readonly name?: string; readonly namespace?: string }
  readonly apiVersion?: string
  readonly kind?: string
}
const aboutOf = (object: unknown): About => object ?? {}

/** The request with its resource, found by the object's kind among those that are served. */
export function withResource(request: BenchRequest, served: readonly NamedResource[]): BenchRequest {
  if (request.resource) return request
  const { apiVersion = '', kind } = aboutOf(request.object ?? request.oldObject)
  const found = served.find(
    (one) => one.kind === kind && (one.group ? `${one.group}/${one.version}` : one.version) === apiVersion,
  )
  if (!found) return request
  const { group, version, resource } = found
  return { ...request, resource: { group, version, resource } }
}

/** Variables of expressions for a bench request. */
export function inputsOf({
  operation,
  object,
  oldObject,
  params,
  user,
  namespaceObject,
  authorized = false,
  resource,
  subResource,
  dryRun = false,
}: BenchRequest): Inputs {
  const { metadata: { name = '', namespace = '' } = {}, kind: kindName = '', ...about } = aboutOf(object ?? oldObject)
  const [version = '', group = ''] = (about.apiVersion ?? '').split('/').reverse()
  const kind = { group, version, kind: kindName }
  const ask: Ask = () => ({ allowed: authorized, reason: 'as the bench was told', error: '' })
  const request = {
    operation,
    name,
    namespace,
    kind,
    requestKind: kind,
    ...(resource && { resource, requestResource: resource }),
    ...(subResource && { subResource, requestSubResource: subResource }),
    userInfo: { username: 'alice', groups: ['system:authenticated'], ...user },
    dryRun,
  }
  const values = new Map<string, Value>([
    ['object', dynamicValue(object)],
    ['oldObject', dynamicValue(oldObject)],
    ['params', dynamicValue(params)],
    ['request', typedValue(request, REQUEST_TYPE)],
    ['namespaceObject', typedValue(namespaceObject, NAMESPACE_TYPE)],
    ['authorizer', authorizerValue(ask)],
    [
      'authorizer.requestResource',
      resourceCheckValue(ask, {
        namespace,
        name,
        ...(resource && { group: resource.group, resource: resource.resource }),
        ...(subResource && { subresource: subResource }),
      }),
    ],
  ])
  return (variable) => values.get(variable)
}
