/** Parts shared by the rows of several kinds. */
import { type ResourceRow, scale, type VersionSpan } from './rows'

/** The version of the core group. */
export const CORE_VERSIONS = { v1: { since: 0 } }
/** Verbs of the proxy subresources. */
export const PROXY_VERBS = ['create', 'delete', 'get', 'patch', 'update']
/** Verbs of the subresources that upgrade the connection, such as `exec`. */
export const STREAM_VERBS = ['create', 'get']
/** The category of `get all`. */
export const ALL = ['all']
/** The category of kinds that extend the API. */
export const EXTENSIBLE = ['api-extensions']
/** Part of a row for resources that can only be created, such as reviews. */
export const CREATE_ONLY = { verbs: ['create'] }

/** A beta version that was deprecated by its stable version and removed in 1.22. */
export const removedFrom122 = (since: number, deprecated: number) => ({ since, deprecated, removed: 22 })

/** Versions of a workload that had a v1beta2. */
export const APPS_VERSIONS: ResourceRow['versions'] = {
  v1: { since: 9 },
  v1beta2: { since: 8, deprecated: 9, removed: 16, instead: 'apps/v1' },
}
/** Versions of a workload that had a v1beta1, too. */
export const APPS_VERSIONS_BETA1: ResourceRow['versions'] = {
  ...APPS_VERSIONS,
  v1beta1: { since: 6, deprecated: 8, removed: 16, instead: 'apps/v1' },
}

/** The extensions version of a kind that moved to another group. */
export const extensionsBeta = (instead: string, removed = 16, deprecated = 9) => ({
  v1beta1: { since: 2, deprecated, removed, instead },
})

/** Scale subresources of old versions, which have their own kinds. */
export const OLD_SCALES = [
  scale('autoscaling/v1', { versions: ['v1'] }),
  scale('apps/v1beta2', { versions: ['v1beta2'] }),
  scale('apps/v1beta1', { versions: ['v1beta1'] }),
]
/** The `scale` subresource as the group `extensions` served it. */
export const EXTENSIONS_SCALE = scale('extensions/v1beta1')

/** A version deprecated three releases after its introduction and removed three later, without a replacement in its warning. */
export const untold = (since: number, removed = since + 6): VersionSpan => ({
  since,
  deprecated: since + 3,
  removed,
  instead: '',
})
