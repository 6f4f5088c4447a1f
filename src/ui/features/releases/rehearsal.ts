import { convertFromHub, convertToHub } from '../../../api/conversion/convert'
import {
  deprecationWarning,
  type Release,
  releaseOf,
  RELEASES,
  type ServedResource,
  servedResources,
} from '../../../api/releases'
import { existsAt } from '../../../api/releases/ledger'
import { hubResourceOf } from '../../../api/shared-storage'
import { clone, isObject } from '../../../machinery/json'
import { type ApiObject, apiVersionOf, parseApiVersion } from '../../../machinery/object'
import { isStartObject, madeByPerson } from '../../../scenarios/made-by-person'

/** What happens to an object, or a client of an API, in another release. */
export interface Finding {
  readonly verdict: 'works' | 'deprecated' | 'moves' | 'breaks' | 'unknown'
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly namespace?: string
  readonly why: string
  /** Effects on clients that write the same object through other versions. */
  readonly also?: readonly string[]
  /** True if the server created the object and updates it by itself. */
  readonly system?: boolean
  /** The object in the replacement version. */
  readonly converted?: ApiObject
  /** Managers that wrote through the version, from managedFields. */
  readonly writers?: readonly string[]
}

const key = (apiVersion: string, kind: string): string => `${apiVersion} ${kind}`

/** Most urgent first. */
export const VERDICTS: readonly Finding['verdict'][] = ['breaks', 'moves', 'deprecated', 'unknown', 'works']

/** What a release serves, looked up by version and kind. */
class Served {
  readonly byKind: ReadonlyMap<string, ServedResource>
  private readonly resources: readonly ServedResource[]
  constructor(readonly release: Release) {
    this.resources = servedResources(release)
    this.byKind = new Map(this.resources.map((resource) => [key(apiVersionOf(resource), resource.kind), resource]))
  }
  /** The same resource in any group and version that the release serves, best first. */
  successor({ group, resource }: ServedResource): ServedResource | undefined {
    const hub = hubResourceOf(group, resource)
    const all = this.resources.filter((other) => {
      const at = hubResourceOf(other.group, other.resource)
      return at.group === hub.group && at.resource === hub.resource
    })
    return all.find(({ deprecated }) => !deprecated) ?? all[0]
  }
}

/** A built-in kind in the last release that served it; undefined for custom and unknown kinds. */
function knownKind(apiVersion: string, kind: string): { resource: ServedResource; last: Release } | undefined {
  for (const release of [...RELEASES].reverse()) {
    const resource = servedResources(release).find((one) => apiVersionOf(one) === apiVersion && one.kind === kind)
    if (resource) return { resource, last: release }
  }
  return undefined
}

const known = new Map<string, ReturnType<typeof knownKind>>()
const remembered = (apiVersion: string, kind: string) => {
  const at = key(apiVersion, kind)
  if (!known.has(at)) known.set(at, knownKind(apiVersion, kind))
  return known.get(at)
}

/** What happens to manifests, as written, in a release. */
export function rehearse(objects: readonly ApiObject[], releaseName: string): Finding[] {
  const served = new Served(releaseOf(releaseName))
  return objects.map((object) => judge(object, served))
}

function judge(object: ApiObject, served: Served): Finding {
  const { apiVersion = '', kind = '', metadata } = object
  const base = {
    apiVersion,
    kind,
    name: metadata?.name ?? metadata?.generateName ?? '',
    ...(metadata?.namespace && { namespace: metadata.namespace }),
  }
  const now = served.byKind.get(key(apiVersion, kind))
  if (now) {
    const warning = deprecationWarning(now)
    if (!warning) return { ...base, verdict: 'works', why: `served in ${served.release.name}` }
    return { ...base, verdict: 'deprecated', why: warning, ...converted(object, now, served) }
  }
  const before = remembered(apiVersion, kind)
  if (!before)
    return { ...base, verdict: 'unknown', why: 'not a built-in kind: depends on its CustomResourceDefinition' }
  const { resource, last } = before
  const next = converted(object, resource, served)
  const instead = next.converted?.apiVersion
  const gone = existsAt({ since: resource.introduced }, served.release.minor)
    ? `no longer served after ${last.name}`
    : `introduced in 1.${resource.introduced}`
  return {
    ...base,
    verdict: instead === undefined ? 'breaks' : 'moves',
    why:
      instead === undefined
        ? `${gone}, removed without replacement`
        : `${gone}; use ${instead}. Stored objects are kept and served through it.`,
    ...next,
  }
}

/** The object in the release's replacement version, if there is one. */
function converted(object: ApiObject, from: ServedResource, served: Served): { converted?: ApiObject } {
  const to = served.successor(from)
  if (!to || (to.group === from.group && to.version === from.version)) return {}
  const hub = convertToHub(clone(object), from.group, from.version, from.kind)
  const result = convertFromHub(hub, to.group, to.version, to.kind)
  return { converted: { ...result, apiVersion: apiVersionOf(to), kind: to.kind } }
}

/**
 * What breaks in a live cluster, one finding per object. Stored objects survive, but managers that write through a removed version
 * fail; managedFields shows which version each one used.
 */
export function rehearseCluster(objects: readonly ApiObject[], releaseName: string): Finding[] {
  const served = new Served(releaseOf(releaseName))
  return objects.flatMap((object) => {
    const [first, ...more] = [judge(object, served), ...writersOf(object, served)].filter(needsWork)
    if (!first) return []
    const all = [first, ...more]
    const also = more.map(({ why }) => why)
    const writers = [...new Set(all.flatMap((one) => one.writers ?? managersOf(object, one.apiVersion)))]
    const verdict = VERDICTS.find((worst) => all.some((one) => one.verdict === worst)) ?? first.verdict
    const system = isSystem(object)
    return [{ ...first, verdict, writers, ...(also.length > 0 && { also }), ...(system && { system }) }]
  })
}

/** Kinds whose objects the server creates at start-up and restores when changed. */
const SERVERS_OWN = new Set<unknown>(['FlowSchema', 'PriorityLevelConfiguration'])

const isSystem = (object: unknown): boolean =>
  isObject(object) && !madeByPerson(object) && (isStartObject(object) || SERVERS_OWN.has(object['kind']))

const needsWork = ({ verdict }: Finding): boolean => verdict !== 'works' && verdict !== 'unknown'

const managersOf = (object: ApiObject, version: string): string[] => [
  ...new Set(
    (object.metadata.managedFields ?? [])
      .filter(({ apiVersion }) => apiVersion === version)
      .map(({ manager = '' }) => manager),
  ),
]

/** Effects on managers that write an object through other versions than the one it is read in. */
function writersOf(object: ApiObject, served: Served): Finding[] {
  const versions = new Set((object.metadata.managedFields ?? []).map(({ apiVersion = '' }) => apiVersion))
  return [...versions].flatMap((apiVersion) => {
    if (apiVersion === object.apiVersion || !parseApiVersion(apiVersion)) return []
    const { converted: _converted, ...written } = judge({ ...object, apiVersion }, served)
    const writers = managersOf(object, apiVersion)
    return [{ ...written, writers, why: `${writers.join(', ')} writes it as ${apiVersion}: ${written.why}` }]
  })
}
