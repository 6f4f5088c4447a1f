import { type Type, listOf, mapOf, objectType, opaque, parseType, STRING } from '../../expressions/types'
import { AUTHORIZER_TYPE, RESOURCE_CHECK_TYPE } from '../../expressions/libraries/authorizer'

/** Types of variables other than the object (documentation, "Validation expression"). */
const fields = (table: Readonly<Record<string, string>>): Record<string, Type> =>
  Object.fromEntries(Object.entries(table).map(([name, type]) => [name, parseType(type)]))

const KIND = objectType('orch.GroupVersionKind', fields({ group: 'string', version: 'string', kind: 'string' }))
const RESOURCE = objectType(
  'orch.GroupVersionResource',
  fields({ group: 'string', version: 'string', resource: 'string' }),
)
/** Type of users. */
export const USER_INFO = objectType(
  'orch.UserInfo',
  fields({ username: 'string', uid: 'string', groups: 'list(string)', extra: 'map(string, list(string))' }),
)

/** Type of `request`. */
export const REQUEST_TYPE = objectType('orch.AdmissionRequest', {
  ...fields({
    subResource: 'string',
    requestSubResource: 'string',
    name: 'string',
    namespace: 'string',
    operation: 'string',
    dryRun: 'bool',
    options: 'dyn',
  }),
  kind: KIND,
  resource: RESOURCE,
  requestKind: KIND,
  requestResource: RESOURCE,
  userInfo: USER_INFO,
})

const META = objectType('orch.NamespaceMetadata', {
  ...fields({
    name: 'string',
    generateName: 'string',
    namespace: 'string',
    UID: 'string',
    creationTimestamp: 'timestamp',
    deletionGracePeriodSeconds: 'int',
    deletionTimestamp: 'timestamp',
    generation: 'int',
    resourceVersion: 'string',
    finalizers: 'list(string)',
  }),
  labels: mapOf(STRING, STRING),
  annotations: mapOf(STRING, STRING),
})
const CONDITION = objectType(
  'orch.NamespaceCondition',
  fields({ status: 'string', type: 'string', lastTransitionTime: 'timestamp', message: 'string', reason: 'string' }),
)

/** Type of `namespaceObject`: the parts of a namespace visible to expressions. */
export const NAMESPACE_TYPE = objectType('orch.Namespace', {
  metadata: META,
  spec: objectType('orch.NamespaceSpec', fields({ finalizers: 'list(string)' })),
  status: objectType('orch.NamespaceStatus', { phase: STRING, conditions: listOf(CONDITION) }),
})

export const AUTHORIZER = opaque(AUTHORIZER_TYPE)
export const RESOURCE_CHECK = opaque(RESOURCE_CHECK_TYPE)
