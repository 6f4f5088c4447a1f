import { type Question, isPath, resourceOf } from './question'

/** A request as sent. */
export interface Sent {
  readonly method: string
  readonly path: string
}

const METHODS: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
  post: 'POST',
  put: 'PUT',
  head: 'HEAD',
  options: 'OPTIONS',
}
const UNNAMED = new Set(['list', 'watch', 'create', 'deletecollection'])

/** The request that a question is about; `versionOf` returns the version in which a group's resource is served. */
export function requestFor(
  question: Question,
  namespaced: boolean,
  versionOf: (group: string, resource: string) => string,
): Sent {
  const { verb, what, namespace, name } = question
  const method = METHODS[verb] ?? 'GET'
  if (isPath(what)) return { method, path: what }
  const { group, resource, subresource } = resourceOf(what)
  const version = versionOf(group, resource)
  const wantsName = !UNNAMED.has(verb) || subresource !== ''
  const parts = [
    ...(group ? ['apis', group, version] : ['api', version]),
    ...(namespaced && namespace ? ['namespaces', namespace] : []),
    resource,
    ...(wantsName ? [name || 'example'] : []),
    ...(subresource ? [subresource] : []),
  ].map(encodeURIComponent)
  const query = new URLSearchParams()
  if (verb === 'list') query.set('limit', '10')
  if (verb === 'watch') {
    query.set('watch', 'true')
    query.set('timeoutSeconds', '1')
  }
  if (!wantsName && name && verb !== 'create') query.set('fieldSelector', `metadata.name=${name}`)
  const text = query.toString()
  return { method, path: `/${parts.join('/')}${text ? `?${text}` : ''}` }
}
