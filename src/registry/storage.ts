import { type MaybePromise, whenReady } from '../machinery/maybe-promise'
import type { ApiObject } from '../machinery/object'
import type { Entry, Store } from '../store/store'
import { fixParts } from '../machinery/fixed-parts'
import { writeJson } from '../machinery/json-text'
import { RecentTexts } from '../machinery/recent-texts'
import { RecentValues } from '../machinery/recent-values'
import type { HubType, ServedType } from './resource-type'

/** A decoded form of an entry, linked to the previous one. There are few, so a chain is smaller than a map. */
interface Form {
  readonly of: HubType | ServedType
  readonly object: ApiObject
  readonly earlier: Form | undefined
}

// Entries never change, so their decoded forms can be cached. Forms not used recently are recreated on demand.
const formsOf = new RecentValues<Entry, Form>(50_000)
/** Replaced entries, oldest first: watchers may still be about to send the latest ones. */
const replaced: Entry[] = []
const MOST_REPLACED = 1_000
// Text of a few thousand objects is cached; a hundred thousand are not held in memory twice.
const itemTexts = new RecentTexts(32_000_000)

/** The store's key of an object. */
export const keyOf = (hub: HubType, namespace: string, name: string): string =>
  hub.namespaced ? `${hub.prefix}${namespace}/${name}` : `${hub.prefix}${name}`

/** The prefix of all keys of a resource, or of those in one namespace. */
export const prefixOf = (hub: HubType, namespace: string): string =>
  hub.namespaced && namespace ? `${hub.prefix}${namespace}/` : hub.prefix

function remembered(
  entry: Entry,
  form: HubType | ServedType,
  make: () => MaybePromise<ApiObject>,
): MaybePromise<ApiObject> {
  let known = formsOf.get(entry)
  while (known && known.of !== form) known = known.earlier
  if (known) return known.object
  return whenReady(make(), (object) => {
    fixParts(object)
    formsOf.set(entry, { of: form, object, earlier: formsOf.get(entry) })
    return object
  })
}

/**
 * Records a replaced entry so that its decoded forms can be dropped: history holds up to a hundred thousand such versions, which are
 * rarely read again.
 */
export function noteReplaced(entry: Entry): void {
  replaced.push(entry)
  if (replaced.length < 2 * MOST_REPLACED) return
  for (const old of replaced.splice(0, MOST_REPLACED)) formsOf.delete(old)
}

const withRevision = (object: ApiObject, revision: number): ApiObject => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: String(revision) },
})

/** The stored object in its hub version, with resourceVersion. Shared: never change it. */
export const hubForm = (entry: Entry, hub: HubType): MaybePromise<ApiObject> =>
  remembered(entry, hub, () => {
    const stored = entry.value as ApiObject
    fixParts(stored)
    return whenReady(hub.fromStored(stored), (object) => withRevision(object, entry.revision))
  })

/** The stored object in a served version. Shared: never change it. */
export const servedForm = (entry: Entry, type: ServedType): MaybePromise<ApiObject> =>
  remembered(entry, type, () => whenReady(hubForm(entry, type.hub), (hub) => type.fromHub(hub)))

/** All served forms in order; a promise only if one of them is asynchronous. */
export function servedForms(entries: readonly Entry[], type: ServedType): MaybePromise<ApiObject[]> {
  const forms = entries.map((entry) => servedForm(entry, type))
  return forms.some((form) => form instanceof Promise)
    ? Promise.all(forms.map(async (form) => form))
    : (forms as ApiObject[])
}

/** JSON text of an object without kind and apiVersion, cached and shared by every list, get and event that shows it. */
export const itemText = (object: ApiObject): string =>
  itemTexts.of(object, ({ apiVersion: _apiVersion, kind: _kind, ...rest }) => writeJson(rest))

/** JSON text of a whole object, built on the cached item text. */
export const objectText = (object: ApiObject): string =>
  `{"kind":${writeJson(object.kind)},"apiVersion":${writeJson(object.apiVersion)},${itemText(object).slice(1)}`

export type { Store }
