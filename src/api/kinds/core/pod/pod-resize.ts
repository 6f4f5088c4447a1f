import { clone, equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { SubresourceBehaviour } from '../../../subresource-behaviour'
import { type Container, podOf } from '../../shared/pod-types'
import { later } from '../../shared/sidecars'
import { behaves, type Served } from '../../../releases/ledger'
import { countSpecChange } from './pod-generation'
import { LISTS, mayResize, type SizedSpec, sizedSpecOf, validateResize } from './resize-rules'

/** Stored containers with the resources and resize policies that a request asks for; as requested if it renames or moves any. */
function resized(given: readonly Container[], stored: readonly Container[]): readonly Container[] {
  if (given.some(({ name }, i) => name !== stored[i]?.name)) return given
  return stored.map((container, i) => {
    const { resources = {} } = given[i] ?? {}
    const { resizePolicy } = later(given[i] ?? {})
    return { ...container, resources, ...(resizePolicy && { resizePolicy }) }
  })
}

/** Until 1.32: resources are taken by the names of containers, and those of others stay as they are. */
function resizedByName(given: SizedSpec, stored: SizedSpec, served: Served): void {
  for (const list of LISTS)
    for (const container of stored[list] ?? []) {
      const asked = given[list]?.find((one) => one.name === container.name)
      if (!asked || !mayResize(list, container, served)) continue
      Object.assign(container, { resources: clone(asked.resources ?? {}) })
      const { resizePolicy } = later(asked)
      if (resizePolicy) Object.assign(container, { resizePolicy: clone(resizePolicy) })
    }
}

/** Takes only resources and resize policies from the request, everything else from the stored pod. A wrong number of containers stays, to be refused. */
function keepResources(object: ApiObject, old: ApiObject, served: Served): void {
  const { name, namespace, uid, resourceVersion, managedFields } = object.metadata
  const given = clone(sizedSpecOf(object))
  const stored = clone(old)
  const kept = sizedSpecOf(stored)
  if (behaves('resize-refuses-other-containers', served.release)) {
    if (LISTS.some((list) => (given[list] ?? []).length !== (kept[list] ?? []).length)) return
    for (const list of LISTS) if (kept[list]) Object.assign(kept, { [list]: resized(given[list] ?? [], kept[list]) })
  } else resizedByName(given, kept, served)
  if (behaves('resize-whole-pods', served)) {
    delete kept.resources
    if (given.resources) kept.resources = given.resources
  }
  const own = { name, namespace, uid, resourceVersion, managedFields }
  object['spec'] = stored['spec']
  object['status'] = stored['status']
  object.metadata = {
    ...stored.metadata,
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
  }
}

/** Whether a started container requests different resources than before. */
const asksForOther = (object: ApiObject, old: ApiObject): boolean =>
  (podOf(old).spec?.containers ?? []).some(
    ({ name, resources = {} }, i) =>
      (podOf(old).status?.containerStatuses ?? []).some((status) => status.name === name) &&
      !equal(resources.requests ?? {}, podOf(object).spec?.containers?.[i]?.resources?.requests ?? {}),
  )

/** The subresource that resizes a running pod (resource API, "Resize"). */
export const resize: SubresourceBehaviour = {
  prepareForUpdate(object, old, { release, feature }) {
    keepResources(object, old, { release, feature })
    countSpecChange(object, old, release)
    if (behaves('resize-proposed', release) && asksForOther(object, old))
      object['status'] = { ...podOf(object).status, resize: 'Proposed' }
  },
  validateUpdate: validateResize,
}
