import type { ApiObject } from '../machinery/object'
import type { Entry, Store } from '../store/store'
import type { HubType, MaybePromise, ServedType } from './resource-type'
import { writeJson } from '../machinery/json-text'
import { RecentTexts } from '../machinery/recent-texts'
import { RecentValues } from '../machinery/recent-values'

/** A decoded form of an entry, and the one that was made before it. There are few, so a chain is smaller than a map. */
interface Form {
  readonly of: HubType | ServedType
  readonly object: ApiObject
  readonly earlier: Form | undefined
}

// Entries never change, so neither do their decoded forms. Those that nobody asks for any more are made again when somebody does.
const formsOf = new RecentValues<Entry, Form>(50_000)
/** Entries that were replaced, the oldest first: watchers may still be about to tell of the latest. */
const replaced: Entry[] = []
const MOST_REPLACED = 1_000
// Some thousands of objects are written once; a hundred thousand are not held in memory twice.
const itemTexts = new RecentTexts(32_000_000)

const isPromise = <T>(value: MaybePromise<T>): value is Promise<T> => value instanceof Promise

/** Runs `use` now where the value is there, later where a conversion webhook has to be asked first. */
export const whenReady = <T, U>(value: MaybePromise<T>, use: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  isPromise(value) ? value.then(use) : use(value)

export const keyOf = (hub: HubType, namespace: string, name: string): string =>
  hub.namespaced ? `${hub.prefix}${namespace}/${name}` : `${hub.prefix}${name}`

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
    formsOf.set(entry, { of: form, object, earlier: formsOf.get(entry) })
    return object
  })
}

/** Notes that an entry was replaced: history has a hundred thousand such versions whose decoded forms nobody reads twice. */
export function noteReplaced(entry: Entry): void {
  replaced.push(entry)
  if (replaced.length < 2 * MOST_REPLACED) return
  for (const old of replaced.splice(0, MOST_REPLACED)) formsOf.delete(old)
}

const withRevision = (object: ApiObject, revision: number): ApiObject => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: String(revision) },
})

/** The stored object in its hub version, with its resourceVersion. Shared: never change it. */
export const hubForm = (entry: Entry, hub: HubType): MaybePromise<ApiObject> =>
  remembered(entry, hub, () =>
    whenReady(hub.fromStored(entry.value as ApiObject), (object) => withRevision(object, entry.revision)),
  )

/** The stored object as a version serves it. Shared: never change it. */
export const servedForm = (entry: Entry, type: ServedType): MaybePromise<ApiObject> =>
  remembered(entry, type, () => whenReady(hubForm(entry, type.hub), (hub) => type.fromHub(hub)))

/** All forms, in order; a promise only where one of them is. */
export function servedForms(entries: readonly Entry[], type: ServedType): MaybePromise<ApiObject[]> {
  const forms = entries.map((entry) => servedForm(entry, type))
  return forms.some(isPromise) ? Promise.all(forms.map(async (form) => form)) : (forms as ApiObject[])
}

/** The JSON text of an object without kind and apiVersion: every list, get and event that shows it uses the one that is kept. */
export const itemText = (object: ApiObject): string =>
  itemTexts.of(object, ({ apiVersion: _apiVersion, kind: _kind, ...rest }) => writeJson(rest))

/** The JSON text of a whole object, over the same kept text. */
export const objectText = (object: ApiObject): string =>
  `{"kind":${writeJson(object.kind)},"apiVersion":${writeJson(object.apiVersion)},${itemText(object).slice(1)}`

export type { Store }
