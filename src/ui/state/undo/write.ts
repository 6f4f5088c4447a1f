import type { Target } from '../../../client/targets'
import { targetOf } from '../../../machinery/request-target'
import { requestInfoOf } from '../../../server/request-info'

/** Verbs that change objects. */
export type WriteVerb = 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** A request that may change objects. */
export interface Write {
  readonly verb: WriteVerb
  readonly target: Target
  /** '' for a collection. */
  readonly name: string
  readonly subresource: string
  /** Path and query as sent. */
  readonly raw: string
}

const VERBS: ReadonlySet<string> = new Set<WriteVerb>(['create', 'update', 'patch', 'delete', 'deletecollection'])

/** Subresources that store nothing, or whose effect can't be undone. */
const NO_CHANGE: ReadonlySet<string> = new Set(['token', 'log', 'exec', 'attach', 'portforward', 'proxy'])

/** Parses what a request would write; undefined for reads, dry runs and requests that store nothing. */
export function writeOf(request: Pick<Request, 'method' | 'url'>): Write | undefined {
  const { path, query, raw } = targetOf(request)
  if (query.getAll('dryRun').some((value) => value !== '')) return undefined
  const info = requestInfoOf(request.method, { path, query })
  if (!info.isResourceRequest || !VERBS.has(info.verb) || NO_CHANGE.has(info.subresource)) return undefined
  const { apiGroup: group, apiVersion: version, resource, name, subresource } = info
  const namespace = resource === 'namespaces' && group === '' ? '' : info.namespace
  return {
    verb: info.verb as WriteVerb,
    target: { group, version, resource, ...(namespace && { namespace }) },
    name,
    subresource,
    raw,
  }
}
