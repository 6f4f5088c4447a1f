/** What the start needs of the served kinds: --runtime-config may have switched off any of them. */
import { RBAC_GROUP, RBAC_RESOURCES } from '../../authorization/policy'
import type { ApiObject } from '../../machinery/object'
import type { Catalogue } from '../../registry/catalogue'
import type { StartObject } from './start-state'

const NAMESPACES = 'namespaces'

const isServed = (catalogue: Catalogue, group: string, version: string, resource: string): boolean =>
  version === '*'
    ? catalogue.types().some((type) => type.group === group && type.resource === resource)
    : catalogue.find(group, version, resource) !== undefined

/** The version in which the server writes its own endpoint slice: the stable one where it is served. */
export const endpointSliceVersion = (catalogue: Catalogue): string | undefined =>
  ['v1', 'v1beta1'].find((version) => isServed(catalogue, 'discovery.orch.io', version, 'endpointslices'))

/** The start objects whose kinds are served; namespaced ones only if namespaces are served. */
export const servedObjects = (catalogue: Catalogue, objects: readonly StartObject[]): StartObject[] =>
  objects.filter(
    ({ target: { group, version, resource, namespace } }) =>
      isServed(catalogue, group, version, resource) &&
      (namespace === undefined || isServed(catalogue, '', 'v1', NAMESPACES)),
  )

/** The same for default roles and bindings. */
export const servedRoles = (catalogue: Catalogue, objects: readonly ApiObject[]): ApiObject[] =>
  objects.filter(
    ({ kind, metadata }) =>
      isServed(catalogue, RBAC_GROUP, 'v1', RBAC_RESOURCES[kind as keyof typeof RBAC_RESOURCES].resource) &&
      (metadata.namespace === undefined || isServed(catalogue, '', 'v1', NAMESPACES)),
  )

/** The resources that a controller requires and that are not served. */
export const missingNeeds = (catalogue: Catalogue, { needs }: { readonly needs: readonly string[] }): string[] =>
  needs.filter((need) => {
    const [resource = '', version = '', group = ''] = need.split('/').reverse()
    return !isServed(catalogue, group, version, resource)
  })
