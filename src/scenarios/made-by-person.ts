import { at, isObject, type JsonObject } from '../machinery/json'
import { textAt } from './text-at'

/** Field managers of the control plane; `unknown` occurs in stores from before its requests had a manager name. */
const CONTROL_PLANE = new Set([
  'unknown',
  'orch-apiserver',
  'orch-controller-manager',
  'orch-scheduler',
  'orchlet',
  'api-priority-and-fairness-config-producer-v1',
  'api-priority-and-fairness-config-consumer-v1',
])

/** Kinds that the control plane creates by itself. */
const AUTOMATIC = new Set(['Event', 'Lease', 'Endpoints', 'EndpointSlice', 'ComponentStatus', 'ControllerRevision'])
const SYSTEM_NAMESPACES = new Set(['default', 'orch-system', 'orch-public', 'orch-node-lease'])

/** The metadata of an object; empty if it is missing or malformed. */
export const metadataOf = (object: JsonObject): JsonObject => (isObject(object['metadata']) ? object['metadata'] : {})

const hasMark = (object: JsonObject, member: 'labels' | 'annotations', mark: string): boolean => {
  const marks = metadataOf(object)[member]
  return isObject(marks) && Object.keys(marks).some((key) => key.endsWith(mark))
}

type Test = (object: JsonObject, name: string) => boolean

const SYSTEM_CONFIG_MAPS: ReadonlySet<string> = new Set([
  'orch-root-ca.crt',
  'extension-apiserver-authentication',
  'orch-apiserver-legacy-service-account-token-tracking',
])

/** The objects of each kind that belong to the start state. */
const START: Readonly<Record<string, Test>> = {
  Namespace: (_, name) => SYSTEM_NAMESPACES.has(name),
  Node: () => true,
  Service: (object, name) => name === 'orch' && metadataOf(object)['namespace'] === 'default',
  ServiceAccount: (_, name) => name === 'default',
  ConfigMap: (_, name) => SYSTEM_CONFIG_MAPS.has(name),
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

/** Whether it is a generated service account secret: `default-token-x7k2p`. */
export const isGeneratedSecret = (object: JsonObject): boolean =>
  object['kind'] === 'Secret' && /-token-[a-z0-9]{5}$/.test(textAt(metadataOf(object)['name']))

/** Whether every cluster starts with an object of this name. */
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

/**
 * Whether the user created or changed an object. Without managedFields, every object outside the start state counts as the
 * user's.
 */
export function madeByPerson(object: JsonObject): boolean {
  if (AUTOMATIC.has(textAt(object['kind']))) return false
  const entries = entriesOf(object)
  return entries.length > 0 ? entries.some(isPersons) : !isStartObject(object)
}

const writesStatus = (entry: JsonObject): boolean =>
  isPersons(entry) && (entry['subresource'] === 'status' || at(entry, 'fieldsV1', 'f:status') !== undefined)

/** Whether the user wrote the status, in which case no controller will write it again. */
export const personsStatus = (object: JsonObject): boolean => entriesOf(object).some(writesStatus)
