/** `--runtime-config`: enables and disables groups, versions and resources (resource API, "Groups and runtime switch"). */
import { WEBHOOK_VERSIONS, RESOURCES } from './resources'
import type { ResourceRow } from './rows'

/** `--runtime-config` can't be used; the message says why. */
export class RuntimeConfigError extends Error {
  override readonly name = 'RuntimeConfigError'
}

/** Which versions and resources the operator turned on or off. */
export interface RuntimeConfig {
  /** Whether a version of a resource is served; `byDefault` is the release's default. */
  readonly serves: (group: string, version: string, resource: string, byDefault: boolean) => boolean
  /** Whether a version without resources, such as that of the image policy, is enabled. */
  readonly accepts: (groupVersion: string) => boolean
}

/** Settings from the least to the most specific; the most specific one that is set wins. */
const SCOPES = ['api/all', 'api/alpha', 'api/beta', 'api/ga'] as const

const stageOf = (version: string): string =>
  version.includes('alpha') ? 'api/alpha' : version.includes('beta') ? 'api/beta' : 'api/ga'
const versionKey = (group: string, version: string): string => (group === '' ? version : `${group}/${version}`)

const exists = (row: ResourceRow, version: string, release: number): boolean => {
  const span = row.versions[version]
  return span !== undefined && span.since <= release && (span.removed === undefined || release < span.removed)
}

/**
 * Parses comma-separated `<key>[=<value>]` pairs; the value defaults to true. Keys: `api/all`, `api/alpha`, `api/beta`, `api/ga`, a group
 * and version, or a group, version and resource.
 * @throws RuntimeConfigError for an unknown key or an invalid value
 */
export function parseRuntimeConfig(settings: readonly string[], release: number): RuntimeConfig {
  const set = new Map<string, boolean>()
  for (const pair of settings.flatMap((setting) => setting.split(','))) {
    if (pair.trim() === '') continue
    const at = pair.indexOf('=')
    const key = (at < 0 ? pair : pair.slice(0, at)).trim()
    const value =
      at < 0
        ? 'true'
        : pair
            .slice(at + 1)
            .trim()
            .toLowerCase()
    if (value !== 'true' && value !== 'false' && value !== '')
      throw new RuntimeConfigError(`value of runtime-config ${key} is "${value}": true or false expected`)
    const problem = unknownKey(key, release)
    if (problem) throw new RuntimeConfigError(problem)
    set.set(normal(key), value !== 'false')
  }
  return {
    serves: (group, version, resource, byDefault) => {
      const gv = versionKey(group, version)
      const scope = set.get(stageOf(version)) ?? set.get('api/all')
      return set.get(`${gv}/${resource}`) ?? set.get(gv) ?? scope ?? byDefault
    },
    accepts: (groupVersion) => set.get(groupVersion) ?? set.get(stageOf(groupVersion)) ?? set.get('api/all') ?? false,
  }
}

/** The core version may be given as `v1`, `api/v1` or `/v1`. */
const normal = (key: string): string => key.replace(/^(?:api)?\/(?=v\d)/, '')

function unknownKey(raw: string, release: number): string | undefined {
  if ((SCOPES as readonly string[]).includes(raw)) return undefined
  const key = normal(raw)
  if (WEBHOOK_VERSIONS.has(key)) return undefined
  const parts = key.split('/')
  const [group, version, resource] = /^v\d/.test(parts[0] ?? '') ? ['', ...parts] : parts
  if (version === undefined || parts.length > 3)
    return `runtime-config knows no "${raw}": api/all, api/alpha, api/beta, api/ga, <group>/<version> or <group>/<version>/<resource>`
  const inGroup = RESOURCES.filter((row) => row.group === group)
  if (inGroup.length === 0) return `runtime-config ${raw}: there is no such group`
  const inVersion = inGroup.filter((row) => exists(row, version, release))
  if (inVersion.length === 0) return `runtime-config ${raw}: release 1.${release} has no such version`
  if (resource !== undefined && !inVersion.some((row) => row.resource === resource))
    return `runtime-config ${raw}: release 1.${release} has no such resource in that version`
  return undefined
}
