import type { Attributes } from '../../../authorization/authorizer'
import type { UserInfo } from '../../../machinery/user'
import type { Search } from '../../state/place'

/** A question without its subject, in the form of addresses and form fields. */
export interface Question {
  readonly verb: string
  /** `pods`, `pods/log`, `deployments.apps`, `deployments.apps/scale`; a path such as `/healthz` starts with a slash. */
  readonly what: string
  /** '' is the cluster scope, or all namespaces. */
  readonly namespace: string
  readonly name: string
}

/** Verbs that are checked for something other than a request on the object itself. */
export const SPECIAL_VERBS = ['bind', 'escalate', 'impersonate', 'approve', 'sign', 'use']
/** Verbs of requests for paths outside of the API. */
export const PATH_VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']

/** Whether a question is about a path, not a resource. */
export const isPath = (what: string): boolean => what.startsWith('/')

/** The question in an address. */
export function questionOf(query: Search): Question {
  return {
    verb: query['verb'] ?? 'list',
    what: query['what'] ?? 'secrets',
    namespace: query['ns'] ?? '',
    name: query['name'] ?? '',
  }
}
/** The query parameters of a question, without defaults. */
export const searchOf = ({ verb, what, namespace, name }: Question): Search => ({
  verb,
  what,
  ns: namespace || undefined,
  name: name || undefined,
})

/** A resource by its parts. */
export interface ResourceText {
  readonly group: string
  readonly resource: string
  readonly subresource: string
}

/** Parses `deployments.apps/scale`. */
export function resourceOf(what: string): ResourceText {
  const [qualified = '', subresource = ''] = what.split('/', 2)
  const dot = qualified.indexOf('.')
  return dot < 0
    ? { group: '', resource: qualified, subresource }
    : { group: qualified.slice(dot + 1), resource: qualified.slice(0, dot), subresource }
}
/** `deployments.apps/scale`. */
export const resourceText = ({ group, resource, subresource }: ResourceText): string =>
  `${resource}${group ? `.${group}` : ''}${subresource ? `/${subresource}` : ''}`

/**
 * The attributes to pass to an authorizer. The namespace is used only if `namespaced` says that the resource is namespaced.
 */
export function attributesFor(question: Question, user: UserInfo, namespaced = true): Attributes {
  const { verb, what, namespace, name } = question
  if (isPath(what))
    return {
      user,
      verb,
      isResourceRequest: false,
      apiGroup: '',
      apiVersion: '',
      resource: '',
      subresource: '',
      namespace: '',
      name: '',
      path: what,
    }
  const { group, resource, subresource } = resourceOf(what)
  // For requests on a namespace object, the namespace attribute is its own name.
  const own = group === '' && resource === 'namespaces'
  return {
    user,
    verb,
    isResourceRequest: true,
    apiGroup: group,
    apiVersion: '*',
    resource,
    subresource,
    namespace: own ? name : namespaced ? namespace : '',
    name,
    path: '',
  }
}

/** The question that corresponds to a request. */
export const questionFrom = (attributes: Omit<Attributes, 'user'>): Question => ({
  verb: attributes.verb,
  what: attributes.isResourceRequest
    ? resourceText({ ...attributes, group: attributes.apiGroup })
    : attributes.path || '/',
  namespace: attributes.namespace,
  name: attributes.name,
})

/** A question as the end of a sentence: `list secrets in the namespace shop`. */
export function phraseOf({ verb, what, namespace, name }: Question, namespaced = true): string {
  if (isPath(what)) return `${verb} ${what}`
  const where = !namespaced ? '' : namespace ? ` in ${namespace}` : ' in all namespaces'
  return `${verb} ${what}${name ? ` named ${name}` : ''}${where}`
}
