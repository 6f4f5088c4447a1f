import { whenReady } from '../../machinery/maybe-promise'
import type { CustomType } from '../../api/apiextensions/custom-type'
import { type Definition, storageVersion } from '../../api/apiextensions/definition'
import { sortMembers } from '../../api/member-order'
import type { ApiObject } from '../../machinery/object'
import type { HubType, ServedSubresource, ServedType } from '../../registry/resource-type'
import { storePrefix } from '../../registry/resource-type'

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']
const PART_VERBS = ['get', 'patch', 'update']

/** A served custom type. */
export interface Served {
  readonly definition: Definition
  terminating: boolean
}

/** Builds the served type for one version of a custom type. */
export function servedType(version: CustomType, state: Served): ServedType {
  const stored = storageVersion(state.definition.spec)
  const hub: HubType = {
    group: version.group,
    resource: version.resource,
    kind: version.kind,
    version: version.version,
    namespaced: version.namespaced,
    behaviour: version.behaviour,
    storedAs: stored?.served ? { group: version.group, version: stored.name, kind: version.kind } : undefined,
    prefix: storePrefix(version.group, version.resource),
    fromStored: (stored) => version.fromStored(stored),
    toStored: (object) => whenReady(version.toStored(object), (stored) => sortMembers(stored) as ApiObject),
  }
  const parts = version.subresources.map((name): [string, ServedSubresource] => [
    name,
    name === 'scale'
      ? { name, kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: PART_VERBS }
      : { name, kind: version.kind, verbs: PART_VERBS },
  ])
  return {
    group: version.group,
    version: version.version,
    apiVersion: version.apiVersion,
    resource: version.resource,
    singular: version.singular,
    kind: version.kind,
    listKind: version.listKind,
    namespaced: version.namespaced,
    verbs: VERBS,
    shortNames: version.shortNames,
    categories: version.categories,
    subresources: new Map(parts),
    hub,
    schema: version.schema,
    ...(version.deprecationWarning !== undefined && { deprecated: { since: '', warning: version.deprecationWarning } }),
    custom: true,
    selectableFields: Object.keys(version.behaviour.fieldSelectors ?? {}),
    frozen: () => state.terminating,
    read: (object, options) => version.read(object, options),
    applyDefaults: (object, keepNulls) => version.applyDefaults(object, keepNulls),
    toHub: (object) => object,
    fromHub: (object) => object,
  }
}
