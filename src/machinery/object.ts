/** The shape that all API objects share (resource API, "Resources and their fields"). */

export interface OwnerReference {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean
  blockOwnerDeletion?: boolean
}

/** Which fields one manager owns, by which operation and in which version. */
export interface ManagedFieldsEntry {
  manager?: string
  operation?: string
  apiVersion?: string
  time?: string
  fieldsType?: string
  fieldsV1?: Record<string, unknown>
  subresource?: string
}

/** Metadata that all objects have. */
export interface ObjectMeta {
  name?: string
  generateName?: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  generation?: number
  creationTimestamp?: string
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number | bigint
  labels?: Record<string, string>
  annotations?: Record<string, string>
  finalizers?: string[]
  ownerReferences?: OwnerReference[]
  managedFields?: ManagedFieldsEntry[]
  selfLink?: string
}

/** An object of any kind. Objects read from the store are shared: copy before changing. */
export interface ApiObject {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  [field: string]: unknown
}

/** A group and one of its versions; the core group is empty. */
export interface GroupVersion {
  readonly group: string
  readonly version: string
}
/** Identifies a kind, as `apiVersion` and `kind` of an object do. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string
}
/** Identifies a resource, as the path of a request does: `apps`, `v1`, `deployments`. */
export interface GroupVersionResource extends GroupVersion {
  readonly resource: string
}

/** `v1` for the core group, `<group>/<version>` for the others. */
export const apiVersionOf = ({ group, version }: GroupVersion): string => (group ? `${group}/${version}` : version)

/** The inverse of `apiVersionOf`; undefined if the text has more than one slash. */
export function parseApiVersion(text: string): GroupVersion | undefined {
  const slash = text.indexOf('/')
  if (slash < 0) return { group: '', version: text }
  if (text.includes('/', slash + 1)) return undefined
  return { group: text.slice(0, slash), version: text.slice(slash + 1) }
}
