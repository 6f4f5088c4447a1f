import { convertFromHub, convertToHub, hubOf } from '../api/conversion/convert'
import { versionDefaults } from '../api/conversion/version-defaults'
import type { KindBehaviour } from '../api/kind'
import { KINDS } from '../api/generated/kinds/behaviours'
import {
  deprecationWarning,
  servedResources,
  storageVersionOf,
  type Release,
  type ServedResource,
  type ServingOptions,
} from '../api/releases'
import { withUnknownFields } from '../api/releases/added-fields'
import { type DisabledFields, disabledFields, dropDisabledFields } from '../api/releases/gated-fields'
import { keepUnknownFields } from '../api/releases/unknown-fields'
import { behaviourAt } from '../api/release-columns'
import type { Served } from '../api/releases/ledger'
import { hubResourceOf } from '../api/shared-storage'
import type { Schema } from '../api/schema'
import { schemaOf, typeOfKind } from '../api/types'
import { sortMaps } from '../api/member-order'
import { addZeroValues, stripZeroValues } from '../api/zero-values'
import { apiVersionOf, parseApiVersion, type ApiObject } from '../machinery/object'
import { withSelfLinks } from './self-link'
import type { Catalogue } from './catalogue'
import { type Deprecation, type HubType, type ServedType, storePrefix } from './resource-type'

const behaviours = new Map(KINDS.map((behaviour) => [`${behaviour.group}/${behaviour.resource}`, behaviour]))

/** Behaviour of kinds without rules of their own. */
const plain = (group: string, resource: string, kind: string, hasStatus: boolean): KindBehaviour => ({
  group,
  resource,
  kind,
  hasStatus,
})

/** Adds all resources of a release to the catalogue, subject to `--runtime-config`. */
export function addBuiltInTypes(catalogue: Catalogue, release: Release, serving: ServingOptions): void {
  const hubs = new Map<string, HubType>()
  const served: Served = { release: release.minor, feature: serving.feature ?? (() => true) }
  const disabled = withUnknownFields(disabledFields(served.feature, release.minor), release.minor)
  for (const resource of servedResources(release, serving)) {
    const key = behaviourKey(resource)
    const hub = hubs.get(key) ?? hubType(resource, release)
    hubs.set(key, hub)
    catalogue.add(withSelfLinks(servedType(resource, hub, release, served, disabled), served))
  }
}

/** Groups that share storage share their behaviour, unless one of them has its own rules (events). */
function behaviourKey({ group, resource }: ServedResource): string {
  if (behaviours.has(`${group}/${resource}`)) return `${group}/${resource}`
  const at = hubResourceOf(group, resource)
  return `${at.group}/${at.resource}`
}

function hubType(resource: ServedResource, release: Release): HubType {
  const { group, resource: name } = hubResourceOf(resource.group, resource.resource)
  const hub = hubOf(group, name)
  const storage = storageVersionOf(group, name, release.minor)
  const hasStatus = resource.subresources.some((subresource) => subresource.name === 'status')
  const behaviour = behaviourAt(
    behaviours.get(behaviourKey(resource)) ?? plain(group, name, resource.kind, hasStatus),
    release.minor,
  )
  return {
    group,
    resource: name,
    kind: resource.kind,
    version: hub.version,
    namespaced: resource.namespaced,
    behaviour,
    storedAs: { group: storage.group, version: storage.version, kind: resource.kind },
    prefix: storePrefix(group, name),
    fromStored: (stored) => {
      const { group: from, version } = parseApiVersion(stored.apiVersion ?? '') ?? hub
      const object = settled(convertToHub(stored, from, version, resource.kind), release)
      return behaviour.completeStored?.(object, release.minor) ?? object
    },
    toStored: (object) =>
      inOrder(settled(convertFromHub(object, storage.group, storage.version, resource.kind), release), release),
  }
}

/** Groups stored as JSON, which distinguishes an empty list from an absent one. */
const KEPT_AS_JSON = ['apiextensions.orch.io', 'apiregistration.orch.io']

function schemaOfObject({ apiVersion = '', kind = '' }: ApiObject, release: Release): Schema | undefined {
  const type = typeOfKind(apiVersion, kind)
  return type === undefined || !parseApiVersion(apiVersion) ? undefined : schemaOf(type, release.minor)
}

/** The object with its maps sorted, as in responses. */
function inOrder(object: ApiObject, release: Release): ApiObject {
  const schema = schemaOfObject(object, release)
  return schema ? (sortMaps(object, schema) as ApiObject) : object
}

/** The object with the members that are always present, where they are not empty. */
function settled(object: ApiObject, release: Release): ApiObject {
  const schema = schemaOfObject(object, release)
  if (!schema) return object
  const { group } = parseApiVersion(object.apiVersion ?? '') ?? {}
  return stripZeroValues(object, schema, { keepEmptyLists: KEPT_AS_JSON.includes(group ?? '') }) as ApiObject
}

function servedType(
  resource: ServedResource,
  hub: HubType,
  release: Release,
  served: Served,
  disabled: DisabledFields,
): ServedType {
  const { group, version, kind } = resource
  const schema = schemaOf(resource.typeName, release.minor)
  return {
    group,
    version,
    apiVersion: apiVersionOf(resource),
    resource: resource.resource,
    singular: resource.singular,
    kind,
    listKind: `${kind}List`,
    namespaced: resource.namespaced,
    verbs: resource.verbs,
    shortNames: resource.shortNames,
    categories: resource.categories,
    subresources: new Map(resource.subresources.map((subresource) => [subresource.name, subresource])),
    hub,
    schema,
    ...(resource.deprecated && { deprecated: deprecationOf(resource) }),
    custom: false,
    ...(schema && {
      guardFields: (object: ApiObject, old: ApiObject | undefined) =>
        keepUnknownFields(dropDisabledFields(object, schema, disabled, old), old, schema),
    }),
    applyDefaults: (object: ApiObject) => {
      versionDefaults(object, group, version, kind)
      hub.behaviour.defaults?.(object, version, served)
    },
    toHub: (object) => settled(convertToHub(object, group, version, kind), release),
    fromHub: (object) => {
      const converted = convertFromHub(object, group, version, kind)
      return schema ? (addZeroValues(converted, schema) as ApiObject) : converted
    },
  }
}

function deprecationOf(resource: ServedResource): Deprecation {
  const { since = 0, removed, replacement } = resource.deprecated ?? {}
  const named = (minor: number) => `1.${minor}`
  return {
    since: named(since),
    ...(removed !== undefined && { removed: named(removed) }),
    ...(replacement && { replacement }),
    warning: deprecationWarning(resource) ?? '',
  }
}
