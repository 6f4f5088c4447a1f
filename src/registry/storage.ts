import type { ApiObject } from '../machinery/object'
import type { Entry, Store } from '../store/store'
import type { HubType, MaybePromise, ServedType } from './resource-type'
import { writeJson } from '../machinery/json-text'

// Entries never change, so neither do their decoded forms: they are made once and live as long as the entry.
const versionedForms = new WeakMap<Entry, Map<HubType | ServedType, ApiObject>>()
const itemTexts = new WeakMap<ApiObject, string>()

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
  const forms = versionedForms.get(entry)
  const known = forms?.get(form)
  if (known) return known
  return whenReady(make(), (object) => {
    if (forms) forms.set(form, object)
    else
      versionedForms.set(
        entry,
        (versionedForms.get(entry) ?? new Map<HubType | ServedType, ApiObject>()).set(form, object),
      )
    return object
  })
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

/** The JSON text of an object without kind and apiVersion: made once, used by every list, get and event that shows it. */
export function itemText(object: ApiObject): string {
  const known = itemTexts.get(object)
  if (known !== undefined) return known
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = object
  const text = writeJson(rest)
  itemTexts.set(object, text)
  return text
}

/** The JSON text of a whole object, over the same kept text. */
export const objectText = (object: ApiObject): string =>
  `{"kind":${writeJson(object.kind)},"apiVersion":${writeJson(object.apiVersion)},${itemText(object).slice(1)}`

export type { Store }
