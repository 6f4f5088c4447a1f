import { behaves } from '../../releases/ledger'
import type { PodSpec } from './pod-types'

type Volume = NonNullable<PodSpec['volumes']>[number]
type Source = NonNullable<NonNullable<Volume['projected']>['sources']>[number] & {
  readonly clusterTrustBundle?: { readonly name?: string; readonly signerName?: string; readonly path?: string }
}
type Items = readonly { readonly path?: string }[] | undefined

const quote = (text = ''): string => JSON.stringify(text)
const pathsOf = (items: Items): string[] => (items ?? []).map(({ path = '' }) => path)

/** The first of some paths that is the same as another one, or contains it, or is inside it. */
function overlap(paths: Iterable<string>, path: string): string | undefined {
  for (const other of paths) {
    if (other === '' || path === '') return undefined
    if (other === path || `${other}/`.startsWith(path) || `${path}/`.startsWith(other)) return other
  }
  return undefined
}

function overlaps(paths: readonly string[], about: string): string[] {
  const seen = new Set<string>()
  return paths.flatMap((given) => {
    const path = given.replace(/\/+$/, '')
    const other = overlap(seen, path)
    seen.add(path)
    return other === undefined ? [] : [`${about}: overlapping paths: ${quote(path)} with ${quote(other)}`]
  })
}

/** The paths of one source of a projected volume, and how messages call it. */
function partOf(source: Source, volume: string): [paths: string[], about: string] | undefined {
  const { configMap, secret, downwardAPI, serviceAccountToken: token, clusterTrustBundle: bundle } = source
  const named = (what: string): string => `volume ${volume} (Projected ${what})`
  if (configMap?.items) return [pathsOf(configMap.items), named(`ConfigMap ${quote(configMap.name)}`)]
  if (secret?.items) return [pathsOf(secret.items), named(`Secret ${quote(secret.name)}`)]
  if (downwardAPI?.items) return [pathsOf(downwardAPI.items), named('DownwardAPI')]
  if (token) return [[token.path ?? ''], named('ServiceAccountToken')]
  return bundle && [[bundle.path ?? ''], named(`ClusterTrustBundle ${quote(bundle.name ?? bundle.signerName)}`)]
}

function projectedWarnings(sources: readonly Source[], volume: string): string[] {
  const all = new Set<string>()
  return sources.flatMap((source) => {
    if (Object.keys(source).length === 0) return [`volume ${volume} (Projected) has no sources provided`]
    const part = partOf(source, volume)
    if (!part || part[0].length === 0) return []
    const [paths, about] = part
    const own = [...new Set(paths)]
    const texts = [...overlaps(paths, about), ...overlaps([...own, ...all].sort(), about)]
    for (const path of own) all.add(path)
    return texts
  })
}

/** Warnings about files of a volume that would be written over each other. */
export const volumePathWarnings = (volumes: readonly Volume[], release: number): string[] =>
  behaves('volume-path-warnings', release)
    ? volumes.flatMap(({ name, configMap, secret, downwardAPI, projected }) => {
        const volume = quote(name)
        return [
          ...overlaps(pathsOf(configMap?.items), `volume ${volume} (ConfigMap ${quote(configMap?.name)})`),
          ...overlaps(pathsOf(secret?.items), `volume ${volume} (Secret ${quote(secret?.secretName)})`),
          ...overlaps(pathsOf(downwardAPI?.items), `volume ${volume} (DownwardAPI)`),
          ...projectedWarnings(projected?.sources ?? [], volume),
        ]
      })
    : []
