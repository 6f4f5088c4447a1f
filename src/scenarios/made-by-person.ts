import { at, isObject, type JsonObject } from '../machinery/json'
import { textAt } from './text-at'

/** Managers of fields that are parts of the control plane; `unknown` is what it wrote in stores of before its requests had a name. */
const CONTROL_PLANE = new Set([
  'unknown',
  'orch-apiserver',
  'orch-controller-manager',
  'orch-scheduler',
  'orchlet',
  'api-priority-and-fairness-config-producer-v1',
  'api-priority-and-fairness-config-consumer-v1',
])

/** Kinds that the control plane writes by itself. */
const AUTOMATIC = new Set(['Event', 'Lease', 'Endpoints', 'EndpointSlice', 'ComponentStatus', 'ControllerRevision'])
const SYSTEM_NAMESPACES = new Set(['default', 'orch-system', 'orch-public', 'orch-node-lease'])

const metadataOf = (object: JsonObject): JsonObject => (isObject(object['metadata']) ? object['metadata'] : {})

const hasMark = (object: JsonObject, member: 'labels' | 'annotations', mark: string): boolean => {
  const marks = metadataOf(object)[member]
  return isObject(marks) && Object.keys(marks).some((key) => key.endsWith(mark))
}

type Test = (object: JsonObject, name: string) => boolean

/** Which objects of a kind belong to the start state. */
const START: Readonly<Record<string, Test>> = {
  Namespace: (_, name) => SYSTEM_NAMESPACES.has(name),
  Node: () => true,
  Service: (object, name) => name === 'orch' && metadataOf(object)['namespace'] === 'default',
  ServiceAccount: (_, name) => name === 'default',
  ConfigMap: (_, name) => name === 'orch-root-ca.crt' || name === 'extension-apiserver-authentication',
  Secret: (object) => textAt(object['type']).endsWith('/service-account-token') && isGeneratedSecret(object),
  APIService: (object) => hasMark(object, 'labels', '/automanaged'),
  PriorityClass: (_, name) => name.startsWith('system-'),
  FlowSchema: (object) => hasMark(object, 'annotations', '/autoupdate-spec'),
  PriorityLevelConfiguration: (object) => hasMark(object, 'annotations', '/autoupdate-spec'),
  CustomResourceDefinition: (_, name) => name === 'stages.life.orch.io',
  StorageClass: (object, name) => name === 'standard' && hasMark(object, 'annotations', '/is-default-class'),
  ClusterRole: (object) => hasMark(object, 'labels', '/bootstrapping'),
  ClusterRoleBinding: (object) => hasMark(object, 'labels', '/bootstrapping'),
  Role: (object) => hasMark(object, 'labels', '/bootstrapping'),
  RoleBinding: (object) => hasMark(object, 'labels', '/bootstrapping'),
}

/** A secret of a service account that the controller named: `default-token-x7k2p`. */
export const isGeneratedSecret = (object: JsonObject): boolean =>
  object['kind'] === 'Secret' && /-token-[a-z0-9]{5}$/.test(textAt(metadataOf(object)['name']))

/** Whether every cluster has an object of this name from its start. */
export function isStartObject(object: JsonObject): boolean {
  const kind = textAt(object['kind'])
  const test = Object.hasOwn(START, kind) ? START[kind] : undefined
  return test?.(object, textAt(metadataOf(object)['name'])) ?? false
}

const entriesOf = (object: JsonObject): JsonObject[] => {
  const entries = metadataOf(object)['managedFields']
  return Array.isArray(entries) ? entries.filter(isObject) : []
}
const isPersons = (entry: JsonObject): boolean => !CONTROL_PLANE.has(textAt(entry['manager']))

/** Whether a person made or changed an object. Without managedFields, everything outside the start state counts as a person's. */
export function madeByPerson(object: JsonObject): boolean {
  if (AUTOMATIC.has(textAt(object['kind']))) return false
  const entries = entriesOf(object)
  return entries.length > 0 ? entries.some(isPersons) : !isStartObject(object)
}

const writesStatus = (entry: JsonObject): boolean =>
  isPersons(entry) && (entry['subresource'] === 'status' || at(entry, 'fieldsV1', 'f:status') !== undefined)

/** Whether a person wrote the status: then no controller will write it again. */
export const personsStatus = (object: JsonObject): boolean => entriesOf(object).some(writesStatus)
