import { type BenchAnswer, benchOf, type BenchOptions } from '../../../../api/policies/bench'
import type { BenchRequest } from '../../../../api/policies/bench-request'
import { namesResource } from '../../../../api/policies/matched-resources'
import type { PolicySpec } from '../../../../api/policies/policy'
import { isObject } from '../../../../machinery/json'
import type { NamedResource } from '../../../../machinery/named-resource'
import type { ApiObject } from '../../../../machinery/object'
import { requestInfoOf } from '../../../../server/request-info'
import type { RequestTrace } from '../../../../server/trace'

/** A past request, or one that would create a stored object. */
export interface KnownRequest {
  /** Kind and name of its object. */
  readonly title: string
  readonly request: BenchRequest
}
/** The policy's result for a known request. */
export interface KnownAnswer extends KnownRequest, BenchAnswer {}

/** The distinct kinds that a policy matches; subresources are left out, since they store no objects. */
export function kindsMatchedBy<T extends NamedResource>({ matchConstraints = {} }: PolicySpec, all: readonly T[]): T[] {
  const { resourceRules = [], excludeResourceRules = [] } = matchConstraints
  const found = all.filter(
    (info) =>
      info.verbs.includes('list') &&
      resourceRules.some((rule) => namesResource(rule, info)) &&
      !excludeResourceRules.some((rule) => namesResource(rule, info)),
  )
  const seen = new Set<string>()
  return found.filter(({ group, resource }) => !seen.has(`${resource}.${group}`) && seen.add(`${resource}.${group}`))
}

/** The object as a client would write it, without server-managed fields. */
function written(object: ApiObject): ApiObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata
  return { ...object, metadata }
}
const titleOf = ({ kind, metadata }: ApiObject): string =>
  [kind, [metadata.namespace, metadata.name ?? metadata.generateName].filter(Boolean).join('/')].join(' ')

/** Requests that would create the stored objects. */
export function storedRequests(objects: readonly ApiObject[], namespaces: readonly ApiObject[]): KnownRequest[] {
  const byName = new Map(namespaces.map((one) => [one.metadata.name, one]))
  return objects.map((object) => {
    const namespaceObject = byName.get(object.metadata.namespace)
    const request = { operation: 'CREATE', object: written(object), ...(namespaceObject && { namespaceObject }) }
    return { title: titleOf(object), request }
  })
}

const OPERATIONS: Readonly<Record<string, string>> = {
  create: 'CREATE',
  update: 'UPDATE',
  patch: 'UPDATE',
  apply: 'UPDATE',
  delete: 'DELETE',
}
const asObject = (value: unknown): ApiObject | undefined =>
  isObject(value) && isObject(value['metadata']) ? (value as unknown as ApiObject) : undefined

/** The subresource that a trace's path names, such as `status`. */
const subResourceOf = ({ method, path }: RequestTrace): string | undefined =>
  requestInfoOf(method, { path, query: new URLSearchParams() }).subresource || undefined

/** The write recorded in a trace, with its namespace as it is now; undefined for reads and for other kinds. */
export function pastRequest(
  trace: RequestTrace,
  resources: readonly NamedResource[],
  namespaces: readonly ApiObject[],
): KnownRequest | undefined {
  const operation = OPERATIONS[trace.verb]
  const last = trace.steps.findLast(({ after }) => asObject(after))
  const [object, oldObject] = [asObject(last?.after), asObject(last?.stage === 'store' ? last.before : undefined)]
  if (operation === undefined || !object || !resources.some(({ kind }) => kind === object.kind)) return undefined
  const about = oldObject ?? object
  const request =
    operation === 'DELETE'
      ? { operation, oldObject: written(about) }
      : { operation, object: written(object), ...(oldObject && { oldObject: written(oldObject) }) }
  const subResource = subResourceOf(trace)
  const namespaceObject = namespaces.find(({ metadata }) => metadata.name === about.metadata.namespace)
  return {
    title: titleOf(object),
    request: {
      ...request,
      ...(subResource !== undefined && { subResource }),
      user: { username: trace.user, groups: trace.groups },
      ...(namespaceObject && { namespaceObject }),
    },
  }
}

/** The policy's result for each request, refusals first. `params` are those of the request on the bench. */
export function answersOf(
  spec: PolicySpec,
  known: readonly KnownRequest[],
  options: BenchOptions,
  params: unknown,
): KnownAnswer[] {
  const judge = benchOf(spec, options)
  const answers = known.map(({ title, request }): KnownAnswer => {
    const asked = params === undefined ? request : { ...request, params }
    return { title, request: asked, ...judge(asked) }
  })
  return [...answers.filter(({ passes }) => !passes), ...answers.filter(({ passes }) => passes)]
}
