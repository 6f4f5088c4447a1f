import { among, patternNames } from '../../api/policies/matched-resources'
import { internalError, notFoundError } from '../../machinery/api-error'
import type { ApiObject, GroupVersionKind, GroupVersionResource } from '../../machinery/object'
import type { ObjectReader } from '../../machinery/reader'
import type { AdmissionRequest, VersionedResource } from '../plugin'
import { NAMESPACES } from '../shared/request'
import { GROUP, type Webhook, MUTATING, type Rule, VALIDATING } from './registration'

/** The version in which a webhook receives a request. */
export interface Invocation {
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
}

/** Webhooks never see webhook configurations; otherwise a faulty one could not be removed. */
export const isExempt = ({ resource }: AdmissionRequest): boolean =>
  resource.group === GROUP && EXEMPT.has(resource.resource)

const EXEMPT = new Set([
  MUTATING.resource,
  VALIDATING.resource,
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
])

/** Match criteria of a webhook or policy. */
export interface Criteria extends Pick<Webhook, 'equivalent' | 'namespaceSelector' | 'objectSelector'> {
  readonly rules: readonly Rule[]
  /** Exclude rules: requests they match are excluded. */
  readonly exclude?: readonly Rule[]
}

/** A subresource has the scope of its parent; a namespace is cluster-scoped. */
function inScope({ scope = '*' }: Rule, resource: GroupVersionResource, namespace: string): boolean {
  if (scope === '*') return true
  const ofCluster = namespace === '' || (resource.group === '' && resource.resource === 'namespaces')
  return (scope === 'Cluster') === ofCluster
}

const holds = (rule: Rule, request: AdmissionRequest, resource: GroupVersionResource): boolean =>
  among(rule.operations, request.operation) &&
  among(rule.apiGroups, resource.group) &&
  among(rule.apiVersions, resource.version) &&
  (rule.resources ?? []).some((pattern) => patternNames(pattern, resource.resource, request.subresource)) &&
  inScope(rule, resource, request.namespace) &&
  (!rule.resourceNames?.length || rule.resourceNames.includes(request.name))

/** Whether a rule matches a request's resource and operation in any group and version. */
export const mayName = (
  rule: Rule,
  { operation, resource, subresource }: Pick<AdmissionRequest, 'operation' | 'resource' | 'subresource'>,
): boolean =>
  among(rule.operations, operation) &&
  (rule.resources ?? []).some((pattern) => patternNames(pattern, resource.resource, subresource))

/** The version in which rules match a request: its own, else the first equivalent that a rule names. */
function byRules(rules: readonly Rule[], equivalent: boolean, request: AdmissionRequest): Invocation | undefined {
  const { kind, resource } = request
  if (rules.some((rule) => holds(rule, request, resource))) return { kind, resource }
  if (!equivalent) return undefined
  const others = request.versions?.equivalents() ?? []
  for (const rule of rules) {
    const found = others.find((other: VersionedResource) => holds(rule, request, other.resource))
    if (found) return found
  }
  return undefined
}

const labelsOf = (object: ApiObject | undefined): Record<string, string> | undefined =>
  // Options of a connection have no metadata.
  object?.metadata?.labels

const selectsObject = ({ objectSelector }: Criteria, { object, oldObject }: AdmissionRequest): boolean =>
  objectSelector.empty ||
  [object, oldObject].some((one) => one?.metadata !== undefined && objectSelector.matches(labelsOf(one)))

/** Cluster-scoped objects always match a namespace selector; a namespace is matched by its own new labels. */
function selectsNamespace({ namespaceSelector }: Criteria, request: AdmissionRequest, reader: ObjectReader): boolean {
  if (namespaceSelector.empty) return true
  const { resource, subresource, operation, namespace, object } = request
  const ofNamespaces = resource.group === '' && resource.resource === 'namespaces'
  if (namespace === '' && !ofNamespaces) return true
  if (ofNamespaces && subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'))
    return namespaceSelector.matches(labelsOf(object))
  const live = reader.get(NAMESPACES, undefined, namespace)
  if (!live) throw notFoundError(NAMESPACES, namespace)
  return namespaceSelector.matches(live.metadata.labels)
}

/** Why a request does not match the criteria, for people. */
export function mismatchOf(criteria: Criteria, request: AdmissionRequest): string {
  const { rules, exclude = [], equivalent } = criteria
  if (!selectsObject(criteria, request)) return 'the object does not have the labels of objectSelector'
  if (!byRules(rules, equivalent, request)) return 'no rule names this resource, version, operation, name and scope'
  if (byRules(exclude, equivalent, request)) return 'excludeResourceRules names it'
  return 'the namespace does not have the labels of namespaceSelector'
}

/**
 * Whether, and in which version, a request matches a webhook or policy (admission document, "Execution rules" 1). Throws NotFound if a
 * namespace selector needs a namespace that does not exist.
 */
export function invocationOf(
  criteria: Criteria,
  request: AdmissionRequest,
  reader: ObjectReader,
): Invocation | undefined {
  if (!selectsObject(criteria, request)) return undefined
  const { rules, exclude = [], equivalent } = criteria
  const invocation = byRules(rules, equivalent, request)
  if (!invocation || byRules(exclude, equivalent, request) || !selectsNamespace(criteria, request, reader))
    return undefined
  if (!invocation.kind.kind) throw internalError(`no kind is known for ${invocation.resource.resource}`)
  return invocation
}
