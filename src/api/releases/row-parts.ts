/** What the rows of several kinds have in common. */
import { type ResourceRow, scale, type VersionSpan } from './rows'

/** The one version of the first group. */
export const CORE_VERSIONS = { v1: { since: 0 } }
export const PROXY_VERBS = ['create', 'delete', 'get', 'patch', 'update']
export const STREAM_VERBS = ['create', 'get']
/** The category that `get all` names. */
export const ALL = ['all']
/** The category of kinds that extend the API. */
export const EXTENSIBLE = ['api-extensions']
export const CREATE_ONLY = { verbs: ['create'] }

/** The first version of many kinds: deprecated when the stable one came, removed in 1.22. */
export const removedFrom122 = (since: number, deprecated: number) => ({ since, deprecated, removed: 22 })

export const APPS_VERSIONS: ResourceRow['versions'] = {
  v1: { since: 9 },
  v1beta2: { since: 8, deprecated: 9, removed: 16, instead: 'apps/v1' },
}
export const APPS_VERSIONS_BETA1: ResourceRow['versions'] = {
  ...APPS_VERSIONS,
  v1beta1: { since: 6, deprecated: 8, removed: 16, instead: 'apps/v1' },
}

/** The version of the group that many kinds began in. */
export const extensionsBeta = (instead: string, removed = 16, deprecated = 9) => ({
  v1beta1: { since: 2, deprecated, removed, instead },
})

/** Old versions have a scale of their own. */
export const OLD_SCALES = [
  scale('autoscaling/v1', { versions: ['v1'] }),
  scale('apps/v1beta2', { versions: ['v1beta2'] }),
  scale('apps/v1beta1', { versions: ['v1beta1'] }),
]
export const EXTENSIONS_SCALE = scale('extensions/v1beta1')

/** A version that is deprecated three releases after it came, and gone three later; its warning names nothing else. */
export const untold = (since: number, removed = since + 6): VersionSpan => ({
  since,
  deprecated: since + 3,
  removed,
  instead: '',
})
