import { RELEASES, type ServedResource, servedResources } from '../api/releases'
import { hubResourceOf } from '../api/shared-storage'
import { schemaOf } from '../api/types'
import { readTyped } from '../api/walk'
import { isObject } from '../machinery/json'
import { apiVersionOf } from '../machinery/object'
import { storePrefix } from './resource-type'

/** A key and the value to store under it. */
export interface ImportedEntry {
  readonly key: string
  readonly value: unknown
}

/** Entries that can't be stored; the message names the first few by position and key. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

interface StoredKind {
  readonly kind: string
  readonly namespaced: boolean
  /** The first problem of an object of this kind and apiVersion; undefined if it is valid. */
  problemOf(object: Readonly<Record<string, unknown>>): string | undefined
}

const SHOWN = 5
const NEWEST = RELEASES.at(-1)?.minor ?? 0
const DEFINITIONS = storePrefix('apiextensions.orch.io', 'customresourcedefinitions')

/**
 * Before anything is stored, checks that every value is an object of the kind and name in its key. Objects of custom types need their
 * definition in the import or among `present`.
 * @throws ImportError
 */
export function checkImport(entries: readonly ImportedEntry[], present: readonly ImportedEntry[] = []): void {
  const kinds = new Map([...builtInKinds(), ...customKinds([...present, ...entries])])
  const problems: string[] = []
  entries.forEach((entry, i) => {
    const problem = problemOf(entry, kinds)
    if (problem !== undefined) problems.push(`entry ${i} (${entry.key}): ${problem}`)
  })
  if (problems.length === 0) return
  const more = problems.length > SHOWN ? ` and ${problems.length - SHOWN} more` : ''
  throw new ImportError(`the import can’t be stored: ${problems.slice(0, SHOWN).join('; ')}${more}`)
}

function problemOf({ key, value }: ImportedEntry, kinds: ReadonlyMap<string, StoredKind>): string | undefined {
  const [, group = '', resource = '', ...rest] = key.split('/')
  const kind = kinds.get(`/${group}/${resource}/`)
  if (!kind) return 'no known kind is stored under this key'
  if (rest.length !== (kind.namespaced ? 2 : 1) || rest.includes(''))
    return `the key must end with ${kind.namespaced ? 'a namespace and a name' : 'a name'}`
  if (!isObject(value)) return `must be a ${kind.kind}, not ${value === null ? 'null' : typeof value}`
  if (value['kind'] !== kind.kind) return `kind must be ${kind.kind}`
  const metadata = value['metadata']
  if (!isObject(metadata)) return 'metadata must be an object'
  if (metadata['name'] !== rest.at(-1)) return `metadata.name must be ${rest.at(-1)}`
  if (metadata['namespace'] !== (kind.namespaced ? rest[0] : undefined))
    return kind.namespaced ? `metadata.namespace must be ${rest[0]}` : 'metadata.namespace must be absent'
  for (const field of ['uid', 'creationTimestamp'])
    if (metadata[field] !== undefined && typeof metadata[field] !== 'string')
      return `metadata.${field} must be a string`
  return kind.problemOf(value)
}

/** Every kind of every release, by key prefix: one release can import what another stored. */
function builtInKinds(): Map<string, StoredKind> {
  const versions = new Map<string, Map<string, ServedResource>>()
  for (const release of RELEASES)
    for (const served of servedResources(release, {
      runtimeConfig: { serves: () => true, accepts: () => true },
      feature: () => true,
    })) {
      const hub = hubResourceOf(served.group, served.resource)
      const prefix = storePrefix(hub.group, hub.resource)
      versions.set(
        prefix,
        (versions.get(prefix) ?? new Map<string, ServedResource>()).set(apiVersionOf(served), served),
      )
    }
  return new Map([...versions].map(([prefix, served]) => [prefix, builtInKind(served)]))
}

function builtInKind(served: ReadonlyMap<string, ServedResource>): StoredKind {
  const [{ kind, namespaced } = { kind: '', namespaced: false }] = served.values()
  return {
    kind,
    namespaced,
    problemOf(object) {
      const version = served.get(String(object['apiVersion']))
      if (!version) return `apiVersion must be one of ${[...served.keys()].join(', ')}`
      const schema = schemaOf(version.typeName, NEWEST)
      if (!schema) return undefined
      const { errors, unknown } = readTyped(object, schema)
      return errors[0] ?? (unknown.length > 0 ? `unknown field ${unknown[0]}` : undefined)
    },
  }
}

function customKinds(entries: readonly ImportedEntry[]): Map<string, StoredKind> {
  const kinds = new Map<string, StoredKind>()
  for (const { key, value } of entries) {
    if (!key.startsWith(DEFINITIONS) || !isObject(value) || !isObject(value['spec'])) continue
    const { group, names, scope, version, versions } = value['spec']
    if (typeof group !== 'string' || !isObject(names)) continue
    const { plural, kind } = names
    if (typeof plural !== 'string' || typeof kind !== 'string') continue
    const known = [
      version,
      ...(Array.isArray(versions) ? (versions as unknown[]).map((v) => isObject(v) && v['name']) : []),
    ]
    kinds.set(storePrefix(group, plural), {
      kind,
      namespaced: scope === 'Namespaced',
      problemOf: ({ apiVersion }) =>
        known.some((name) => typeof name === 'string' && apiVersion === `${group}/${name}`)
          ? undefined
          : `apiVersion must be a version of ${plural}.${group}`,
    })
  }
  return kinds
}
