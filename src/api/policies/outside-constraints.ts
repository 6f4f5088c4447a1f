import { isObject } from '../../machinery/json'
import { compileLabelSelector, type LabelSelectorObject } from '../../machinery/labels'
import type { BenchRequest } from './bench-request'
import { among, patternNames } from './matched-resources'
import type { PolicySpec, ResourceRule } from './policy'

type Meta = Readonly<{ name?: string; namespace?: string; labels?: Record<string, string> }>
const metaOf = (object: unknown): Meta | undefined =>
  isObject(object) && isObject(object['metadata']) ? object['metadata'] : undefined

const selects = (selector: LabelSelectorObject | undefined, labels: Meta['labels']): boolean =>
  compileLabelSelector(selector ?? {}).matches(labels)

/** Whether a rule's `resources` name it. Without a subresource, rules for its subresources count too: which one is not known. */
const namesIt = (patterns: readonly string[], resource: string, subResource: string | undefined): boolean =>
  patterns.some((pattern) => patternNames(pattern, resource, subResource ?? pattern.split('/')[1] ?? ''))

function holds(rule: ResourceRule, request: BenchRequest, exact: boolean): boolean {
  const { operation, resource, subResource, object, oldObject } = request
  const { name = '', namespace = '' } = metaOf(object) ?? metaOf(oldObject) ?? {}
  if (!among(rule.operations, operation)) return false
  if (rule.resourceNames?.length && !rule.resourceNames.includes(name)) return false
  const { scope = '*' } = rule
  if (scope !== '*' && (scope === 'Namespaced') !== (namespace !== '')) return false
  if (!resource) return true
  return (
    among(rule.apiGroups, resource.group) &&
    (!exact || among(rule.apiVersions, resource.version)) &&
    namesIt(rule.resources ?? [], resource.resource, subResource)
  )
}

/**
 * Why a policy's `matchConstraints` leave a request out, for people; undefined if they match it. What the request does not say, such as the
 * labels of its namespace, counts as matching.
 */
export function outsideConstraints({ matchConstraints = {} }: PolicySpec, request: BenchRequest): string | undefined {
  const { resourceRules = [], excludeResourceRules = [], matchPolicy } = matchConstraints
  const exact = matchPolicy === 'Exact'
  if (resourceRules.length > 0 && !resourceRules.some((rule) => holds(rule, request, exact)))
    return 'no rule of matchConstraints names this operation on this resource'
  if (excludeResourceRules.some((rule) => holds(rule, request, exact))) return 'excludeResourceRules names it'
  const objects = [request.object, request.oldObject].flatMap((one) => metaOf(one) ?? [])
  if (objects.length > 0 && !objects.some(({ labels }) => selects(matchConstraints.objectSelector, labels)))
    return 'the object does not have the labels of objectSelector'
  const namespace = metaOf(request.namespaceObject)
  if (namespace && !selects(matchConstraints.namespaceSelector, namespace.labels))
    return 'the namespace does not have the labels of namespaceSelector'
  return undefined
}
