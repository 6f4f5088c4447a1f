import { openDB } from 'idb'

/** All records of a database, by object store. */
export type Dump = Readonly<Record<string, readonly (readonly [IDBValidKey, unknown])[]>>

/** One way to damage a database; `apply` returns the damaged content. */
export interface Damage {
  readonly what: string
  readonly apply: (content: Dump) => Dump
}

/** Makes the disk full for everything that needs space; the returned function frees it. */
export function fillDisk(): () => void {
  const full = (): never => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const usual = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype)
  for (const name of ['put', 'add'] as const)
    Object.defineProperty(IDBObjectStore.prototype, name, { ...usual[name], value: full })
  return () => void Object.defineProperties(IDBObjectStore.prototype, { put: usual.put, add: usual.add })
}

/** Reads the content of a database that is not open elsewhere. */
export async function dump(name: string): Promise<Dump> {
  const db = await openDB(name)
  const content: Record<string, [IDBValidKey, unknown][]> = {}
  for (const store of db.objectStoreNames) {
    const [keys, values] = await Promise.all([db.getAllKeys(store), db.getAll(store)])
    content[store] = keys.map((key, i) => [key, values[i]])
  }
  db.close()
  return content
}

/** Writes content into a new database of the given version. */
export async function restore(name: string, version: number, content: Dump): Promise<void> {
  const db = await openDB(name, version, {
    upgrade: (made) => Object.keys(content).forEach((store) => void made.createObjectStore(store)),
  })
  for (const [store, records] of Object.entries(content)) {
    const tx = db.transaction(store, 'readwrite')
    await Promise.all([...records.map(([key, value]) => tx.store.put(value, key)), tx.done])
  }
  db.close()
}

type Change = (value: unknown) => unknown
const edit =
  (store: string, at: number, change: Change): Damage['apply'] =>
  (content) => ({
    ...content,
    [store]: (content[store] ?? []).map(([key, value], i) => [key, i === at ? change(value) : value] as const),
  })

/**
 * Every damage to a single record of the content, except fences, which each opening recreates: deleted, moved, replaced, each of its
 * numbers changed, and its text altered in some places.
 */
export function damagesOf(content: Dump, random: () => number, placesPerText = 4): Damage[] {
  const found: Damage[] = []
  for (const [store, records] of Object.entries(content)) {
    if (store === 'fences') continue
    const example = records.find(([, value]) => !isFence(store, value))?.[1] ?? 5
    records.forEach(([key, value], at) => {
      if (isFence(store, value)) return
      const name = `${store} ${nameOf(key)}`
      found.push({
        what: `${name} is gone`,
        apply: (all) => ({ ...all, [store]: (all[store] ?? []).filter((_, i) => i !== at) }),
      })
      found.push({
        what: `${name} is under another key`,
        apply: (all) => ({
          ...all,
          [store]: (all[store] ?? []).map(([k, v], i) => [i === at ? moved(k) : k, v] as const),
        }),
      })
      if (store === 'keys') return
      for (const [what, other] of [
        ['null', null],
        ['a number', 5],
        ['a text', 'text'],
        ['an empty object', {}],
      ] as const)
        found.push({ what: `${name} is ${what}`, apply: edit(store, at, () => other) })
      if (value === null || typeof value !== 'object') return
      for (const [field, content] of Object.entries(value)) {
        if (typeof content === 'number')
          for (const other of [content + 1, -content - 1, NaN, 1e300, {}, String(content)])
            found.push({
              what: `${field} of ${name} is ${JSON.stringify(other)}`,
              apply: edit(store, at, (record) => ({ ...(record as object), [field]: other })),
            })
        if (typeof content === 'string')
          for (let n = 0; n < placesPerText; n++) found.push(textDamage(store, at, name, field, content, random))
      }
    })
    found.push({ what: `all of ${store} is gone`, apply: (all) => ({ ...all, [store]: [] }) })
    for (const key of [7_000_000, '/foreign'])
      if (store !== 'meta')
        found.push({
          what: `${store} has a foreign record ${key}`,
          apply: (all) => ({ ...all, [store]: [...(all[store] ?? []), [key, example] as const] }),
        })
  }
  // An empty object store cannot be emptied.
  return found.filter(
    ({ what }) => !Object.entries(content).some(([s, r]) => r.length === 0 && what === `all of ${s} is gone`),
  )
}

/** Whether a record of the log is a fence. */
const isFence = (store: string, value: unknown): boolean => store === 'log' && value === true
const nameOf = (key: IDBValidKey): string => (typeof key === 'object' ? 'a key' : String(key))
const moved = (key: IDBValidKey): IDBValidKey => (typeof key === 'number' ? key + 1_000_000 : `${nameOf(key)}~`)

/** Flips a bit, truncates, duplicates or swaps at some place in a text. */
function textDamage(
  store: string,
  at: number,
  name: string,
  field: string,
  text: string,
  random: () => number,
): Damage {
  const place = Math.floor(random() * text.length)
  const kinds = [
    () =>
      text.slice(0, place) +
      String.fromCharCode(text.charCodeAt(place) ^ (1 << Math.floor(random() * 7))) +
      text.slice(place + 1),
    () => text.slice(0, place),
    () => text.slice(0, place) + text.slice(place + 1),
    () => text + text.slice(place),
  ]
  const damaged = (kinds[Math.floor(random() * kinds.length)] as () => string)()
  return {
    what: `${field} of ${name} is changed at ${place} of ${text.length}`,
    apply: edit(store, at, (record) => ({ ...(record as object), [field]: damaged })),
  }
}
