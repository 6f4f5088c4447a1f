import { parseFieldSelector } from '../machinery/fields'
import { pathSegment } from '../machinery/names'
import type { RequestAttributes } from '../machinery/request-attributes'
import type { RequestTarget } from '../machinery/request-target'

/** The subject of a request, read only from its method, path and query (resource API, "Path shapes"). */
export interface RequestInfo extends RequestAttributes {
  /** get, list, watch, create, update, patch, delete, deletecollection; for other paths the method in lowercase. */
  readonly verb: string
  readonly apiPrefix: string
  /** The path goes below a namespace but leaves its name empty: `/api/v1/namespaces//pods`. */
  readonly lacksNamespace: boolean
  /** The name comes from a field selector, not from the path. */
  readonly nameFromSelector: boolean
  /** The path after the subresource, for proxies. */
  readonly rest: string
}

const VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}
// Old paths put the verb before the resource.
const SPECIAL_VERBS = new Set(['proxy', 'watch'])
// Segments below a namespace that are subresources of the namespace itself.
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])

const NO_RESOURCE = {
  isResourceRequest: false,
  apiPrefix: '',
  apiGroup: '',
  apiVersion: '',
  namespace: '',
  lacksNamespace: false,
  resource: '',
  subresource: '',
  name: '',
  nameFromSelector: false,
  rest: '',
} as const

/** Whether `watch` asks for a watch: present and not an explicit no. */
export function wantsWatch(query: URLSearchParams): boolean {
  const value = query.get('watch')
  return value !== null && !/^(false|0)$/i.test(value)
}

/** Reads the request info. Dot segments are ordinary segments here: they name nothing, and dispatch refuses them. */
export function requestInfoOf(method: string, { path, query }: Pick<RequestTarget, 'path' | 'query'>): RequestInfo {
  const segments = partsOf(path)
  const prefix = segments[0]
  if (prefix !== 'api' && prefix !== 'apis') return { ...NO_RESOURCE, path, verb: method.toLowerCase() }
  const grouped = prefix === 'apis'
  const apiGroup = grouped ? (segments[1] ?? '') : ''
  const apiVersion = segments[grouped ? 2 : 1]
  const parts = segments.slice(grouped ? 3 : 2)
  if (apiVersion === undefined || parts.length === 0)
    return { ...NO_RESOURCE, path, verb: method.toLowerCase(), apiPrefix: prefix }

  let verb = VERBS[method] ?? method.toLowerCase()
  const special = SPECIAL_VERBS.has(parts[0] ?? '') && parts.length > 1
  if (special) verb = parts.shift() ?? ''
  let namespace = ''
  const lacksNamespace = parts[0] === 'namespaces' && parts.length > 2 && parts[1] === ''
  if (parts[0] === 'namespaces') {
    if (parts.length > 1) namespace = parts[1] ?? ''
    if (parts.length > 2 && !NAMESPACE_SUBRESOURCES.has(parts[2] ?? '')) parts.splice(0, 2)
  }
  // The rest of an old proxy path belongs to the proxied object.
  if (special && verb === 'proxy') parts.splice(2, 1, '', ...parts.slice(2, 3))
  const info = {
    isResourceRequest: true,
    path,
    verb,
    apiPrefix: prefix,
    apiGroup,
    apiVersion,
    namespace,
    lacksNamespace,
    resource: parts[0] ?? '',
    subresource: parts[2] ?? '',
    name: parts[1] ?? '',
    nameFromSelector: false,
    rest: parts.length > 3 ? parts.slice(3).join('/') : '',
  }
  // A single object can't be watched by its own path: clients select it by name on the collection.
  if (info.name !== '') return info

  if (verb === 'get') info.verb = wantsWatch(query) ? 'watch' : 'list'
  if (verb === 'delete') info.verb = 'deletecollection'
  if (!special && (info.verb === 'list' || info.verb === 'watch')) info.name = nameInSelector(query)
  info.nameFromSelector = info.name !== ''
  return info
}

/** Whether a path ends with an old verb, so that nothing says what it is about: such a path has no request info. */
export function lacksResource(path: string): boolean {
  if (!path.includes('/watch') && !path.includes('/proxy')) return false
  const segments = partsOf(path)
  const parts = segments.slice(segments[0] === 'apis' ? 3 : segments[0] === 'api' ? 2 : segments.length)
  return parts.length === 1 && SPECIAL_VERBS.has(parts[0] ?? '')
}

/** The segments of a decoded path. An escaped slash separates like any other, and an empty segment in the middle counts. */
function partsOf(path: string): string[] {
  let start = 0
  let end = path.length
  while (path.charAt(start) === '/') start += 1
  while (end > start && path.charAt(end - 1) === '/') end -= 1
  return start === end ? [] : path.slice(start, end).split('/')
}

/** The object that a field selector names, so that resourceNames can allow a list or watch of that object only. */
function nameInSelector(query: URLSearchParams): string {
  const text = query.get('fieldSelector')
  if (!text) return ''
  try {
    const requirement = parseFieldSelector(text).requirements.find(
      ({ field, operator }) => field === 'metadata.name' && operator === '=',
    )
    const name = requirement?.value ?? ''
    return pathSegment(name).length === 0 ? name : ''
  } catch {
    return '' // the handler refuses an unreadable selector, after authorization
  }
}
