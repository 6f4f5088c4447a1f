import { parseFieldSelector } from '../machinery/fields'
import { pathSegment } from '../machinery/names'
import type { RequestTarget } from '../machinery/request-target'

/** What a request is about, read from its method, path and query alone (resource API, "Path shapes"). */
export interface RequestInfo {
  readonly isResourceRequest: boolean
  readonly path: string
  /** get, list, watch, create, update, patch, delete, deletecollection; the lowercase method for other paths. */
  readonly verb: string
  readonly apiPrefix: string
  readonly apiGroup: string
  readonly apiVersion: string
  readonly namespace: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
  /** The name is the one that a field selector asks for, not one in the path. */
  readonly nameFromSelector: boolean
  /** What follows the subresource, for proxies. */
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
// Old paths say what is done before they say to what.
const SPECIAL_VERBS = new Set(['proxy', 'watch'])
// Paths below a namespace that are parts of the namespace itself.
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])

/** Whether `watch` asks for a watch: present and not an explicit no. */
export function wantsWatch(query: URLSearchParams): boolean {
  const value = query.get('watch')
  return value !== null && !/^(false|0)$/i.test(value)
}

/** Reads what a request is about. Dot segments are parts like any others: they name nothing, and dispatch refuses them. */
export function requestInfoOf(method: string, { path, query }: Pick<RequestTarget, 'path' | 'query'>): RequestInfo {
  const none = {
    isResourceRequest: false,
    path,
    verb: method.toLowerCase(),
    apiPrefix: '',
    apiGroup: '',
    apiVersion: '',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
    nameFromSelector: false,
    rest: '',
  }
  const parts = partsOf(path)
  const prefix = parts.shift()
  if (prefix !== 'api' && prefix !== 'apis') return none
  const apiGroup = prefix === 'apis' ? (parts.shift() ?? '') : ''
  const apiVersion = parts.shift()
  if (apiVersion === undefined || parts.length === 0) return { ...none, apiPrefix: prefix }

  let verb = VERBS[method] ?? method.toLowerCase()
  const special = SPECIAL_VERBS.has(parts[0] ?? '') && parts.length > 1
  if (special) verb = parts.shift() ?? ''
  let namespace = ''
  if (parts[0] === 'namespaces') {
    if (parts.length > 1) namespace = parts[1] ?? ''
    if (parts.length > 2 && !NAMESPACE_SUBRESOURCES.has(parts[2] ?? '')) parts.splice(0, 2)
  }
  // What follows the object of an old proxy path is the object's own to understand.
  if (special && verb === 'proxy') parts.splice(2, 1, '', ...parts.slice(2, 3))
  const [resource = '', name = '', subresource = '', ...rest] = parts
  const info = {
    isResourceRequest: true,
    path,
    apiPrefix: prefix,
    apiGroup,
    apiVersion,
    namespace,
    resource,
    subresource,
    nameFromSelector: false,
    rest: rest.join('/'),
  }
  // A single object is never watched by its own path: clients select it by name on the collection.
  if (name !== '') return { ...info, name, verb }

  if (verb === 'get') verb = wantsWatch(query) ? 'watch' : 'list'
  if (verb === 'delete') verb = 'deletecollection'
  const named = !special && (verb === 'list' || verb === 'watch') ? nameInSelector(query) : ''
  return { ...info, name: named, nameFromSelector: named !== '', verb }
}

/** The parts of a decoded path. An escaped slash parts like any other, and an empty part in the middle is a part. */
function partsOf(path: string): string[] {
  const plain = path.replace(/^\/+|\/+$/g, '')
  return plain === '' ? [] : plain.split('/')
}

/** The object that a field selector names, so that resourceNames can allow a list or watch of just that one. */
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
    return '' // a selector that can't be read is refused by the handler, after authorization
  }
}
