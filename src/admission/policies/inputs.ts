import { expressionCode } from '../../api/expressions'
import type { Ask } from '../../expressions/libraries/authorizer'
import type { Value } from '../../expressions/values'
import type { Inputs } from '../../api/policies/policy-run'
import type { ApiObject, GroupVersionKind, GroupVersionResource } from '../../machinery/object'
import type { AdmissionRequest } from '../plugin'
import type { Invocation } from '../webhooks/matching'

const kindOf = ({ group, version, kind }: GroupVersionKind) => ({ group, version, kind })
const resourceOf = ({ group, version, resource }: GroupVersionResource) => ({ group, version, resource })

/** `request` as expressions see it (documentation, "AdmissionRequest"). */
function requestOf(request: AdmissionRequest, { kind, resource }: Invocation): object {
  const { user, subresource, options } = request
  return {
    kind: kindOf(kind),
    resource: resourceOf(resource),
    ...(subresource && { subResource: subresource, requestSubResource: subresource }),
    requestKind: kindOf(request.kind),
    requestResource: resourceOf(request.resource),
    ...(request.name && { name: request.name }),
    ...(request.namespace && { namespace: request.namespace }),
    operation: request.operation,
    userInfo: {
      username: user.name,
      ...(user.uid && { uid: user.uid }),
      groups: user.groups,
      ...(user.extra && { extra: user.extra }),
    },
    dryRun: request.dryRun,
    ...(options && { options }),
  }
}

function namespaceOf(namespace: ApiObject): object {
  const { uid, ...metadata } = namespace.metadata
  return { ...namespace, metadata: { ...metadata, UID: uid } }
}

/** Variables of expressions for one request; each is computed on first use. Expressions must be loaded. */
export function inputsOf(
  request: AdmissionRequest,
  invocation: Invocation,
  objects: { readonly object: ApiObject | undefined; readonly oldObject: ApiObject | undefined },
  namespace: ApiObject | undefined,
  ask: Ask,
): Inputs {
  const { resource, subresource, name } = request
  const { authorizerValue, dynamicValue, NAMESPACE_TYPE, REQUEST_TYPE, resourceCheckValue, typedValue } =
    expressionCode()
  const make: Readonly<Record<string, () => Value>> = {
    object: () => dynamicValue(objects.object),
    oldObject: () => dynamicValue(objects.oldObject),
    request: () => typedValue(requestOf(request, invocation), REQUEST_TYPE),
    namespaceObject: () => (namespace ? typedValue(namespaceOf(namespace), NAMESPACE_TYPE) : null),
    authorizer: () => authorizerValue(ask),
    'authorizer.requestResource': () =>
      resourceCheckValue(ask, {
        group: resource.group,
        resource: resource.resource,
        subresource,
        namespace: request.namespace,
        name,
      }),
  }
  const known = new Map<string, Value>()
  return (variable) => {
    const made = known.get(variable)
    if (made !== undefined) return made
    const value = make[variable]?.()
    if (value !== undefined) known.set(variable, value)
    return value
  }
}

/** The same inputs with a binding's parameters. */
export function withParams(inputs: Inputs, params: ApiObject | undefined): Inputs {
  let made: Value | undefined
  return (variable) => (variable === 'params' ? (made ??= expressionCode().dynamicValue(params)) : inputs(variable))
}
