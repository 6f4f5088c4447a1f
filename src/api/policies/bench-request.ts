import { type Ask, authorizerValue, resourceCheckValue } from '../../expressions/libraries/authorizer'
import type { Value } from '../../expressions/values'
import type { Inputs } from './policy-run'
import { NAMESPACE_TYPE, REQUEST_TYPE } from './request-types'
import { dynamicValue, typedValue } from './values'

/** A request for trying a policy without a cluster. */
export interface BenchRequest {
  readonly operation: string
  readonly object?: unknown
  readonly oldObject?: unknown
  readonly params?: unknown
  readonly user?: { readonly username: string; readonly groups?: readonly string[] }
  /** The request's namespace object. */
  readonly namespaceObject?: unknown
  /** The authorizer's decision for every check; false by default. */
  readonly authorized?: boolean
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
}: BenchRequest): Inputs {
  const about = (object ?? oldObject ?? {}) as { metadata?: { name?: string; namespace?: string }; kind?: string }
  const { name = '', namespace = '' } = about.metadata ?? {}
  const ask: Ask = () => ({ allowed: authorized, reason: 'as the bench was told', error: '' })
  const request = {
    operation,
    name,
    namespace,
    kind: { group: '', version: '', kind: about.kind ?? '' },
    userInfo: { username: user?.username ?? 'alice', groups: user?.groups ?? ['system:authenticated'] },
    dryRun: false,
  }
  const values = new Map<string, Value>([
    ['object', dynamicValue(object)],
    ['oldObject', dynamicValue(oldObject)],
    ['params', dynamicValue(params)],
    ['request', typedValue(request, REQUEST_TYPE)],
    ['namespaceObject', typedValue(namespaceObject, NAMESPACE_TYPE)],
    ['authorizer', authorizerValue(ask)],
    ['authorizer.requestResource', resourceCheckValue(ask, { namespace, name })],
  ])
  return (variable) => values.get(variable)
}
