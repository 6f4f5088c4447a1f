import { listOf, mapOf, objectType, opaque, STRING, fieldTypes } from '../../expressions/types'
import { AUTHORIZER_TYPE, RESOURCE_CHECK_TYPE } from '../../expressions/libraries/authorizer'

/** Types of variables other than the object (documentation, "Validation expression"). */

const KIND = objectType('orch.GroupVersionKind', fieldTypes({ group: 'string', version: 'string', kind: 'string' }))
const RESOURCE = objectType(
  'orch.GroupVersionResource',
  fieldTypes({ group: 'string', version: 'string', resource: 'string' }),
)
/** Type of users. */
export const USER_INFO = objectType(
  'orch.UserInfo',
  fieldTypes({ username: 'string', uid: 'string', groups: 'list(string)', extra: 'map(string, list(string))' }),
)

/** Type of `request`. */
export const REQUEST_TYPE = objectType('orch.AdmissionRequest', {
  ...fieldTypes({
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
  ...fieldTypes({
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
  fieldTypes({
    status: 'string',
    type: 'string',
    lastTransitionTime: 'timestamp',
    message: 'string',
    reason: 'string',
  }),
)

/** Type of `namespaceObject`: the parts of a namespace visible to expressions. */
export const NAMESPACE_TYPE = objectType('orch.Namespace', {
  metadata: META,
  spec: objectType('orch.NamespaceSpec', fieldTypes({ finalizers: 'list(string)' })),
  status: objectType('orch.NamespaceStatus', { phase: STRING, conditions: listOf(CONDITION) }),
})

/** Type of the variable `authorizer`. */
export const AUTHORIZER = opaque(AUTHORIZER_TYPE)
/** Type of a check that `authorizer` builds for a resource. */
export const RESOURCE_CHECK = opaque(RESOURCE_CHECK_TYPE)
